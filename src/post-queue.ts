/** A Slack message as Slack's reply names it. A direct message's channel differs from its destination, a person. */
export type SlackMessage = { channel: string; ts: string };

export type QueuedPost = {
  id: number;
  /** `subject`: the thing that the post is about. `audience`: its readers. `kind`: name of its renderer. */
  subject: string;
  audience: string;
  kind: string;
  /** Facts as JSON that no other row has. */
  facts: unknown;
  /** Current destination: the first of `destinations` that can be posted to. */
  destination: string;
  destinations: readonly string[];
  message: SlackMessage | null;
  /** Number raised with each change; `postedVersion` is the version that Slack accepted last. */
  version: number;
  postedVersion: number;
  /** Version of the last change that was more than a link to another post. */
  stateVersion: number;
  /** True if Slack may have a message of the post that the app doesn't know; a further message has to say so. */
  mayRepeat: boolean;
  error: string | null;
};

export type QueuedLine = { id: number; event: unknown; mayRepeat: boolean };

/** `lines`: new thread events. `mayRepeat` is already set if a new post leaves at once. */
export type NotifiedPost = { post: QueuedPost; lines: readonly QueuedLine[] };

export type DeliveredPost = Omit<
  QueuedPost,
  "subject" | "audience" | "kind" | "facts" | "destinations" | "version"
> & {
  /** True keeps an unchanged post waiting, since its last edit has to be repeated. */
  isDoubtful: boolean;
  /** Subject of a post with a new Slack message; posts that link to it are rendered again. */
  appeared: string | null;
  /** Subjects of posts that link to this post without `linksTo`; they are rendered again too. */
  leadBack: readonly string[];
  said: readonly number[];
};

type Leaving = { posts: readonly number[]; lines: readonly number[] };

export type SavedPost = { id: number; version: number };

/** Delivers posts in this process. No method may throw. */
export type Deliverer = {
  /** Whether a new post would leave at once: its conversation has no waiting or leaving post, and the pause is over. */
  takesNow(kind: string, destination: string): boolean;
  /** Number of scans; a takeover counts as two. After two scans a committed post may be delivered and forgotten. */
  scans(): number;
  notified(posts: readonly NotifiedPost[]): void;
  /** Accepts posts that may be committed: the commit's answer was lost. */
  perhapsNotified(posts: readonly NotifiedPost[]): void;
  /** Looks for waiting posts that this process doesn't know, among `ids` or all. */
  look(ids?: readonly number[]): void;
};

export type PostQueue = {
  /** Takes or renews the lease of delivery. False if another instance has it or a newer version must take it. */
  lead(forMs: number): Promise<boolean>;
  /** Releases the lease and notifies other instances; without effect if another instance delivers already. */
  resign(): Promise<void>;
  /** Passes committed posts to `deliverer` until the returned function is called. */
  deliverBy(deliverer: Deliverer): () => void;
  /** Notifies the delivering instance of these posts before its next scan. */
  announce(ids: readonly number[]): Promise<void>;
  hears(): boolean;
  /** Reads waiting posts of these kinds with their thread events: those that waited longest, or those of `ids`. */
  waiting(
    kinds: readonly string[],
    of: { limit: number } | { ids: readonly number[] },
  ): Promise<NotifiedPost[]>;
  /** Marks posts and thread events as leaving; returns those that still exist. Null if another instance delivers. */
  attempt(leaving: Leaving): Promise<Leaving | null>;
  /** Stores the results of deliveries; returns the posts that still exist. Null if another instance delivers now. */
  save(posts: readonly DeliveredPost[]): Promise<SavedPost[] | null>;
  /** Stores messages posted after this instance stopped delivering. False if the post has another: delete this one. */
  saveLate(
    post: Pick<QueuedPost, "id" | "destination" | "message"> & { said: readonly number[] },
  ): Promise<boolean>;
};

/** Value of `error` for a post that can't be rendered and is not tried again. */
export const notRendered = "not drawn";
