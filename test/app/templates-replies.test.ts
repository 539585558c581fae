import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import {
  approve as approveAs,
  at,
  comment,
  joon,
  mina,
  propose,
  reviews,
  startTemplates,
  type TemplateStory,
} from "../support/templates.ts";
import { en } from "../support/words.ts";

const { proposals, templates } = en;
const { title } = proposals.card;
const { status } = templates;
const commented = en.outcomes.title.accepted(en.templates.kind.comment);

/** The next reply is not what the description shows. */
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

describe.each(storyModes)("the reply to an update, over %s", (mode) => {
  it("that shows another status than the one seen before says both, in the card's thread", async () => {
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
    const { text } = await find(/vendorA · APPROVED [^→]*→ PENDING/);
    expect(text).toContain("Fine &lt;!channel&gt;");
    expect(text).not.toContain("Older remark");
    await find(/vendorB · INSPECTING [^→]*→ PENDING/);
    expect(story.slack.findings).toEqual([]);
  });

  it("about another template says so, and shows nothing of this one", async () => {
    const story = await startTemplates({ mode });
    const other = { templateId: "KA01TPOTHER", content: "x", codes: [aCode("vendorA"), aCode("vendorB")] };
    answerWith(story, { vendorA: other, vendorB: other });
    await approve(story);
    const ended = await story.line(title.sent);
    expect(ended.text).toContain(status.otherTemplate("KA01TPOTHER"));
    expect(await viewOf(story)).toContain(templates.view.neverSeen);
  });

  it("without one of the vendors says which one", async () => {
    const story = await startTemplates({ mode });
    answerWith(story, { vendorA: { templateId: story.templateId, codes: [aCode("vendorA")] } });
    await approve(story);
    const ended = await story.line(title.sent);
    expect(ended.text).toContain(status.noVendor("vendorB"));
    expect(ended.text).not.toContain(status.noVendor("vendorA"));
    await story.line("vendorA · PENDING");
  });

  it("with a vendor's code twice shows both statuses where they disagree", async () => {
    const story = await startTemplates({ mode });
    const { templateId } = story;
    const twice = [aCode("vendorA"), aCode("vendorA", { status: "*REJECTED* <!here>" })];
    answerWith(story, {
      vendorA: { templateId, codes: twice },
      vendorB: { templateId, codes: [aCode("vendorB")] },
    });
    await approve(story);
    const { text } = await story.line("vendorA · PENDING / *REJECTED* &lt;!here&gt;");
    expect(text).not.toContain("<!here>");
  });

  it("of a vendor's content without their review says that there is none", async () => {
    const story = await startTemplates({ mode });
    const { templateId } = story;
    const shown = { templateId, name: "Shown", content: "Shown without a review" };
    answerWith(story, { vendorA: { ...shown, codes: [] }, vendorB: shown });
    await approve(story);
    const ended = await story.line(title.sent);
    for (const vendor of ["vendorA", "vendorB"]) expect(ended.text).toContain(status.noVendor(vendor));
    expect(await viewOf(story)).toContain("Shown without a review");
  });
});

describe("the reply to a comment", () => {
  it("that leaves content out takes nothing away, and lets nothing seem changed", async () => {
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
    expect(shown).toContain('"vendorA · "},{"type":"text","text":"REJECTED"');
    const reviewer = slack.as(mina);
    await reviewer.closeView({ all: true });
    await reviewer.click(at(posted), "templates.approve");
    const asked = await story.view(reviewer, "templates.approve");
    expect(asked.title).toBe(en.proposals.card.confirmApprove.titleLast);
    await reviewer.submit();
    await card(title.sent);
  });

  it("with dates that are none shows them as they came", async () => {
    const story = await startTemplates();
    const { templateId } = story;
    const said = { isAdmin: true, memberId: "R", content: "When?", dateCreated: "n/a 2" };
    const codes = [aCode("vendorA", { comments: [said] })];
    answerWith(story, { templateId, content: "Seen", dateCreated: "31st of June", dateUpdated: "12", codes });
    await comment(story, joon, "Hello");
    await story.card(commented);
    const shown = await viewOf(story);
    expect(shown).toContain("n/a 2");
    expect(shown).toContain(templates.view.dates("31st of June", "12"));
    expect(shown).not.toMatch(/200[0-9]-|"timestamp":(?:9|10)\d{8}\b/);
  });

  it("that can't be read is unknown, and nothing of it is shown", async () => {
    const story = await startTemplates();
    story.platform.faults.next({ kind: "garbage" });
    await comment(story, joon, "Hello?");
    await story.card(en.outcomes.title.unknown(templates.kind.comment));
    expect(story.slack.messages(reviews).filter(({ threadTs }) => threadTs !== null)).toEqual([]);
  });
});
