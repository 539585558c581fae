import { type Clocks, type Moment, passedMs, readClocks } from "../../clocks.ts";
import { pause } from "../../deadline.ts";
import type { PostQueue } from "../../post-queue.ts";

/** Lease of the instance that delivers, and how often it is renewed. */
const leaseMs = 15_000;
const renewMs = 3_000;
/** Polling interval if announcements don't arrive, for example through a connection pooler. */
const pollMs = 1_000;

type Options = {
  queue: Pick<PostQueue, "lead" | "resign" | "hears">;
  clocks: Clocks;
  /** Called when this instance begins to deliver. */
  onWon: () => void;
  /** Called when this instance stops delivering. Resolves when no request to Slack is unanswered. */
  onLost: () => Promise<void>;
  onRenewed: () => void;
  onError: (error: unknown) => void;
};

/** Lease of the one instance that delivers. Both clocks count: it is over as soon as one says so. */
export class DeliveryLease {
  readonly #options: Options;
  readonly #stopped = new AbortController();
  /** When this instance asked for its lease; null while another one delivers. */
  #asked: Moment | null = null;
  /** Set after a failed renewal: of several in a row only the first is reported. */
  #isFailing = false;
  #renewing: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  get isOurs(): boolean {
    return this.#asked !== null;
  }

  /** Whether the lease lasts for `ms` more. */
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

  /** Gives up the lease: another instance has it, or should have it. */
  async lose(): Promise<void> {
    if (this.#asked === null) return;
    this.#asked = null;
    await this.#options.onLost();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    // Lets no further request leave.
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
        // Resigned, or an instance of a newer version would have to wait until the lease runs out.
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
