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
    id: risingId(),
    subject: text(),
    audience: text(),
    kind: text(),
    destinations: json(),
    /** Conversation that the post is in or goes to; empty if there is none. */
    destination: text(),
    facts: nullable(json()),
    links_to: nullable(text()),
    kept: flag(),
    /** Number raised with each change; `posted_version` is the version that Slack accepted last. */
    version: integer(),
    posted_version: integer(),
    /** Version of the last change that was more than a link. */
    state_version: integer(),
    /** Time since which a part of the post waits for Slack; null if nothing waits. */
    since: nullable(time()),
    /** Flag set before a new Slack message leaves, and while the app may not know a message that exists. */
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

/** Thread events not yet posted as replies. `may_repeat` is set before a reply leaves: after a crash it may exist. */
export const postLines = {
  columns: { id: risingId(), post_id: idOf(), event: json("by"), may_repeat: flag() },
  indexes: ["index post_lines_of on post_lines (post_id, id)"],
};
export type PostLineRow = Selectable<RowOf<typeof postLines>>;

/** Matches a post that waits for Slack, except one that can't be rendered and would wait for ever. */
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

/** The only post about a subject for an audience, rendered at delivery and again after each change. */
export type NewPost = {
  subject: string;
  audience: string;
  /** Name of the renderer; an instance delivers only kinds that it can render. */
  kind: string;
  /** Conversations, in order of preference; the first that can be posted to is used. */
  destinations: readonly string[];
  /** Facts that no other row has; facts of a later notification replace them. */
  facts?: object;
  /** Subject of a post that this one links to; this one is rendered again when that post appears. */
  linksTo?: string;
  /** True keeps the post at any age, as for a lasting alert. A later notification's value replaces it. */
  isKept?: boolean;
};

/** A thread event, posted as a reply under a subject's posts, since Slack notifies nobody of an edit. */
export type NewLine = {
  subject: string;
  /** @default all audiences of the subject */
  audience?: string;
  /** Facts for the reply that are not in other rows. */
  event: object;
};

export type Notification = {
  /** Posts to create; of an existing post only `facts` and `isKept` are replaced. */
  posts?: readonly NewPost[];
  /** Changed subjects besides those of `posts` and `lines`. */
  changed?: readonly string[];
  lines?: readonly NewLine[];
};

export type StoredPost = Pick<QueuedPost, "subject" | "audience" | "kind" | "facts" | "destination">;

export type PostState = {
  subject: string;
  audience: string;
  destination: string;
  message: SlackMessage | null;
  waits: boolean;
  mayRepeat: boolean;
  error: string | null;
};
