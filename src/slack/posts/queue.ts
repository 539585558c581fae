import type { Answer } from "../blocks/answer.ts";
import type { Message } from "./publisher.ts";

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
  delivered(claimed: P, message: Message | null): Promise<void>;
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
  onAdded(listener: () => void): () => void;
};

/** What a post says; `link`: the message that it leads to. */
export type Picture = Answer & { link?: Message | null };

/**
 * A feature's way of showing a kind of subject as it is stored now. The same state gives the same picture. Null: nothing
 * is to be seen of it; where a message stands already, that stays as it is.
 */
export type Drawer = {
  draw(post: QueuedPost): Promise<Picture | null>;
  /** The sentence of what happened, under the post. */
  line?(post: QueuedPost, event: unknown): Promise<Answer | null>;
};
