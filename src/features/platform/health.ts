import { z } from "zod";
import { clientCodes } from "../../platform/index.ts";

const Health = z.object({
  /** Time of the last answer of any kind. All times are in milliseconds. */
  answeredAt: z.number().nullable(),
  failingSince: z.number().nullable(),
  refused: z.array(z.object({ operation: z.string(), status: z.number() })),
  keySince: z.number().nullable().default(null),
  balanceSince: z.number().nullable(),
  /** Time since which the platform refuses calls because of this app's clock. */
  clockSince: z.number().nullable(),
});
/** State of the platform as ordinary calls show it. */
export type Health = z.infer<typeof Health>;

const unknown: Health = {
  answeredAt: null,
  failingSince: null,
  refused: [],
  keySince: null,
  balanceSince: null,
  clockSince: null,
};

export function readHealth(known: unknown): Health {
  return Health.safeParse(known).data ?? unknown;
}

export type FinishedCall = {
  at: number;
  operation: string;
  /** Whether the call was signed; other calls show nothing about the key. */
  isSigned: boolean;
  end: "accepted" | "refused" | "not_sent" | "unknown";
  status: number | null;
  code: string;
  words: string;
};

const minuteMs = 60_000;
/** Duration of failures before an alert. A pause longer than `pauseMs` starts a new streak. */
const failingMs = 5 * minuteMs;
const pauseMs = 30 * minuteMs;

export type Streak = { firstAt: number; lastAt: number } | null;

type Reading = "answered" | "failed" | "nothing";

/** Judges health by a call: local checks, rate limits and this app's stop mean nothing. */
function toReading({ operation, end, code, status }: FinishedCall): Reading {
  // An unusable list is no outage: the person who asked for the list sees it.
  if (code === clientCodes.replyUseless && operation.startsWith("list")) return "nothing";
  if (end === "accepted" || end === "refused") return "answered";
  if (end === "unknown") {
    return code === clientCodes.aborted || code === clientCodes.closed ? "nothing" : "failed";
  }
  return code === clientCodes.connectionFailed && status === null ? "failed" : "nothing";
}

export function updateStreak(before: Streak, contact: FinishedCall): Streak {
  const { at } = contact;
  switch (toReading(contact)) {
    case "answered":
      return null;
    case "failed":
      return before === null || at - before.lastAt > pauseMs
        ? { firstAt: at, lastAt: at }
        : // If the clock was set back, the streak can't have begun later than now.
          { firstAt: Math.min(before.firstAt, at), lastAt: at };
    default:
      return before;
  }
}

/** Adds a call to the known state. `streak`: failures in a row, including this call. */
export function updateHealth(before: Health, contact: FinishedCall, streak: Streak): Health {
  const reading = toReading(contact);
  if (reading === "nothing") return before;
  if (reading === "failed") {
    if (streak === null || before.failingSince !== null) return before;
    // Only this process's connection is broken if another process got an answer meanwhile.
    const since = Math.max(streak.firstAt, answeredBefore(before, contact));
    return streak.lastAt - since >= failingMs ? { ...before, failingSince: since } : before;
  }
  const refused = learnKey(before.refused, contact);
  return {
    answeredAt: Math.max(answeredBefore(before, contact), contact.at),
    failingSince: null,
    refused,
    keySince: refused.length === 0 ? null : (before.keySince ?? contact.at),
    balanceSince: learnBalance(before.balanceSince, contact),
    clockSince: learnClock(before.clockSince, contact),
  };
}

/** Time of the last answer; 0 if it is more than `failingMs` ahead, as after the clock was set back. */
function answeredBefore({ answeredAt }: Health, { at }: FinishedCall): number {
  return answeredAt === null || answeredAt - at > failingMs ? 0 : answeredAt;
}

/** Codes of a 403 about the key; other codes are about the clock or a repeated signature. A 401 is always about the key. */
const keyCodes: ReadonlySet<string> = new Set([
  "InvalidAPIKey",
  "InvalidApiKey",
  "InvalidToken",
  "SignatureDoesNotMatch",
  "Forbidden",
  "HTTP_403",
]);
const isDenied = ({ status }: FinishedCall) => status === 401 || status === 403;

/** Updates the refused calls: a 401 is about the whole key, a 403 about this call. */
function learnKey(before: Health["refused"], contact: FinishedCall): Health["refused"] {
  const { operation, status, isSigned, code } = contact;
  if (!isSigned) return before;
  const known = before.find((one) => one.operation === operation);
  if (status !== null && isDenied(contact)) {
    return known?.status === status || !(status === 401 || keyCodes.has(code))
      ? before
      : [...before.filter((one) => one !== known), { operation, status }];
  }
  return before.some((one) => one === known || one.status === 401)
    ? before.filter((one) => one !== known && one.status !== 401)
    : before;
}

function learnClock(before: number | null, contact: FinishedCall): number | null {
  if (contact.code === "RequestTimeTooSkewed") return before ?? contact.at;
  // A 401 or 403 says nothing about the clock: the platform may check the key first.
  return contact.isSigned && !isDenied(contact) ? null : before;
}

const balanceCodes: ReadonlySet<string> = new Set(["NotEnoughBalance", "BalanceInsufficient", "1030"]);
/** Balance code in the text of another error: `code: 1030`, `[1030]`. */
const balanceWithin = /(?:code\W{0,3}|[([])1030(?!\d)/i;

function learnBalance(
  before: number | null,
  { operation, end, code, words, status, at }: FinishedCall,
): number | null {
  if (status === 402 || balanceCodes.has(code) || balanceWithin.test(words)) return before ?? at;
  return operation === "sendMessage" && end === "accepted" ? null : before;
}
