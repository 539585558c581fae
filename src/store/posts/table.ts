import { type Selectable, sql } from "kysely";
import { notRendered, type QueuedLine, type QueuedPost, type SlackMessage } from "../../post-queue.ts";
import {
  decodeRow,
  flag,
  idOf,
  integer,
  json,
  nullable,
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
    /** Rises in the order in which posts were created. */
    id: risingId(),
    subject: text(),
    audience: text(),
    kind: text(),
    destinations: json(),
    /** Conversation of the post now; empty if it has none. */
    destination: text(),
    facts: nullable(json()),
    links_to: nullable(text()),
    kept: flag(),
    /** Raised with each change; `posted_version`: the version that Slack took last. */
    version: integer(),
    posted_version: integer(),
    /** `version` at the last change that was more than a link. */
    state_version: integer(),
    /** Since when something of the post waits for Slack; null if nothing does. */
    since: nullable(time()),
    /** Set before a new Slack message leaves, and kept while it may exist without this app's knowing. */
    may_repeat: flag(),
    channel: nullable(text()),
    ts: nullable(text()),
    error: nullable(prose()),
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

/** Thread events not yet posted as replies. `may_repeat` is set before one leaves: after a crash the reply may exist. */
export const postLines = {
  columns: { id: risingId(), post_id: idOf(), event: json("by"), may_repeat: flag() },
  indexes: ["index post_lines_of on post_lines (post_id, id)"],
};
export type PostLineRow = Selectable<RowOf<typeof postLines>>;

/** Condition that a post waits for Slack. One that can't be rendered doesn't count: waiting doesn't mend it. */
export const awaitedCondition = sql<boolean>`posts.since is not null
  and posts.error is distinct from ${sql.lit(notRendered)}`;

export function toQueuedPost(row: PostRow): QueuedPost {
  return { ...decodeRow(posts, row), destinations: toStrings(row.destinations), message: toMessage(row) };
}

function toStrings(text: string): string[] {
  const value = toJson(text);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function toQueuedLine(row: PostLineRow): QueuedLine {
  return decodeRow(postLines, row);
}

export function toMessage({ channel, ts }: Pick<PostRow, "channel" | "ts">): SlackMessage | null {
  return channel === null || ts === null ? null : { channel, ts };
}

/** A post for one subject and one audience, for life: rendered at delivery, and again after each change. */
export type NewPost = {
  subject: string;
  audience: string;
  /** Names the renderer; an instance delivers only kinds that it can render. */
  kind: string;
  /** Conversations, tried in this order until one can be posted to. */
  destinations: readonly string[];
  /** Facts that no other row has; those of a later notification replace them. */
  facts?: object;
  /** Subject of a post that this one links to; when that one appears, this one is rendered again. */
  linksTo?: string;
  /** Set to keep the post however old, such as a lasting alert or a greeting. A later notification's value replaces it. */
  isKept?: boolean;
};

/** A thread event, posted as a reply under a subject's posts: an edit alone notifies nobody. */
export type NewLine = {
  subject: string;
  /** @default all audiences of the subject */
  audience?: string;
  /** Facts for the reply that are not in the store. */
  event: object;
};

/** Which posts a transaction creates or refreshes. */
export type Notification = {
  /** Posts to create; of one that exists only `facts` and `isKept` are stored. */
  posts?: readonly NewPost[];
  /** Changed subjects other than those of `posts` and `lines`. */
  changed?: readonly string[];
  lines?: readonly NewLine[];
};

export type StoredPost = Pick<QueuedPost, "subject" | "audience" | "kind" | "facts" | "destination">;

/** A post's Slack message, or why there is none. */
export type PostState = {
  subject: string;
  audience: string;
  destination: string;
  message: SlackMessage | null;
  waits: boolean;
  mayRepeat: boolean;
  error: string | null;
};
