import { z } from "zod";
import type { PlatformError } from "../platform/index.ts";
import type { Json, Operation, Outcome } from "../store/index.ts";

/** How an operation ended, as it is stored. `code` and `words` are the platform's own, unmasked, or ours. */
export type Result = {
  code: string;
  words: string | null;
  /** HTTP status, when there was one. */
  status: number | null;
  /** What the platform answered, as the operation's feature keeps it; null when it answered nothing usable. */
  reply: Json;
};

export type End = { outcome: Outcome; result: Result; messageId: string | null };

/** Codes of this process, beside those of the platform and of its client. */
export const ownCodes = {
  /** The process ended before the request left, or while it was under way. */
  processEnded: "ProcessEnded",
  /** Slack didn't take the acknowledgement, so the person was shown a failure. */
  notAcknowledged: "NotAcknowledged",
  /** What it waited for was not accepted. */
  notReached: "NotReached",
  /** Slack could not be answered in time any more, so the person was told that nothing was sent. */
  tookTooLong: "TookTooLong",
  /** Another try of the same was accepted after all, or arrived. */
  needless: "Needless",
  /** Its author gave it up while it waited. */
  givenUp: "GivenUp",
  /** The store failed before the request could leave. */
  storeFailed: "StoreFailed",
  /** The stored request could not be read, or another defect of this app. */
  defect: "Defect",
} as const;

export function acceptedEnd(code: string, reply: Json, messageId: string | null = null): End {
  return { outcome: "accepted", result: { ...empty, code, reply }, messageId };
}

/** An end that this process came to by itself. */
export function ownEnd(outcome: "not_sent" | "unknown", code: string, reply: Json = null): End {
  return { outcome, result: { ...empty, code, reply }, messageId: null };
}

/** For what waited for another that ended otherwise, now or before: kept with why, since one post tells of both. */
export function notReached(before: Pick<Operation, "outcome" | "result"> | null): End {
  const why = Why.safeParse(before?.result).data;
  const reply = before === null || why === undefined ? null : { before: { outcome: before.outcome, ...why } };
  return ownEnd("not_sent", ownCodes.notReached, reply);
}

/** What a process left behind: what follows another that was not accepted ends as it would have there. */
export function abandonedEnd({ state }: Operation, before: Operation | null): End {
  if (state !== "stored") return ownEnd("unknown", ownCodes.processEnded);
  const isReached = before === null || before.outcome === null || before.outcome === "accepted";
  return isReached ? ownEnd("not_sent", ownCodes.processEnded) : notReached(before);
}

/** The client's certainty is the outcome (contract: outcomes); what else it knows is kept for the people told. */
export function toEnd(error: PlatformError): End {
  const reply = Reply.safeParse(error.reply).data ?? null;
  return {
    outcome: error.certainty,
    result: {
      code: error.code,
      words: error.platformMessage ?? null,
      status: error.status ?? null,
      reply,
    },
    messageId: reply?.messageId ?? null,
  };
}

/** What can't be stored must not keep the outcome from being stored: then it goes without what was answered. */
export function isStorable({ reply }: Result): boolean {
  try {
    return JSON.stringify(reply).length <= mostStored;
  } catch {
    return false;
  }
}

/** Far more than any feature keeps. */
const mostStored = 1_000_000;
const empty = { words: null, status: null, reply: null };

const Why = z.object({
  code: z.string(),
  words: z.string().nullable().catch(null),
  status: z.number().nullable().catch(null),
});
const id = z.string().nullable().catch(null);
/** For a refusal inside a 2xx: the ids, so that support can find it. */
const Reply = z.object({ messageId: id, groupId: id, type: id });
