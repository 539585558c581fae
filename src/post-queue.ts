/** A message as Slack's reply names it, which a direct message's destination does not. */
export type Message = { channel: string; ts: string };

/** A post of which something has not arrived, as the store and the instance that delivers know it. */
export type QueuedPost = {
  id: number;
  /** What it is of, in which place, and who renders it. */
  subject: string;
  audience: string;
  kind: string;
  /** What happened, as JSON, where nothing else is stored of it. */
  facts: unknown;
  /** Where it goes now: one of `destinations`, the first unless that couldn't be posted to. */
  destination: string;
  destinations: readonly string[];
  /** Null while no message stands there. */
  message: Message | null;
  /** Raised with each change; `postedVersion`: Slack took this one last. */
  version: number;
  postedVersion: number;
  /** `version` as of the last change that was more than where it leads to. */
  stateVersion: number;
  /** Its message may stand there already, unseen: a further one has to say so. */
  mayRepeat: boolean;
  /** The last failure. */
  error: string | null;
};

/** An event that has not been posted in the thread yet. */
export type QueuedLine = { id: number; event: unknown; mayRepeat: boolean };

/**
 * A post that a transaction created or changed, with the lines that it added. Its first version is marked as leaving at once
 * with `mayRepeat`.
 */
export type NotifiedPost = { post: QueuedPost; lines: readonly QueuedLine[] };

/** A post as delivery left it. */
export type DeliveredPost = Omit<
  QueuedPost,
  "subject" | "audience" | "kind" | "facts" | "destinations" | "version"
> & {
  /** It stays waiting though nothing has changed: its last edit is to be sent once more. */
  isDoubtful: boolean;
  /** Its subject, if its message has just appeared: posts that link to it are rendered again. */
  appeared: string | null;
  /** Subjects that link to it without `linksTo`, rendered again as well. */
  leadBack: readonly string[];
  /** Lines that are done, by id. */
  said: readonly number[];
};

/** By their ids. */
type Leaving = { posts: readonly number[]; lines: readonly number[] };

/** A post's id and its version as stored by now. */
export type SavedPost = { id: number; version: number };

/** Delivers for this process. None of it may throw. */
export type Deliverer = {
  /** Whether a new post would leave at once: nothing else waits or is under way there, and its pace is over. */
  takesNow(kind: string, destination: string): boolean;
  /**
   * Counts its looks for all that waits; a take-over counts as two. The first one behind a commit finds its posts, the next
   * may have forgotten them as posted.
   */
  scans(): number;
  /** Committed by this process, and not forgotten since. */
  notified(posts: readonly NotifiedPost[]): void;
  /** Perhaps committed: the answer was lost. */
  perhapsNotified(posts: readonly NotifiedPost[]): void;
  /** Something may wait that this process doesn't know of: these, or any. */
  look(ids?: readonly number[]): void;
};

/** The part of the store that delivery drives. */
export type PostQueue = {
  /**
   * Makes this instance the one that delivers, or keeps it so, for so many milliseconds. False: another one is, or one of a
   * newer version lives and is to be. Always true where no other process can open the database.
   */
  lead(forMs: number): Promise<boolean>;
  /** Lets another instance deliver, and tells it; does nothing where another one delivers. */
  resign(): Promise<void>;
  /** Calls the deliverer until the unsubscriber is called. */
  deliverBy(deliverer: Deliverer): () => void;
  /** Tells the instance that delivers of these; it finds them by itself otherwise, later. */
  announce(ids: readonly number[]): Promise<void>;
  /** Whether announcements reach this instance. */
  hears(): boolean;
  /** Posts of these kinds that wait, the longest first, or those of `ids`, with their lines. */
  waiting(
    kinds: readonly string[],
    of: { limit: number } | { ids: readonly number[] },
  ): Promise<NotifiedPost[]>;
  /**
   * Marks posts and lines that are about to leave; returns those that are still there. Null: this instance doesn't deliver any
   * more.
   */
  attempt(leaving: Leaving): Promise<Leaving | null>;
  /**
   * Stores what became of posts; `stateVersion` is raised where it is lower. Returns those that are there: gone are the
   * others. Null: this instance doesn't deliver any more, and nothing was stored.
   */
  save(posts: readonly DeliveredPost[]): Promise<SavedPost[] | null>;
  /**
   * Stores a new `message` and lines that this instance posted while it didn't deliver any more: the one that does renders
   * the post again. False: another message stands, and this one is to be deleted.
   */
  saveLate(
    post: Pick<QueuedPost, "id" | "destination" | "message"> & { said: readonly number[] },
  ): Promise<boolean>;
};

/** The failure of a post of which something can't be rendered, so that it is set aside. */
export const notRendered = "not drawn";
