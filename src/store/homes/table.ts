import { flag, id, integer, orNull, prose, type RowOf, text, time } from "../database/columns.ts";

/** Somebody's Home tab, from when they opened it. It is to be drawn while more is `wanted` than was `shown`. */
export const homes = {
  columns: {
    person: id(),
    opened_at: time(),
    /** They opened it and haven't seen it drawn since. */
    is_awaited: flag(),
    /** It shows what waits for whoever is on call. */
    is_on_call: flag(),
    wanted: integer(),
    shown: integer(),
    /** When its drawing last began, by the clock of leases; 0 before the first. */
    drawn_at: time(),
    /** Not before this. */
    due_at: time(),
    /** Names the very claim. */
    lease: text(),
    lease_until: time(),
    /** Slack's name for what stands there; null where it isn't known. */
    hash: orNull(prose()),
  },
  indexes: [
    "index homes_marked on homes (is_awaited, drawn_at) where wanted > shown",
    "index homes_on_call on homes (opened_at) where is_on_call = 1",
  ],
};
export type HomeRow = RowOf<typeof homes>;
