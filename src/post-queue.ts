/** A Slack message, as Slack's reply names it: its channel isn't a direct message's destination, which is a person. */
export type SlackMessage = { channel: string; ts: string };

/** A post with something left to deliver, as the store and the delivering instance know it. */
export type QueuedPost = {
  id: number;
  /** `subject`: what it is about. `audience`: for whom it is. `kind`: which renderer it has. */
  subject: string;
  audience: string;
  kind: string;
  /** What happened, as JSON, if nothing else is stored of it. */
  facts: unknown;
  /** Where it goes now: the first of `destinations` that can be posted to. */
  destination: string;
  destinations: readonly string[];
  /** Null while it has no Slack message. */
  message: SlackMessage | null;
  /** Raised with each change; `postedVersion`: the version that Slack took last. */
  version: number;
  postedVersion: number;
  /** `version` at the last change that was more than a link to another post. */
  stateVersion: number;
  /** A Slack message may exist that the app doesn't know of: a further one has to say so. */
  mayRepeat: boolean;
  /** The last failure. */
  error: string | null;
};

/** A thread event that has not been posted yet. */
export type QueuedLine = { id: number; event: unknown; mayRepeat: boolean };

/**
 * A post that a transaction created or changed, with the lines that it added. A new one that leaves at once has `mayRepeat`
 * already.
 */
export type NotifiedPost = { post: QueuedPost; lines: readonly QueuedLine[] };

/** A post's state after a delivery, to be stored. */
export type DeliveredPost = Omit<
  QueuedPost,
  "subject" | "audience" | "kind" | "facts" | "destinations" | "version"
> & {
  /** Keeps the post waiting, though nothing has changed: the last edit has to be sent once more. */
  isDoubtful: boolean;
  /** The post's subject, if its Slack message is new: posts that link to it are rendered again. */
  appeared: string | null;
  /** Subjects of posts that link to it without `linksTo`; they are rendered again too. */
  leadBack: readonly string[];
  /** Ids of lines that are posted. */
  said: readonly number[];
};

/** Ids of posts and lines that are about to leave. */
type Leaving = { posts: readonly number[]; lines: readonly number[] };

/** A post's id, and its version in the store by now. */
export type SavedPost = { id: number; version: number };

/** Delivers posts in this process. No method may throw. */
export type Deliverer = {
  /** Whether a new post would leave at once: nothing waits or is under way there, and the last post's pause is over. */
  takesNow(kind: string, destination: string): boolean;
  /**
   * Number of scans for all waiting posts; a take-over counts as two. A post found by the first scan after its commit may be
   * posted and forgotten by the next one.
   */
  scans(): number;
  /** Takes posts that this process committed and has not forgotten since. */
  notified(posts: readonly NotifiedPost[]): void;
  /** Takes posts that are perhaps committed: the commit's answer was lost. */
  perhapsNotified(posts: readonly NotifiedPost[]): void;
  /** Looks for waiting posts that this process doesn't know of: those of `ids`, or all. */
  look(ids?: readonly number[]): void;
};

/** The part of the store that delivery uses. */
export type PostQueue = {
  /**
   * Makes this instance the delivering one, or keeps it so, for `forMs`. False: another one delivers, or one of a newer
   * version runs and has to deliver. Always true if no other process can open the database.
   */
  lead(forMs: number): Promise<boolean>;
  /** Lets another instance deliver, and notifies it; does nothing if another one delivers already. */
  resign(): Promise<void>;
  /** Calls `deliverer` until the returned function is called. */
  deliverBy(deliverer: Deliverer): () => void;
  /** Notifies the delivering instance of these posts; without that it finds them later. */
  announce(ids: readonly number[]): Promise<void>;
  /** Whether announcements reach this instance. */
  hears(): boolean;
  /** Waiting posts of these kinds with their lines: the longest waiting first, or those of `ids`. */
  waiting(
    kinds: readonly string[],
    of: { limit: number } | { ids: readonly number[] },
  ): Promise<NotifiedPost[]>;
  /** Marks posts and lines that are about to leave; returns those that still exist. Null: another instance delivers. */
  attempt(leaving: Leaving): Promise<Leaving | null>;
  /**
   * Stores what became of posts, and raises a lower `stateVersion`. Returns the posts that still exist. Null: this instance
   * no longer delivers, and nothing was stored.
   */
  save(posts: readonly DeliveredPost[]): Promise<SavedPost[] | null>;
  /**
   * Stores a new `message` and lines that this instance posted after it had stopped delivering: the delivering one renders
   * the post again. False: the post has another Slack message, and this one has to be deleted.
   */
  saveLate(
    post: Pick<QueuedPost, "id" | "destination" | "message"> & { said: readonly number[] },
  ): Promise<boolean>;
};

/** Error of a post that can't be rendered, and is set aside. */
export const notRendered = "not drawn";
