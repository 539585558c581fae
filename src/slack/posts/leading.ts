import { type Clocks, type Moment, passedMs, readClocks } from "../../clocks.ts";
import { pause } from "../../deadline.ts";
import type { PostQueue } from "../../post-queue.ts";

/** How long this instance delivers without a renewal, and how often it renews. */
const leaseMs = 15_000;
const renewMs = 3_000;
/** Polling interval where announcements don't arrive, as behind a pooler. */
const pollMs = 1_000;

type Options = {
  queue: Pick<PostQueue, "lead" | "resign" | "hears">;
  clocks: Clocks;
  /** This instance begins to deliver. */
  onWon: () => void;
  /** Resolves once nothing that left is unanswered. */
  onLost: () => Promise<void>;
  /** After each renewal. */
  onRenewed: () => void;
  onError: (error: unknown) => void;
};

/** The lease of the one instance that delivers, held by both clocks. */
export class Leading {
  readonly #options: Options;
  readonly #stopped = new AbortController();
  /** When it asked for its lease; null while another instance delivers. */
  #asked: Moment | null = null;
  /** Of several failed renewals in a row only the first is told. */
  #isFailing = false;
  #renewing: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  get isOurs(): boolean {
    return this.#asked !== null;
  }

  /** Whether the lease lasts that long. */
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

  /** Tries to take the lease: another instance may have released it. */
  look(): void {
    if (!this.isOurs && !this.#stopped.signal.aborted) void this.#renew();
  }

  /** Gives it up: another instance has it, or should. */
  async lose(): Promise<void> {
    if (this.#asked === null) return;
    this.#asked = null;
    await this.#options.onLost();
  }

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
        // Released for a newer version, which would otherwise wait until it runs out.
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
