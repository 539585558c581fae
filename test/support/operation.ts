import type { Operation, Receipt, TrySummary } from "../../src/store/index.ts";

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
    snapshot: null,
    state: "closed",
    outcome: "unknown",
    result: { code: "TimedOut", words: null, status: null, reply: null },
    messageId: null,
    act: "act-1",
    step: 0,
    root: "act-1",
    reason: null,
    tries: [],
    siblings: [],
    editedSiblings: [],
    createdAt: at(0),
    acknowledgedAt: null,
    startedAt: at(1),
    closedAt: at(2),
    correctedAt: null,
    resolvedBy: null,
    resolvedAs: null,
    resolvedAt: null,
    unknownsCard: null,
    receipt: null,
    ...change,
  };
}

/** What U7, who holds the phone, said of it. */
export function aReceipt(as: Receipt["as"], change: Partial<Receipt> = {}): Receipt {
  return { phoneOwner: "U7", questionnaire: "act-1", as, at: null, words: null, ...change };
}

/** Another operation as those beside it tell of it: a later try of the same unless a test says otherwise. */
export function aTrySummary(change: Partial<TrySummary> = {}): TrySummary {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute));
  return {
    ...{ id: "act-2", kind: "messages.send", author: "U1", act: "act-2", step: 0, root: "act-1" },
    ...{ state: "closed", outcome: "unknown", resolvedAs: null, unknownsCard: null },
    ...{ createdAt: at(29), startedAt: at(30) },
    ...change,
  };
}

/** What sends it again has left. */
export const sentAgain: Pick<Operation, "tries"> = { tries: [aTrySummary()] };

export const resolvedAs = (as: "arrived" | "did_not_arrive"): Partial<Operation> => ({
  resolvedBy: "U2",
  resolvedAs: as,
  resolvedAt: new Date(Date.UTC(2026, 10, 21, 10, 42)),
});
