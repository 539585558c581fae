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
import { toJson } from "../database/values.ts";

/** Posts by subject and audience; see `NewPost`. */
export const posts = {
  columns: {
    /** Rising in the order in which subjects were first told. */
    id: risingId(),
    subject: text(),
    audience: text(),
    kind: text(),
    destinations: json(),
    /** Where it goes now; empty for nowhere. */
    destination: text(),
    facts: orNull(json()),
    links_to: orNull(text()),
    kept: flag(),
    /** Raised with each change; `posted_version`: what Slack took last. */
    version: integer(),
    posted_version: integer(),
    /** `version` at the last change that was more than a link. */
    state_version: integer(),
    /** Since when something waits; null when nothing does. */
    since: orNull(time()),
    /** Set before a new message leaves, and kept while it may stand there unseen. */
    may_repeat: flag(),
    channel: orNull(text()),
    ts: orNull(text()),
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

/** Thread events until they are posted. `may_repeat` is set before one leaves. */
export const postLines = {
  columns: { id: risingId(), post_id: idOf(), event: json("by"), may_repeat: flag() },
  indexes: ["index post_lines_of on post_lines (post_id, id)"],
};
export type PostLineRow = Selectable<RowOf<typeof postLines>>;

/**
 * Waits for Slack. What can't be rendered waits too, but isn't counted and doesn't stop retention: waiting doesn't mend it.
 */
export const isAwaited = sql<boolean>`posts.since is not null
  and posts.error is distinct from ${sql.lit(notRendered)}`;

export function toWaitingPost(row: PostRow): QueuedPost {
  return { ...decode(posts, row), destinations: toStrings(row.destinations), message: toMessage(row) };
}

function toStrings(text: string): string[] {
  const value = toJson(text);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function toWaitingLine(row: PostLineRow): QueuedLine {
  return decode(postLines, row);
}

export function toMessage({ channel, ts }: Pick<PostRow, "channel" | "ts">): Message | null {
  return channel === null || ts === null ? null : { channel, ts };
}

/**
 * What an audience sees of a subject, rendered from the store when it is delivered and again after each change. One for each
 * subject and audience, for life.
 */
export type NewPost = {
  subject: string;
  audience: string;
  /** Its renderer: an instance delivers only kinds that it can render. */
  kind: string;
  /** Tried in this order until one can be posted to. */
  destinations: readonly string[];
  /** Facts that no other row has; later ones replace them. */
  facts?: object;
  /** Subject of a post that this one links to: rendered again when that appears. */
  linksTo?: string;
  /** Kept however old: a lasting alert, a greeting. Later values replace it. */
  isKept?: boolean;
};

/** A thread event under a subject's posts: an edit alone notifies nobody. */
export type NewLine = {
  subject: string;
  /** @default under all of them */
  audience?: string;
  /** What its sentence needs beside the store. */
  event: object;
};

/** Which posts a transaction creates or refreshes. */
export type Notification = {
  /** Of posts that exist only `facts` and `isKept` are taken. */
  posts?: readonly NewPost[];
  /** Changed subjects, beside those of `posts` and `lines`. */
  changed?: readonly string[];
  lines?: readonly NewLine[];
};

export type PostToRender = Pick<QueuedPost, "subject" | "audience" | "kind" | "facts" | "destination">;

/** A post as it stands, or why it doesn't. */
export type PostState = {
  subject: string;
  audience: string;
  destination: string;
  message: Message | null;
  waits: boolean;
  mayRepeat: boolean;
  error: string | null;
};
