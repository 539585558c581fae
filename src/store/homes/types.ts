/** In milliseconds. */
export type HomePace = {
  /** A person's Home is drawn unasked at most once in so long. */
  everyMs: number;
  /** All drawings follow one another in this time, but that so many at once may go ahead. */
  drawMs: number;
  burst: number;
};

/** The drawing of one Home by one process. */
export type HomeClaim = {
  person: string;
  lease: string;
  /** As it was before anything was read for the drawing. */
  wanted: number;
  /** Slack's name for what stands there; null where it isn't known. */
  hash: string | null;
};

/** Who looks at their Home tab: it is drawn unasked for nobody else. */
export type HomeTable = {
  /**
   * Claims the Home that its person has just opened, whoever else draws it: nobody waits for others there. It counts as
   * one of all drawings. `hash`: what Slack says that stands there.
   */
  open(person: string, hash: string | null): Promise<HomeClaim>;
  /** Claims the next marked one: who waits for a first drawing, else who wasn't drawn for longest. Null: none is due. */
  claim(): Promise<HomeClaim | null>;
  /** False: somebody else claimed it meanwhile, and it will be drawn once more. */
  drawn(claim: HomeClaim, shown: { hash: string | null; isOnCall: boolean }): Promise<boolean>;
  /** It could not be drawn, and is drawn again after `afterMs`. `isLimited`: until then no Home is drawn unless somebody opens it. */
  retry(claim: HomeClaim, failure: { afterMs: number; isLimited?: boolean }): Promise<void>;
  /** It can't be drawn as it is now. */
  leave(claim: HomeClaim): Promise<void>;
  /** Something on them changed. */
  mark(people: readonly string[]): Promise<void>;
  /** In how many milliseconds the next is due; null when none is marked. */
  dueInMs(): Promise<number | null>;
  openedSince(since: Date): Promise<string[]>;
  purge(before: Date): Promise<void>;
};
