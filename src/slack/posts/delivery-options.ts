import type { Answer } from "../blocks/answer.ts";
import type { Obstacle, PublisherOptions } from "./publisher.ts";
import type { Drawer, PostQueue, QueuedPost } from "./queue.ts";

export type DeliveryOptions<P extends QueuedPost> = PublisherOptions & {
  queue: PostQueue<P>;
  /** By kind. What is of another kind waits for an instance that draws it. */
  drawers: ReadonlyMap<string, Drawer>;
  /** Posted where the first drawing fails. */
  plainWords: (post: QueuedPost) => Answer;
  /** How long a claim lasts, and the longest that a request to Slack takes. */
  leaseMs: number;
  requestMs: number;
  /** Said under a post that an earlier try may have delivered unseen. */
  repeatNote: string;
  words: {
    /** Under a post that was meant for another conversation: why, before its name and behind it. */
    moved: Record<Obstacle, { before: string; after: string }>;
    /** On the link to another post. */
    link: string;
  };
  now: () => Date;
  /** In [0, 1), for jitter. */
  random: () => number;
  onFailure: (failure: DeliveryFailure) => void;
};

export type DeliveryFailure = {
  postId: number;
  destination: string;
  reason: string;
  givenUp: boolean;
  /** What the store said, or a defect: Slack's answers are told by their reason alone. */
  err?: unknown;
};
