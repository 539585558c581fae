import pLimit from "p-limit";
import { storeBudgetMs } from "../deadline.ts";
import type { Kind } from "./kind.ts";

type Limit = ReturnType<typeof pLimit>;
type Run = () => Promise<void>;

/** A free turn that is held for one act while it is stored and acknowledged, for `storeBudgetMs` at most. */
export type KeptTurn = {
  /** Null: it was held for too long, and went to somebody else. */
  use(run: Run): Promise<void> | null;
  /** For an act that doesn't run. */
  giveBack(): void;
};

type Taking = { kind: Kind; isOfSeveral: boolean; kept: KeptTurn | null };

/** Bounds how many calls of the platform are under way at once. */
export class Turns {
  readonly #shared: Limit;
  readonly #several: Limit;
  readonly #own = new Map<string, Limit>();

  /** `concurrency`: over all kinds that have no limit of their own. */
  constructor(concurrency: number) {
    this.#shared = pLimit(concurrency);
    this.#several = pLimit(Math.max(1, Math.floor(concurrency / 2)));
  }

  isFree(kind: Kind): boolean {
    return isFree(this.#limitOf(kind));
  }

  /** Null: none is free. A turn is held and not only counted, so that nobody who comes later is first. */
  keep(kind: Kind): KeptTurn | null {
    const calls = this.#limitOf(kind);
    if (!isFree(calls)) return null;
    const { promise: came, resolve } = Promise.withResolvers<Run | null>();
    const done = calls(async () => (await came)?.());
    let isHeld = true;
    const end = (run: Run | null) => {
      const wasHeld = isHeld;
      isHeld = false;
      clearTimeout(timer);
      if (wasHeld) resolve(run);
      return wasHeld;
    };
    const giveBack = () => void end(null);
    const timer = setTimeout(giveBack, storeBudgetMs).unref();
    return { use: (run) => (end(run) ? done : null), giveBack };
  }

  /** `isOfSeveral`: of an act that brought several, of which all together leave half of the shared turns to others. */
  async take({ kind, isOfSeveral, kept }: Taking, run: Run): Promise<void> {
    const used = kept?.use(run) ?? null;
    if (used !== null) return used;
    const calls = this.#limitOf(kind);
    return isOfSeveral && calls === this.#shared ? this.#several(() => calls(run)) : calls(run);
  }

  #limitOf({ name, atOnce }: Kind): Limit {
    if (atOnce === undefined) return this.#shared;
    const limit = this.#own.get(name) ?? pLimit(atOnce);
    this.#own.set(name, limit);
    return limit;
  }
}

function isFree({ activeCount, pendingCount, concurrency }: Limit): boolean {
  return activeCount + pendingCount < concurrency;
}
