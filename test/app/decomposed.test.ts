import { expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { joon, reviews } from "../support/names.ts";
import { picked, png } from "../support/sample-files.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { aTemplateRecord } from "../support/template-record.ts";
import { comment, startTemplates, type TemplateStory } from "../support/templates.ts";
import { findPost, upload } from "../support/uploads.ts";
import { en, heading } from "../support/words.ts";

/** Decomposed, as in a Mac's file names and what is copied from them. */
const loose = (text: string) => text.normalize("NFD");

it("Korean text in decomposed Unicode is sent, sized and found like composed text", async () => {
  const { slack, platform } = await startChatops({ env: { TEST_RECIPIENTS: loose("민아:01000000001") } });
  await slack.as(joon).command("/msg-send", loose("민아 오늘 주문이 출발했습니다"));
  await slack.post(heading.accepted);
  const { person, kind } = await openSendForm(slack);
  await kind("LMS", "subject", "customFields");
  const subject = "주문하신 상품의 배송 안내문";
  await person.fillAll({ to: loose("민아"), subject: loose(subject), text: loose("안녕하세요") });
  await person.isRefused(
    { customFields: en.issues.pairTwice("이름") },
    { customFields: `이름=1\n${loose("이름")}=2` },
  );
  await person.submits("cleared", { customFields: loose("이름=한결") });
  await slack.waitFor(() => sends(platform).length === 2);
  const [quick, typed] = sends(platform).map(({ body }) => Object(body).message);
  expect(quick).toMatchObject({ text: "오늘 주문이 출발했습니다" });
  expect(typed).toMatchObject({ subject, text: "안녕하세요", customFields: { 이름: "한결" } });
  await slack.as(joon).command("/msg-history", loose("오늘"));
  await slack.as(joon).reads("민아 (010-0000-0001)");
});

it.each([
  ["typed as characters", (json: string) => json],
  [
    "typed as Unicode escapes",
    (json: string) => json.replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`),
  ],
])("JSON with decomposed Korean is sent in composed form: %s", async (_, write) => {
  const { slack, platform } = await startChatops();
  const { person, presses } = await openSendForm(slack);
  await presses("messages.json", "json");
  const body = { to: "01000000001", from: "0212345678", text: "안녕하세요", customFields: { 이름: "한결" } };
  const twice = { ...body, customFields: { 이름: "1", [loose("이름")]: "2" } };
  await person.isRefused({ json: en.issues.pairTwice("이름") }, { json: write(JSON.stringify(twice)) });
  await person.fill("json", write(loose(JSON.stringify(body))));
  await person.submit();
  await slack.waitFor(() => sends(platform).length === 1);
  expect(sends(platform)[0]?.body).toMatchObject({ message: body });
});

it("a file with a decomposed name is uploaded under the composed name", async () => {
  const chatops = await startChatops();
  const file = picked(loose("배너.png"), png({ width: 300, height: 200 }));
  await upload(chatops, file, { type: "CHAT", name: loose("봄 배너"), link: "https://shop.example/spring" });
  await findPost(chatops, "봄 배너");
  expect([...chatops.platform.state.files.values()][0]).toMatchObject({ originalName: "봄 배너" });
});

/** Proposes one more word, and expects the card to show nothing else as changed. */
async function proposeOneWord({ slack, openForm, card, templateId }: TemplateStory, id = templateId) {
  const person = slack.as(joon);
  const view = await openForm(person, id);
  const { value: content } = Object(view.values["content"]?.["value"]);
  expect(content).toMatch(/^#.고객명.님의 상품이 출발했습니다/);
  await person.submits("updated", { content: loose(`${content} 감사합니다`), reason: "More polite" });
  const { text } = await card(en.proposals.card.title.open);
  expect(text).toContain("{+ 감사합니다+}");
  expect(text).not.toContain("[-");
  return text;
}

it("a proposal for an imported template with decomposed text marks only the changed word", async () => {
  const story = await startTemplates();
  const { view, person } = story;
  await person.command("/msg-template", "import", { conversation: reviews });
  await view(person, "templates.import");
  await person.fill("records", loose(JSON.stringify(aTemplateRecord(1))));
  await person.submit();
  await person.sees(en.templates.imports.will.new(1));
  await person.submit();
  await person.sees(en.templates.imports.done(1, { all: 1, broken: 0 }));
  await person.closeView({ all: true });
  await proposeOneWord(story, "KA01TP1");
});

it("a proposal for a template whose reply had decomposed text marks only the changed word", async () => {
  const story = await startTemplates();
  const template = story.platform.state.templates.get(story.templateId);
  Object.assign(template ?? {}, { content: loose(template?.content ?? ""), name: loose("주문 안내") });
  await comment(story, joon, loose("확인 부탁드립니다"));
  await story.card(en.terms.comment.outcomes.title.accepted(en.templates.kind.comment));
  const commented = story.platform.requests.find(({ path }) => path.endsWith("/comment"));
  expect(commented?.body).toMatchObject({ comment: "확인 부탁드립니다" });
  await proposeOneWord(story);
});
