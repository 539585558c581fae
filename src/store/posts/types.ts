import type { StoreTransaction } from "../database/tables.ts";
import type { Json } from "../database/values.ts";

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

/** The spacing of deliveries over all processes, in milliseconds. */
export type Pace = {
  /** After a post or a line, for its destination. */
  postMs: number;
  /** For each edit, over all destinations; `editBurst` of them may come at once before that is held. */
  editMs: number;
  editBurst: number;
};

/** A message as Slack's reply names it, which a direct message's destination does not. */
export type Place = { channel: string; ts: string };

/** One request to Slack: a new message where there is none yet, else a line if there is one, else an edit. */
export type ClaimedPost = {
  id: number;
  /** Names this very claim of its conversation. */
  claim: string;
  subject: string;
  place: string;
  kind: string;
  facts: Json | null;
  /** Where it goes now: one of `destinations`. */
  destination: string;
  destinations: string[];
  message: Place | null;
  line: { id: number; event: Json } | null;
  /** What a drawing that begins now shows at least. */
  wanted: number;
  /** Deliveries of it that failed at this place. */
  attempts: number;
  /** Its message, or this line, may stand there already, unseen: it has to say so. Never of an edit that didn't arrive. */
  mayRepeat: boolean;
  /** Somebody claimed its conversation before and never said what came of it: an instance was killed, or stood still. */
  isTakenOver: boolean;
};

/** `mayRepeat`: it may stand there, or come yet. `pausesEdits`: no edit at all is to be tried before that. */
export type PostFailure = { error: string; mayRepeat?: boolean; pausesEdits?: boolean };

/** None of it may throw. */
export type Courier = {
  kinds: ReadonlySet<string>;
  /** This process told what waits for a claim. */
  wake(): void;
  /** Asked before such a claim begins. Null: no more just now. What it answers is called once that is stored. */
  offer(): ((posts: readonly ClaimedPost[]) => void) | null;
};

export type PostTable = {
  /**
   * Stored in one transaction. `also` stores what they tell of, before them: where it finds that somebody else was first it
   * answers false, and nothing is stored. It may be called again when the database asks for the transaction to be repeated.
   */
  add(telling: Telling, also?: (trx: StoreTransaction) => Promise<boolean>): Promise<boolean>;
  /** What is told once stays told, over restarts and all processes. False: a post of that subject was there. */
  addOnce(post: NewPost): Promise<boolean>;
  /**
   * What is due, at the pace given, over all processes: one for each conversation, the one that waits the longest; where
   * edits have to wait, the first that is none. Only of these kinds. An empty result may be a lost race: ask `nextDueAt`.
   */
  claim(limit: number, kinds: readonly string[]): Promise<ClaimedPost[]>;
  /**
   * Delivered, whoever has the claim by now; `message` is null where there was nothing to show. What came late, over what
   * somebody else may have sent meanwhile, is drawn once more. `leadBack`: subjects that link to it though that isn't stored,
   * drawn once more where it is new, as those that `linksTo` it are.
   */
  delivered(claimed: ClaimedPost, message: Place | null, leadBack?: readonly string[]): Promise<void>;
  /** What stands there stays; plain words just posted in its place are its `message`. The next `drawAgain` asks for it anew. */
  leaveUndrawn(claimed: ClaimedPost): Promise<void>;
  /** At a start, and now and then: what could not be drawn is tried again. */
  drawAgain(): Promise<void>;
  /** Not delivered: due again then, and until then nothing overtakes it in its conversation. False: not this claim's any more. */
  retryAt(claimed: ClaimedPost, dueAt: Date, failure: PostFailure): Promise<boolean>;
  /**
   * Its message can't be changed or answered: due at once as a new one at the same place, unless it says all but where it
   * leads to.
   */
  postAnew(claimed: ClaimedPost, error: string): Promise<void>;
  /** Due at once at its next place, as a new message. False: there is none left, or it isn't this claim's any more. */
  readdress(claimed: ClaimedPost, error: string): Promise<boolean>;
  /** Given up until something changes. */
  giveUp(claimed: ClaimedPost, error: string): Promise<void>;
  /** When `claim` can next find something, or null when nothing waits. */
  nextDueAt(): Promise<Date | null>;
  /** Calls back after each commit of this process that told something; must not throw. Returns the unsubscriber. */
  onAdded(listener: () => void): () => void;
  /**
   * Who delivers for this process: its new posts are claimed by the transaction that tells them, where nothing else goes
   * before. Returns the unsubscriber.
   */
  deliverBy(courier: Courier): () => void;
  /** How many have something to show that has not arrived. */
  countQueued(): Promise<number>;
  /** For how long the one that has waited the longest has done so; 0 when nothing waits. */
  longestWaitMs(): Promise<number>;
  /** Where a subject's post stands; null while it doesn't. */
  find(subject: string, place: string): Promise<Place | null>;
  /** What is told in a place: of one subject, also before it appears, or what stands and has changed since. The first first. */
  told(place: string, of: { subject: string } | { changedAfter: Date }): Promise<ToldPost[]>;
  /** Of these subjects, in the order in which they were first told. */
  list(subjects: readonly string[]): Promise<PostState[]>;
};

/** As much of it as drawing it takes. */
export type ToldPost = Pick<ClaimedPost, "subject" | "place" | "kind" | "facts" | "destination">;

/** A post as it stands, or why it doesn't. */
export type PostState = {
  subject: string;
  place: string;
  destination: string;
  message: Place | null;
  /** Something of it has not arrived yet. */
  waits: boolean;
  mayRepeat: boolean;
  /** The last failure. */
  error: string | null;
};
