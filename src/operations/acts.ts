import { type Clocks, startStopwatch, systemClocks } from "../clocks.ts";
import { storeBudgetMs, type Within } from "../deadline.ts";
import type { Locale } from "../locales/index.ts";
import type { Log } from "../log.ts";
import type { EnqueueRequest, EnqueueResult, Store } from "../store/index.ts";
import { appCodes } from "./end.ts";
import type { AnyOperationKind } from "./kind.ts";
import type { Turns } from "./limits.ts";
import type { Runner, Work } from "./runner.ts";

/** Acknowledges an act. @throws if Slack may have shown a failure; nothing is sent then */
export type Acknowledge = (acknowledgement: Acknowledgement) => Promise<void>;

/** `giveBack` releases the act's reserved turn; `ageMs` counts from just before it was stored. */
type Ready = { request: EnqueueRequest; giveBack: (() => void) | null; ageMs: () => number };

export type ActsOptions = {
  kindOf: (of: { kind: string }) => AnyOperationKind;
  turns: Turns;
  runner: Pick<Runner, "noteAcknowledged" | "run" | "drop">;
  store: Pick<Store, "operations">;
  log: Log;
  /** Most open acts, waiting ones included; further acts are refused as busy. @default 200 */
  limit?: number;
  onBusy?: (kind: string) => void;
  /** Returns true to rethrow a failure of `prepare`, so that it gets its own answer and not "too slow". */
  passesOn?: (error: unknown) => boolean;
  /** Explains to a person who read "still being stored" why nothing is sent. */
  answerRefused: (act: Act, acknowledgement: Acknowledgement) => Promise<void>;
  within: Within;
  clocks?: Clocks;
  behind: (act: string, work: () => Promise<unknown>) => void;
};

type Enqueued = { acknowledgement: Acknowledgement; ready: Ready | null };

/** Answer to a delivery. `storing` resolves with the reason for not storing the act, or with null if it was stored. */
type Answer = { told: Promise<Acknowledgement>; storing: Promise<Acknowledgement | null> | null };

export class Acts {
  readonly #options: ActsOptions;
  /** Answers by delivery: a repeated delivery gets the first answer. */
  readonly #answers = new WeakMap<object, Answer>();
  /** Acts being stored, by author and act. A second submission of the same form waits for its act. */
  readonly #storing = new Map<string, Promise<Enqueued>>();
  #taken = 0;
  #isClosed = false;

  constructor(options: ActsOptions) {
    this.#options = options;
  }

  get pending(): number {
    return this.#taken;
  }

  close(): void {
    this.#isClosed = true;
  }

  async perform(act: Act, acknowledge: Acknowledge): Promise<void> {
    if (!isActId(act.id)) throw new Error("what was asked for names no act");
    const { delivery } = act.by;
    const first = this.#answers.get(delivery);
    if (first !== undefined) return acknowledge(await this.#answerAgain(act, first));
    const { promise: told, resolve, reject } = Promise.withResolvers<Acknowledgement>();
    told.catch(noop);
    const answer: Answer = { told, storing: null };
    this.#answers.set(delivery, answer);
    const tell: Acknowledge = (acknowledgement) => {
      resolve(acknowledgement);
      return acknowledge(acknowledgement);
    };
    try {
      const isFull = this.#isClosed || this.#taken >= (this.#options.limit ?? usualLimit);
      if (isFull) this.#options.onBusy?.(act.kind);
      await (isFull ? tell({ kind: "busy" }) : this.#count(this.#enqueue(act, answer, tell)));
    } catch (error) {
      reject(error);
      throw error;
    }
  }

  /** Acknowledges as soon as an answer is certain, and continues in the background. */
  async #enqueue(act: Act, answer: Answer, acknowledge: Acknowledge): Promise<void> {
    const key = JSON.stringify([act.by.person.id, act.id]);
    const before = this.#storing.get(key);
    if (before !== undefined) {
      answer.storing = whyNotStored(before);
      return acknowledge(await this.#answerBeside(act, before));
    }
    const passedMs = startStopwatch(this.#options.clocks ?? systemClocks);
    const storing = this.#store(act, passedMs);
    answer.storing = whyNotStored(storing);
    this.#storing.set(key, storing);
    storing.finally(() => this.#storing.delete(key)).catch(noop);
    const taken = await this.#storedInTime(act, storing);
    const ready = taken?.ready ?? null;
    if (taken !== null && ready === null) return acknowledge(taken.acknowledgement);
    let failed: string | null = appCodes.notAcknowledged;
    try {
      await acknowledge(taken?.acknowledgement ?? { kind: "storing" });
      failed = null;
    } finally {
      // Makes a repeated delivery look up the stored act instead of repeating this answer.
      if (failed !== null) this.#answers.delete(act.by.delivery);
      const goOn = () =>
        ready === null ? this.#runLate(act, storing, passedMs, failed) : this.#run(ready, failed);
      this.#options.behind(act.id, () => this.#count(goOn()));
    }
  }

  async #store(act: Act, ageMs: () => number): Promise<Enqueued> {
    const { id, kind, by } = act;
    const prepared = await act.prepare();
    // Nothing may be stored: a stored act would block the second submission that the person is asked for.
    if (by.delivery.first?.isGivenUp() === true) return this.#refuse(act, { kind: "too_slow" });
    if (prepared === null) return this.#refuse(act, { kind: "gone" });
    if ("denied" in prepared) return this.#refuse(act, { kind: "denied", why: prepared.denied });
    const { id: author, locale } = by.person;
    const ready = { ...this.#complete({ id, kind, ...prepared, author, locale }), ageMs };
    let isStored = false;
    try {
      const acknowledgement = await this.#options.store.operations.enqueue(ready.request);
      isStored = acknowledgement.kind === "stored";
      return { acknowledgement, ready: isStored ? ready : null };
    } finally {
      if (!isStored) ready.giveBack?.();
    }
  }

  #complete({ next, siblings, ...first }: EnqueueRequest): Omit<Ready, "ageMs"> {
    const found = <T extends Pick<EnqueueRequest, "request" | "snapshot">>(one: T, kind: string) => ({
      ...one,
      words: this.#options.kindOf({ kind }).words(one.request, one.snapshot),
    });
    const counted = (kind: string) => {
      const quota = this.#options.kindOf({ kind }).quota?.();
      return quota && { quota };
    };
    const isFirstAndAlone = first.again === undefined && next === undefined && siblings === undefined;
    const own = this.#options.kindOf(first);
    const notificationFor = siblings && own.enqueuedNotificationFor?.({ ...first, act: first.id });
    const request = {
      ...found(first, first.kind),
      ...counted(first.kind),
      ...(notificationFor && { notificationFor }),
      ...(next && { next: { ...found(next, next.kind), ...counted(next.kind) } }),
      ...(siblings && { siblings: siblings.map((one) => found(one, first.kind)) }),
    };
    // Must come last: a failure after this would never release the turn.
    const giveBack = isFirstAndAlone && own.isReadyAtOnce === true ? this.#options.turns.keep(own) : null;
    return { request: { ...request, leavesAtOnce: giveBack !== null }, giveBack };
  }

  /** Answers with the earlier submission if it was stored, else with `why`. */
  async #refuse(act: Act, why: Acknowledgement): Promise<Enqueued> {
    return { acknowledgement: (await this.#findDuplicate(act)) ?? why, ready: null };
  }

  /** Waits a limited time for storing; null if the result is still unknown. */
  async #storedInTime({ id }: Act, storing: Promise<Enqueued>): Promise<Enqueued | null> {
    try {
      return (await this.#options.within(storeBudgetMs, storing)) ?? null;
    } catch (error) {
      if (this.#options.passesOn?.(error) === true) throw error;
      this.#options.log.error({ operation: id, err: error }, "an act could not be stored");
      return { acknowledgement: { kind: "unsaved" }, ready: null };
    }
  }

  /** Runs the operations of an act; with a code in `failed`, ends them as not sent. */
  async #run(
    {
      request: { id, kind, author, request, again, next, siblings = [], leavesAtOnce = false },
      giveBack,
      ageMs,
    }: Ready,
    failed: string | null,
  ): Promise<void> {
    const { kindOf, runner, turns } = this.#options;
    const toWork = (one: Pick<EnqueueRequest, "id" | "kind" | "request" | "again">): Work => ({
      id: one.id,
      kind: kindOf(one),
      request: one.request,
      author,
      root: one.again?.root ?? one.id,
      ageMs,
    });
    const first: Work = {
      ...toWork({ id, kind, request, ...(again && { again }) }),
      ...(leavesAtOnce && { isStarted: true, leftAt: null }),
    };
    const works = [first, ...siblings.map((one) => toWork({ ...one, kind }))];
    const waiting = (work: Work) => (work === first && next !== undefined ? toWork(next) : null);
    giveBack?.();
    if (failed !== null) {
      for (const work of works) await runner.drop(work, waiting(work), failed);
      return;
    }
    const run = async (work: Work) => {
      await runner.noteAcknowledged(work);
      await turns.take(work.kind, works.length > 1, () => runner.run(work, waiting(work)));
    };
    await Promise.all(works.map(run));
  }

  /** Runs an act that was stored late, or closes it as not sent if storing took too long or acknowledging failed. */
  async #runLate(
    act: Act,
    storing: Promise<Enqueued>,
    passedMs: () => number,
    failed: string | null,
  ): Promise<void> {
    const { log, answerRefused } = this.#options;
    storing.catch((error: unknown) =>
      log.error({ operation: act.id, err: error }, "an act could not be stored"),
    );
    const { acknowledgement, ready } = await orNotStored(storing);
    const isLate = passedMs() > storedWithinMs;
    if (ready !== null) return this.#run(ready, failed ?? (isLate ? appCodes.tookTooLong : null));
    // Sent even after a failed acknowledgement: a stalled process can't know whether Slack showed the first answer.
    if (!answeredElsewhere.includes(acknowledgement.kind)) await answerRefused(act, acknowledgement);
  }

  /** Repeats a delivery's first answer, unless the act has been stored since. */
  async #answerAgain(act: Act, { told, storing }: Answer): Promise<Acknowledgement> {
    const before = await told;
    if (before.kind === "stored") return before;
    const found = await this.#options.within(storeBudgetMs, this.#findDuplicate(act)).catch(noop);
    if (found) return found;
    const why = before.kind === "storing" ? await Promise.race([storing, null]) : null;
    return why ?? before;
  }

  /** Answers a second submission while the first is being stored. */
  async #answerBeside(act: Act, storing: Promise<Enqueued>): Promise<Acknowledgement> {
    const found = storing.then(async (taken): Promise<Enqueued> => {
      if (taken.ready === null) return taken;
      const acknowledgement = (await this.#findDuplicate(act).catch(noop)) ?? { kind: "storing" };
      return { acknowledgement, ready: null };
    });
    return (await this.#storedInTime(act, found))?.acknowledgement ?? { kind: "storing" };
  }

  async #findDuplicate({ id, by }: Act): Promise<Acknowledgement | null> {
    const operation = await this.#options.store.operations.get(id);
    const isTheirs = operation?.author === by.person.id && operation.act === id;
    return isTheirs ? { kind: "duplicate", operation } : null;
  }

  #count<T>(work: Promise<T>): Promise<T> {
    this.#taken += 1;
    return work.finally(() => {
      this.#taken -= 1;
    });
  }
}

function orNotStored(storing: Promise<Enqueued>): Promise<Enqueued> {
  return storing.catch((): Enqueued => ({ acknowledgement: { kind: "not_stored" }, ready: null }));
}

/** Keeps only the reason, since a delivery's answer stays in memory for long. */
async function whyNotStored(storing: Promise<Enqueued>): Promise<Acknowledgement | null> {
  const { acknowledgement, ready } = await orNotStored(storing);
  return ready === null ? acknowledgement : null;
}

const usualLimit = 200;
/** Longest time for storing after "still being stored", which promises a minute; a later act is not sent. */
const storedWithinMs = 45_000;
/** Results that need no further answer after "still being stored". */
const answeredElsewhere: readonly Acknowledgement["kind"][] = ["duplicate", "alone"];

function noop(): void {}

/**
 * Answer to an act. After `busy`, `too_slow`, `gone` (the draft is missing) and `denied` nothing is sent. `unsaved`:
 * the store failed; a row found later closes as not sent. `storing`: not known yet. `not_stored`: the store failed
 * after `storing`; an earlier submission may be stored.
 */
export type Acknowledgement =
  | EnqueueResult
  | { kind: "busy" | "too_slow" | "unsaved" | "gone" | "storing" | "not_stored" }
  | { kind: "denied"; why: string };

export type ActSource = {
  person: { id: string; locale: Locale };
  /**
   * Object that stays the same when Slack repeats a delivery. `isGivenUp`: Slack shows a failure, so nothing may be
   * sent.
   */
  delivery: { first?: { isGivenUp(): boolean } | null };
};

export type PreparedAct = Omit<EnqueueRequest, "id" | "kind" | "author" | "locale">;

export type Act = {
  /** Id made with the form, or Slack's trigger id if a command or click acts without a form. */
  id: string;
  kind: string;
  /** Author, the only person who sees the answers. */
  by: ActSource;
  /** Completes the request within the time for storing. Null if the draft is gone; `denied` is a sentence. */
  prepare: () => Promise<PreparedAct | { denied: string } | null>;
};

function isActId(id: string): boolean {
  return /^[\w.:-]{1,200}$/.test(id);
}
