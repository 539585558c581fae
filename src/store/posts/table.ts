import { type Selectable, sql } from "kysely";
import { type Message, notRendered, type QueuedLine, type QueuedPost } from "../../post-queue.ts";
import {
  decode,
  flag,
  idOf,
  integer,
  json,
  orNull,
  prose,
  type RowOf,
  risingId,
  text,
  time,
} from "../database/columns.ts";
import { toStrings } from "../database/values.ts";

/** What a audience is to see of a subject: see `NewPost`. */
export const posts = {
  columns: {
    /** Rising in the order in which subjects were first told. */
    id: risingId(),
    subject: text(),
    audience: text(),
    kind: text(),
    destinations: json(),
    /** Where it goes now; empty where there is none. */
    destination: text(),
    facts: orNull(json()),
    links_to: orNull(text()),
    kept: flag(),
    /** Raised with each change of the subject; `posted_version`: the version that Slack took last. */
    version: integer(),
    posted_version: integer(),
    /** `version` as of its last change that was more than where it leads to. */
    state_version: integer(),
    /** Since when something of it has not arrived; null when nothing waits. */
    since: orNull(time()),
    /** Set before a new message leaves, and left set when it may stand there unseen. */
    may_repeat: flag(),
    channel: orNull(text()),
    ts: orNull(text()),
    /** The last failure. */
    error: orNull(prose()),
    changed_at: time(),
  },
  constraints: ["constraint posts_of_subject unique (subject, audience)"],
  indexes: [
    "index posts_waiting on posts (since, id) where since is not null",
    "index posts_linking on posts (links_to) where links_to is not null",
    "index posts_standing on posts (audience, changed_at) where ts is not null",
    "index posts_changed_at on posts (changed_at) where since is null",
  ],
};
export type PostRow = Selectable<RowOf<typeof posts>>;

/** Events, until they are posted in the thread. `may_repeat` is set before a line leaves. */
export const postLines = {
  columns: { id: risingId(), post_id: idOf(), event: json("by"), may_repeat: flag() },
  indexes: ["index post_lines_of on post_lines (post_id, id)"],
};
export type PostLineRow = Selectable<RowOf<typeof postLines>>;

/**
 * Something of it is to reach Slack. What can't be rendered waits as well, but neither counts nor keeps anything from
 * retention: no waiting mends it.
 */
export const isAwaited = sql<boolean>`posts.since is not null
  and posts.error is distinct from ${sql.lit(notRendered)}`;

export function toWaitingPost(row: PostRow): QueuedPost {
  return { ...decode(posts, row), destinations: toStrings(row.destinations), message: toMessage(row) };
}

export function toWaitingLine(row: PostLineRow): QueuedLine {
  return decode(postLines, row);
}

export function toMessage({ channel, ts }: Pick<PostRow, "channel" | "ts">): Message | null {
  return channel === null || ts === null ? null : { channel, ts };
}

/**
 * What a conversation is to see of a subject: an act, unknown outcomes, a proposal, a finding. It is rendered from what is
 * stored when it is delivered, and rendered again whenever that has changed. One for each subject and audience, for life.
 */
export type NewPost = {
  /** `act:<id>`, `unknowns:<id>`, `proposal:<id>` … */
  subject: string;
  /** `result`, `author`, `on-call` … */
  audience: string;
  /** Who renders it, an operation's kind for one: an instance delivers only what it can draw. */
  kind: string;
  /** Tried in this order: the first, and the rest when it turns out to be unreachable. */
  destinations: readonly string[];
  /** What happened, where no other row tells of it; what comes later replaces it. */
  facts?: object;
  /** The subject of a post that this one leads to: rendered again when that appears. */
  linksTo?: string;
  /** Stays however old it is: a finding while it stands, a greeting for ever. What comes later replaces it. */
  isKept?: boolean;
};

/** What happened, told in the threads of a subject's posts: an edit alone notifies nobody. */
export type NewLine = {
  subject: string;
  /** Left out, under all of them. */
  audience?: string;
  /** Whatever its sentence needs beside what is stored by the time it is sent. */
  event: object;
};

/** What a transaction changes of what people see. */
export type Notification = {
  /** Of those that are there already only `facts` and `isKept` count. */
  posts?: readonly NewPost[];
  /** Subjects of which something is otherwise now; those of `posts` and `lines` need not be named. */
  changed?: readonly string[];
  lines?: readonly NewLine[];
};

/** As much of it as rendering it takes. */
export type PostToRender = Pick<QueuedPost, "subject" | "audience" | "kind" | "facts" | "destination">;

/** A post as it stands, or why it doesn't. */
export type PostState = {
  subject: string;
  audience: string;
  destination: string;
  message: Message | null;
  /** Something of it has not arrived yet. */
  waits: boolean;
  mayRepeat: boolean;
  /** The last failure. */
  error: string | null;
};
