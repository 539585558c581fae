import type { Delivery, StoredMessage } from "../../sandbox/slack/index.ts";
import { approve, at, joon, mina, propose, reviews, type TemplateStory } from "./templates.ts";
import { en } from "./words.ts";

const { title } = en.proposals.card;

/** Joon's change, approved by Mina and taken by the platform. */
export async function sendChange(story: TemplateStory): Promise<StoredMessage> {
  await approve(story, mina, await propose(story, title.open));
  await story.slack.as(joon).closeView({ all: true });
  return story.card(`${title.sent} · `);
}

/** What the vendors decided, as it is asked in a card's thread. */
export function questions({ slack }: Pick<TemplateStory, "slack">): StoredMessage[] {
  return slack.messages(reviews).filter(({ blocks }) => JSON.stringify(blocks).includes("templates.review:"));
}

export function asks(story: Pick<TemplateStory, "slack">): Promise<StoredMessage> {
  return story.slack.waitFor(() => questions(story)[0], { what: "the question", timeoutMs: 15_000 });
}

type Answer = {
  question: StoredMessage;
  vendor: string;
  choice: "approved" | "rejected";
};

export function answer(
  { slack }: Pick<TemplateStory, "slack">,
  who: string,
  { question, vendor, choice }: Answer,
): Promise<Delivery> {
  const row = question.blocks.find((block) =>
    JSON.stringify(block).includes(JSON.stringify(`"${vendor}"`).slice(1, -1)),
  );
  return slack
    .as(who)
    .click(at(question), `templates.review:${choice}`, { blockId: String(row?.["block_id"]) });
}
