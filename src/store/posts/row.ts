import type { Generated, Selectable } from "kysely";
import { toDate, toJson, toStrings } from "../database/values.ts";
import type { ClaimedPost, Place, Post, PostTarget } from "./types.ts";

export type PostRow = {
  /** Rising in the order of storing: the order of delivery within a destination. */
  id: Generated<number>;
  operation_id: string | null;
  kind: "post" | "edit" | "line";
  /** Names what edits and lines follow. */
  key: string | null;
  destination: string;
  destinations: string;
  body: string;
  author: string | null;
  state: "queued" | "posting" | "posted" | "undeliverable";
  due_at: number;
  lease_owner: string;
  lease_until: number;
  attempts: number;
  may_repeat: number;
  channel: string | null;
  ts: string | null;
  error: string | null;
  /** The key of the post that it leads to. */
  links_to: string | null;
  link_only: number;
  created_at: number;
  closed_at: number | null;
};

/** A key under which posts were added, not to be used again; one that isn't `lasting` is purged in its time. */
export type ToldRow = { key: string; told_at: number; lasting: number };

/** `lane`: a destination, or all edits; from `free_at` on the next may be delivered there. */
export type PaceRow = { lane: string; free_at: number };

export function toClaimedPost(
  row: Selectable<PostRow>,
  { target, link }: { target: PostTarget | null; link: Place | null },
): ClaimedPost {
  return { ...toStoredPost(row), lease: row.lease_owner, target, link, isLinkOnly: row.link_only === 1 };
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
