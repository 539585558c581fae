import { describe, expect, it } from "vitest";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { storyModes } from "../support/chatops.ts";
import { joon, mina, onCall, reviews, sora } from "../support/names.ts";
import { approve, carrier, propose, startTemplates, type TemplateStory } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { proposals, templates, history, delivery } = en;
const { title } = proposals.card;
const operator = "U0DANA";

/** An update approved by Mina, whose connection broke after the platform had it. */
async function startUnknown(mode: "socket" | "http") {
  const story = await startTemplates({ mode });
  const posted = await propose(story, title.open);
  story.platform.faults.next({ kind: "reset", when: "after" });
  await approve(story, mina, posted);
  return { story, decided: await story.card(title.unknown) };
}

/** Opens the card's details, and gives what the person reads. */
async function openStory({ slack }: TemplateStory, who: string, card: StoredMessage): Promise<string> {
  const value = /"value":"([^"]+)"/.exec(JSON.stringify(card.blocks))?.[1] ?? "";
  return (await slack.as(who).isAnswered((one) => one.click(card, "history.open", { value }))).text;
}

describe.each(storyModes)("a template update with an unknown outcome, over %s", (mode) => {
  it("is posted to on-call and its approver, with a link to the proposal's card", async () => {
    const { story, decided } = await startUnknown(mode);
    const { slack } = story;
    const address = new RegExp(`${delivery.link}: \\S+/archives/${reviews}/p${decided.ts.replace(".", "")}`);
    const unknown = en.outcomes.title.unknown(templates.kind.update);
    const find = (where: string) =>
      slack.waitFor(
        () => slack.posts(where).find(({ text }) => text.includes(unknown) && address.test(text)),
        { what: "the question with its link" },
      );
    const [asked, own] = [await find(onCall), await find(mina)];
    for (const { text } of [asked, own]) {
      expect(text).toContain(`${templates.fieldNames.content}: ${carrier}`);
      expect(text).toContain(`${en.outcomes.resultIn} <#${reviews}>`);
    }
    await slack.as(operator).click(asked, "templates.settle:arrived");
    expect((await story.card(title.arrived)).ts).toBe(decided.ts);
  });

  it("shows its details to its proposer, to reviewers and operators, and nobody else", async () => {
    const { story, decided } = await startUnknown(mode);
    for (const who of [mina, joon, sora, operator]) {
      expect(await openStory(story, who, decided)).toContain(`${history.story.asked}<@${mina}>`);
    }
    const answer = await openStory(story, "U0EVE", decided);
    expect(answer).not.toContain(mina);
    // A reader who isn't the author or on-call can't report the outcome.
    const [last] = story.slack.ephemerals(joon).slice(-1);
    expect(JSON.stringify(last)).not.toContain("templates.settle");
  });
});
