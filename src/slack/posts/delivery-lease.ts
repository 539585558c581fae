import { type Clocks, type Moment, msBetween, readClocks } from "../../clocks.ts";
import { pause } from "../../deadline.ts";
import type { PostQueue } from "../../post-queue.ts";

/** Duration of the delivering instance's lease, and interval of its renewal. */
const leaseMs = 15_000;
const renewMs = 3_000;
/** Polling interval if announcements don't arrive, for example through a connection pooler. */
const pollMs = 1_000;

type Options = {
  queue: Pick<PostQueue, "lead" | "resign" | "hears">;
  clocks: Clocks;
  onWon: () => void;
  /** Called when this instance stops delivering. Resolves when no request to Slack is unanswered. */
  onLost: () => Promise<void>;
  onRenewed: () => void;
  onError: (error: unknown) => void;
};

/** Lease of the one instance that delivers; it has ended if either of two clocks says so. */
export class DeliveryLease {
  readonly #options: Options;
  readonly #stopped = new AbortController();
  /** Time of the request for the current lease; null while another instance delivers. */
  #asked: Moment | null = null;
  /** Set after a failed renewal, so that only the first failure in a row is reported. */
  #isFailing = false;
  #renewing: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  get isOurs(): boolean {
    return this.#asked !== null;
  }

  lasts(ms: number): boolean {
    return this.#asked !== null && msBetween(this.#asked, readClocks(this.#options.clocks)) + ms < leaseMs;
  }

  async start(): Promise<void> {
    const { queue } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await this.#renew();
      await pause(this.isOurs && !queue.hears() ? pollMs : renewMs, signal);
    }
  }

  /** Tries to take the lease, in case another instance has released it. */
  look(): void {
    if (!this.isOurs && !this.#stopped.signal.aborted) void this.#renew();
  }

  /** Stops delivering, because another instance has the lease or should have it. */
  async lose(): Promise<void> {
    if (this.#asked === null) return;
    this.#asked = null;
    await this.#options.onLost();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    // Ends requests before the lease is released.
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
        // Releases the lease, or an instance of a newer version would have to wait for its end.
        if (wasOurs) await queue.resign();
        return;
      }
      const hasLapsed = !this.lasts(0);
      // Another instance may have delivered meanwhile.
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
