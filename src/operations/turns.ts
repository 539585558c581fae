import pLimit from "p-limit";
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

  isFree(kind: Kind): boolean {
    const { activeCount, pendingCount, concurrency } = this.#limitOf(kind);
    return activeCount + pendingCount < concurrency;
  }

  /** `isOfSeveral`: of an act that brought several, of which all together leave half of the shared turns to others. */
  async take<T>(
    { id, kind, isOfSeveral }: { id: string; kind: Kind; isOfSeveral: boolean },
    run: () => Promise<T>,
  ): Promise<T> {
    const calls = this.#limitOf(kind);
    if (!this.isFree(kind) && kind.tellsWaiting !== undefined) void this.#tell(id, kind.tellsWaiting);
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
