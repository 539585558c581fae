import { randomUUID } from "node:crypto";
import { type Backoff, backoffMs } from "../backoff.ts";
import { type Clocks, startWatch, systemClocks } from "../clocks.ts";
import { pause } from "../deadline.ts";
import type { Log } from "../log.ts";
import { LostCommitError, type Operation, type Store, type TakeOnRequest } from "../store/index.ts";
import type { Acknowledgement, Act } from "./act.ts";

/** `request`: what this delivery stored; null where that is nothing. */
export type TakenOn = { acknowledgement: Acknowledgement; request: TakeOnRequest | null };

export type StoringOptions = {
  store: { operations: Pick<Store["operations"], "takeOn" | "regain" | "get"> };
  log: Log;
  /** What isn't stored by now is left to recovery. */
  gone: AbortSignal;
  retries: Backoff;
  clocks?: Clocks;
  /** Adds what the kinds say of it: by which words the history finds each operation, and where several are told. */
  complete: (request: TakeOnRequest) => TakeOnRequest;
};

/** Whoever was told that it is still being stored finds it in the history by then, or nothing is sent. */
const storedWithinMs = 45_000;

/** The act as another delivery of it stored it; null when none has. */
export async function findStored(
  { id, by }: Act,
  { operations }: { operations: Pick<Store["operations"], "get"> },
): Promise<Operation | null> {
  const operation = await operations.get(id);
  return operation?.author === by.person.id && operation.act === id ? operation : null;
}

/** One delivery's way into the store, from when it asks until its row is known to be there or not. */
export class Storing {
  readonly #options: StoringOptions;
  readonly #act: Act;
  /** The row names it, and only the delivery that made the row may run or close it. */
  readonly #delivery = randomUUID();
  readonly #passedMs: () => number;
  /** What stands in the store, if the commit whose answer was lost came to be. */
  #perhapsStored: TakeOnRequest | null = null;
  #isAnswered = false;
  readonly first: Promise<TakenOn>;

  constructor(act: Act, options: StoringOptions) {
    this.#act = act;
    this.#options = options;
    this.#passedMs = startWatch(options.clocks ?? systemClocks);
    this.first = this.#store();
    // Whoever stops waiting for it looks at it later.
    this.first.catch(() => {});
  }

  /** Holds after the answer don't count. */
  answered(): void {
    this.#isAnswered = true;
  }

  /** What became of it behind an answer that didn't wait; null: nothing of this delivery will be there. */
  async settle(): Promise<(TakenOn & { isLate: boolean }) | null> {
    const { log, gone, retries } = this.#options;
    let storing = this.first;
    for (let failures = 1; ; failures += 1) {
      try {
        const taken = await storing;
        return { ...taken, isLate: this.#isOver() };
      } catch (error) {
        log.error({ operation: this.#act.id, err: error }, "an act could not be stored yet");
      }
      await pause(backoffMs(retries, failures), gone);
      if (gone.aborted || this.#isOver()) return null;
      storing = this.#store();
    }
  }

  get id(): string {
    return this.#act.id;
  }

  /** What this delivery stored after all; behind whatever is still being committed. */
  regain(): ReturnType<Store["operations"]["regain"]> {
    return this.#options.store.operations.regain(this.#act.id, this.#delivery);
  }

  #isOver(): boolean {
    return this.#passedMs() > storedWithinMs;
  }

  async #store(): Promise<TakenOn> {
    const { id, kind, by, prepare } = this.#act;
    const prepared = this.#wasHeldUp() ? null : await prepare();
    if (this.#wasHeldUp()) return { acknowledgement: { kind: "too_slow" }, request: null };
    if (prepared === null || "barred" in prepared) return this.#notPrepared(prepared);
    const { id: author, locale } = by.person;
    const asked = { id, kind, ...prepared, author, locale, delivery: this.#delivery };
    const request = this.#options.complete(asked);
    try {
      const acknowledgement = await this.#options.store.operations.takeOn(request);
      const isStored = acknowledgement.kind === "stored";
      return { acknowledgement, request: isStored ? (this.#perhapsStored ?? request) : null };
    } catch (error) {
      if (error instanceof LostCommitError) this.#perhapsStored = request;
      throw error;
    }
  }

  /** What bars an act, or that it is gone, counts where nothing was stored of it yet. */
  async #notPrepared(prepared: { barred: string } | null): Promise<TakenOn> {
    const request = this.#perhapsStored;
    if (request !== null && (await this.regain()).some(({ id }) => id === request.id))
      return { acknowledgement: { kind: "stored" }, request };
    const operation = await findStored(this.#act, this.#options.store);
    if (operation !== null) return { acknowledgement: { kind: "duplicate", operation }, request: null };
    const why: Acknowledgement =
      prepared === null ? { kind: "gone" } : { kind: "barred", why: prepared.barred };
    return { acknowledgement: why, request: null };
  }

  #wasHeldUp(): boolean {
    return !this.#isAnswered && this.#act.by.wasHeldUp();
  }
}
