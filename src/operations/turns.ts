import pLimit from "p-limit";
import { storeBudgetMs } from "../deadline.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/index.ts";
import type { Kind } from "./kind.ts";

type Limit = ReturnType<typeof pLimit>;

export type TurnsOptions = {
  store: { operations: Pick<Store["operations"], "waits"> };
  log: Log;
  /** Calls of the platform at once, of all kinds that have no limit of their own. */
  concurrency: number;
};

type Run = () => Promise<void>;

/** A free turn that is held for one act while it is stored and acknowledged, for `storeBudgetMs` at most. */
export type KeptTurn = {
  /** Null: it was held for too long, and went to somebody else. */
  use(run: Run): Promise<void> | null;
  /** For an act that doesn't run. */
  giveBack(): void;
};

type Waiting = { id: string; kind: Kind; isOfSeveral: boolean; kept: KeptTurn | null };

/** Whose turn it is: a bounded number at once, and those that wait say so where their result will stand. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #shared: Limit;
  readonly #several: Limit;
  readonly #own = new Map<string, Limit>();

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#shared = pLimit(options.concurrency);
    this.#several = pLimit(Math.max(1, Math.floor(options.concurrency / 2)));
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
  async take({ id, kind, isOfSeveral, kept }: Waiting, run: Run): Promise<void> {
    const used = kept?.use(run) ?? null;
    if (used !== null) return used;
    const calls = this.#limitOf(kind);
    if (!isFree(calls) && kind.tellsWaiting !== undefined) void this.#tell(id, kind.tellsWaiting);
    return isOfSeveral && calls === this.#shared ? this.#several(() => calls(run)) : calls(run);
  }

  #limitOf({ name, atOnce }: Kind): Limit {
    if (atOnce === undefined) return this.#shared;
    const limit = this.#own.get(name) ?? pLimit(atOnce);
    this.#own.set(name, limit);
    return limit;
  }

  /** Whether it waits is worth knowing and no more: nothing hangs on it. */
  async #tell(id: string, tells: NonNullable<Kind["tellsWaiting"]>): Promise<void> {
    await this.#options.store.operations.waits(id, tells).catch((error: unknown) => {
      this.#options.log.warn({ operation: id, err: error }, "that an operation waits could not be told");
    });
  }
}

function isFree({ activeCount, pendingCount, concurrency }: Limit): boolean {
  return activeCount + pendingCount < concurrency;
}
