import type { Backoff } from "../backoff.ts";
import type { Clocks } from "../clocks.ts";
import { storeBudgetMs, type Within } from "../deadline.ts";
import type { Log } from "../log.ts";
import { LostCommitError, type Store, type TakeOnRequest } from "../store/index.ts";
import { type Acknowledgement, type Act, isActId } from "./act.ts";
import { ownCodes } from "./end.ts";
import { findStored, Storing, type TakenOn } from "./storing.ts";

export type Acknowledge = (acknowledgement: Acknowledgement) => Promise<void>;

export type ActsOptions = {
  /** Runs what was stored; with a code, ends it as not sent. */
  go: (request: TakeOnRequest, failed: string | null) => Promise<unknown>;
  /** Ends what only the store knows of, since its commit's answer was lost. */
  dropFound: (storing: Storing) => Promise<unknown>;
  store: Pick<Store, "operations">;
  log: Log;
  /** Acts at once, waiting ones included; the next is refused as busy. @default 200 */
  limit?: number;
  onBusy?: (kind: string) => void;
  /** Failures of `prepare` that are told where the act came from, in other words than that the app was slow. */
  passesOn?: (error: unknown) => boolean;
  /** Tells whoever was told that an act is still being stored why nothing is sent after all. */
  tellRefused: (act: Act, acknowledgement: Acknowledgement) => Promise<void>;
  retries: Backoff;
  within: Within;
  clocks?: Clocks;
  /** Adds what the kinds say of it: by which words the history finds each operation, and where several are told. */
  complete: (request: TakeOnRequest) => TakeOnRequest;
  gone: AbortSignal;
  behind: (act: string, work: () => Promise<unknown>) => void;
};

/** `settled`: what became of what was told to be still being stored, for when the store can't say. */
type Answer = { told: Promise<Acknowledgement>; settled: Acknowledgement | null };

/** Takes on acts: each is stored, then acknowledged, and only then run. */
export class Acts {
  readonly #options: ActsOptions;
  /** The first answer to each delivery that the process still knows. */
  readonly #answers = new WeakMap<object, Answer>();
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
    this.#answers.set(delivery, { told, settled: null });
    const answer: Acknowledge = (acknowledgement) => {
      resolve(acknowledgement);
      return acknowledge(acknowledgement);
    };
    try {
      const isFull = this.#isClosed || this.#taken >= (this.#options.limit ?? usualLimit);
      if (isFull) this.#options.onBusy?.(act.kind);
      await (isFull ? answer({ kind: "busy" }) : this.#count(this.#takeOn(act, answer)));
    } catch (error) {
      reject(error);
      throw error;
    }
  }

  /** What the same delivery was told before, unless its act has been stored since. */
  async #answerAgain(act: Act, answer: Answer): Promise<Acknowledgement> {
    const told = await answer.told;
    if (told.kind === "stored") return told;
    const looking = findStored(act, this.#options.store).catch(() => null);
    const operation = (await this.#options.within(storeBudgetMs, looking)) ?? null;
    if (operation !== null) return { kind: "duplicate", operation };
    return answer.settled ?? told;
  }

  /** Answers as soon as there is something true to say. */
  async #takeOn(act: Act, acknowledge: Acknowledge): Promise<void> {
    const storing = new Storing(act, this.#options);
    const taken = await this.#firstWord(act, storing);
    if (taken === null) {
      const goOn = (failed: string | null) => this.#goOnLate(act, storing, failed);
      return this.#answer(act, () => acknowledge({ kind: "storing" }), goOn);
    }
    const { acknowledgement, request } = taken;
    if (request === null) return acknowledge(acknowledgement);
    const held = act.by.wasHeldUp() ? ownCodes.tookTooLong : null;
    const answer: Acknowledgement = held === null ? acknowledgement : { kind: "too_slow" };
    const goOn = (failed: string | null) => this.#options.go(request, failed ?? held);
    return this.#answer(act, () => acknowledge(answer), goOn);
  }

  /** Null where nobody can say yet whether it is stored. */
  async #firstWord(act: Act, { first }: Storing): Promise<TakenOn | null> {
    try {
      return (await this.#options.within(storeBudgetMs, first)) ?? null;
    } catch (error) {
      if (this.#options.passesOn?.(error) === true) throw error;
      this.#options.log.error({ operation: act.id, err: error }, "an act could not be stored");
      if (error instanceof LostCommitError) return null;
      return { acknowledgement: { kind: "too_slow" }, request: null };
    }
  }

  /** `goOn` is given why nothing may be sent, where Slack may have told the person that it failed. */
  async #answer(
    { id, by }: Act,
    acknowledge: () => Promise<void>,
    goOn: (failed: string | null) => Promise<unknown>,
  ): Promise<void> {
    let failed: string | null = by.wasHeldUp() ? ownCodes.tookTooLong : ownCodes.notAcknowledged;
    try {
      await acknowledge();
      failed = by.wasHeldUp() ? ownCodes.tookTooLong : null;
    } finally {
      // The same delivery once more is told what became of it.
      if (failed !== null) this.#answers.delete(by.delivery);
      this.#options.behind(id, () => this.#count(goOn(failed)));
    }
  }

  /** What was said to be still being stored goes on, or closes as not sent when that took too long or reached nobody. */
  async #goOnLate(act: Act, storing: Storing, failed: string | null): Promise<unknown> {
    const { go, dropFound, tellRefused } = this.#options;
    const settle = (acknowledgement: Acknowledgement) => {
      const answer = this.#answers.get(act.by.delivery);
      if (answer !== undefined) answer.settled = acknowledgement;
    };
    storing.answered();
    const taken = await storing.settle();
    if (taken === null) {
      settle({ kind: "too_slow" });
      return dropFound(storing);
    }
    const { acknowledgement, request, isLate } = taken;
    if (request === null) {
      settle(acknowledgement);
      const isTold = failed !== null || toldElsewhere.includes(acknowledgement.kind);
      return isTold ? undefined : tellRefused(act, acknowledgement);
    }
    const code = failed ?? (isLate ? ownCodes.tookTooLong : null);
    settle(code === null ? acknowledgement : { kind: "too_slow" });
    return go(request, code);
  }

  #count<T>(work: Promise<T>): Promise<T> {
    this.#taken += 1;
    return work.finally(() => {
      this.#taken -= 1;
    });
  }
}

const usualLimit = 200;
/** Where it is told already what was stored. */
const toldElsewhere: readonly Acknowledgement["kind"][] = ["duplicate", "alone"];

function noop(): void {}
