import type { Outside } from "../../sandbox/sandbox.ts";
import { createLibrary, openStore } from "../../src/store/index.ts";
import { type Chatops, type ChatopsOptions, startChatops } from "./chatops.ts";
import { storyNow } from "./story-clock.ts";
import { joon, tests } from "./unknown-outcome.ts";

export const suiteName = "release";

/** Saved messages by name, and a suite of them for test recipients. */
export type ASuite = { messages: Readonly<Record<string, string>>; recipients: readonly string[] };

/** Before the app starts, as somebody saved them long ago. */
export async function laySuite(
  { env: { DATABASE_URL = "" } }: Pick<Outside, "env">,
  { messages, recipients }: ASuite,
): Promise<void> {
  const store = await openStore({ url: DATABASE_URL, owner: "before", leaseMs: 60_000, now: storyNow });
  const library = store.open(createLibrary);
  const names = Object.keys(messages);
  for (const [name, text] of Object.entries(messages)) {
    const body = { message: { from: "0212345678", text, type: "SMS" } };
    await library.add({ id: `saved-${name}`, kind: "message", name, author: joon, body });
  }
  const body = { messages: names.map((name) => `saved-${name}`), recipients };
  await library.add({ id: "suite-1", kind: "suite", name: suiteName, author: joon, body });
  await store.close();
}

export function startWithSuite(suite: ASuite, options: ChatopsOptions): Promise<Chatops> {
  return startChatops({ ...options, before: (outside) => laySuite(outside, suite) });
}

/** As somebody who runs it does; `names`: for these recipients alone. */
export async function runSuite(
  { slack }: Pick<Outside, "slack"> | Pick<Chatops, "slack">,
  { as = joon, names = "" } = {},
) {
  const person = slack.as(as);
  await person.command("/msg-test", `${suiteName} ${names}`.trim(), { conversation: tests });
  await slack.waitFor(() => person.views().length === 1, { what: "the run's confirmation" });
  return await person.submit();
}
