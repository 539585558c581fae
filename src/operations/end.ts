import { z } from "zod";
import type { PlatformError } from "../platform/index.ts";
import type { Json, Operation, Outcome } from "../store/index.ts";

const Why = z.object({
  code: z.string().catch(""),
  words: z.string().nullable().catch(null),
  /** HTTP status, when there was one. */
  status: z.number().nullable().catch(null),
});
/** Why an operation ended as it did: `code` and `words` are the platform's own, unmasked, or this app's. */
export type Why = z.infer<typeof Why>;

/** How an operation ended, as it is stored; `reply`: what its feature keeps of the answer, null where none was usable. */
export type Result = Why & { reply: Json };

export type End = { outcome: Outcome; result: Result; messageId: string | null };

/** Codes of this process, beside those of the platform and of its client. */
export const ownCodes = {
  /** The process ended before the request left, or while it was under way. */
  processEnded: "ProcessEnded",
  /** Slack didn't take the acknowledgement, or not in time: the person was shown a failure. */
  notAcknowledged: "NotAcknowledged",
  /** The operation that it waited for was not accepted. */
  notReached: "NotReached",
  /** It was stored so late that its person was told that nothing is sent. */
  tookTooLong: "TookTooLong",
  /** Another try of the same was accepted after all, or arrived. */
  superseded: "Superseded",
  /** The store failed before the request could leave. */
  storeFailed: "StoreFailed",
  /** The stored request could not be read, or another defect of this app. */
  defect: "Defect",
} as const;

const empty = { words: null, status: null, reply: null };

export function acceptedEnd(code: string, reply: Json, messageId: string | null = null): End {
  return { outcome: "accepted", result: { ...empty, code, reply }, messageId };
}

/** An end that this process came to by itself. */
export function ownEnd(outcome: "not_sent" | "unknown", code: string, reply: Json = null): End {
  return { outcome, result: { ...empty, code, reply }, messageId: null };
}

/** Of an upload of another format than is taken. */
const Found = z.object({ reply: z.object({ format: z.string() }) });

/** For an operation whose `before` was not accepted: it keeps why, since one post tells of both. */
export function notReached(before: Pick<Operation, "outcome" | "result"> | null): End {
  const why = Why.safeParse(before?.result).data;
  const format = Found.safeParse(before?.result).data?.reply.format;
  const seen = format === undefined ? {} : { format };
  const reply =
    before === null || why === undefined ? null : { before: { outcome: before.outcome, ...why, ...seen } };
  return ownEnd("not_sent", ownCodes.notReached, reply);
}

/** An operation that a process left open ends as it would have there when its `before` was not accepted. */
export function abandonedEnd({ state }: Operation, before: Operation | null): End {
  if (state !== "stored") return ownEnd("unknown", ownCodes.processEnded);
  const isReached = before === null || before.outcome === null || before.outcome === "accepted";
  return isReached ? ownEnd("not_sent", ownCodes.processEnded) : notReached(before);
}

const id = z.string().nullable().catch(null);
/** The ids of a refusal inside a 2xx, so that support can find it. */
const Ids = z.object({ messageId: id, groupId: id, type: id });

/** The client's certainty is the outcome (contract: outcomes); what else it knows is kept for the people told. */
export function toEnd({ certainty, code, platformMessage, status, reply }: PlatformError): End {
  const ids = Ids.safeParse(reply).data ?? null;
  return {
    outcome: certainty,
    result: { code, words: platformMessage ?? null, status: status ?? null, reply: ids },
    messageId: ids?.messageId ?? null,
  };
}

const Before = z.object({
  reply: z.object({
    before: Why.extend({
      outcome: z.enum(["refused", "not_sent", "unknown"]),
      format: z.string().optional().catch(undefined),
    }),
  }),
});

/** Reads what any version of this app stored. `before`: how the operation ended that this one waited for. */
export function readWhy(result: unknown): Why & { before: z.infer<typeof Before>["reply"]["before"] | null } {
  const before = Before.safeParse(result).data?.reply.before ?? null;
  return { ...(Why.safeParse(result).data ?? { code: "", words: null, status: null }), before };
}

/** Far more than any feature keeps. */
const mostStored = 1_000_000;

/** False of a reply that no database keeps. */
export function isStorable({ reply }: Result): boolean {
  try {
    return JSON.stringify(reply).length <= mostStored;
  } catch {
    return false;
  }
}
