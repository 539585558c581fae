import type { Message, QueuedLine, QueuedPost } from "../../post-queue.ts";
import { decode } from "../database/columns.ts";
import { toStrings } from "../database/values.ts";
import { type PostLineRow, type PostRow, postLines, posts } from "./table.ts";

export function toWaitingPost(row: PostRow): QueuedPost {
  const message = toPlace(row);
  return {
    ...decode(posts, row),
    destinations: toStrings(row.destinations),
    message,
    isUnrenderable: row.unrenderable === 1,
  };
}

export function toWaitingLine(row: PostLineRow): QueuedLine {
  return decode(postLines, row);
}

export function toPlace({ channel, ts }: Pick<PostRow, "channel" | "ts">): Message | null {
  return channel === null || ts === null ? null : { channel, ts };
}
