import { describe, expect, it } from "vitest";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { proposeMany } from "../support/approvals.ts";
import { changeGroup } from "../support/change-group.ts";
import { storyModes } from "../support/chatops.ts";
import { guest, joon, mina, sora } from "../support/names.ts";
import { storyNowIn } from "../support/story-clock.ts";
import {
  actionIds,
  approve,
  carrier as content,
  openMore,
  pressMore,
  propose as proposeAs,
  startTemplates,
  type TemplateStory,
} from "../support/templates.ts";
import { en } from "../support/words.ts";

const { card: cardWords, obstacles } = en.proposals;
const stranger = "U0EVE";
const guestsChannel = "C0TESTS";

const propose = (story: TemplateStory) => proposeAs(story, cardWords.title.open);

const updates = ({ platform }: TemplateStory) => platform.requests.filter(({ method }) => method === "PUT");

/** The card stays as it is: Slack never finishes its edits. */
function keepCard({ slack }: TemplateStory): void {
  slack.faults.webApi({ method: "chat.update", kind: "hang" });
}

/** A denied person reads so at once, without a form. */
async function clickApprove({ slack }: TemplateStory, who: string, card: StoredMessage) {
  await slack.as(who).click(card, "templates.approve");
}

describe.each(storyModes)("a refused approval over %s", (mode) => {
  it("says that the proposal expired, even before the card says it", async () => {
    const expiresAt = storyNowIn({ seconds: -1 })();
    const story = await startTemplates({
      mode,
      before: (outside) =>
        proposeMany(outside, { url: outside.env["DATABASE_URL"] ?? "", times: 1, expiresAt }),
    });
    await clickApprove(story, mina, await story.card(cardWords.title.open));
    await story.told(mina, obstacles.decided.expired);
    expect(updates(story)).toEqual([]);
  });

  it("says that the proposal was withdrawn, and by whom", async () => {
    const story = await startTemplates({ mode });
    const card = await propose(story);
    keepCard(story);
    await pressMore(story, joon, { card, actionId: "templates.withdraw" });
    await clickApprove(story, mina, card);
    const { text } = await story.told(mina, obstacles.decided.withdrawn);
    expect(text).toContain(`<@${joon}>`);
    expect(updates(story)).toEqual([]);
  });

  it("says that the proposal has a newer revision, and by whom", async () => {
    const story = await startTemplates({ mode });
    const card = await propose(story);
    keepCard(story);
    const editor = await openMore(story, sora, card, "templates.edit");
    await editor.submits("cleared", { content: `${content}!` });
    await clickApprove(story, mina, card);
    const { text } = await story.told(mina, obstacles.revised);
    expect(text).toContain(`<@${sora}>`);
    expect(updates(story)).toEqual([]);
  });

  it("says why a proposer, an editor or a person who is no reviewer can't approve", async () => {
    const story = await startTemplates({ mode, env: { REVIEWERS: `${mina},${sora},U0DANA` } });
    const card = await proposeAs(story, cardWords.title.open, mina);
    await clickApprove(story, mina, card);
    await story.told(mina, obstacles.own);
    await clickApprove(story, stranger, card);
    await story.told(stranger, obstacles.notReviewer);
    const editor = await openMore(story, sora, card, "templates.edit");
    await editor.submits("cleared", { content: `${content}!` });
    await clickApprove(story, sora, await story.card(cardWords.revision(2)));
    await story.told(sora, obstacles.edited);
    expect(updates(story)).toEqual([]);
  });

  it("tells a former reviewer that they are no reviewer any more", async () => {
    const story = await startTemplates({ mode });
    const { slack } = story;
    const card = await propose(story);
    const opened = slack.as(mina);
    await story.openOn(opened, card, "templates.request_changes");
    await changeGroup(story, "S0REVIEWERS", [sora]);
    await opened.submits("updated", { reason: "Name the carrier first" });
    expect(opened.shown()).toContain(obstacles.notReviewer);
    await opened.closeView({ all: true });
    await slack.as(mina).click(card, "templates.request_changes");
    await story.told(mina, obstacles.notReviewer);
    const answer = await slack.as(mina).isAnswered(() => clickApprove(story, mina, card));
    expect(answer.text).toContain(obstacles.notReviewer);
    expect(updates(story)).toEqual([]);
  });

  it("tells a guest only that the app isn't for guests", async () => {
    const env = { REVIEWERS: `${mina},${guest}`, REVIEW_CHANNEL: guestsChannel };
    const story = await startTemplates({ mode, env });
    const { slack, person } = story;
    await story.openForm(person);
    await person.fillAll({ content, reason: "The vendor asked for the carrier" });
    await person.submit();
    const card = await slack.post("", guestsChannel);
    await clickApprove(story, guest, card);
    await story.told(guest, en.edge.outsider);
    expect(updates(story)).toEqual([]);
  });

  it("shows the platform's words when the platform refuses the update", async () => {
    const story = await startTemplates({ mode });
    const { platform, card } = story;
    const posted = await propose(story);
    const errorMessage = "The template is not editable <!channel>";
    platform.faults.next({ kind: "refuse", errorCode: "TemplateNotEditable", errorMessage, status: 400 });
    await approve(story, mina, posted);
    const refused = await card(cardWords.title.refused);
    expect(refused.ts).toBe(posted.ts);
    expect(refused.text).toContain("The template is not editable &lt;!channel&gt;");
    expect(refused.text).not.toContain("<!channel>");
    // The update had no effect, so that it can be approved again.
    expect(actionIds(refused)).toContain("templates.approve");
    await approve(story, mina, refused);
    await card(cardWords.title.sent);
    expect(updates(story).map(({ body }) => body)).toEqual([{ content }, { content }]);
  });
});

it("an approval form opened before an update was refused shows the refusal first, and then sends", async () => {
  const story = await startTemplates();
  const { slack, platform, card, view, openOn } = story;
  const posted = await propose(story);
  const other = slack.as(sora);
  await openOn(other, posted, "templates.approve");
  const refusal = { errorCode: "TemplateNotEditable", errorMessage: "It is not editable", status: 400 };
  platform.faults.next({ kind: "refuse", ...refusal });
  await approve(story, mina, posted);
  await card(cardWords.title.refused);
  await other.submits("updated");
  const shown = JSON.stringify((await view(other, "templates.approve")).blocks);
  expect(shown).toContain(cardWords.title.refused);
  expect(shown).toContain(refusal.errorMessage);
  expect(updates(story)).toHaveLength(1);
  await other.submit();
  await card(cardWords.title.sent);
  expect(updates(story)).toHaveLength(2);
});
