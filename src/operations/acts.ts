import type { Backoff } from "../backoff.ts";
import type { Clocks } from "../clocks.ts";
import { storeBudgetMs, within } from "../deadline.ts";
import type { Log } from "../log.ts";
import { LostCommitError, type Store, type TakeOnRequest } from "../store/index.ts";
import { type Acknowledgement, type Act, isActId } from "./act.ts";
import { ownCodes } from "./end.ts";
import { findStored, Storing, type TakenOn } from "./storing.ts";

export type Acknowledge = (acknowledgement: Acknowledgement) => Promise<void>;

/** What becomes of an act where the store has it. */
export type ActEnds = {
  run: (request: TakeOnRequest) => Promise<unknown>;
  /** Ends it as not sent. */
  drop: (request: TakeOnRequest, code: string) => Promise<unknown>;
  /** The same of what only the store knows, since its commit's answer was lost. */
  dropFound: (storing: Storing) => Promise<unknown>;
};

export type ActsOptions = ActEnds & {
  store: Pick<Store, "operations">;
  log: Log;
  /** Acts at once, waiting ones included; the next is refused as busy. @default 200 */
  limit?: number;
  /** Failures of `prepare` that are told where the act came from, in other words than that the app was slow. */
  passesOn?: (error: unknown) => boolean;
  /** Tells whoever was told that an act is still being stored why nothing is sent after all. */
  tellRefused: (act: Act, acknowledgement: Acknowledgement) => Promise<void>;
  retries: Backoff;
  clocks?: Clocks;
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
    const told = Promise.withResolvers<Acknowledgement>();
    told.promise.catch(noop);
    this.#answers.set(delivery, { told: told.promise, settled: null });
    const answer: Acknowledge = (acknowledgement) => {
      told.resolve(acknowledgement);
      return acknowledge(acknowledgement);
    };
    try {
      const isFull = this.#isClosed || this.#taken >= (this.#options.limit ?? usualLimit);
      await (isFull ? answer({ kind: "busy" }) : this.#count(this.#takeOn(act, answer)));
    } catch (error) {
      told.reject(error);
      throw error;
    }
  }

  /** What the same delivery was told before, unless its act has been stored since. */
  async #answerAgain(act: Act, answer: Answer): Promise<Acknowledgement> {
    const told = await answer.told;
    if (told.kind === "stored") return told;
    const looking = findStored(act, this.#options.store).catch(() => null);
    const operation = (await within(storeBudgetMs, looking)) ?? null;
    if (operation !== null) return { kind: "duplicate", operation };
    return answer.settled ?? told;
  }

  /** Answers as soon as there is something true to say. */
  async #takeOn(act: Act, acknowledge: Acknowledge): Promise<void> {
    const storing = new Storing(act, this.#options);
    const taken = await this.#firstWord(act, storing);
    if (taken === null) {
      const answer = this.#answers.get(act.by.delivery);
      const settle = async (failed: string | null) => {
        const late = await this.#settle(act, storing, failed);
        if (answer !== undefined) answer.settled = late.became;
        await late.goOn();
      };
      return this.#tell(act, { kind: "storing" }, { acknowledge, settle });
    }
    const { acknowledgement, request } = taken;
    if (request === null || acknowledgement.kind !== "stored") return acknowledge(acknowledgement);
    const { run, drop } = this.#options;
    if (act.by.wasHeldUp()) {
      const settle = () => drop(request, ownCodes.tookTooLong);
      return this.#tell(act, { kind: "too_slow" }, { acknowledge, settle });
    }
    const settle = (failed: string | null) => (failed === null ? run(request) : drop(request, failed));
    return this.#tell(act, acknowledgement, { acknowledge, settle });
  }

  /** Null where nobody can say yet whether it is stored. */
  async #firstWord(act: Act, { first }: Storing): Promise<TakenOn | null> {
    try {
      return (await within(storeBudgetMs, first)) ?? null;
    } catch (error) {
      if (this.#options.passesOn?.(error) === true) throw error;
      this.#options.log.error({ operation: act.id, err: error }, "an act could not be stored");
      if (error instanceof LostCommitError) return null;
      return { acknowledgement: { kind: "too_slow" }, request: null };
    }
  }

  /** `settle` goes on behind the answer: with why nothing may be sent, where Slack may have told the person that it failed. */
  async #tell(
    { id, by }: Act,
    acknowledgement: Acknowledgement,
    {
      acknowledge,
      settle,
    }: { acknowledge: Acknowledge; settle: (failed: string | null) => Promise<unknown> },
  ): Promise<void> {
    let failed: string | null = ownCodes.notAcknowledged;
    try {
      await acknowledge(acknowledgement);
      failed = by.wasHeldUp() ? ownCodes.tookTooLong : null;
    } finally {
      // The same delivery once more is told what became of it.
      if (failed !== null) this.#answers.delete(by.delivery);
      this.#options.behind(id, () => this.#count(settle(failed)));
    }
  }

  /** What was said to be still being stored goes on, or closes as not sent when that took too long or reached nobody. */
  async #settle(
    act: Act,
    storing: Storing,
    failed: string | null,
  ): Promise<{ became: Acknowledgement; goOn: () => Promise<unknown> }> {
    const { run, drop, dropFound, tellRefused } = this.#options;
    storing.answered();
    const late = await storing.settle();
    const notSent = { kind: "too_slow" as const };
    if (late === null) return { became: notSent, goOn: () => dropFound(storing) };
    const { acknowledgement, request, isLate } = late;
    if (request !== null && acknowledgement.kind === "stored") {
      const code = failed ?? (isLate ? ownCodes.tookTooLong : null);
      if (code === null) return { became: acknowledgement, goOn: () => run(request) };
      return { became: notSent, goOn: () => drop(request, code) };
    }
    const isTold = failed !== null || toldElsewhere.includes(acknowledgement.kind);
    return { became: acknowledgement, goOn: isTold ? nothing : () => tellRefused(act, acknowledgement) };
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

async function nothing(): Promise<void> {}

function noop(): void {}
