import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { approve, joon, mina, propose, reviews, type TemplateStory } from "./templates.ts";
import { en } from "./words.ts";

const { title } = en.proposals.card;
const asked = en.proposals.lines.asks(2);

/** Joon's change, approved by Mina and taken by the platform. */
export async function sendChange(story: TemplateStory): Promise<StoredMessage> {
  await approve(story, mina, await propose(story, title.open));
  await story.slack.as(joon).closeView({ all: true });
  return story.card(`${title.sent} · `);
}

/** The question what the console says, in a card's thread. */
export function questions({ slack }: Pick<TemplateStory, "slack">): StoredMessage[] {
  return slack.messages(reviews).filter(({ text }) => text.includes(asked));
}

export function asks(story: Pick<TemplateStory, "slack">): Promise<StoredMessage> {
  return story.slack.waitFor(() => questions(story)[0], { what: "the question" });
}
