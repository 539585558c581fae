import type { Message, QueuedLine, QueuedPost } from "../../post-queue.ts";
import type { News } from "./saver.ts";

type Line = QueuedLine & { isMarked: boolean };

/** A post in memory, from its first news until a minute after its last request. */
export type Entry = {
  post: QueuedPost;
  lines: Line[];
  /** Stored as leaving, and not answered yet. */
  isMarked: boolean;
  /** Failures in a row. */
  attempts: number;
  /** An edit of unknown fate may land late: so long after the next one the newest state is sent once more. */
  doubtsMs: readonly number[];
  /** When it is, by the monotonic clock, the first first. */
  againMs: readonly number[];
  /** Lines that are done: the store may still have them. */
  readonly said: Set<number>;
  idleSinceMs: number;
};

/** One request: a new message where none stands, else a line, else an edit. */
export type Task = { entry: Entry; line: Line | null; destination: string };

/** `message`: null where there was nothing to show, or nothing that could be rendered. */
export type Arrival = {
  message: Message | null;
  leadBack: readonly string[];
  isUnrenderable: boolean;
  nowMs: number;
};

export const notRendered = "not drawn";

/** Its request was answered, or needed none. `before`: the post as it was rendered. */
export function arrive({ entry, line }: Task, before: QueuedPost, arrival: Arrival): News {
  const { message, leadBack, isUnrenderable, nowMs } = arrival;
  const { post } = entry;
  entry.attempts = 0;
  post.error = isUnrenderable ? notRendered : null;
  // The visible message is outdated: the next change must be posted.
  if (isUnrenderable) Object.assign(post, { isUnrenderable, stateVersion: post.version + 1 });
  if (line !== null) return { [isUnrenderable ? "unrenderableLines" : "said"]: dropLines(entry, [line]) };
  post.postedVersion = before.version;
  post.isUnrenderable = isUnrenderable;
  if (before.message !== null) {
    const later = [...entry.againMs.filter((ms) => ms > nowMs), ...entry.doubtsMs.map((ms) => nowMs + ms)];
    Object.assign(entry, { againMs: later.toSorted((a, b) => a - b), doubtsMs: [] });
    return {};
  }
  entry.isMarked = false;
  // Without a ts nothing is known of a message: a later change is posted anew.
  post.message = message === null || message.ts === "" ? null : message;
  // Under what shows nothing there is nothing to say.
  if (post.message === null) return { said: dropLines(entry, entry.lines) };
  return { appeared: post.subject, leadBack };
}

/** Nothing is to be sent of it up to this version. */
export function leave(entry: Entry, version: number): void {
  entry.post.postedVersion = version;
  Object.assign(entry, { attempts: 0, againMs: [], doubtsMs: [], isMarked: false });
}

/** Given up until something changes; what changed meanwhile is tried once more. */
export function giveUp(entry: Entry, before: QueuedPost, error: string): News {
  const { post } = entry;
  const said = post.version === before.version ? dropLines(entry, entry.lines) : [];
  leave(entry, before.version);
  Object.assign(post, { error, stateVersion: post.version + 1 });
  return { said };
}

/** Posts it anew at `destination`; a message left elsewhere is covered by that. Only the store counts versions up. */
export function startAnew(entry: Entry, destination: string, error: string): void {
  const { post } = entry;
  const postedVersion = Math.min(post.postedVersion, post.version - 1);
  Object.assign(post, { destination, error, postedVersion, message: null });
  Object.assign(entry, { attempts: 0, againMs: [], doubtsMs: [], isMarked: false });
}

export function dropLines(entry: Entry, dropped: Entry["lines"]): number[] {
  const ids = dropped.map(({ id }) => id);
  for (const id of ids) entry.said.add(id);
  entry.lines = entry.lines.filter(({ id }) => !entry.said.has(id));
  return ids;
}
