import type { Sandbox } from "./sandbox.ts";
import type { StoredMessage } from "./slack/index.ts";

export type TourStep = {
  title: string;
  /** Acts as a person would, and throws when what should follow does not. */
  play(sandbox: Sandbox): Promise<void>;
};

export const joon = "U0JOON";
export const tests = "C0TESTS";
export const onCall = "C0ONCALL";
export const dana = "U0DANA";
export const mina = "U0MINA";
export const reviews = "C0REVIEWS";

export async function answer(
  { waitFor, ephemerals }: Sandbox["slack"],
  user: string,
  words: string,
): Promise<void> {
  await waitFor(() => ephemerals(user).find(({ text }) => text.includes(words)), {
    what: `an answer with “${words}”, for ${user} only`,
  });
}

export async function post(
  slack: Sandbox["slack"],
  conversation: string,
  words: string,
): Promise<StoredMessage> {
  return slack.waitFor(() => slack.messages(conversation).find(({ text }) => text.includes(words)), {
    what: `a post with “${words}”`,
    timeoutMs: 20_000,
  });
}

export function expect<T>(actual: T, wanted: T): void {
  if (actual !== wanted) throw new Error(`expected ${String(wanted)}, found ${String(actual)}`);
}
