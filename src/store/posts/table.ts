import type { Selectable } from "kysely";
import {
  flag,
  id,
  idOf,
  integer,
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
    destinations: prose(),
    /** Where it goes now; empty where there is none. */
    destination: text(),
    facts: orNull(prose()),
    links_to: orNull(text()),
    kept: flag(),
    /** Raised with each change of the subject; `shown`: as of the picture that was sent last. */
    wanted: integer(),
    shown: integer(),
    /** `wanted` as of its last change that was more than where it leads to. */
    state_version: integer(),
    /** Since when something of it has not arrived: the order in its conversation. Null: nothing waits. */
    since: orNull(time()),
    attempts: integer(),
    may_repeat: flag(),
    channel: orNull(text()),
    ts: orNull(text()),
    /** The last failure. */
    error: orNull(prose()),
    /** It could not be drawn: what stands is older, or plain words. */
    undrawn: flag(),
    /** When what is stored is sent again: an edit that nobody heard of may land until then, behind a newer one. */
    again_at: orNull(time()),
    changed_at: time(),
  },
  constraints: ["constraint posts_of_subject unique (subject, place)"],
  indexes: [
    "index posts_waiting on posts (destination, since, id) where since is not null",
    "index posts_linking on posts (links_to) where links_to is not null",
    "index posts_standing on posts (place, changed_at) where ts is not null",
    "index posts_changed_at on posts (changed_at) where since is null",
    "index posts_undrawn on posts (undrawn) where undrawn = 1",
    "index posts_again on posts (again_at) where again_at is not null",
  ],
};
export type PostRow = Selectable<RowOf<typeof posts>>;

/** What happened, until it was said under its post; what could not be drawn waits for the next `drawAgain`. */
export const postLines = {
  columns: { id: risingId(), post_id: idOf(), event: prose(), may_repeat: flag(), undrawn: flag() },
  indexes: ["index post_lines_of on post_lines (post_id, id)"],
};
export type PostLineRow = Selectable<RowOf<typeof postLines>>;

/**
 * A conversation: whoever has its claim makes one request there. `due_at` is when there may be something for it, or when
 * the claim runs out; null while nothing waits. Not before `free_at`, by its pace or after a failure.
 */
export const lanes = {
  columns: {
    destination: id(),
    due_at: orNull(time()),
    free_at: time(),
    claim: orNull(text()),
    /** Under way: a post, or a line of it by its id. */
    post_id: orNull(idOf()),
    line_id: orNull(idOf()),
  },
  indexes: ["index lanes_due on lanes (due_at) where due_at is not null"],
};
export type LaneRow = RowOf<typeof lanes>;
