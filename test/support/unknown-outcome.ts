import type { Actor, StoredMessage } from "../../sandbox/slack/index.ts";
import { type Chatops, type ChatopsOptions, startChatops } from "./chatops.ts";
import { heading } from "./words.ts";

export const tests = "C0TESTS";
export const onCall = "C0ONCALL";
export const joon = "U0JOON";
export const mina = "U0MINA";
export const dana = "U0DANA";
export const arrived = "messages.settle:arrived";
export const didNotArrive = "messages.settle:did_not_arrive";

/** Slow machines, and one post a second in a conversation. */
export const patience = { timeoutMs: 15_000 };

export type Story = Chatops & {
  author: Actor;
  find: (where: string, words: string) => Promise<StoredMessage>;
};

/** A message of Joon's whose reply never came: `reset` after it was processed, or `silent` until released. */
export async function startUnknown(recipient: "reset" | "silent", options: ChatopsOptions): Promise<Story> {
  const chatops = await startChatops({
    ...options,
    env: {
      TEST_RECIPIENTS: "joon:01000000001,reset:01000000010,silent:01000000009",
      ...(recipient === "silent" ? { PLATFORM_TIMEOUT_MS: "1000" } : {}),
      ...options.env,
    },
  });
  const { slack } = chatops;
  const author = slack.as(joon);
  await author.command("/msg-send", `${recipient} Hello there`, { conversation: tests });
  const find = (where: string, words: string) =>
    slack.waitFor(
      () =>
        (where.startsWith("U") ? slack.dm(where) : slack.messages(where)).find(({ text }) =>
          text.includes(words),
        ),
      { ...patience, what: `“${words}” in ${where}` },
    );
  for (const where of [tests, joon, onCall]) await find(where, heading.unknown);
  return { ...chatops, author, find };
}

export const at = ({ conversation, ts }: StoredMessage) => ({ message: { conversation, ts } });
export const actionIds = (message: StoredMessage) =>
  [...JSON.stringify(message.blocks).matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
export const told = ({ slack }: Story, who: string, words: string) =>
  slack.waitFor(() => slack.ephemerals(who).find(({ text }) => text.includes(words)), {
    ...patience,
    what: `${who} is told “${words}”`,
  });

/** The form behind the button in the author's direct message. */
export async function openRepeatForm({ slack, author, find }: Story) {
  await author.click(at(await find(joon, heading.unknown)), "messages.repeat");
  return slack.waitFor(() => author.views()[0], { what: "the form" });
}
