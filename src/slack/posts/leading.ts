import { type Clocks, type Moment, passedMs, readClocks } from "../../clocks.ts";
import { pause } from "../../deadline.ts";
import type { PostQueue } from "../../post-queue.ts";

/** How long this instance delivers without renewing that, and how often it does. */
const leaseMs = 15_000;
const renewMs = 3_000;
/** Where announcements don't arrive, as behind a pooler, what others stored is looked for. */
const pollMs = 1_000;

type Options = {
  queue: Pick<PostQueue, "lead" | "resign" | "hears">;
  clocks: Clocks;
  /** This instance delivers from now on. */
  onWon: () => void;
  /** Resolves once nothing that left is unanswered. */
  onLost: () => Promise<void>;
  /** After each renewal. */
  onRenewed: () => void;
  onError: (error: unknown) => void;
};

/** Whether this instance is the one that delivers: it holds a lease that it renews, by both clocks. */
export class Leading {
  readonly #options: Options;
  readonly #stopped = new AbortController();
  /** When it asked for the lease that it has; null while another instance delivers. */
  #asked: Moment | null = null;
  /** The last renewal failed: of a row of failures the first is told. */
  #isFailing = false;
  #renewing: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  get isOurs(): boolean {
    return this.#asked !== null;
  }

  /** Whether it is this instance's for so long. */
  lasts(ms: number): boolean {
    return this.#asked !== null && passedMs(this.#asked, readClocks(this.#options.clocks)) + ms < leaseMs;
  }

  async start(): Promise<void> {
    const { queue } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await this.#renew();
      await pause(this.isOurs && !queue.hears() ? pollMs : renewMs, signal);
    }
  }

  /** Another instance may have let go of it. */
  look(): void {
    if (!this.isOurs && !this.#stopped.signal.aborted) void this.#renew();
  }

  /** Another instance has it, or is to have it. */
  async lose(): Promise<void> {
    if (this.#asked === null) return;
    this.#asked = null;
    await this.#options.onLost();
  }

  /** Another instance may have it. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    // Nothing leaves from here on.
    this.#asked = null;
    await this.#options.queue.resign();
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#ask().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #ask(): Promise<void> {
    const { queue, clocks, onWon, onRenewed, onError } = this.#options;
    const asked = readClocks(clocks);
    const wasOurs = this.isOurs;
    try {
      const isOurs = await queue.lead(leaseMs);
      this.#isFailing = false;
      if (this.#stopped.signal.aborted) return;
      if (!isOurs) {
        await this.lose();
        // For one of a newer version: else the lease would first run out.
        if (wasOurs) await queue.resign();
        return;
      }
      const hasLapsed = !this.lasts(0);
      // Another instance may have had it in between.
      if (hasLapsed) void this.lose();
      this.#asked = asked;
      if (hasLapsed) onWon();
      onRenewed();
    } catch (error) {
      if (!this.#isFailing) onError(error);
      this.#isFailing = true;
    }
  }
}
