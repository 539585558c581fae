import { z } from "zod";
import type { PlatformError } from "../platform/index.ts";
import type { Json, Operation, Outcome } from "../store/index.ts";

const EndReason = z.object({
  code: z.string().catch(""),
  words: z.string().nullable().catch(null),
  status: z.number().nullable().catch(null),
});
/** Reason for an operation's end. `code` and `words` are the platform's (unmasked) or this app's. */
export type Why = z.infer<typeof EndReason>;

/** An end as stored. `reply` is the part of the platform's reply that the feature keeps; null if none was usable. */
export type EndResult = Why & { reply: Json };

export type OperationEnd = { outcome: Outcome; result: EndResult; messageId: string | null };

export const appCodes = {
  /** The process ended before the request left or before its reply. */
  processEnded: "ProcessEnded",
  /** Slack didn't take the acknowledgement in time: the person saw a failure. */
  notAcknowledged: "NotAcknowledged",
  /** The operation that had to come first, such as an image's upload, was not accepted. */
  notReached: "NotReached",
  /** Storing took so long that the person may already rely on nothing being sent. */
  tookTooLong: "TookTooLong",
  /** Another try was accepted, or reported as arrived. */
  superseded: "Superseded",
  /** The store failed before the request could leave. */
  storeFailed: "StoreFailed",
  /** The stored request can't be read, or another defect of this app. */
  defect: "Defect",
} as const;

const empty = { words: null, status: null, reply: null };

export function acceptedEnd(code: string, reply: Json, messageId: string | null = null): OperationEnd {
  return { outcome: "accepted", result: { ...empty, code, reply }, messageId };
}

export function createAppEnd(
  outcome: "not_sent" | "unknown",
  code: string,
  reply: Json = null,
): OperationEnd {
  return { outcome, result: { ...empty, code, reply }, messageId: null };
}

const Found = z.object({ reply: z.object({ format: z.string() }) });

/** Makes the end of an operation whose predecessor was not accepted. Copies the reason, since one post shows both. */
export function createUnreachedEnd(before: Pick<Operation, "outcome" | "result"> | null): OperationEnd {
  const why = EndReason.safeParse(before?.result).data;
  const format = Found.safeParse(before?.result).data?.reply.format;
  const seen = format === undefined ? {} : { format };
  const reply =
    before === null || why === undefined ? null : { before: { outcome: before.outcome, ...why, ...seen } };
  return createAppEnd("not_sent", appCodes.notReached, reply);
}

/** Makes the end of an operation that a dead process left open. `before` is the operation that had to come first. */
export function abandonedEnd({ state }: Operation, before: Operation | null): OperationEnd {
  if (state !== "stored") return createAppEnd("unknown", appCodes.processEnded);
  const isReached = before === null || before.outcome === null || before.outcome === "accepted";
  return isReached ? createAppEnd("not_sent", appCodes.processEnded) : createUnreachedEnd(before);
}

const id = z.string().nullable().catch(null);
/** Ids in a refusal inside a 2xx, for the platform's support. */
const Ids = z.object({ messageId: id, groupId: id, type: id });

/** Converts the client's error; its certainty is the outcome. */
export function toEnd({ certainty, code, platformMessage, status, reply }: PlatformError): OperationEnd {
  const ids = Ids.safeParse(reply).data ?? null;
  return {
    outcome: certainty,
    result: { code, words: platformMessage ?? null, status: status ?? null, reply: ids },
    messageId: ids?.messageId ?? null,
  };
}

const Before = z.object({
  reply: z.object({
    before: EndReason.extend({
      outcome: z.enum(["refused", "not_sent", "unknown"]),
      format: z.string().optional().catch(undefined),
    }),
  }),
});

/** Reads the reason of an end stored by any version. `before` is the end of the operation that had to come first. */
export function readReason(
  result: unknown,
): Why & { before: z.infer<typeof Before>["reply"]["before"] | null } {
  const before = Before.safeParse(result).data?.reply.before ?? null;
  return { ...(EndReason.safeParse(result).data ?? { code: "", words: null, status: null }), before };
}

const maxStoredLength = 1_000_000;

/** Whether the reply has at most `maxStoredLength` characters as JSON; larger replies are not stored. */
export function isStorable({ reply }: EndResult): boolean {
  try {
    return JSON.stringify(reply).length <= maxStoredLength;
  } catch {
    return false;
  }
}
