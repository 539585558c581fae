import { type Backoff, backoffMs } from "../backoff.ts";
import { pause } from "../deadline.ts";
import { repeatsSecret } from "../foreign-words.ts";
import { wordsOf } from "../locales/index.ts";
import type { Log } from "../log.ts";
import { PlatformError } from "../platform/index.ts";
import {
  type InTransaction,
  type Notification,
  type Operation,
  type Store,
  SupersededError,
  type Transition,
} from "../store/index.ts";
import {
  abandonedEnd,
  appCodes,
  createAppEnd,
  createUnreachedEnd,
  type EndResult,
  isStorable,
  type OperationEnd,
  toEnd,
} from "./end.ts";
import { type AnyOperationKind, NotReadyError, type Request } from "./kind.ts";

export type Work = {
  id: string;
  kind: AnyOperationKind;
  request: unknown;
  author: string;
  root: string;
  isStarted?: boolean;
  /** Milliseconds since shortly before this process stored the operation; absent if another process stored it. */
  ageMs?: () => number;
  /** Time at which the request was about to leave, if the operation was stored as started before. */
  leftAt?: Date | null;
};

/** Reason why an attempt may not leave. `end` is the operation's end; null if another process has the operation. */
type Withheld = { end: OperationEnd | null };

/** The part of an operation needed to close it; a kind from a newer version is only a name. */
type Ending = Pick<Work, "id" | "leftAt"> & { kind: AnyOperationKind | { name: string } };

export type RunnerOptions = {
  store: Pick<Store, "operations">;
  log: Log;
  /** Returns posts for operations that no feature can describe: of another version, or with a defect. Pure. */
  plainNotification: AnyOperationKind["notificationFor"];
  now: () => Date;
  /** On-call's conversation. On-call's card omits acts from here, since their results are shown here. */
  onCall?: string | undefined;
  stopping: AbortSignal;
  /** Whether no other instance closed an operation of that age, or can before its request has left. */
  isOwned: (ageMs: number) => boolean;
  /** Aborts when outcomes that are not stored yet are left to recovery. */
  gone: AbortSignal;
  retries?: Backoff;
  /** Runs work in the background; only a stop waits for it. */
  behind: (failure: string, operation: string, work: () => Promise<unknown>) => void;
};

const usualRetries: Backoff = { firstMs: 200, longestMs: 10_000 };

/** Failed tries until an outcome is stored without the feature's writes: 13 s for a defect, 50 s with timeouts. */
const maxFailures = 7;

export class Runner {
  readonly #options: RunnerOptions;
  /** Ids of operations whose acceptance is being stored; meanwhile none of their other tries may start. */
  readonly #accepted = new Set<string>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Stores the acknowledgement, for kinds that resume after a restart. A failure is only logged; the operation runs. */
  async noteAcknowledged({ id, kind }: Work): Promise<void> {
    const { store, log } = this.#options;
    if (kind.resumes !== true) return;
    await store.operations
      .acknowledged(id)
      .catch((error: unknown) =>
        log.error({ operation: id, err: error }, "an acknowledgement could not be noted"),
      );
  }

  /** Runs an operation and then `next`, which depends on it: if this one isn't accepted, `next` ends as not sent. */
  async run(work: Work, next: Work | null = null, before: EndResult["reply"] = null): Promise<void> {
    const isStopping = this.#options.stopping.aborted;
    const end = isStopping ? createAppEnd("not_sent", appCodes.processEnded) : await this.#call(work, before);
    if (end !== null) await this.#finish(work, end);
    if (next !== null && end?.outcome === "accepted") await this.run(next, null, end.result.reply);
    else if (next !== null) await this.#finish(next, createUnreachedEnd(end));
  }

  /**
   * Makes the call; null if another process has the operation. A failure before an attempt may leave is `not_sent`; a
   * later defect is `unknown`.
   */
  async #call(work: Work, before: EndResult["reply"]): Promise<OperationEnd | null> {
    const { stopping, log } = this.#options;
    const asked: { hasLeft: boolean; withheld: Withheld | null } = { hasLeft: false, withheld: null };
    try {
      const request = work.kind.open(work.request, before);
      const call = await request.ready(stopping, work.author);
      return await call({
        signal: stopping,
        mayLeave: async (attempt) => {
          asked.withheld = await this.#start(work, request, attempt > 1);
          if (asked.withheld === null) asked.hasLeft = true;
          return asked.withheld === null;
        },
        onLateReply: (late) => this.#correct(work, late.ok ? late.reply : toEnd(late.error)),
      });
    } catch (error) {
      const { withheld, hasLeft } = asked;
      // Only this process knows how an attempt failed after leaving, so its failure is the end even after a takeover.
      if (withheld !== null && (withheld.end !== null || !hasLeft)) return withheld.end;
      const snapshot = { log: log.child({ operation: work.id, kind: work.kind.name }), hasLeft };
      return endOfFailure(error, { ...snapshot, isStopping: stopping.aborted });
    }
  }

  async drop(work: Ending, next: Work | null, code: string): Promise<void> {
    const end = createAppEnd("not_sent", code);
    await this.#finish(work, end);
    if (next !== null) await this.#finish(next, createUnreachedEnd(end));
  }

  /** Ends an operation that another process left open, unless this process stops first. */
  async endAbandoned(kind: Ending["kind"], operation: Operation): Promise<void> {
    const { id, act, step } = operation;
    const { store } = this.#options;
    const before = await this.#insist(id, async () => (step === 0 ? null : await store.operations.get(act)));
    if (before !== undefined) await this.#finish({ id, kind }, abandonedEnd(operation, before));
  }

  async #finish({ id, kind, leftAt }: Ending, end: OperationEnd): Promise<void> {
    const { store, log, now, onCall } = this.#options;
    const { outcome } = end;
    const isWhole = isStorable(end.result);
    if (!isWhole) log.error({ operation: id }, "what was answered can't be stored");
    const result = isWhole ? end.result : { ...end.result, reply: null };
    let code: string | undefined;
    let isWriting = false;
    let failures = 0;
    let isLeftOut = false;
    const request = {
      ...end,
      result,
      endedAt: now(),
      unlistedIn: onCall,
      ...(leftAt !== undefined && { leftAt }),
      notificationFor: (transition: Transition, operation: Operation): Notification => {
        code = loggedCode(kind, operation, result.code);
        const notification = this.#notificationFor(kind, operation, transition);
        // The skipped writes may have been needed for a post; a plain post makes sure that there is one.
        const isLast = operation.siblings.every(({ step }) => step <= operation.step);
        const hasNoPost = (notification.posts ?? []).length === 0 && isLeftOut && isLast;
        return hasNoPost ? this.#options.plainNotification(operation, transition) : notification;
      },
    };
    const inTransaction =
      "inTransaction" in kind && kind.inTransaction
        ? monitor(kind.inTransaction, (isUnderWay) => {
            isWriting = isUnderWay;
          })
        : undefined;
    if (outcome === "accepted") this.#accepted.add(id);
    const transition = await this.#insist(id, async () => {
      isLeftOut = false;
      isWriting = false;
      try {
        return await store.operations.finish(id, { ...request, inTransaction });
      } catch (error) {
        if (isWriting) failures += 1;
        if (!isWriting || failures < maxFailures) throw error;
        isLeftOut = true;
        // This failure is the store's, so the next try includes the feature's writes again.
        return await store.operations.finish(id, request);
      }
    });
    // Kept after other ends: a timeout's end may be stored while a late acceptance is still being stored.
    if (outcome === "accepted") this.#accepted.delete(id);
    if (transition === undefined) return;
    const snapshot = { operation: id, kind: kind.name };
    if (isLeftOut) log.error({ ...snapshot, tries: failures }, "what belongs beside an outcome was left out");
    log.info({ ...snapshot, outcome, code, transition }, "operation ended");
  }

  /** Repeats a write until it succeeds, so that no outcome is lost. Undefined if the process ends first. */
  async #insist<T>(id: string, write: () => Promise<T>): Promise<T | undefined> {
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

  /** Checks an attempt; null if it may leave. Conditions may have changed since the act or the last attempt. */
  async #start(work: Work, { obstacle, completed }: Request, isAgain: boolean): Promise<Withheld | null> {
    const { id, root } = work;
    const { store, log, isOwned, now } = this.#options;
    const wasStarted = isAgain || work.isStarted === true;
    try {
      const code = obstacle();
      if (code !== null) return { end: createAppEnd("not_sent", code) };
    } catch (error) {
      log.error({ operation: id, err: error }, "a call failed in an unforeseen way");
      return { end: createAppEnd("not_sent", appCodes.defect) };
    }
    try {
      // Further tries always query the store: another try may have been accepted meanwhile.
      const isKnown = wasStarted && root === id && isOwned(work.ageMs?.() ?? Number.POSITIVE_INFINITY);
      const how = {
        completed: isAgain ? null : completed,
        isAgain: wasStarted,
        root,
        accepted: this.#accepted,
      };
      if (!isKnown && !(await store.operations.start(id, how))) return { end: null };
      if (wasStarted) work.leftAt = now();
      return null;
    } catch (error) {
      if (error instanceof SupersededError) return { end: createAppEnd("not_sent", appCodes.superseded) };
      log.error({ operation: id, err: error }, "an operation could not be started");
      return { end: createAppEnd("not_sent", appCodes.storeFailed) };
    }
  }

  #correct(work: Work, late: OperationEnd): void {
    if (late.outcome === "unknown") return;
    this.#options.behind("a late reply was lost", work.id, () => this.#finish(work, late));
  }

  /** Falls back to a plain post, so that a defect in a description can't keep an outcome from being stored. */
  #notificationFor(kind: Ending["kind"], operation: Operation, transition: Transition): Notification {
    const { log, plainNotification } = this.#options;
    try {
      return "notificationFor" in kind
        ? kind.notificationFor(operation, transition)
        : plainNotification(operation, transition);
    } catch (error) {
      log.error({ operation: operation.id, err: error }, "an outcome could not be told of");
      return plainNotification(operation, transition);
    }
  }
}

function endOfFailure(
  error: unknown,
  { log, hasLeft, isStopping }: { log: Log; hasLeft: boolean; isStopping: boolean },
): OperationEnd {
  if (!hasLeft && error instanceof NotReadyError) {
    const { code, cause, found } = error;
    // People read the code's sentence; operators also need the cause.
    if (cause !== undefined) log.warn({ code, err: cause }, "what a call needs could not be got ready");
    return createAppEnd("not_sent", code, found);
  }
  if (error instanceof PlatformError && (hasLeft || error.certainty === "not_sent")) return toEnd(error);
  if (!hasLeft && isStopping) return createAppEnd("not_sent", appCodes.processEnded);
  log.error({ err: error }, "a call failed in an unforeseen way");
  return createAppEnd(hasLeft ? "unknown" : "not_sent", appCodes.defect);
}

/** Notes when the feature's code runs, so that its failures can be distinguished from the store's. */
function monitor(inTransaction: InTransaction, note: (isUnderWay: boolean) => void): InTransaction {
  return (operation) => {
    note(true);
    const write = inTransaction(operation);
    note(false);
    if (write === null) return null;
    return async (trx) => {
      note(true);
      const notification = await write(trx);
      note(false);
      return notification;
    };
  };
}

/** Returns the code to log; `…` if the platform's code repeats a part of the message. */
function loggedCode(kind: Ending["kind"], operation: Operation, code: string): string {
  try {
    const contents = "describe" in kind ? kind.describe(operation, wordsOf("en"))?.contents : [];
    return repeatsSecret(code, contents ?? []) ? "…" : code;
  } catch {
    return "…";
  }
}
