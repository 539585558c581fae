import type { Selectable } from "kysely";
import {
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

/** What a place is to see of a subject: see `NewPost`. */
export const posts = {
  columns: {
    /** Rising in the order in which subjects were first told. */
    id: risingId(),
    subject: text(),
    place: text(),
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
    /** Rendering failed: the message that stands is older, or plain words. */
    unrenderable: flag(),
    changed_at: time(),
  },
  constraints: ["constraint posts_of_subject unique (subject, place)"],
  indexes: [
    "index posts_waiting on posts (since, id) where since is not null",
    "index posts_linking on posts (links_to) where links_to is not null",
    "index posts_standing on posts (place, changed_at) where ts is not null",
    "index posts_changed_at on posts (changed_at) where since is null",
    "index posts_unrenderable on posts (unrenderable) where unrenderable = 1",
  ],
};
export type PostRow = Selectable<RowOf<typeof posts>>;

/** Events, until they are posted in the thread. `may_repeat` is set before a line leaves; an unrenderable one waits for `renderAgain`. */
export const postLines = {
  columns: { id: risingId(), post_id: idOf(), event: json("by"), may_repeat: flag(), unrenderable: flag() },
  indexes: ["index post_lines_of on post_lines (post_id, id)"],
};
export type PostLineRow = Selectable<RowOf<typeof postLines>>;
