import type { Fault } from "./faults.ts";

/** A recipient number with an outcome of its own. `fault` is null when it does not differ from any other. */
export type MagicRecipient = { description: string; fault: (to: string) => Fault | null };

const tooMany: Fault = {
  kind: "status",
  status: 429,
  body: { errorCode: "TooManyRequests", errorMessage: "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요." },
  headers: { "retry-after": "1" },
};

/** `01000000006` is refused every other time, so that it can be practised again and again. */
const alternatingRecipient = "01000000006";

/** Numbers with which a person can practise each outcome; every other number is accepted. */
export const magicRecipients: Readonly<Record<string, MagicRecipient>> = {
  "01000000001": { description: "accepted", fault: () => null },
  "01000000002": {
    description: "refused: 400 FailedToAddMessage",
    fault: (to) => ({
      kind: "refuse",
      errorCode: "FailedToAddMessage",
      errorMessage: `수신거부된 번호입니다. (statusCode: 1061, 수신번호: ${to})`,
    }),
  },
  "01000000003": {
    description: "refused: 200 with statusCode 1060",
    fault: (to) => ({
      kind: "statusCode",
      statusCode: "1060",
      statusMessage: `수신이 차단된 번호입니다. (수신번호: ${to})`,
    }),
  },
  "01000000004": {
    description: "refused: 402 NotEnoughBalance",
    fault: () => ({
      kind: "refuse",
      status: 402,
      errorCode: "NotEnoughBalance",
      errorMessage: "잔액이 부족합니다.",
    }),
  },
  "01000000005": {
    description: "refused: 403 Forbidden",
    fault: () => ({ kind: "refuse", status: 403, errorCode: "Forbidden", errorMessage: "권한이 없습니다." }),
  },
  [alternatingRecipient]: {
    description: "429 with Retry-After 1 the first time, accepted the next",
    fault: () => tooMany,
  },
  "01000000007": { description: "429 with Retry-After 1 every time: not sent", fault: () => tooMany },
  "01000000008": {
    description: "500 with a page of HTML, not processed",
    fault: () => ({ kind: "html500" }),
  },
  "01000000009": {
    description: "processed, but the reply is held back until it is released",
    fault: () => ({ kind: "silence" }),
  },
  "01000000010": {
    description: "processed, then the connection is reset",
    fault: () => ({ kind: "reset", when: "after" }),
  },
  "01000000011": {
    description: "processed, but half of the reply is cut off",
    fault: () => ({ kind: "cut" }),
  },
  "01000000012": { description: "processed, but the reply is no JSON", fault: () => ({ kind: "garbage" }) },
  "01000000013": { description: "processed, but the reply is {}", fault: () => ({ kind: "useless" }) },
  "01000000014": { description: "accepted after 3 seconds", fault: () => ({ kind: "delay", ms: 3000 }) },
};

/** Creates the lookup of a number's fault; it remembers whose turn it is for the alternating one. */
export function createMagic(): { take(to: string): Fault | null } {
  let isRefusedNext = true;
  return {
    take(to) {
      if (to === alternatingRecipient) {
        isRefusedNext = !isRefusedNext;
        if (isRefusedNext) return null;
      }
      return Object.hasOwn(magicRecipients, to) ? (magicRecipients[to]?.fault(to) ?? null) : null;
    },
  };
}
