import type { Outside } from "../../sandbox/sandbox.ts";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { type Chatops, type ChatopsOptions, startChatops } from "./chatops.ts";
import { joon, onCall, tests } from "./names.ts";
import type { Person } from "./story-slack.ts";
import { heading } from "./words.ts";

export { dana, joon, mina, onCall, tests } from "./names.ts";
export const arrived = "messages.settle:arrived";
export const didNotArrive = "messages.settle:did_not_arrive";

export type Story = Chatops & {
  author: Person;
  /** A post, not a line in a thread. */
  find: (where: string, words: string | readonly string[]) => Promise<StoredMessage>;
  /** A line in the thread of one of the posts there. */
  line: (where: string, words: string | readonly string[]) => Promise<StoredMessage>;
};

export type StoryOptions = ChatopsOptions & {
  conversation?: string;
  text?: string;
  /** Where it is told before the story goes on. */
  awaited?: string[];
  /** What goes wrong from the start. */
  begin?: (chatops: Chatops) => void;
};

type Unknown = "reset" | "silent" | "silent once";

/**
 * A message of Joon's whose reply never came: `reset` after it was processed, or `silent` until released, each time or
 * the first time alone.
 */
export async function startUnknown(
  recipient: Unknown,
  {
    conversation = tests,
    text = "Hello there",
    awaited = [conversation, joon, onCall],
    begin = () => {},
    ...options
  }: StoryOptions = {},
): Promise<Story> {
  const chatops = await startChatops({
    endsSilence: true,
    ...options,
    env: { TEST_RECIPIENTS: "joon:01000000001,reset:01000000010,silent:01000000009", ...options.env },
  });
  const { slack, platform, person: author } = chatops;
  begin(chatops);
  if (recipient === "silent once") platform.faults.next({ kind: "silence" });
  const name = recipient === "silent once" ? "joon" : recipient;
  await author.command("/msg-send", `${name} ${text}`, { conversation });
  const find: Story["find"] = (where, words) => slack.post(words, where);
  for (const where of awaited) await find(where, heading.unknown);
  return { ...chatops, author, find, line: (where, words) => slack.line(words, where) };
}

/** What stands in a conversation by itself, as it reads now. */
export const topLevel = ({ slack }: Pick<Outside, "slack"> | Pick<Chatops, "slack">, where: string) =>
  (where.startsWith("U") ? slack.dm(where) : slack.messages(where)).filter(
    ({ threadTs }) => threadTs === null,
  );

export const at = ({ conversation, ts }: StoredMessage) => ({ message: { conversation, ts } });
/** The buttons that do something; the history behind the dots is on every post. */
export const actionIds = (message: StoredMessage) =>
  [...JSON.stringify(message.blocks).matchAll(/"action_id":"([^"]+)"/g)]
    .map(([, id]) => id)
    .filter((id) => id !== "history.open");
export const told = ({ slack }: Story, who: string, words: string) => slack.as(who).reads(words);

/** The form behind the button in the author's direct message. */
export async function openRepeatForm({ author, find }: Story) {
  return author.opensAt(await find(joon, heading.unknown), "messages.repeat");
}
