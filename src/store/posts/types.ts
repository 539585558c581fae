import type { StoreTransaction } from "../database/tables.ts";
import type { Json } from "../json.ts";

/**
 * A post to be delivered to a conversation. What has a key can be changed later by that key, which names its subject
 * and its place (`operation:<id>:result`): the living post of a key is the newest that was posted under it.
 */
export type NewPost =
  | (PostContent & { kind: "post"; key: string | null })
  /** `edit` replaces the body of the key's living post; `line` stands in its thread. */
  | (PostContent & { kind: "edit" | "line"; key: string });

type PostContent = {
  /**
   * Tried in this order: the first, and the rest when it turns out to be unreachable. An edit and a line go where
   * the post of their key went; theirs count behind that place, and when there is no such post any more.
   */
  destinations: string[];
  /** `{text, blocks?, …}` as the delivering side takes it; stored as `JSON.stringify` writes it. */
  body: object;
  /** Slack user id of the person the post is about, or null. */
  author: string | null;
  /** The key of a post that this one leads to, by a link as soon as there is one. Nothing waits for it. */
  linksTo?: string;
};

/** The spacing of deliveries over all processes, in milliseconds. */
export type Pace = {
  /** After a post or a line, for its destination. */
  postMs: number;
  /** For each edit, over all destinations; `editBurst` of them may come at once before that is held. */
  editMs: number;
  editBurst: number;
};

type StoredPost = {
  id: number;
  kind: "post" | "edit" | "line";
  key: string | null;
  /** Where it goes now: one of `destinations`, or where the post it follows went. */
  destination: string;
  destinations: string[];
  body: Json;
  author: string | null;
  /** Deliveries tried, this one included. */
  attempts: number;
  /** An earlier delivery may have succeeded unseen: the post has to say that it may be a repeat. Never an edit. */
  mayRepeat: boolean;
  operationId: string | null;
  createdAt: Date;
};

export type ClaimedPost = StoredPost & {
  /** Names this very claim: a later one has another, whoever made it. */
  lease: string;
  /** The living post that an edit changes or a line answers; null when there is none (any more), and for a post. */
  target: PostTarget | null;
  /** Where the post stands that this one links to; null while nobody knows, and of most. */
  link: Place | null;
  /** An edit that adds the link alone: where it can't be made, everything is told without it. */
  isLinkOnly: boolean;
};

/** What a claim is noted by, as long as it is the newest of its post. */
export type Claim = Pick<ClaimedPost, "id" | "lease" | "destination">;

/** A message as Slack's reply names it. */
export type Place = { channel: string; ts: string };

/** As Slack's reply named it, which a direct message's destination does not. */
export type PostTarget = { channel: string; ts: string; mayRepeat: boolean };

export type Post = StoredPost & {
  state: "queued" | "posting" | "posted" | "undeliverable";
  dueAt: Date;
  /** Slack's conversation and message timestamp once posted; the channel is null for what an older bot posted. */
  channel: string | null;
  ts: string | null;
  /** The last failure. */
  error: string | null;
  closedAt: Date | null;
};

export type PostFailure = { error: string; mayRepeat?: boolean; pausesEdits?: boolean };

export type PostTable = {
  /**
   * Posts that belong to no operation, stored in one transaction. An edit that finds the newest state of its key
   * waiting and never tried becomes the body of that one: nobody has seen it yet. `also` stores what they tell of,
   * before them: where it finds that somebody else was first it answers false, and no post is stored. It may be called
   * again when the database asks for the transaction to be repeated.
   */
  add(posts: NewPost[], also?: (trx: StoreTransaction) => Promise<boolean>): Promise<boolean>;
  /**
   * The same, unless posts were added under this key before: what is told once (a greeting) stays told, over
   * restarts and all processes. False: it was, and nothing is stored. A key `for_retention` (one made for each time
   * a button is shown) goes with the next purge that is for its time; what nobody may be told twice is `forever`.
   */
  addOnce(key: string, posts: NewPost[], remembered?: "forever" | "for_retention"): Promise<boolean>;
  /**
   * Takes due posts for delivery, oldest first and at the pace given, over all processes: one per destination at most,
   * and none before an earlier one that is still undelivered, except that what is of another key passes an edit that has
   * to wait. An empty result may be a lost race: ask `nextDueAt`.
   */
  claim(limit: number): Promise<ClaimedPost[]>;
  /**
   * Delivered. True once. What was shown before and links to it is edited once more. An edit by a process that had lost it
   * may have come after newer ones: then the newest of its key is stored once more.
   */
  posted(id: number, receipt: { channel: string; ts: string }): Promise<boolean>;
  /**
   * Not delivered: due again at `dueAt`, at its place in the order, and until then nothing overtakes it.
   * `mayRepeat` when it may have been delivered all the same, `pausesEdits` when no edit at all is to be tried before
   * that. False: not this claim's any more.
   */
  retryAt(claim: Claim, dueAt: Date, failure: PostFailure): Promise<boolean>;
  /**
   * An edit or a line whose target can't be changed or answered is due at once as a post of its own at the same
   * destination: an edit takes over the key, a line has none from then on. False: not this claim's any more.
   */
  postAnew(claim: Claim, error: string): Promise<boolean>;
  /**
   * Due at once as a post at its next destination, and what follows it goes with it; true also when it has gone on
   * from there before. False: there is none left, or it isn't this claim's any more.
   */
  readdress(claim: Claim, error: string): Promise<boolean>;
  /** Given up by this claim, now or before. */
  undeliverable(claim: Claim, error: string): Promise<boolean>;
  /** When `claim` can next find something, or null when nothing waits. */
  nextDueAt(): Promise<Date | null>;
  /** Calls back after each commit of this process that added posts; must not throw. Returns the unsubscriber. */
  onAdded(listener: () => void): () => void;
  /** How many are neither delivered nor given up. */
  countQueued(): Promise<number>;
  /** In the order they were stored. */
  forOperation(operationId: string): Promise<Post[]>;
};
