import type { Operation } from "../../src/store/index.ts";

/** An unknown outcome of U1's in conversation C1, with what a test changes of it. */
export function anUnknown(change: Partial<Operation> = {}): Operation {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute));
  return {
    id: "act-1",
    kind: "messages.send",
    author: "U1",
    conversation: "C1",
    locale: null,
    request: { message: { to: "01023456789", from: "0212345678", text: "A secret text" } },
    state: "closed",
    outcome: "unknown",
    result: { code: "TimedOut", words: null, status: null, reply: null },
    messageId: null,
    attempts: 1,
    repeats: null,
    repeatedBy: null,
    sentAgainAt: null,
    isNeedless: false,
    reason: null,
    follows: null,
    followedBy: null,
    batch: null,
    createdAt: at(0),
    acknowledgedAt: null,
    startedAt: at(1),
    closedAt: at(2),
    correctedAt: null,
    settledBy: null,
    settledAs: null,
    settledAt: null,
    listing: null,
    isOnlyListed: false,
    receipt: null,
    ...change,
  };
}

/** What sends it again has left. */
export const sentAgain: Pick<Operation, "repeatedBy" | "sentAgainAt"> = {
  repeatedBy: "act-2",
  sentAgainAt: new Date(Date.UTC(2026, 10, 21, 10, 30)),
};

export const settledAs = (as: "arrived" | "did_not_arrive"): Partial<Operation> => ({
  settledBy: "U2",
  settledAs: as,
  settledAt: new Date(Date.UTC(2026, 10, 21, 10, 42)),
});
