import type { Message, QueuedPost } from "../../post-queue.ts";

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
