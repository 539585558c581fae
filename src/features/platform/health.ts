import { z } from "zod";
import { clientCodes } from "../../platform/index.ts";

const Health = z.object({
  /** When it last gave any answer; milliseconds, as all times here. */
  answeredAt: z.number().nullable(),
  failingSince: z.number().nullable(),
  /** The operations that the app's key is refused for. */
  refused: z.array(z.object({ operation: z.string(), status: z.number() })),
  /** Since when there is one. */
  keySince: z.number().nullable().default(null),
  balanceSince: z.number().nullable(),
  /** Since when it names the app's clock as the cause. */
  clockSince: z.number().nullable(),
});
/** What is known of the platform from the calls that were made anyway. */
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

/** One call when it was over. */
export type Contact = {
  at: number;
  operation: string;
  /** Without the key nothing is learnt of the key. */
  isSigned: boolean;
  end: "accepted" | "refused" | "not_sent" | "unknown";
  /** Null of an accepted one. */
  status: number | null;
  code: string;
  words: string;
};

const minuteMs = 60_000;
/** Failing for so long is told; with a longer pause between two failures they are two stories. */
const failingMs = 5 * minuteMs;
const pauseMs = 30 * minuteMs;

/** Failures without an answer between them, as one process sees them. */
export type Streak = { firstAt: number; lastAt: number } | null;

type Reading = "answered" | "failed" | "nothing";

/** What a call says of the platform: a local check, a rate limit and a stop of this app say nothing. */
function toReading({ operation, end, code, status }: Contact): Reading {
  // It was read, and says nothing that can be used: whoever asked for the list is told so.
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

/** What is known after a call; `streak` includes it. */
export function learn(before: Health, contact: Contact, streak: Streak): Health {
  const reading = toReading(contact);
  if (reading === "nothing") return before;
  if (reading === "failed") {
    if (streak === null || before.failingSince !== null) return before;
    // While another process is answered it is this one's own way there that is broken.
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

/** All by one clock: what lies further ahead than a note may be late was noted before that clock was set back. */
function answeredBefore({ answeredAt }: Health, { at }: Contact): number {
  return answeredAt === null || answeredAt - at > failingMs ? 0 : answeredAt;
}

/**
 * Codes with which a 403 is about the key, also where it gives none; a 401 always is. With another one it is about something
 * else (the clock, a signature seen twice), and whoever is sent to look at the key looks in the wrong place.
 */
const keyCodes: ReadonlySet<string> = new Set([
  "InvalidAPIKey",
  "InvalidApiKey",
  "InvalidToken",
  "SignatureDoesNotMatch",
  "Forbidden",
  "HTTP_403",
]);
const isDenied = ({ status }: Contact) => status === 401 || status === 403;

/** 401: the key as a whole; 403: what it may do. */
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
  // Which of the two is looked at first, key or clock, isn't known.
  return contact.isSigned && !isDenied(contact) ? null : before;
}

const balanceCodes: ReadonlySet<string> = new Set(["NotEnoughBalance", "BalanceInsufficient", "1030"]);
/** Within another code's words, as the platform writes it there. */
const balanceWithin = /(?:code\W{0,3}|[([])1030(?!\d)/i;

function learnBalance(
  before: number | null,
  { operation, end, code, words, status, at }: Contact,
): number | null {
  if (status === 402 || balanceCodes.has(code) || balanceWithin.test(words)) return before ?? at;
  return operation === "sendMessage" && end === "accepted" ? null : before;
}
