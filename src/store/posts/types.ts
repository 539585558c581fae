import type { Message, PostQueue, QueuedPost } from "../../post-queue.ts";
import type { StoreTransaction } from "../database/tables.ts";

/**
 * What a conversation is to see of a subject: an act, unknown outcomes, a proposal, a finding. It is drawn from what is
 * stored when it is delivered, and drawn again whenever that has changed. One for each subject and place, for life.
 */
export type NewPost = {
  /** `act:<id>`, `unknowns:<id>`, `proposal:<id>` … */
  subject: string;
  /** `result`, `author`, `on-call` … */
  place: string;
  /** Who draws it, an operation's kind for one: an instance delivers only what it can draw. */
  kind: string;
  /** Tried in this order: the first, and the rest when it turns out to be unreachable. */
  destinations: readonly string[];
  /** What happened, where no other row tells of it; what comes later replaces it. */
  facts?: object;
  /** The subject of a post that this one leads to: drawn again when that appears. */
  linksTo?: string;
  /** Stays however old it is: a finding while it stands, a greeting for ever. What comes later replaces it. */
  isKept?: boolean;
};

/** What happened, told in the threads of a subject's posts: an edit alone notifies nobody. */
export type NewLine = {
  subject: string;
  /** Left out, under all of them. */
  place?: string;
  /** Whatever its sentence needs beside what is stored by the time it is sent. */
  event: object;
};

/** What a transaction changes of what people see. */
export type Telling = {
  /** Of those that are there already only `facts` and `isKept` count. */
  posts?: readonly NewPost[];
  /** Subjects of which something is otherwise now; those of `posts` and `lines` need not be named. */
  changed?: readonly string[];
  lines?: readonly NewLine[];
};

export type PostTable = PostQueue & {
  /**
   * Stored in one transaction. `also` stores what they tell of, before them: where it finds that somebody else was first it
   * answers false, and nothing is stored. It may be called again when the database asks for the transaction to be repeated.
   */
  add(telling: Telling, also?: (trx: StoreTransaction) => Promise<boolean>): Promise<boolean>;
  /** What is told once stays told, over restarts and all processes. False: a post of that subject was there. */
  addOnce(post: NewPost): Promise<boolean>;
  /** How many have something to show that has not arrived. */
  countQueued(): Promise<number>;
  /** For how long the one that has waited the longest has done so; 0 when nothing waits. */
  longestWaitMs(): Promise<number>;
  /** Where a subject's post stands; null while it doesn't. */
  find(subject: string, place: string): Promise<Message | null>;
  /** What is told in a place: of one subject, also before it appears, or what stands and has changed since. The first first. */
  told(place: string, of: { subject: string } | { changedAfter: Date }): Promise<DrawnPost[]>;
  /** Of these subjects, in the order in which they were first told. */
  list(subjects: readonly string[]): Promise<PostState[]>;
};

/** As much of it as drawing it takes. */
export type DrawnPost = Pick<QueuedPost, "subject" | "place" | "kind" | "facts" | "destination">;

/** A post as it stands, or why it doesn't. */
export type PostState = {
  subject: string;
  place: string;
  destination: string;
  message: Message | null;
  /** Something of it has not arrived yet. */
  waits: boolean;
  mayRepeat: boolean;
  /** The last failure. */
  error: string | null;
};
