import { systemClocks } from "../clocks.ts";
import { type Within, within } from "../deadline.ts";
import type { Catalogue } from "../locales/index.ts";
import type { Operation, Store } from "../store/index.ts";
import { type Acknowledge, type Act, Acts, type ActsOptions } from "./acts.ts";
import type { AnyOperationKind, Description } from "./kind.ts";
import { Turns } from "./limits.ts";
import { Heartbeat, Recovery } from "./recovery.ts";
import { Runner, type RunnerOptions } from "./runner.ts";

export { actSubject, hadNoEffect, isOfBatch, unknownsCardSubject } from "../store/index.ts";
export type { Acknowledgement, Act, ActSource, PreparedAct } from "./acts.ts";
export { acceptedEnd, appCodes, readReason } from "./end.ts";
export {
  type AnyOperationKind,
  lastFourDigits,
  mapReply,
  NotReadyError,
  type OperationKind,
  operationKind,
  toWords,
} from "./kind.ts";
export { createQuota, type Quota } from "./limits.ts";

export type OperationsOptions = Pick<
  RunnerOptions,
  "log" | "plainNotification" | "now" | "onCall" | "retries"
> &
  Pick<ActsOptions, "limit" | "onBusy" | "passesOn" | "answerRefused" | "clocks"> & {
    store: Store;
    leaseMs: number;
    /** Most platform calls at once; others wait. @default 16 */
    concurrency?: number;
    within?: Within;
  };

const storeAfterStopMs = 2000;
const runFailure = "an operation could not be run";

export class Operations {
  readonly #options: OperationsOptions;
  readonly #turns: Turns;
  readonly #runner: Runner;
  readonly #acts: Acts;
  readonly #recovery: Recovery;
  readonly #heartbeat: Heartbeat;
  readonly #kinds = new Map<string, AnyOperationKind>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();
  /** Aborts at the end of a stop; outcomes not stored by then are left to recovery. */
  readonly #gone = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OperationsOptions) {
    this.#options = options;
    const { store, leaseMs, log } = options;
    this.#heartbeat = new Heartbeat({
      beat: () => store.operations.beat(),
      leaseMs,
      clocks: options.clocks ?? systemClocks,
      onError: (error) => log.error({ err: error }, "that this instance lives could not be stored"),
    });
    this.#turns = new Turns(options.concurrency ?? 16);
    this.#runner = new Runner({
      ...options,
      stopping: this.#stopping.signal,
      // Half a lease is longer than the 30 s in which the client lets a request leave.
      isOwned: (ageMs) => this.#heartbeat.holds({ ageMs, forMs: leaseMs / 2 }),
      gone: this.#gone.signal,
      behind: (failure, operation, work) => this.#behind(failure, operation, work),
    });
    this.#acts = new Acts({
      within,
      ...options,
      kindOf: (of) => this.#kindOf(of),
      turns: this.#turns,
      runner: this.#runner,
      behind: (act, work) => this.#behind(runFailure, act, work),
    });
    this.#recovery = new Recovery({
      ...options,
      kinds: this.#kinds,
      runner: this.#runner,
      resume: (work) =>
        this.#behind(runFailure, work.id, () =>
          this.#turns.take(work.kind, false, () => this.#runner.run(work)),
        ),
    });
  }

  define(kind: AnyOperationKind): void {
    if (this.#kinds.has(kind.name)) throw new Error(`two operations are called ${kind.name}`);
    this.#kinds.set(kind.name, kind);
  }

  /** Describes an operation for posts and lists; null for kinds and requests that this version can't read. */
  describe(operation: Operation, words: Catalogue): Description | null {
    try {
      return this.#kinds.get(operation.kind)?.describe(operation, words) ?? null;
    } catch (error) {
      this.#options.log.error({ operation: operation.id, err: error }, "an operation could not be described");
      return null;
    }
  }

  /** Stores an act, acknowledges it, and then calls the platform. If acknowledging fails, nothing is sent. */
  perform(act: Act, acknowledge: Acknowledge): Promise<void> {
    this.#kindOf(act);
    return this.#track(this.#acts.perform(act, acknowledge));
  }

  isBusy(kind: string): boolean {
    return !this.#turns.isFree(this.#kindOf({ kind }));
  }

  /** Closes operations of dead processes, now and every half lease. Call after all kinds are defined. */
  async start(): Promise<void> {
    await this.#heartbeat.start();
    await this.#recovery.all();
    const look = () => this.#behind("recovery failed", null, () => this.#recovery.some());
    this.#timer = setInterval(look, this.#options.leaseMs / 2).unref();
  }

  get pending(): number {
    return this.#acts.pending;
  }

  /** Refuses new acts, waits up to `limitMs` for calls, and aborts them: as unknown if they left, else as not sent. */
  async stop(limitMs: number): Promise<void> {
    this.#acts.close();
    clearInterval(this.#timer);
    await within(limitMs, this.#idle());
    this.#stopping.abort();
    await within(storeAfterStopMs, this.#idle());
    this.#gone.abort();
    await this.#heartbeat.stop();
    await this.#options.store.operations.leave().catch(noop);
  }

  /** Waits until nothing runs, background work after acknowledgements included. */
  async #idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #kindOf(act: { kind: string }): AnyOperationKind {
    const kind = this.#kinds.get(act.kind);
    if (kind === undefined) throw new Error(`no operation is called ${act.kind}`);
    return kind;
  }

  #behind(failure: string, operation: string | null, work: () => Promise<unknown>): void {
    void this.#track(
      work().catch((error: unknown) => this.#options.log.error({ operation, err: error }, failure)),
    );
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.then(noop, noop).finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return work;
  }
}

function noop(): void {}
