import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";

/** The process that a timer belongs to: a frozen one's timers wait until it goes on, a dead one's never fire. */
export type Owner = { readonly isFrozen: boolean; readonly isDead: boolean };

type Timer = { dueMs: number; owner: Owner | undefined; everyMs: number | null; run: () => void };

const startMs = Date.parse("2026-11-21T09:00:00.000Z");

/** Virtual time: replaces the global timers during a run, and lets time pass when it is told to. */
export class Clock {
  #nowMs = startMs;
  readonly #timers = new Set<Timer>();
  readonly #owners = new AsyncLocalStorage<Owner>();
  readonly #real = { setTimeout, clearTimeout, setInterval, clearInterval };
  /** The database's calls under way: they are real, and take no virtual time. */
  #busy = 0;

  readonly nowMs = (): number => this.#nowMs;
  readonly now = (): Date => new Date(this.#nowMs);

  /** Runs `run` so that every timer that it sets, however late, belongs to `owner`. */
  as<T>(owner: Owner, run: () => T): T {
    return this.#owners.run(owner, run);
  }

  install(): void {
    const add = (
      run: (...given: unknown[]) => void,
      ms: number | undefined,
      given: unknown[],
      again: boolean,
    ) => {
      const afterMs = Math.max(1, ms ?? 1);
      return this.#add(afterMs, { owner: this.#owners.getStore(), run: () => run(...given) }, again);
    };
    const clear = (timer: unknown) => void this.#timers.delete(timer as Timer);
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms?: number, ...given: unknown[]) => add(run, ms, given, false),
      setInterval: (run: () => void, ms?: number, ...given: unknown[]) => add(run, ms, given, true),
      clearTimeout: clear,
      clearInterval: clear,
    });
  }

  uninstall(): void {
    this.#timers.clear();
    Object.assign(globalThis, this.#real);
  }

  /** Waits without an owner, for what is on its way between processes: no freeze stops it. */
  wait(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => this.#add(ms, { owner: undefined, run: resolve }, false));
  }

  /** Waits until nothing happens any more without a passing of time. */
  async resolve(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet = this.#busy === 0 ? quiet + 1 : 0) await turn();
  }

  async during<T>(work: Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work;
    } finally {
      this.#busy -= 1;
    }
  }

  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await this.resolve();
    for (let next = this.#next(untilMs); next !== null; next = this.#next(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      if (next.everyMs === null) this.#timers.delete(next);
      else next.dueMs = this.#nowMs + next.everyMs;
      if (next.owner === undefined) next.run();
      else this.as(next.owner, next.run);
      await this.resolve();
    }
    this.#nowMs = untilMs;
  }

  #add(ms: number, timer: Pick<Timer, "owner" | "run">, isRepeated: boolean) {
    const added = {
      ...timer,
      dueMs: this.#nowMs + ms,
      everyMs: isRepeated ? ms : null,
      ref: () => added,
      unref: () => added,
    };
    this.#timers.add(added);
    return added;
  }

  #next(untilMs: number): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.#timers) {
      if (timer.owner?.isDead === true) this.#timers.delete(timer);
      else if (
        timer.owner?.isFrozen !== true &&
        timer.dueMs <= untilMs &&
        timer.dueMs < (next?.dueMs ?? Infinity)
      )
        next = timer;
    }
    return next;
  }
}
