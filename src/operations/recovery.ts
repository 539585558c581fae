import pLimit from "p-limit";
import { type Clocks, type Moment, passedMs, readClocks } from "../clocks.ts";
import type { Log } from "../log.ts";
import type { Operation, Store } from "../store/index.ts";
import type { Kind } from "./kind.ts";
import type { Runner, Work } from "./runner.ts";

export type RecoveryOptions = {
  store: { operations: Pick<Store["operations"], "claimAbandoned"> };
  log: Log;
  kinds: ReadonlyMap<string, Kind>;
  runner: Pick<Runner, "endAbandoned">;
  resume: (work: Work) => void;
};

const atOnce = 50;
/** While people act: their acts need the database's connections as well. */
const mostAtOnce = 4;

/** Ends what a process left behind: what never started was not sent or runs now, what started may have been. */
export class Recovery {
  readonly #options: RecoveryOptions;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** At a start, before anybody can act: what can't be written beside one of them must not hold up the others. */
  async all(): Promise<void> {
    while ((await this.#endSome(atOnce)) === atOnce);
  }

  async some(): Promise<void> {
    await this.#endSome(mostAtOnce);
  }

  async #endSome(concurrency: number): Promise<number> {
    const abandoned = await this.#options.store.operations.claimAbandoned(atOnce);
    const limit = pLimit(concurrency);
    const end = (operation: Operation) => limit(() => this.#end(operation));
    await Promise.all(abandoned.filter(({ step }) => step === 0).map(end));
    // Those that waited for them read there why they end.
    await Promise.all(abandoned.filter(({ step }) => step > 0).map(end));
    return abandoned.length;
  }

  async #end(operation: Operation): Promise<void> {
    const { log, kinds, runner, resume } = this.#options;
    const { id, kind: name, request, root } = operation;
    const kind = kinds.get(name);
    if (kind === undefined)
      log.error({ operation: id, kind: name }, "an operation of an unknown kind was left open");
    if (kind !== undefined && mayResume(kind, operation)) return resume({ id, kind, request, root });
    await runner.endAbandoned(kind ?? { name }, operation);
  }
}

/**
 * The person of one that was never acknowledged may have been told that it failed, and one that follows another would
 * leave without what that brought.
 */
function mayResume(kind: Kind, { state, acknowledgedAt, step }: Operation): boolean {
  return kind.resumes === true && state === "stored" && acknowledgedAt !== null && step === 0;
}

const beatMs = 5_000;

type Options = {
  beat: () => Promise<void>;
  /** So long others leave an instance's operations to it behind a beat. */
  leaseMs: number;
  clocks: Clocks;
  onError: (error: unknown) => void;
};

/** Says that this instance lives, so that no other one closes what it has in hand. */
export class Heartbeat {
  readonly #options: Options;
  /** When the newest beat that was stored began, and since when none came so late that others could take this one for dead. */
  #beaten: Moment | null = null;
  #unbroken: Moment | null = null;
  #timer: NodeJS.Timeout | null = null;
  #newest: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves with the first beat, stored or not. */
  async start(): Promise<void> {
    this.#end();
    await this.#beat();
    this.#timer = setInterval(() => {
      this.#newest = this.#beat();
    }, beatMs).unref();
  }

  /** Nothing says any more that this instance lives. */
  async stop(): Promise<void> {
    this.#end();
    await this.#newest;
  }

  /** Whether nobody else could take what came in hand here so long ago, nor can for so long, by both clocks. */
  holds({ ageMs, forMs }: { ageMs: number; forMs: number }): boolean {
    const { clocks, leaseMs } = this.#options;
    if (this.#beaten === null || this.#unbroken === null) return false;
    const now = readClocks(clocks);
    const { monotonicMs, wallMs } = this.#unbroken;
    const unbrokenMs = Math.min(now.monotonicMs - monotonicMs, now.wallMs - wallMs);
    return passedMs(this.#beaten, now) + forMs < leaseMs && ageMs < unbrokenMs;
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
      const isBroken = this.#beaten === null || passedMs(this.#beaten, readClocks(clocks)) >= leaseMs;
      if (isBroken) this.#unbroken = began;
      this.#beaten = began;
    } catch (error) {
      onError(error);
    }
  }
}
