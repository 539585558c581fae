import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import { joon, mina, reviews } from "../support/names.ts";
import {
  approve as approveAs,
  comment,
  propose,
  startTemplates,
  type TemplateStory,
} from "../support/templates.ts";
import { en } from "../support/words.ts";

const { proposals, templates } = en;
const { title } = proposals.card;
const { status } = templates;
const commented = en.terms.comment.outcomes.title.accepted(en.templates.kind.comment);

/** Makes the platform's next reply differ from the description. */
function answerWith({ platform }: TemplateStory, body: object): void {
  platform.faults.next({ kind: "status", status: 200, body });
}

function aCode(service: string, own: object = {}) {
  return { service, status: "PENDING", code: `${service}_1`, comments: [], ...own };
}

async function approve(story: TemplateStory) {
  const posted = await propose(story, title.open);
  await approveAs(story, mina, posted);
}

async function viewOf(story: TemplateStory): Promise<string> {
  const person = story.slack.as(mina);
  await person.command("/msg-template", story.templateId);
  return JSON.stringify((await story.view(person, "templates.view")).blocks);
}

describe.each(storyModes)("the platform's reply to a template update, over %s", (mode) => {
  it("adds each vendor's old and new status to the thread of the proposal's card", async () => {
    const story = await startTemplates({ mode });
    story.platform.vendor.approve(story.templateId, "vendorA", "Older remark");
    await comment(story, joon, "So that it is seen");
    await story.card(commented);
    const posted = await propose(story, title.open);
    story.platform.vendor.approve(story.templateId, "vendorA", "Fine <!channel>");
    await approveAs(story, mina, posted);
    const lines = () => story.slack.messages(reviews).filter(({ threadTs }) => threadTs === posted.ts);
    const find = (words: RegExp) =>
      story.slack.waitFor(() => lines().find(({ text }) => words.test(text)), { what: String(words) });
    const { text } = await find(/vendorA · approved \(APPROVED\) [^→]*→ review/);
    expect(text).toContain("Fine &lt;!channel&gt;");
    expect(text).not.toContain("Older remark");
    await find(/vendorB · under review [^→]*→ review/);
  });

  it("that names another template is reported, and none of its content is shown", async () => {
    const story = await startTemplates({ mode });
    const other = { templateId: "KA01TPOTHER", content: "x", codes: [aCode("vendorA"), aCode("vendorB")] };
    answerWith(story, { vendorA: other, vendorB: other });
    await approve(story);
    const ended = await story.line(title.sent);
    expect(ended.text).toContain(status.otherTemplate("KA01TPOTHER"));
    expect(await viewOf(story)).toContain(templates.view.neverSeen);
  });
});

describe("the platform's reply to a comment", () => {
  it("leaves what is known of the template unchanged when it has no content", async () => {
    const story = await startTemplates();
    const { slack, templateId, card } = story;
    await comment(story, joon, "So that it is seen");
    await card(commented);
    const posted = await propose(story, title.open);
    answerWith(story, { templateId });
    await slack.as(joon).closeView({ all: true });
    await comment(story, joon, "Anything new?");
    await card(commented);
    const shown = await viewOf(story);
    expect(shown).toContain("#{운송장번호}");
    expect(shown).toContain('"vendorA · "},{"type":"text","text":"rejected (REJECTED)"');
    const reviewer = slack.as(mina);
    await reviewer.closeView({ all: true });
    const asked = await story.openOn(reviewer, posted, "templates.approve");
    expect(asked.title).toBe(en.proposals.card.confirmApprove.titleLast);
    await reviewer.submit();
    await card(title.sent);
  });

  it("makes the comment's outcome unknown when it can't be read", async () => {
    const story = await startTemplates();
    story.platform.faults.next({ kind: "garbage" });
    await comment(story, joon, "Hello?");
    await story.card(en.outcomes.title.unknown(templates.kind.comment));
    expect(story.slack.messages(reviews).filter(({ threadTs }) => threadTs !== null)).toEqual([]);
  });
});
