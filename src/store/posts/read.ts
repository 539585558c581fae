import type { Message, QueuedLine, QueuedPost } from "../../post-queue.ts";
import { toJson, toStrings } from "../database/values.ts";
import type { PostLineRow, PostRow } from "./table.ts";

export function toWaitingPost(row: PostRow): QueuedPost {
  const { id, subject, place, kind, destination, version, error } = row;
  return {
    id,
    subject,
    place,
    kind,
    destination,
    version,
    error,
    facts: row.facts === null ? null : toJson(row.facts),
    destinations: toStrings(row.destinations),
    message: toPlace(row),
    postedVersion: row.posted_version,
    stateVersion: row.state_version,
    mayRepeat: row.may_repeat === 1,
    isUnrenderable: row.unrenderable === 1,
  };
}

export function toWaitingLine({ id, event, may_repeat }: PostLineRow): QueuedLine {
  return { id, event: toJson(event), mayRepeat: may_repeat === 1 };
}

export function toPlace({ channel, ts }: Pick<PostRow, "channel" | "ts">): Message | null {
  return channel === null || ts === null ? null : { channel, ts };
}
