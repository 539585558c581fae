import type { Backoff } from "../backoff.ts";
import { storeBudgetMs, within } from "../deadline.ts";
import type { Catalogue } from "../locales/index.ts";
import type { Log } from "../log.ts";
import {
  hadNoEffect,
  type NewPost,
  type Operation,
  type Outcome,
  type Store,
  type TakeOnRequest,
} from "../store/index.ts";
import { type Acknowledgement, type Act, isActId, wasDenied } from "./act.ts";
import { Answers } from "./answers.ts";
import type { Description } from "./description.ts";
import { ownCodes } from "./end.ts";
import type { Kind } from "./kind.ts";
import { Recovery } from "./recovery.ts";
import { Runner, type Work } from "./runner.ts";
import { Turns } from "./turns.ts";
import { type TakenOn, WriteOffs } from "./write-offs.ts";

export { hadNoEffect } from "../store/index.ts";
export type { Acknowledgement, Act, Asker, Prepared } from "./act.ts";
export { acceptedEnd, ownCodes } from "./end.ts";
export { type Kind, mapReply, NotReadyError, type OperationKind, operationKind, type Told } from "./kind.ts";

export type OperationsOptions = {
  store: Store;
  leaseMs: number;
  log: Log;
  /** Tells of an operation that its feature can't: another version stored it, or rendering failed. Pure. */
  plainPosts: (operation: Operation) => NewPost[];
  now: () => Date;
  /** Calls of the platform at once; other acts wait. */
  concurrency?: number;
  /** Acts taken on at once, waiting ones included; the next is refused as busy. */
  limit?: number;
  /** Failures of `prepare` that are told where the act came from, in other words than that the app was slow. */
  passesOn?: (error: unknown) => boolean;
  /** Between tries to store an outcome, other than usual: a story of a store that is away need not take its seconds. */
  retries?: Backoff;
};

const storeAfterStopMs = 2000;
/** The attempt at what this process itself took on. */
const firstAttempt = 1;
const runFailure = "an operation could not be run";

/** `storing`: what the store may still be doing about it. */
type Taking = TakenOn & { storing?: Promise<TakenOn> };

/**
 * The one way of every platform-changing call: stored, acknowledged, started, called, and its outcome written
 * together with the posts that tell of it.
 */
export class Operations {
  readonly #options: OperationsOptions;
  readonly #limit: number;
  readonly #turns: Turns;
  readonly #runner: Runner;
  readonly #recovery: Recovery;
  readonly #kinds = new Map<string, Kind>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #answers = new Answers();
  readonly #writeOffs: WriteOffs;
  readonly #stopping = new AbortController();
  /** The stop is over: what could not be stored by now is left to recovery. */
  readonly #gone = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  #taken = 0;
  #isClosed = false;

  constructor(options: OperationsOptions) {
    this.#options = options;
    this.#limit = options.limit ?? 200;
    this.#turns = new Turns({ ...options, concurrency: options.concurrency ?? 16 });
    this.#runner = new Runner({
      ...options,
      stopping: this.#stopping.signal,
      gone: this.#gone.signal,
      behind: (failure, operation, work) => this.#behind(failure, operation, work),
    });
    this.#writeOffs = new WriteOffs({
      store: options.store,
      runner: this.#runner,
      answers: this.#answers,
      toWork: (act) => this.#toWork(act),
      behind: (failure, operation, work) => this.#behind(failure, operation, work),
    });
    this.#recovery = new Recovery({
      ...options,
      kinds: this.#kinds,
      runner: this.#runner,
      resume: (work) => this.#behind(runFailure, work.id, () => this.#run(work, null)),
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

  /** The person was told that nothing was done: the act is used up, unless another delivery of it is on its way. */
  deny(id: string): void {
    this.#writeOffs.useUp({ id });
  }

  /** Its author gives up what waits, whichever process has it. False: its request has left, or may have. */
  giveUp({ id, kind }: Pick<Operation, "id" | "kind">): Promise<boolean> {
    return this.#runner.giveUp(this.#kindOf({ kind }), id);
  }

  /** After all kinds are defined: closes what earlier processes left open, then keeps looking. */
  async start(): Promise<void> {
    const { store, leaseMs } = this.#options;
    await this.#recovery.all();
    this.#every(leaseMs / 3, "leases could not be kept", () => store.operations.keepLease());
    this.#every(leaseMs / 2, "recovery failed", () => this.#recovery.some());
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
    if (!isActId(act.id)) throw new Error("what was asked for names no act");
    const kind = this.#kindOf(act);
    const first = this.#answers.get(act);
    if (first !== undefined) return acknowledge(await first);
    const taking = this.#takeOn(act);
    this.#answers.keep(act, taking);
    const { acknowledgement, request, storing } = await taking.catch((error: unknown) => {
      this.#answers.forget(act.id);
      throw error;
    });
    if (acknowledgement.kind !== "stored" || request === null) {
      const answered = acknowledge(acknowledgement);
      if (wasDenied(acknowledgement)) this.#writeOffs.takeBack(act, storing);
      else if (acknowledgement.kind === "barred")
        this.#writeOffs.useUp(act, () => this.#answers.forget(act.id));
      else this.#answers.forget(act.id);
      return answered;
    }
    const works = toWorks(request, kind);
    const { followedBy } = request;
    const thenOf = ({ id }: Work) =>
      id === act.id && followedBy !== undefined ? this.#toWork(followedBy) : null;
    const drop = async (code: string) => {
      this.#taken -= 1;
      for (const work of works) await this.#runner.drop(work, thenOf(work), code);
      this.#answers.forget(act.id);
    };
    try {
      await acknowledge(acknowledgement);
    } catch (error) {
      await drop(ownCodes.notAcknowledged);
      throw error;
    }
    // The answer itself came too late: Slack may have told the person that it failed.
    if (act.by.wasHeldUp()) return drop(ownCodes.tookTooLong);
    this.#behind(runFailure, act.id, async () => {
      try {
        const outcomes = await Promise.all(works.map((work) => this.#runAcknowledged(work, thenOf(work))));
        // The store knows better by then what can be done anew. Several have a post that tells of each.
        if (outcomes.length === 1 && hadNoEffect(outcomes[0])) this.#answers.forget(act.id);
      } finally {
        this.#taken -= 1;
        this.#answers.end(act.id);
      }
    });
  }

  async #runAcknowledged(work: Work, then: Work | null): Promise<Outcome | null> {
    await this.#runner.noteAcknowledged(work);
    return this.#run(work, then);
  }

  #run(work: Work, then: Work | null): Promise<Outcome | null> {
    return this.#turns.take(work, () => this.#runner.run(work, then));
  }

  async #takeOn(act: Act): Promise<Taking> {
    if (this.#isClosed || this.#taken >= this.#limit) {
      return { acknowledgement: { kind: "busy" }, request: null };
    }
    this.#taken += 1;
    const startedMs = performance.now();
    const storing = this.#store(act);
    const stored = await within(storeBudgetMs, storing).catch((error: unknown) => {
      if (this.#options.passesOn?.(error) === true) {
        this.#taken -= 1;
        throw error;
      }
      this.#options.log.error({ operation: act.id, err: error }, "an act could not be stored");
      return undefined;
    });
    // A store that blocks this process keeps the timer from ending the wait in time, so the clock is asked as well.
    const isInTime = performance.now() - startedMs <= storeBudgetMs && !act.by.wasHeldUp();
    if (stored?.acknowledgement.kind === "stored" && isInTime) return stored;
    this.#taken -= 1;
    if (stored !== undefined && stored.acknowledgement.kind !== "stored") return stored;
    return { acknowledgement: { kind: "too_slow" }, request: null, storing };
  }

  async #store({ id, kind, by: { person }, form, prepare }: Act): Promise<TakenOn> {
    // What this process takes back of the same form isn't in the way of this one.
    if (form !== undefined) await this.#writeOffs.ofForm(form);
    const prepared = await prepare();
    if (prepared === null) return { acknowledgement: { kind: "gone" }, request: null };
    if ("barred" in prepared) {
      return { acknowledgement: { kind: "barred", why: prepared.barred }, request: null };
    }
    const author = { author: person.id, locale: person.locale };
    const request = { id, kind, ...prepared, ...author, ...(form && { form }) };
    return { acknowledgement: await this.#options.store.operations.takeOn(request), request };
  }

  #toWork({ id, kind, request, repeats }: Pick<TakeOnRequest, "id" | "kind" | "request" | "repeats">): Work {
    return { id, kind: this.#kindOf({ kind }), request, attempt: firstAttempt, repeats };
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

/** All that the act brought at once. */
function toWorks({ id, request, repeats, beside = [] }: TakeOnRequest, kind: Kind): Work[] {
  return [{ id, request, repeats }, ...beside].map((one) => ({ ...one, kind, attempt: firstAttempt }));
}

function noop(): void {}
