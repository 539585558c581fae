import type { QueuedPost } from "../../../../src/post-queue.ts";
import type { ScheduledPost } from "../../../../src/slack/posts/schedule.ts";

/** A post that nobody has seen. */
export function aQueuedPost(id: number, own: Partial<QueuedPost> = {}): QueuedPost {
  const { destination = "C1" } = own;
  return {
    ...{ id, subject: `act:${id}`, audience: "result", kind: "test", facts: null },
    ...{ destination, destinations: [destination], message: null },
    ...{ version: 1, postedVersion: 0, stateVersion: 1, mayRepeat: false, error: null },
    ...own,
  };
}

export function anEntry(id: number): ScheduledPost {
  return {
    ...{ post: aQueuedPost(id), lines: [], isMarked: false, attempts: 0, doubtsMs: [], againMs: [] },
    ...{ said: new Set(), renderFailures: 0, renderMs: 0, idleSinceMs: 0 },
  };
}
