import pLimit from "p-limit";
import { type Clocks, type Moment, msBetween, readClocks } from "../clocks.ts";
import type { Log } from "../log.ts";
import type { Operation, Store } from "../store/index.ts";
import type { AnyOperationKind } from "./kind.ts";
import type { Runner, Work } from "./runner.ts";

export type RecoveryOptions = {
  store: { operations: Pick<Store["operations"], "claimAbandoned"> };
  log: Log;
  kinds: ReadonlyMap<string, AnyOperationKind>;
  runner: Pick<Runner, "endAbandoned">;
  resume: (work: Work) => void;
};

const atOnce = 50;
/** Most operations closed at once while people act, who need the database's connections too. */
const maxConcurrent = 4;

/** Ends operations that a dead process left open: unstarted ones as not sent (or they run now), started ones as unknown. */
export class Recovery {
  readonly #options: RecoveryOptions;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Ends all abandoned operations, a whole batch at once, since nobody can act during startup. */
  async all(): Promise<void> {
    while ((await this.some(atOnce)) === atOnce);
  }

  async some(concurrency = maxConcurrent): Promise<number> {
    const abandoned = await this.#options.store.operations.claimAbandoned(atOnce);
    const limit = pLimit(concurrency);
    const end = (operation: Operation) => limit(() => this.#end(operation));
    await Promise.all(abandoned.filter(({ step }) => step === 0).map(end));
    // Second steps come last, since they read why their first step ended.
    await Promise.all(abandoned.filter(({ step }) => step > 0).map(end));
    return abandoned.length;
  }

  async #end(operation: Operation): Promise<void> {
    const { log, kinds, runner, resume } = this.#options;
    const { id, kind: name, request, author, root } = operation;
    const kind = kinds.get(name);
    if (kind === undefined)
      log.error({ operation: id, kind: name }, "an operation of an unknown kind was left open");
    if (kind !== undefined && mayResume(kind, operation)) return resume({ id, kind, request, author, root });
    await runner.endAbandoned(kind ?? { name }, operation);
  }
}

/** False if unacknowledged: the author may have seen a failure. False for a second step: it lacks the first's result. */
function mayResume(kind: AnyOperationKind, { state, acknowledgedAt, step }: Operation): boolean {
  return kind.resumes === true && state === "stored" && acknowledgedAt !== null && step === 0;
}

const beatMs = 5_000;

type Options = {
  beat: () => Promise<void>;
  /** Time after a heartbeat during which other instances don't close this one's operations. */
  leaseMs: number;
  clocks: Clocks;
  onError: (error: unknown) => void;
};

/** Stores heartbeats, so that no other instance closes this one's operations. */
export class Heartbeat {
  readonly #options: Options;
  /** `#beaten`: when the newest stored heartbeat began. `#unbroken`: since when no heartbeat was late. */
  #beaten: Moment | null = null;
  #unbroken: Moment | null = null;
  #timer: NodeJS.Timeout | null = null;
  #newest: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#end();
    await this.#beat();
    this.#timer = setInterval(() => {
      this.#newest = this.#beat();
    }, beatMs).unref();
  }

  async stop(): Promise<void> {
    this.#end();
    await this.#newest;
  }

  /** Whether, by both clocks, no other instance closed an operation of that age, or can within `forMs`. */
  holds({ ageMs, forMs }: { ageMs: number; forMs: number }): boolean {
    const { clocks, leaseMs } = this.#options;
    if (this.#beaten === null || this.#unbroken === null) return false;
    const now = readClocks(clocks);
    const { monotonicMs, wallMs } = this.#unbroken;
    const unbrokenMs = Math.min(now.monotonicMs - monotonicMs, now.wallMs - wallMs);
    return msBetween(this.#beaten, now) + forMs < leaseMs && ageMs < unbrokenMs;
  }

  #end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #beat(): Promise<void> {
    const { beat, clocks, leaseMs, onError } = this.#options;
    const began = readClocks(clocks);
    try {
      await beat();
      const isBroken = this.#beaten === null || msBetween(this.#beaten, readClocks(clocks)) >= leaseMs;
      if (isBroken) this.#unbroken = began;
      this.#beaten = began;
    } catch (error) {
      onError(error);
    }
  }
}
