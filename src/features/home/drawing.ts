import { pause, within } from "../../deadline.ts";
import type { HomeTable } from "../../store/homes/types.ts";
import type { Worker } from "../feature.ts";
import { type Claimed, claimHome } from "./home.slack.ts";

export type DrawingOptions = {
  homes: Pick<HomeTable, "open" | "claim" | "dueInMs">;
  /** People who opened their Home while the store could not record it. */
  missed: Set<string>;
  /** Never rejects. */
  draw: (claimed: Claimed) => Promise<void>;
  /** Something was committed that may have marked Homes; ends with what it returns. */
  onChanged: (listener: () => void) => () => void;
  onFailure: (error: unknown) => void;
};

/** Marks of another instance are found by looking. */
const idleLookMs = 3000;
/** However much is committed at a time, the marks are looked for no more often. */
const shortestLookMs = 100;
const mostUnderWay = 4;
const stopLimitMs = 2000;

/** Draws the Homes that are marked, as their pace allows. What a stop leaves is drawn after the next start. */
export class HomeDrawing implements Worker {
  readonly #options: DrawingOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  #working: Promise<void> = Promise.resolve();
  #unsubscribe: () => void = () => {};
  #awake = new AbortController();

  constructor(options: DrawingOptions) {
    this.#options = options;
  }

  readonly wake = (): void => this.#awake.abort();

  start(): void {
    this.#unsubscribe = this.#options.onChanged(this.wake);
    this.#working = this.#work();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.wake();
    this.#unsubscribe();
    await within(stopLimitMs, this.#working);
    await within(stopLimitMs, Promise.all(this.#underWay));
  }

  async #work(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      this.#awake = new AbortController();
      const lookInMs = await this.#look().catch((error: unknown) => {
        this.#options.onFailure(error);
        return idleLookMs;
      });
      if (lookInMs === 0) continue;
      await pause(shortestLookMs, this.#stopped.signal);
      await pause(Math.max(Math.min(lookInMs, idleLookMs) - shortestLookMs, 0), this.#awake.signal);
    }
  }

  /** In how many milliseconds there is something to look for; at once after a drawing was begun. */
  async #look(): Promise<number> {
    const { homes, missed } = this.#options;
    for (const person of missed) {
      this.#take(await claimHome(() => homes.open(person, null)));
      missed.delete(person);
    }
    if (this.#underWay.size >= mostUnderWay) return idleLookMs;
    const dueMs = await homes.dueInMs();
    if (dueMs !== 0) return dueMs ?? idleLookMs;
    const claimed = await claimHome(homes.claim);
    this.#take(claimed);
    return claimed === null ? shortestLookMs : 0;
  }

  #take(claimed: Claimed | null): void {
    if (claimed === null) return;
    const drawing = this.#options.draw(claimed).finally(() => {
      this.#underWay.delete(drawing);
      this.wake();
    });
    this.#underWay.add(drawing);
  }
}
