import { z } from "zod";
import { clientCodes } from "../../platform/index.ts";

const Health = z.object({
  /** Last answer of any kind; all times are milliseconds. */
  answeredAt: z.number().nullable(),
  failingSince: z.number().nullable(),
  /** Operations for which the key is refused. */
  refused: z.array(z.object({ operation: z.string(), status: z.number() })),
  keySince: z.number().nullable().default(null),
  balanceSince: z.number().nullable(),
  /** Since when the platform blames the app's clock. */
  clockSince: z.number().nullable(),
});
/** What ordinary calls show of the platform. */
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

/** A finished call. */
export type Contact = {
  at: number;
  operation: string;
  /** Unsigned calls say nothing of the key. */
  isSigned: boolean;
  end: "accepted" | "refused" | "not_sent" | "unknown";
  /** Null when accepted. */
  status: number | null;
  code: string;
  words: string;
};

const minuteMs = 60_000;
/** Failing for so long is announced; failures with a longer pause are separate. */
const failingMs = 5 * minuteMs;
const pauseMs = 30 * minuteMs;

/** Failures in a row, as one process sees them. */
export type Streak = { firstAt: number; lastAt: number } | null;

type Reading = "answered" | "failed" | "nothing";

/** Local checks, rate limits and a stop of this app say nothing. */
function toReading({ operation, end, code, status }: Contact): Reading {
  // Readable but useless: whoever asked for the list is told.
  if (code === clientCodes.replyUseless && operation.startsWith("list")) return "nothing";
  if (end === "accepted" || end === "refused") return "answered";
  if (end === "unknown") {
    return code === clientCodes.aborted || code === clientCodes.closed ? "nothing" : "failed";
  }
  return code === clientCodes.connectionFailed && status === null ? "failed" : "nothing";
}

export function toStreak(before: Streak, contact: Contact): Streak {
  const { at } = contact;
  switch (toReading(contact)) {
    case "answered":
      return null;
    case "failed":
      return before === null || at - before.lastAt > pauseMs
        ? { firstAt: at, lastAt: at }
        : // A clock that was set back: what lies ahead of now was not before it.
          { firstAt: Math.min(before.firstAt, at), lastAt: at };
    default:
      return before;
  }
}

/** `streak` includes the call. */
export function learn(before: Health, contact: Contact, streak: Streak): Health {
  const reading = toReading(contact);
  if (reading === "nothing") return before;
  if (reading === "failed") {
    if (streak === null || before.failingSince !== null) return before;
    // While another process gets answers, only this one's connection is broken.
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

/** A note further ahead than notes may be late is from before the clock was set back. */
function answeredBefore({ answeredAt }: Health, { at }: Contact): number {
  return answeredAt === null || answeredAt - at > failingMs ? 0 : answeredAt;
}

/** Codes by which a 403 is about the key; a 401 always is. Others are about the clock, or a repeated signature. */
const keyCodes: ReadonlySet<string> = new Set([
  "InvalidAPIKey",
  "InvalidApiKey",
  "InvalidToken",
  "SignatureDoesNotMatch",
  "Forbidden",
  "HTTP_403",
]);
const isDenied = ({ status }: Contact) => status === 401 || status === 403;

/** 401: the whole key; 403: what it may do. */
function learnKey(before: Health["refused"], contact: Contact): Health["refused"] {
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

function learnClock(before: number | null, contact: Contact): number | null {
  if (contact.code === "RequestTimeTooSkewed") return before ?? contact.at;
  // Whether the platform checks key or clock first isn't known.
  return contact.isSigned && !isDenied(contact) ? null : before;
}

const balanceCodes: ReadonlySet<string> = new Set(["NotEnoughBalance", "BalanceInsufficient", "1030"]);
/** The balance code within another code's words. */
const balanceWithin = /(?:code\W{0,3}|[([])1030(?!\d)/i;

function learnBalance(
  before: number | null,
  { operation, end, code, words, status, at }: Contact,
): number | null {
  if (status === 402 || balanceCodes.has(code) || balanceWithin.test(words)) return before ?? at;
  return operation === "sendMessage" && end === "accepted" ? null : before;
}
