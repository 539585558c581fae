import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import {
  actionIds,
  approve,
  at,
  comment,
  carrier as content,
  joon,
  mina,
  pressMore,
  propose as proposeAs,
  reviews,
  sora,
  startTemplates,
  type TemplateStory,
} from "../support/templates.ts";
import { around, en } from "../support/words.ts";

const { proposals, terms } = en;
const { title } = proposals.card;
const { obstacles } = proposals;

const propose = (story: TemplateStory) => proposeAs(story, title.open);

const updates = ({ platform }: TemplateStory) => platform.requests.filter(({ method }) => method === "PUT");

describe.each(storyModes)("a decision over %s", (mode) => {
  it("needs another person, sends only the proposed content, and posts each vendor's status", async () => {
    const story = await startTemplates({ mode });
    const { slack, platform, card, line, templateId, told: toldTo } = story;
    const posted = await propose(story);
    await slack.as(joon).click(at(posted), "templates.approve");
    await toldTo(joon, obstacles.notReviewer);
    expect(slack.as(joon).views().at(-1)?.callbackId).not.toBe("templates.approve");
    expect(JSON.stringify(posted.blocks)).not.toContain(proposals.card.confirmApprove.says(1));
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
    expect(slack.findings).toEqual([]);
  });
});

describe("a proposal's card", () => {
  it("stays the same post after a decision, also with 1,000 changed characters", async () => {
    const story = await startTemplates();
    const { slack, platform, openForm, card, templateId } = story;
    const template = platform.state.templates.get(templateId);
    if (template !== undefined) template.content = "가나다 ".repeat(250);
    await comment(story, joon, "So that it is seen");
    await card(en.outcomes.title.accepted(en.templates.kind.comment));
    const person = slack.as(joon);
    await openForm(person);
    await person.fillAll({ content: "<라마> ".repeat(200), reason: "All of it" });
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    const posted = await card(title.open);
    await approve(story, mina, posted);
    const decided = await card(title.sent);
    expect(decided.ts).toBe(posted.ts);
    expect(slack.findings).toEqual([]);
  });

  it("shows what a reviewer asks for, and becomes revision 2 after an edit", async () => {
    const story = await startTemplates();
    const { slack, card, line, view } = story;
    const posted = await propose(story);
    const reviewer = slack.as(mina);
    await reviewer.click(at(posted), "templates.request_changes");
    await view(reviewer, "templates.request_changes");
    await reviewer.fill("reason", "Say #{택배사} first <!channel>");
    expect(await reviewer.submit()).toMatchObject({ kind: "closed" });
    expect((await line("Say #{택배사} first &lt;!channel&gt;")).threadTs).toBe(posted.ts);
    const asked = await card(title.changes_requested);
    expect(actionIds(asked)).not.toContain("templates.approve");
    const author = slack.as(joon);
    await author.click(at(asked), "templates.edit");
    const form = () => JSON.stringify(author.views().at(-1)?.blocks);
    await view(author, "templates.edit");
    expect(form()).toContain("Say #{택배사} first <!channel>");
    await author.click({ view: true }, "templates.preview");
    await view(author, "templates.edit", ({ blocks }) => blocks.some(({ type }) => type === "divider"));
    expect(form()).toContain("Say #{택배사} first <!channel>");
    await author.fill("content", "택배사: #{택배사}\n#{고객명}님의 상품이 출발했습니다.");
    expect(await author.submit()).toMatchObject({ kind: "cleared" });
    await line(proposals.lines.edited(2));
    const edited = await card(title.open);
    expect(edited.ts).toBe(posted.ts);
    expect(edited.text).toContain(proposals.card.revision(2));
    expect(slack.findings).toEqual([]);
  });

  it("names who wrote its reason, and that person can't approve it", async () => {
    const story = await startTemplates();
    const { slack, card, line, told, view } = story;
    const posted = await propose(story);
    const editor = await pressMore(story, mina, { card: posted, actionId: "templates.edit" });
    await view(editor, "templates.edit");
    await editor.fill("reason", "Mina's own reason");
    expect(await editor.submit()).toMatchObject({ kind: "cleared" });
    await line(proposals.lines.kept);
    const edited = await card("Mina's own reason");
    const { between, after } = around(proposals.card.whyBy.split("“")[0] ?? "");
    expect(edited.text).toContain(`<@${joon}>${between}<@${mina}>${after}`);
    await editor.click(at(edited), "templates.approve");
    await told(mina, obstacles.edited);
    expect(updates(story)).toEqual([]);
    await approve(story, sora, edited);
    await slack.waitFor(() => updates(story).length === 1, { what: "the update" });
  });

  it("can be withdrawn by its proposer, and not by a reviewer", async () => {
    const story = await startTemplates();
    const { slack, card, told, view } = story;
    const posted = await propose(story);
    const withdraw = { card: posted, actionId: "templates.withdraw" };
    await pressMore(story, mina, withdraw);
    await told(mina, obstacles.notProposer);
    await pressMore(story, joon, withdraw);
    const withdrawn = await card(title.withdrawn);
    expect(actionIds(withdrawn)).toEqual([]);
    await view(slack.as(joon), "templates.more", ({ blocks }) =>
      JSON.stringify(blocks).includes(proposals.more.withdrawn),
    );
    expect(updates(story)).toEqual([]);
  });

  it("says on an old form or button that it was edited meanwhile", async () => {
    const story = await startTemplates();
    const { slack, line, view, told } = story;
    const posted = await propose(story);
    const editor = await pressMore(story, sora, { card: posted, actionId: "templates.edit" });
    await view(editor, "templates.edit");
    const reviewer = slack.as(mina);
    await reviewer.click(at(posted), "templates.request_changes");
    await view(reviewer, "templates.request_changes");
    await editor.fill("content", `${content}!`);
    expect(await editor.submit()).toMatchObject({ kind: "cleared" });
    await line(proposals.lines.edited(2));
    await reviewer.fill("reason", "Too late");
    expect(await reviewer.submit()).toMatchObject({ kind: "updated" });
    const late = await view(reviewer, "templates.request_changes");
    expect(JSON.stringify(late.blocks)).toContain(`"type":"user","user_id":"${sora}"`);
    expect(JSON.stringify(late)).toContain("Too late");
    const current = slack.messages(reviews).find(({ ts }) => ts === posted.ts);
    await slack.as(sora).click(at(current!), "templates.approve");
    await told(sora, obstacles.edited);
  });

  it("names who can still approve if it takes two, and then who approved", async () => {
    const story = await startTemplates({ env: { REQUIRED_APPROVALS: "2", REVIEWERS: `${mina},${sora}` } });
    const { card, line } = story;
    const posted = await propose(story);
    expect(posted.text).toContain(`<@${mina}>${proposals.card.or}<@${sora}>`);
    await approve(story, mina, posted);
    await line(proposals.lines.approved(1));
    const waiting = await card(`${proposals.card.needs(1)}${proposals.card.from}<@${sora}>`);
    expect(waiting.text).toContain(`${proposals.card.given} <@${mina}>`);
    expect(updates(story)).toEqual([]);
    await approve(story, sora, waiting);
    const decided = await card(title.sent);
    expect(decided.text).toContain(`<@${mina}>, <@${sora}>`);
    expect(updates(story)).toHaveLength(1);
  });

  it("asks the approver first if the template was seen to change", async () => {
    const story = await startTemplates();
    const { slack, platform, card, templateId, view } = story;
    const posted = await propose(story);
    await comment(story, sora, "Anything new?");
    await card(en.outcomes.title.accepted(en.templates.kind.comment));
    const reviewer = slack.as(mina);
    await reviewer.click(at(posted), "templates.approve");
    const asked = await view(reviewer, "templates.approve");
    expect(JSON.stringify(asked.blocks)).toContain(proposals.confirmForm.firstSeen);
    expect(platform.state.templates.get(templateId)?.content).not.toBe(content);
    expect(await reviewer.submit()).toMatchObject({ kind: "closed" });
    await card(title.sent);
    expect(platform.state.templates.get(templateId)?.content).toBe(content);
  });

  it("asks the approver again if the template changed after the first question", async () => {
    const story = await startTemplates();
    const { slack, platform, card, templateId, view } = story;
    const posted = await propose(story);
    const accepted = en.outcomes.title.accepted(en.templates.kind.comment);
    await comment(story, sora, "Anything new?");
    await card(accepted);
    const reviewer = slack.as(mina);
    await reviewer.click(at(posted), "templates.approve");
    await view(reviewer, "templates.approve");
    const template = platform.state.templates.get(templateId);
    if (template !== undefined) template.content = "Changed behind the question";
    await comment(story, sora, "And now?");
    const isTold = () => slack.messages(reviews).filter(({ text }) => text.includes(accepted)).length === 2;
    await slack.waitFor(isTold, { what: "the second comment" });
    expect(await reviewer.submit()).toMatchObject({ kind: "updated" });
    const again = await view(reviewer, "templates.approve");
    expect(JSON.stringify(again.blocks)).toContain("behind");
    expect(updates(story)).toEqual([]);
    expect(await reviewer.submit()).toMatchObject({ kind: "closed" });
    await card(title.sent);
    expect(platform.state.templates.get(templateId)?.content).toBe(content);
    expect(slack.findings).toEqual([]);
  });

  it("says in the same post why the platform refused the update", async () => {
    const story = await startTemplates();
    const { platform, card } = story;
    const posted = await propose(story);
    platform.faults.next({ kind: "refuse", errorCode: "Forbidden", errorMessage: "no right", status: 403 });
    await approve(story, mina, posted);
    const refused = await card(terms.update.reasons["Forbidden"]!.remedy!.replaceAll("`", ""));
    expect(refused.ts).toBe(posted.ts);
  });
});
