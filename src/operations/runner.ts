import { type Backoff, backoffMs } from "../backoff.ts";
import { pause } from "../deadline.ts";
import { givesAway } from "../foreign-words.ts";
import { wordsOf } from "../locales/index.ts";
import type { Log } from "../log.ts";
import {
  AlsoFailedError,
  NeedlessError,
  type Operation,
  type Outcome,
  type Store,
  type Telling,
  type Transition,
} from "../store/index.ts";
import { abandonedEnd, type End, isStorable, notReached, ownCodes, ownEnd, type Result } from "./end.ts";
import type { Attempt, Ending, Kind, Leave, NotReadyError } from "./kind.ts";

/** What runs, as it was taken on or as it was left open. */
export type Work = {
  id: string;
  kind: Kind;
  request: unknown;
  /** Which of the operation's attempts it is. */
  attempt: number;
  /** The first try of the same. */
  root: string;
};

export type RunnerOptions = {
  store: Pick<Store, "operations">;
  log: Log;
  /** Where an operation is told of which its feature can't: another version stored it, or has a defect. Pure. */
  tellsPlainly: Ending["tells"];
  now: () => Date;
  /** On-call's conversation: what was sent from there stands there, and is not listed besides. */
  onCall?: string | undefined;
  /** Ends calls under way: the process is stopping. */
  stopping: AbortSignal;
  /** What could not be stored by now is left to recovery. */
  gone: AbortSignal;
  /** Between tries at what a store that is away doesn't take. */
  retries?: Backoff;
  /** Work that a stop waits for and nobody else does. */
  behind: (failure: string, operation: string, work: () => Promise<unknown>) => void;
};

export const usualRetries: Backoff = { firstMs: 200, longestMs: 10_000 };

/**
 * What a feature writes beside an outcome may fail so often before the outcome is stored without it. With the pauses that
 * is 13 s for a defect, so that a stop can wait for it, and 50 s where PostgreSQL can't get at a table.
 */
const alsoTries = 7;

/** Runs what was stored and writes how it ended, whatever the store is doing meanwhile. */
export class Runner {
  readonly #options: RunnerOptions;
  /** Whose acceptance is being stored: nothing sends them again meanwhile. */
  readonly #accepted = new Set<string>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** For what may run after a restart; it runs now whether or not that can be written. */
  async noteAcknowledged({ id, kind }: Work): Promise<void> {
    if (kind.resumes !== true) return;
    await this.#options.store.operations
      .acknowledged(id)
      .catch((error: unknown) =>
        this.#options.log.error({ operation: id, err: error }, "an acknowledgement could not be noted"),
      );
  }

  /**
   * How it ended, null when that isn't this process's to say. `then`: what waits for this one, and runs when it is
   * accepted.
   */
  async run(work: Work, then: Work | null = null, before: Result["reply"] = null): Promise<Outcome | null> {
    const { stopping } = this.#options;
    const { id, kind } = work;
    const end = stopping.aborted
      ? ownEnd("not_sent", ownCodes.processEnded)
      : await kind.run(work.request, {
          signal: stopping,
          before,
          leave: (attempt) => this.#start(work, attempt),
          onLate: (late) => this.#correct(work, late),
          onNotReady: (error) => this.#logNotReady(id, error),
          onDefect: (error) => this.#logDefect(id, kind, error),
        });
    if (end !== null) await this.#finish(kind, work, end);
    if (then !== null && end?.outcome === "accepted") await this.run(then, null, end.result.reply);
    else if (then !== null) await this.#finish(then.kind, then, notReached(end));
    return end?.outcome ?? null;
  }

  /** Ends what was stored and will not run, and what waits for it. */
  async drop(work: Omit<Work, "request" | "root">, then: Work | null, code: string): Promise<void> {
    const end = ownEnd("not_sent", code);
    await this.#finish(work.kind, work, end);
    if (then !== null) await this.#finish(then.kind, then, notReached(end));
  }

  /** What a process left behind, unless this one ends as well. */
  async endAbandoned(kind: Ending, operation: Operation): Promise<void> {
    const { id, act, step, attempts: attempt } = operation;
    const { store } = this.#options;
    const before = await this.insist(id, async () => (step === 0 ? null : await store.operations.get(act)));
    if (before !== undefined) await this.#finish(kind, { id, attempt }, abandonedEnd(operation, before));
  }

  /** Only before its request leaves; the store knows, whichever process has it. */
  async giveUp(kind: Ending, id: string): Promise<boolean> {
    const transition = await this.#options.store.operations.finish(id, {
      ...ownEnd("not_sent", ownCodes.givenUp),
      isGivenUp: true,
      tells: (closed, operation) => this.#tells(kind, operation, closed),
    });
    return transition !== "ignored";
  }

  async #finish(kind: Ending, { id, attempt }: Pick<Work, "id" | "attempt">, end: End): Promise<void> {
    const { store, log, now, onCall } = this.#options;
    const { outcome } = end;
    const endedAt = now();
    const isWhole = isStorable(end.result);
    if (!isWhole) log.error({ operation: id }, "what was answered can't be stored");
    const result = isWhole ? end.result : { ...end.result, reply: null };
    let code: string | undefined;
    let alsoFailures = 0;
    let isLeftOut = false;
    const tells = (transition: Transition, operation: Operation): Telling => {
      code = loggedCode(kind, operation, result.code);
      const told = this.#tells(kind, operation, transition);
      // Where what a feature writes beside it would have told of it, and nothing that waits for it will.
      const isLast = operation.siblings.every(({ step }) => step <= operation.step);
      const isUntold = (told.posts ?? []).length === 0 && isLeftOut && isLast;
      return isUntold ? this.#options.tellsPlainly(operation, transition) : told;
    };
    const request = { ...end, result, attempt, endedAt, tells, unlistedIn: onCall };
    if (outcome === "accepted") this.#accepted.add(id);
    const transition = await this.insist(id, async () => {
      isLeftOut = false;
      try {
        return await store.operations.finish(id, { ...request, ...(kind.also && { also: kind.also }) });
      } catch (error) {
        if (!(error instanceof AlsoFailedError)) throw error;
        alsoFailures += 1;
        if (alsoFailures < alsoTries) throw error;
        isLeftOut = true;
        // Where this fails too it is the store's failure, and the next try is with what belongs beside it.
        return await store.operations.finish(id, request);
      }
    });
    // The end before a late acceptance may be noted after it.
    if (outcome === "accepted") this.#accepted.delete(id);
    if (transition === undefined) return;
    if (isLeftOut)
      log.error(
        { operation: id, kind: kind.name, tries: alsoFailures },
        "what belongs beside an outcome was left out",
      );
    log.info({ operation: id, kind: kind.name, outcome, code, transition }, "operation ended");
  }

  /**
   * Tries until it is written: what this process knows must not be lost to a store that is away for a while. Undefined
   * when the process ends first.
   */
  async insist<T>(id: string, write: () => Promise<T>): Promise<T | undefined> {
    const { log, gone, retries = usualRetries } = this.#options;
    for (let failures = 1; ; failures += 1) {
      try {
        return await write();
      } catch (error) {
        log.error({ operation: id, err: error }, "an outcome could not be stored yet");
        await pause(backoffMs(retries, failures), gone);
        if (gone.aborted) return undefined;
      }
    }
  }

  async #start({ id, attempt, root }: Work, { completed, isAgain }: Attempt): Promise<Leave> {
    const { store, log } = this.#options;
    try {
      // It may have waited for its turn, and what nobody knew when it was confirmed may be known by now.
      const how = { attempt, completed, isAgain, root, accepted: this.#accepted };
      return (await store.operations.start(id, how)) ? "started" : "not_mine";
    } catch (error) {
      if (error instanceof NeedlessError) return "needless";
      log.error({ operation: id, err: error }, "an operation could not be started");
      return "failed";
    }
  }

  #correct(work: Work, late: End): void {
    if (late.outcome === "unknown") return;
    this.#options.behind("a late reply was lost", work.id, () => this.#finish(work.kind, work, late));
  }

  /** A person reads the code's sentence; an operator needs what was behind it. */
  #logNotReady(id: string, { code, cause }: NotReadyError): void {
    if (cause === undefined) return;
    this.#options.log.warn({ operation: id, code, err: cause }, "what a call needs could not be got ready");
  }

  #logDefect(id: string, { name }: Kind, error: unknown): void {
    this.#options.log.error({ operation: id, kind: name, err: error }, "a call failed in an unforeseen way");
  }

  /** A defect in telling must not keep an outcome from being stored and told. */
  #tells(kind: Ending, operation: Operation, transition: Transition): Telling {
    try {
      return kind.tells(operation, transition);
    } catch (error) {
      this.#options.log.error({ operation: operation.id, err: error }, "an outcome could not be told of");
      return this.#options.tellsPlainly(operation, transition);
    }
  }
}

/** A code is the platform's word, which may be the message's. */
function loggedCode({ describe }: Ending, operation: Operation, code: string): string {
  try {
    return givesAway(code, describe?.(operation, wordsOf("en"))?.contents ?? []) ? "…" : code;
  } catch {
    return "…";
  }
}
