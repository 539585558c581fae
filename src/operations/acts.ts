import { type Clocks, startMonitor, systemClocks } from "../clocks.ts";
import { storeBudgetMs, type Within } from "../deadline.ts";
import type { Locale } from "../locales/index.ts";
import type { Log } from "../log.ts";
import type { EnqueueRequest, EnqueueResult, Store } from "../store/index.ts";
import { ownCodes } from "./end.ts";
import type { Kind } from "./kind.ts";
import type { Turns } from "./limits.ts";
import type { Runner, Work } from "./runner.ts";

/** Throws where Slack may have told the person that it failed: then nothing is sent. */
export type Acknowledge = (acknowledgement: Acknowledgement) => Promise<void>;

/** What is to be stored; `giveBack`: of the turn in which it leaves at once. `ageMs`: since before it was. */
type Ready = { request: EnqueueRequest; giveBack: (() => void) | null; ageMs: () => number };

export type ActsOptions = {
  kindOf: (of: { kind: string }) => Kind;
  turns: Turns;
  runner: Pick<Runner, "noteAcknowledged" | "run" | "drop">;
  store: Pick<Store, "operations">;
  log: Log;
  /** Acts at once, waiting ones included; the next is refused as busy. @default 200 */
  limit?: number;
  onBusy?: (kind: string) => void;
  /** Failures of `prepare` that are told where the act came from, in other words than that the app was slow. */
  passesOn?: (error: unknown) => boolean;
  /** Tells whoever was told that an act is still being stored why nothing is sent after all. */
  answerRefused: (act: Act, acknowledgement: Acknowledgement) => Promise<void>;
  within: Within;
  clocks?: Clocks;
  behind: (act: string, work: () => Promise<unknown>) => void;
};

/** `ready`: what this delivery stored; null where that is nothing. */
type Enqueued = { acknowledgement: Acknowledgement; ready: Ready | null };

/** What a delivery was told, and why its act is not stored after all, whichever submission brought that; null where it is. */
type Answer = { told: Promise<Acknowledgement>; storing: Promise<Acknowledgement | null> | null };

/** The way of an act, a step a function: prepare, store, acknowledge, run. */
export class Acts {
  readonly #options: ActsOptions;
  /** The first answer to each delivery that the process still knows. */
  readonly #answers = new WeakMap<object, Answer>();
  /** By author and act: another submission of the same form asks nothing of the store that is being asked. */
  readonly #storing = new Map<string, Promise<Enqueued>>();
  #taken = 0;
  #isClosed = false;

  constructor(options: ActsOptions) {
    this.#options = options;
  }

  /** Taken on and not ended. */
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

  /** Acknowledges as soon as there is something true to say, and goes on behind that. */
  async #enqueue(act: Act, answer: Answer, acknowledge: Acknowledge): Promise<void> {
    const key = JSON.stringify([act.by.person.id, act.id]);
    const before = this.#storing.get(key);
    if (before !== undefined) {
      answer.storing = whyNotStored(before);
      return acknowledge(await this.#answerBeside(act, before));
    }
    const passedMs = startMonitor(this.#options.clocks ?? systemClocks);
    const storing = this.#store(act, passedMs);
    answer.storing = whyNotStored(storing);
    this.#storing.set(key, storing);
    storing.finally(() => this.#storing.delete(key)).catch(noop);
    const taken = await this.#storedInTime(act, storing);
    const ready = taken?.ready ?? null;
    if (taken !== null && ready === null) return acknowledge(taken.acknowledgement);
    let failed: string | null = ownCodes.notAcknowledged;
    try {
      await acknowledge(taken?.acknowledgement ?? { kind: "storing" });
      failed = null;
    } finally {
      // The same delivery once more is told what became of it.
      if (failed !== null) this.#answers.delete(act.by.delivery);
      const goOn = () =>
        ready === null ? this.#runLate(act, storing, passedMs, failed) : this.#run(ready, failed);
      this.#options.behind(act.id, () => this.#count(goOn()));
    }
  }

  async #store(act: Act, ageMs: () => number): Promise<Enqueued> {
    const { id, kind, by } = act;
    const prepared = await act.prepare();
    // Its person is told to submit the form again, which being stored would use up.
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

  /** Each is found in the history by what its kind says of it, and counted for the day; several have their post at once. */
  #complete({ next, siblings, ...first }: EnqueueRequest): Omit<Ready, "ageMs"> {
    const found = <T extends Pick<EnqueueRequest, "request" | "about">>(one: T, kind: string) => ({
      ...one,
      words: this.#options.kindOf({ kind }).words(one.request, one.about),
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
    // Last, since whatever fails before would keep it.
    const giveBack = isFirstAndAlone && own.isReadyAtOnce === true ? this.#options.turns.keep(own) : null;
    return { request: { ...request, leavesAtOnce: giveBack !== null }, giveBack };
  }

  /** An earlier submission may stand, and be why. */
  async #refuse(act: Act, why: Acknowledgement): Promise<Enqueued> {
    return { acknowledgement: (await this.#findDuplicate(act)) ?? why, ready: null };
  }

  /** Null where nobody can say yet whether it is stored. */
  async #storedInTime({ id }: Act, storing: Promise<Enqueued>): Promise<Enqueued | null> {
    try {
      return (await this.#options.within(storeBudgetMs, storing)) ?? null;
    } catch (error) {
      if (this.#options.passesOn?.(error) === true) throw error;
      this.#options.log.error({ operation: id, err: error }, "an act could not be stored");
      return { acknowledgement: { kind: "too_slow" }, ready: null };
    }
  }

  /** Runs all of an act at once; with a code, ends it as not sent. */
  async #run(
    {
      request: { id, kind, request, again, next, siblings = [], leavesAtOnce = false },
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
      const taking = { kind: work.kind, isOfSeveral: works.length > 1 };
      await turns.take(taking, () => runner.run(work, waiting(work)));
    };
    await Promise.all(works.map(run));
  }

  /**
   * What was said to be still being stored goes on, or closes as not sent when that took too long or reached nobody. A store
   * that fails isn't asked again: the person may do so.
   */
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
    if (ready !== null) return this.#run(ready, failed ?? (isLate ? ownCodes.tookTooLong : null));
    // Also where the acknowledgement failed: a process that was held up behind it can't know whether Slack showed it.
    if (!answeredElsewhere.includes(acknowledgement.kind)) await answerRefused(act, acknowledgement);
  }

  /** What the same delivery was told before, unless its act has been stored since. */
  async #answerAgain(act: Act, { told, storing }: Answer): Promise<Acknowledgement> {
    const before = await told;
    if (before.kind === "stored") return before;
    const found = await this.#options.within(storeBudgetMs, this.#findDuplicate(act)).catch(noop);
    if (found) return found;
    // As far as it has come: nothing is waited for once more.
    const why = before.kind === "storing" ? await Promise.race([storing, null]) : null;
    return why ?? before;
  }

  /** What another submission of the same, which is being stored, came to. */
  async #answerBeside(act: Act, storing: Promise<Enqueued>): Promise<Acknowledgement> {
    const found = storing.then(async (taken): Promise<Enqueued> => {
      if (taken.ready === null) return taken;
      const acknowledgement = (await this.#findDuplicate(act).catch(noop)) ?? { kind: "storing" };
      return { acknowledgement, ready: null };
    });
    return (await this.#storedInTime(act, found))?.acknowledgement ?? { kind: "storing" };
  }

  /** The act as another delivery of it stored it; null where none has. */
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

/** For whoever was told that it is still being stored. */
function orNotStored(storing: Promise<Enqueued>): Promise<Enqueued> {
  return storing.catch((): Enqueued => ({ acknowledgement: { kind: "not_stored" }, ready: null }));
}

/** Without what was to be stored: a delivery's answer is remembered for long. */
async function whyNotStored(storing: Promise<Enqueued>): Promise<Acknowledgement | null> {
  const { acknowledgement, ready } = await orNotStored(storing);
  return ready === null ? acknowledgement : null;
}

const usualLimit = 200;
/** Whoever was told that it is still being stored finds it in the history by then, or nothing is sent. */
const storedWithinMs = 45_000;
/** Where it is told already what was stored. */
const answeredElsewhere: readonly Acknowledgement["kind"][] = ["duplicate", "alone"];

function noop(): void {}

/**
 * What there is to acknowledge. `busy`, `too_slow`, `gone` (the draft behind the form isn't there any more) and
 * `barred`, with why in words: nothing was stored, and nothing is sent. `storing`: nobody knows that yet; `not_stored`: the
 * store failed behind that answer, of this submission: an earlier one may stand.
 */
export type Acknowledgement =
  | EnqueueResult
  | { kind: "busy" | "too_slow" | "gone" | "storing" | "not_stored" }
  | { kind: "denied"; why: string };

/** Who asks, as each interaction in Slack says it. */
export type Asker = {
  person: { id: string; locale: Locale };
  /**
   * The same object however often Slack delivers this very interaction to this process. `isGivenUp`: its
   * acknowledgement failed, or would, so that nothing may be sent.
   */
  delivery: { first?: { isGivenUp(): boolean } | null };
};

/** What an act takes on for whoever asks. */
export type Prepared = Omit<EnqueueRequest, "id" | "kind" | "author" | "locale">;

export type Act = {
  /** Made when the form was shown; Slack's trigger id of a command or a click that does something at once. */
  id: string;
  kind: string;
  /** Its author: nobody else is told what became of it. */
  by: Asker;
  /**
   * Reads what else is needed, within the same budget as storing. Null when it is gone; `barred`: why it must not be
   * done, in words.
   */
  prepare: () => Promise<Prepared | { denied: string } | null>;
};

/** As this app and Slack make them; a form brings back whatever is put into it, and no database keeps every text. */
function isActId(id: string): boolean {
  return /^[\w.:-]{1,200}$/.test(id);
}
