import { type RawBuilder, type Selectable, sql } from "kysely";
import type { ClaimedPost, Post, PostTarget } from "../posts/types.ts";
import type { Json, Operation } from "../types.ts";
import type { OperationRow, PostRow, StoreContext } from "./tables.ts";

export function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    kind: row.kind,
    author: row.author,
    conversation: row.conversation,
    locale: row.locale,
    request: toJson(row.request),
    state: row.state,
    outcome: row.outcome,
    result: row.result === null ? null : toJson(row.result),
    messageId: row.message_id,
    attempts: row.attempts,
    repeats: row.repeats,
    repeatedBy: row.repeated_by,
    reason: row.reason,
    follows: row.follows,
    followedBy: row.followed_by,
    createdAt: new Date(row.created_at),
    startedAt: toDate(row.started_at),
    closedAt: toDate(row.closed_at),
    correctedAt: toDate(row.corrected_at),
    settledBy: row.settled_by,
    settledAs: row.settled_as,
    settledAt: toDate(row.settled_at),
  };
}

export function toClaimedPost(row: Selectable<PostRow>, target: PostTarget | null): ClaimedPost {
  return { ...toStoredPost(row), target };
}

export function toPost(row: Selectable<PostRow>): Post {
  return {
    ...toStoredPost(row),
    state: row.state,
    dueAt: new Date(row.due_at),
    channel: row.channel,
    ts: row.ts,
    error: row.error,
    closedAt: toDate(row.closed_at),
  };
}

function toStoredPost(row: Selectable<PostRow>) {
  return {
    id: row.id,
    kind: row.kind,
    key: row.key,
    destination: row.destination,
    destinations: toStrings(row.destinations),
    body: toJson(row.body),
    author: row.author,
    attempts: row.attempts,
    mayRepeat: row.may_repeat === 1,
    operationId: row.operation_id,
    createdAt: new Date(row.created_at),
  };
}

/** Sound without a check: whatever text JSON.parse accepts is a Json. */
export function toJson(text: string): Json {
  return JSON.parse(text);
}

/** When a lease that is taken now runs out. */
export function leaseEnd({ leaseNow, leaseMs }: StoreContext): RawBuilder<number> {
  return sql`${leaseNow()} + ${leaseMs}`;
}

/** PostgreSQL refuses NUL in text, and an outcome must not be lost to one in a message id or an error. */
export function toText(text: string): string {
  return text.replaceAll("\0", "");
}

export function toStrings(text: string): string[] {
  const value = toJson(text);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
