import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import { joon, mina, reviews, sora } from "../support/names.ts";
import {
  actionIds,
  approve,
  comment,
  carrier as content,
  openMore,
  pressMore,
  propose as proposeAs,
  startTemplates,
  type TemplateStory,
} from "../support/templates.ts";
import { around, en } from "../support/words.ts";

const { proposals } = en;
const { title } = proposals.card;
const { obstacles } = proposals;

const propose = (story: TemplateStory) => proposeAs(story, title.open);

const updates = ({ platform }: TemplateStory) => platform.requests.filter(({ method }) => method === "PUT");

describe.each(storyModes)("an approval of a template proposal, over %s", (mode) => {
  it("needs another person, sends the proposed content, and posts each vendor's status", async () => {
    const story = await startTemplates({ mode });
    const { slack, platform, card, line, templateId, told: toldTo } = story;
    const posted = await propose(story);
    await slack.as(joon).click(posted, "templates.approve");
    await toldTo(joon, obstacles.notReviewer);
    expect(slack.as(joon).views().at(-1)?.callbackId).not.toBe("templates.approve");
    await approve(story, mina, posted);
    const decided = await card(title.sent);
    expect(decided.ts).toBe(posted.ts);
    expect(decided.text).toContain(`${proposals.card.given} <@${mina}>`);
    expect(decided.text).toMatch(
      /vendorA review not requested \(PENDING\) · vendorB review not requested \(PENDING\) · seen in <@U0MINA>'s update <!date/,
    );
    expect(actionIds(decided)).toEqual(["templates.copy", "templates.report", "history.open"]);
    // The proposer's notification repeats the card's title, and says what to do.
    const told = await line(proposals.lines.next);
    expect(told.text).toContain(`<@${joon}> ${title.sent} · `);
    expect(told.threadTs).toBe(posted.ts);
    for (const vendor of ["vendorA", "vendorB"]) {
      expect((await line(`${vendor} · review not requested`)).threadTs).toBe(posted.ts);
    }
    // No line repeats a vendor's status from before the update.
    const said = slack.messages(reviews).map(({ text }) => text);
    expect(said.filter((text) => /vendor[AB] · (?!review not requested)/.test(text))).toEqual([]);
    expect(updates(story).map(({ path, body }) => ({ path, body }))).toEqual([
      { path: `/chat/v1/templates/${templateId}`, body: { content } },
    ]);
    expect(platform.state.templates.get(templateId)?.content).toBe(content);
  });
});

describe("a proposal's card", () => {
  it("shows what a reviewer asks to change, and shows revision 2 after an edit", async () => {
    const story = await startTemplates();
    const { slack, card, line, view, openOn } = story;
    const posted = await propose(story);
    const reviewer = slack.as(mina);
    await openOn(reviewer, posted, "templates.request_changes");
    await reviewer.submits("closed", { reason: "Say #{택배사} first <!channel>" });
    expect((await line("Say #{택배사} first &lt;!channel&gt;")).threadTs).toBe(posted.ts);
    const asked = await card(title.changes_requested);
    expect(actionIds(asked)).not.toContain("templates.approve");
    const author = slack.as(joon);
    await openOn(author, asked, "templates.edit");
    expect(author.shown()).toContain("Say #{택배사} first <!channel>");
    await author.press("templates.preview");
    await view(author, "templates.edit", ({ blocks }) => blocks.some(({ type }) => type === "divider"));
    expect(author.shown()).toContain("Say #{택배사} first <!channel>");
    await author.submits("cleared", { content: "택배사: #{택배사}\n#{고객명}님의 상품이 출발했습니다." });
    await line(proposals.lines.edited(2));
    const edited = await card(title.open);
    expect(edited.ts).toBe(posted.ts);
    expect(edited.text).toContain(proposals.card.revision(2));
  });

  it("names the person who rewrote its reason, and that person can't approve it", async () => {
    const story = await startTemplates();
    const { slack, card, line, told } = story;
    const posted = await propose(story);
    const editor = await openMore(story, mina, posted, "templates.edit");
    await editor.submits("cleared", { reason: "Mina's own reason" });
    await line(proposals.lines.kept);
    const edited = await card("Mina's own reason");
    const { between, after } = around(proposals.card.whyBy.split("“")[0] ?? "");
    expect(edited.text).toContain(`<@${joon}>${between}<@${mina}>${after}`);
    await editor.click(edited, "templates.approve");
    await told(mina, obstacles.edited);
    expect(updates(story)).toEqual([]);
    await approve(story, sora, edited);
    await slack.waitFor(() => updates(story).length === 1, { what: "the update" });
  });

  it("can be withdrawn by the proposer, and not by a reviewer", async () => {
    const story = await startTemplates();
    const { slack, card, told, view } = story;
    const posted = await propose(story);
    const withdraw = { card: posted, actionId: "templates.withdraw" };
    await pressMore(story, mina, withdraw);
    await told(mina, obstacles.notProposer);
    await pressMore(story, joon, withdraw);
    const withdrawn = await card(title.withdrawn);
    expect(actionIds(withdrawn)).toEqual(["templates.update"]);
    await view(slack.as(joon), "templates.more", ({ blocks }) =>
      JSON.stringify(blocks).includes(proposals.more.withdrawn),
    );
    expect(updates(story)).toEqual([]);
  });

  it("has an old form or button answered with who edited the proposal meanwhile", async () => {
    const story = await startTemplates();
    const { slack, line, view, openOn, told } = story;
    const posted = await propose(story);
    const editor = await openMore(story, sora, posted, "templates.edit");
    const reviewer = slack.as(mina);
    await openOn(reviewer, posted, "templates.request_changes");
    await editor.submits("cleared", { content: `${content}!` });
    await line(proposals.lines.edited(2));
    await reviewer.submits("updated", { reason: "Too late" });
    const late = await view(reviewer, "templates.request_changes");
    expect(JSON.stringify(late.blocks)).toContain(`"type":"user","user_id":"${sora}"`);
    expect(JSON.stringify(late)).toContain("Too late");
    const current = slack.messages(reviews).find(({ ts }) => ts === posted.ts);
    await slack.as(sora).click(current!, "templates.approve");
    await told(sora, obstacles.edited);
  });

  it("names who can still approve when two approvals are required, and then names both approvers", async () => {
    const story = await startTemplates({ env: { REQUIRED_APPROVALS: "2", REVIEWERS: `${mina},${sora}` } });
    const { card, line } = story;
    const posted = await propose(story);
    expect(posted.text).toContain(`<@${mina}>, <@${sora}>`);
    await approve(story, mina, posted);
    await line(proposals.lines.approved(1));
    const waiting = await card(`${proposals.card.needs(1)}${proposals.card.from}<@${sora}>`);
    expect(waiting.text).toContain(`${proposals.card.given} <@${mina}>`);
    expect(updates(story)).toEqual([]);
    await approve(story, sora, waiting);
    await card([title.sent, `<@${mina}>, <@${sora}>`]);
    expect(updates(story)).toHaveLength(1);
  });

  it("warns its approver when the template changed, and warns again when it changes once more", async () => {
    const story = await startTemplates();
    const { slack, platform, card, templateId, view, openOn } = story;
    const posted = await propose(story);
    const accepted = en.terms.comment.outcomes.title.accepted(en.templates.kind.comment);
    await comment(story, sora, "Anything new?");
    await card(accepted);
    const reviewer = slack.as(mina);
    const asked = await openOn(reviewer, posted, "templates.approve");
    expect(JSON.stringify(asked.blocks)).toContain(proposals.confirmForm.firstSeen);
    const template = platform.state.templates.get(templateId);
    if (template !== undefined) template.content = "Changed behind the question";
    await comment(story, sora, "And now?");
    const isTold = () => slack.messages(reviews).filter(({ text }) => text.includes(accepted)).length === 2;
    await slack.waitFor(isTold, { what: "the second comment" });
    await reviewer.submits("updated");
    const again = await view(reviewer, "templates.approve");
    expect(JSON.stringify(again.blocks)).toContain("behind");
    expect(updates(story)).toEqual([]);
    await reviewer.submits("closed");
    await card(title.sent);
    expect(platform.state.templates.get(templateId)?.content).toBe(content);
  });
});
