import type { Backoff } from "../../backoff.ts";
import type { Answer } from "../blocks/answer.ts";
import type { Message, Obstacle, PublisherOptions } from "./publisher.ts";

/** One request to be made: a new message where there is none yet, else a line if there is one, else an edit. */
export type QueuedPost = {
  id: number;
  /** Names this very claim of its conversation. */
  claim: string;
  /** What it is of, in which place, and who draws it. */
  subject: string;
  place: string;
  kind: string;
  /** What happened, where nothing else is stored of it. */
  facts: unknown;
  /** One of `destinations`: the first, unless that couldn't be posted to. */
  destination: string;
  destinations: readonly string[];
  /** The message that stands there. */
  message: Message | null;
  line: { id: number; event: unknown } | null;
  attempts: number;
  /** It may stand there already, unseen. */
  mayRepeat: boolean;
};

/** The part of the store that delivery drives; said here because kernels don't import each other. `P` is what it claims. */
export type PostQueue<P extends QueuedPost = QueuedPost> = {
  claim(limit: number, kinds: readonly string[]): Promise<P[]>;
  delivered(claimed: P, message: Message | null, leadBack?: readonly string[]): Promise<void>;
  leaveUndrawn(claimed: P): Promise<void>;
  drawAgain(): Promise<void>;
  retryAt(
    claimed: P,
    dueAt: Date,
    failure: { error: string; mayRepeat?: boolean; pausesEdits?: boolean },
  ): Promise<boolean>;
  postAnew(claimed: P, error: string): Promise<void>;
  readdress(claimed: P, error: string): Promise<boolean>;
  giveUp(claimed: P, error: string): Promise<void>;
  nextDueAt(): Promise<Date | null>;
  deliverBy(courier: {
    kinds: ReadonlySet<string>;
    wake(): void;
    offer(): ((posts: readonly P[]) => void) | null;
  }): () => void;
};

/** Outside of Slack, where somebody has to act. */
export type Outside = "console" | "runbook";

/**
 * To another post: what it says, and where that stands; null while it doesn't. `leadsBack`: its subject, where it links to
 * this one as well and neither knew the other when it was stored: it is drawn again when this one appears.
 */
export type PostLink = { says: string; to: Message | null; leadsBack?: string };

/**
 * What a post says. `leadsTo`: where else somebody has to act. `openSince`: of what waits for somebody; left out where
 * nothing has to be done.
 */
export type Picture = Answer & {
  links?: readonly PostLink[];
  leadsTo?: readonly Outside[];
  openSince?: Date;
};

/** As much of a post as drawing it takes. */
export type Drawn = Pick<QueuedPost, "subject" | "place" | "kind" | "facts" | "destination">;

/**
 * A feature's way of showing a kind of subject as it is stored now. The same state gives the same picture. Null: nothing
 * is to be seen of it; where a message stands already, that stays as it is.
 */
export type Drawer = {
  draw(post: Drawn): Promise<Picture | null>;
  /** The sentence of what happened, under the post. */
  line?(post: Drawn, event: unknown): Promise<Answer | null>;
};

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
  };
  now: () => Date;
  /** In [0, 1), for jitter. */
  random: () => number;
  /** Other than production's. */
  retries?: Backoff | undefined;
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

/**
 * Whether what is chosen is told to its author alone: all but the id of a channel. Under a direct message's own id only
 * that can be meant, between two people the app can't post, and a person's or a name would reach somebody else.
 */
export function isDirectMessage(conversation: string | null): boolean {
  return conversation !== null && !/^[CG][A-Z0-9]+$/.test(conversation);
}
