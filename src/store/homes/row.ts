/** Somebody's Home tab, from when they opened it. It is to be drawn while more is `wanted` than was `shown`. */
export type HomeRow = {
  person: string;
  opened_at: number;
  /** 1: they opened it and haven't seen it drawn since. */
  is_awaited: number;
  /** 1: it shows what waits for whoever is on call. */
  is_on_call: number;
  wanted: number;
  shown: number;
  /** When its drawing last began, by the clock of leases; 0 before the first. */
  drawn_at: number;
  /** Not before this. */
  due_at: number;
  /** Names the very claim. */
  lease: string;
  lease_until: number;
  /** Slack's name for what stands there; null where it isn't known. */
  hash: string | null;
};

/** All drawings share the one row. */
export type HomePaceRow = { lane: string; free_at: number };
