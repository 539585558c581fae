/** A Slack message as in Slack's reply. Its channel differs from a direct message's destination, which is a person. */
export type SlackMessage = { channel: string; ts: string };

/** A post with something left to deliver, as in the store and the delivering instance. */
export type QueuedPost = {
  id: number;
  /** `subject` is what the post is about, `audience` for whom it is, `kind` names its renderer. */
  subject: string;
  audience: string;
  kind: string;
  /** Facts as JSON that nothing else stores. */
  facts: unknown;
  /** Current destination: the first of `destinations` that can be posted to. */
  destination: string;
  destinations: readonly string[];
  /** Slack message of the post; null while there is none. */
  message: SlackMessage | null;
  /** Raised with each change; `postedVersion` is the version that Slack took last. */
  version: number;
  postedVersion: number;
  /** Version of the last change that was more than a link to another post. */
  stateVersion: number;
  /** True if an unknown Slack message of the post may exist: a further one has to say so. */
  mayRepeat: boolean;
  /** Code of the last failure. */
  error: string | null;
};

/** A thread event that has not been posted yet. */
export type QueuedLine = { id: number; event: unknown; mayRepeat: boolean };

/**
 * A post that a transaction created or changed, with its new thread events (`lines`). A new post that leaves at once already
 * has `mayRepeat`.
 */
export type NotifiedPost = { post: QueuedPost; lines: readonly QueuedLine[] };

/** State of a post after a delivery, to be stored. */
export type DeliveredPost = Omit<
  QueuedPost,
  "subject" | "audience" | "kind" | "facts" | "destinations" | "version"
> & {
  /** True keeps an unchanged post waiting, because its last edit has to be sent again. */
  isDoubtful: boolean;
  /** Subject of the post, if its Slack message is new: posts that link to it are rendered again. */
  appeared: string | null;
  /** Subjects of posts that link to this one without `linksTo`; they are rendered again too. */
  leadBack: readonly string[];
  /** Ids of posted thread events. */
  said: readonly number[];
};

/** Ids of posts and thread events that are about to leave. */
type Leaving = { posts: readonly number[]; lines: readonly number[] };

/** Id of a post, and its version in the store now. */
export type SavedPost = { id: number; version: number };

/** Delivers posts in this process. No method may throw. */
export type Deliverer = {
  /** Whether a new post would leave at once: nothing in its conversation waits or is under way, and the pause is over. */
  takesNow(kind: string, destination: string): boolean;
  /**
   * Returns the number of scans for all waiting posts; a take-over counts as two. A post found by the first scan after its
   * commit may be posted and dropped from memory by the next scan.
   */
  scans(): number;
  /** Takes posts that this process committed. */
  notified(posts: readonly NotifiedPost[]): void;
  /** Takes posts that may be committed: the commit's answer was lost. */
  perhapsNotified(posts: readonly NotifiedPost[]): void;
  /** Looks for waiting posts that this process doesn't know: those of `ids`, or all. */
  look(ids?: readonly number[]): void;
};

/** The part of the store that delivery uses. */
export type PostQueue = {
  /**
   * Takes or renews the lease of delivery for `forMs`. False if another instance delivers, or one of a newer version runs
   * and has to. Always true if no other process can open the database.
   */
  lead(forMs: number): Promise<boolean>;
  /** Releases the lease and notifies other instances; does nothing if another instance delivers already. */
  resign(): Promise<void>;
  /** Passes posts to `deliverer` until the returned function is called. */
  deliverBy(deliverer: Deliverer): () => void;
  /** Notifies the delivering instance of these posts, which its scans would find later. */
  announce(ids: readonly number[]): Promise<void>;
  /** Whether announcements reach this instance. */
  hears(): boolean;
  /** Reads waiting posts of these kinds with their thread events: the longest waiting first, or those of `ids`. */
  waiting(
    kinds: readonly string[],
    of: { limit: number } | { ids: readonly number[] },
  ): Promise<NotifiedPost[]>;
  /** Marks posts and thread events as leaving; returns those that still exist. Null if another instance delivers. */
  attempt(leaving: Leaving): Promise<Leaving | null>;
  /**
   * Stores the results of deliveries, and raises a lower `stateVersion`. Returns the posts that still exist; null, with
   * nothing stored, if another instance delivers now.
   */
  save(posts: readonly DeliveredPost[]): Promise<SavedPost[] | null>;
  /**
   * Stores a new `message` and replies that this instance posted after it had stopped delivering; the delivering instance
   * renders the post again. False if the post has another Slack message, so that this one has to be deleted.
   */
  saveLate(
    post: Pick<QueuedPost, "id" | "destination" | "message"> & { said: readonly number[] },
  ): Promise<boolean>;
};

/** Value of `error` for a post that can't be rendered, and is set aside. */
export const notRendered = "not drawn";
