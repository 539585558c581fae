import type { Operation } from "../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs, sentAgain } from "../support/operation.ts";

export type Change = Partial<Operation>;
type Json = Record<string, string | number | boolean>;
export const reply = (own: Json) => ({ code: "2000", words: null, status: 200, reply: own });
export const refusal = (code: string, words: string | null = null) => ({
  code,
  words,
  status: 400,
  reply: null,
});
export const open: Change = { state: "started", outcome: null, result: null, closedAt: null };

/** How an operation of any kind may stand; `known`: a code of that kind. */
export const endsOf = (known: string, accepted: Change): [string, Change][] => [
  ["accepted", { outcome: "accepted", ...accepted }],
  ["refused by a known code", { outcome: "refused", result: refusal(known, "미등록 01012345678") }],
  ["refused by an unknown code", { outcome: "refused", result: refusal("Unheard", "Ask 01012345678") }],
  ["refused for want of a right", { outcome: "refused", result: { ...refusal("Forbidden"), status: 403 } }],
  ["not sent", { outcome: "not_sent", result: { ...refusal("ConnectionFailed"), status: null } }],
  ["unknown", {}],
  ["unknown, reported as arrived", resolvedAs("arrived")],
  ["unknown, reported as not arrived", resolvedAs("did_not_arrive")],
  ["unknown, sent again", sentAgain],
  ["unknown, sent again and accepted", { tries: [aTrySummary({ outcome: "accepted" })] }],
  ["refused, edited and sent", { outcome: "refused", result: refusal(known), ...sentAgain }],
  ["accepted late", { outcome: "accepted", ...accepted }],
  ["refused late", { outcome: "refused", result: refusal(known) }],
];

/** Told as a late answer is. */
export const isLate = ([name]: [string, Change]) => name.includes(" late");
/** The same of a message. */
export const ends = endsOf("1062", { messageId: "M4V20261121000000BBBB" });

/** One phone of several. */
export const phone = (index: number, change: Change = {}) => {
  const id = `act-1.0${index}`;
  const message = index % 2 === 0 ? "Login" : "Receipt";
  const snapshot = { recipient: `phone ${index}`, phoneOwner: "U7", message, suite: "release" };
  const request = { message: { to: `0100000000${index}`, from: "0212345678", text: "Hello" } };
  return anUnknown({ id, root: id, request, snapshot, ...change });
};
