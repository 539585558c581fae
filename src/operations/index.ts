import pLimit from "p-limit";
import { within } from "../deadline.ts";
import type { Catalogue } from "../locales/index.ts";
import type { Log } from "../log.ts";
import type { NewPost, Operation, Store, TakeOnRequest } from "../store/index.ts";
import type { Acknowledgement, Act } from "./act.ts";
import type { Description } from "./description.ts";
import { ownCodes, ownEnd } from "./end.ts";
import type { Kind } from "./kind.ts";
import { Runner, type Work } from "./runner.ts";

export type { Acknowledgement, Act } from "./act.ts";
export { acceptedEnd } from "./end.ts";
export { type Kind, NotReadyError, type OperationKind, operationKind, type Told } from "./kind.ts";

export type OperationsOptions = {
  store: Store;
  leaseMs: number;
  log: Log;
  /** Tells of an operation that its feature can't: another version stored it, or rendering failed. Pure. */
  plainPosts: (operation: Operation) => NewPost[];
  /** Calls of the platform at once; other acts wait. */
  concurrency?: number;
  /** Acts taken on at once, waiting ones included; the next is refused as busy. */
  limit?: number;
};

/** Half of Slack's 3 s, since the acknowledgement has to travel too (contract: 1.5 s). */
const storeBudgetMs = 1500;
const recoveredAtOnce = 50;
const storeAfterStopMs = 2000;

type TakenOn = { acknowledgement: Acknowledgement; request: TakeOnRequest | null };

/**
 * The one way of every platform-changing call: stored, acknowledged, started, called, and its outcome written
 * together with the posts that tell of it.
 */
export class Operations {
  readonly #options: OperationsOptions;
  readonly #limit: number;
  readonly #calls: ReturnType<typeof pLimit>;
  readonly #runner: Runner;
  readonly #kinds = new Map<string, Kind>();
  readonly #underWay = new Set<Promise<unknown>>();
  /** Acts whose acknowledgement is not settled yet, and those of which the store may still have to let go. */
  readonly #takingOn = new Map<string, Promise<Acknowledgement>>();
  readonly #stopping = new AbortController();
  /** The stop is over: what could not be stored by now is left to recovery. */
  readonly #gone = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #taken = 0;
  #isClosed = false;

  constructor(options: OperationsOptions) {
    this.#options = options;
    this.#limit = options.limit ?? 200;
    this.#calls = pLimit(options.concurrency ?? 16);
    this.#runner = new Runner({
      ...options,
      stopping: this.#stopping.signal,
      gone: this.#gone.signal,
      behind: (failure, operation, work) => this.#behind(failure, operation, work),
    });
  }

  define(kind: Kind): void {
    if (this.#kinds.has(kind.name)) throw new Error(`two operations are called ${kind.name}`);
    this.#kinds.set(kind.name, kind);
  }

  /** What lists say of an operation; null of a kind that is none of this version's, and of what it can't read. */
  describe(operation: Operation, words: Catalogue): Description | null {
    try {
      return this.#kinds.get(operation.kind)?.describe(operation, words) ?? null;
    } catch (error) {
      this.#options.log.error({ operation: operation.id, err: error }, "an operation could not be described");
      return null;
    }
  }

  /**
   * Takes on one act: stores it, has it acknowledged, and only then calls the platform, in the background. When
   * the acknowledgement itself fails the person saw a failure, so nothing is sent and a post says so.
   */
  perform(act: Act, acknowledge: (acknowledgement: Acknowledgement) => Promise<void>): Promise<void> {
    return this.#track(this.#perform(act, acknowledge));
  }

  /** After all kinds are defined: closes what earlier processes left open, then keeps looking. */
  async start(): Promise<void> {
    const { store, leaseMs } = this.#options;
    while ((await this.#recover()) === recoveredAtOnce);
    this.#every(leaseMs / 3, "leases could not be kept", () => store.operations.keepLease());
    this.#every(leaseMs / 2, "recovery failed", () => this.#recover());
  }

  /** Acts taken on and not ended, in this process. */
  get pending(): number {
    return this.#taken;
  }

  /**
   * Takes on nothing new and lets the calls under way end for `limitMs`, then cuts them: what had left is unknown
   * then, what hadn't was not sent, and both are stored with the posts that tell of it.
   */
  async stop(limitMs: number): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await within(limitMs, this.#idle());
    this.#stopping.abort();
    await within(storeAfterStopMs, this.#idle());
    this.#gone.abort();
  }

  /** An act that ends its acknowledgement goes on behind it, so what is under way is looked at again and again. */
  async #idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #perform(act: Act, acknowledge: (acknowledgement: Acknowledgement) => Promise<void>): Promise<void> {
    const kind = this.#kindOf(act);
    const first = this.#takingOn.get(act.id);
    if (first !== undefined) return acknowledge(toTwin(await first));
    const takingOn = this.#takeOn(act);
    this.#takingOn.set(
      act.id,
      takingOn.then(({ acknowledgement }) => acknowledgement),
    );
    const { acknowledgement, request } = await takingOn;
    if (acknowledgement.kind !== "too_slow") this.#takingOn.delete(act.id);
    if (acknowledgement.kind !== "stored" || request === null) return acknowledge(acknowledgement);
    const work = { id: act.id, kind, request: request.request };
    const then = this.#toWork(request.followedBy);
    try {
      await acknowledge(acknowledgement);
    } catch (error) {
      this.#taken -= 1;
      await this.#runner.drop(work, then, ownCodes.notAcknowledged);
      throw error;
    }
    this.#behind("an operation could not be run", act.id, () =>
      this.#calls(() => this.#runner.run(work, then)).finally(() => {
        this.#taken -= 1;
      }),
    );
  }

  async #takeOn(act: Act): Promise<TakenOn> {
    if (this.#isClosed || this.#taken >= this.#limit) {
      return { acknowledgement: { kind: "busy" }, request: null };
    }
    this.#taken += 1;
    const startedMs = performance.now();
    const storing = this.#store(act);
    const stored = await within(storeBudgetMs, storing).catch((error: unknown) => {
      this.#options.log.error({ operation: act.id, err: error }, "an act could not be stored");
      return undefined;
    });
    // A store that blocks this process keeps the timer from ending the wait in time, so the clock is asked as well.
    const isInTime = performance.now() - startedMs <= storeBudgetMs && !act.wasHeldUp();
    if (stored !== undefined && (isInTime || stored.acknowledgement.kind !== "stored")) {
      if (stored.acknowledgement.kind !== "stored") this.#taken -= 1;
      return stored;
    }
    this.#taken -= 1;
    this.#behind("a late act could not be taken back", act.id, () =>
      this.#takeBack(act, storing).finally(() => this.#takingOn.delete(act.id)),
    );
    return { acknowledgement: { kind: "too_slow" }, request: null };
  }

  async #store({ id, kind, prepare }: Act): Promise<TakenOn> {
    const prepared = await prepare();
    if (prepared === null) return { acknowledgement: { kind: "gone" }, request: null };
    if ("barred" in prepared) {
      return { acknowledgement: { kind: "barred", why: prepared.barred }, request: null };
    }
    const request = { id, kind, ...prepared };
    return { acknowledgement: await this.#options.store.operations.takeOn(request), request };
  }

  /**
   * The person is told that nothing was sent: this makes it so, as soon as the store lets go of the write. Silently,
   * unless the act came again in between to another instance, which said that it is on its way, or the store is away:
   * left as it is, recovery might run it.
   */
  async #takeBack(act: Act, storing: Promise<TakenOn>): Promise<void> {
    const late = await storing.catch(() => undefined);
    if (late !== undefined && late.acknowledgement.kind !== "stored") return;
    if (await this.#options.store.operations.withdraw(act.id).catch(() => false)) return;
    const work = { id: act.id, kind: this.#kindOf(act) };
    await this.#runner.drop(work, this.#toWork(late?.request?.followedBy), ownCodes.tookTooLong);
  }

  /** Ends what a process left behind: what never started was not sent or runs now, what started may have been. */
  async #recover(): Promise<number> {
    const { store, log, plainPosts } = this.#options;
    const abandoned = await store.operations.claimAbandoned(recoveredAtOnce);
    for (const { id, kind: name, state, request } of abandoned) {
      const kind = this.#kinds.get(name);
      if (kind === undefined) {
        log.error({ operation: id, kind: name }, "an operation of an unknown kind was left open");
      }
      if (kind?.resumes === true && state === "stored") {
        this.#behind("an operation could not be run", id, () =>
          this.#calls(() => this.#runner.run({ id, kind, request })),
        );
        continue;
      }
      const end = ownEnd(state === "stored" ? "not_sent" : "unknown", ownCodes.processEnded);
      await this.#runner.finish(kind ?? { name, posts: plainPosts }, id, end);
    }
    return abandoned.length;
  }

  #toWork(then: TakeOnRequest["followedBy"]): Work | null {
    return then === undefined ? null : { id: then.id, kind: this.#kindOf(then), request: then.request };
  }

  #kindOf(act: { kind: string }): Kind {
    const kind = this.#kinds.get(act.kind);
    if (kind === undefined) throw new Error(`no operation is called ${act.kind}`);
    return kind;
  }

  /** Work that goes on behind the acknowledgement; a failure in it is a defect, and is logged. */
  #behind(failure: string, operation: string | null, work: () => Promise<unknown>): void {
    void this.#track(
      work().catch((error: unknown) => this.#options.log.error({ operation, err: error }, failure)),
    );
  }

  /** What a stop waits for. */
  #track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.then(noop, noop).finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return work;
  }

  #every(ms: number, failure: string, work: () => Promise<unknown>): void {
    const timer = setInterval(() => this.#behind(failure, null, work), ms);
    timer.unref();
    this.#timers.push(timer);
  }
}

/** The answer to a second delivery of an act whose first one is answered at the same moment. */
function toTwin(acknowledgement: Acknowledgement): Acknowledgement {
  return acknowledgement.kind === "stored" ? { kind: "twin" } : acknowledgement;
}

function noop(): void {}
