import { spreadBackoffMs } from "../../backoff.ts";
import { startWatch, systemClocks } from "../../clocks.ts";
import { ClaimOverError } from "./post-failure.ts";
import type { DeliveryOptions, QueuedPost } from "./queue.ts";

/** `assertClaimed` throws where a request that leaves now may outlast the claim. */
export type Task<P> = { post: P; assertClaimed: () => void };

/** The longest is short enough that people who wait for a result see it soon after Slack is back. */
export const usualRetries = { firstMs: 500, longestMs: 15_000 };

type Options<P extends QueuedPost> = Pick<
  DeliveryOptions<P>,
  "queue" | "drawers" | "leaseMs" | "requestMs" | "clocks" | "now" | "random"
>;

/** What this process asks of the queue, and for how long it has that. */
export class Claims<P extends QueuedPost> {
  readonly #options: Options<P>;
  readonly #reportError: (error: unknown) => void;
  #timesFailed = 0;

  constructor(options: Options<P>, reportError: (error: unknown) => void) {
    this.#options = options;
    this.#reportError = reportError;
  }

  /** To be called before a claim is made, which runs out no earlier than this says. */
  watch(): Task<P>["assertClaimed"] {
    const { leaseMs, requestMs, clocks = systemClocks } = this.#options;
    const passedMs = startWatch(clocks);
    return () => {
      if (passedMs() + requestMs >= leaseMs)
        throw new ClaimOverError("the claim may run out before Slack answers");
    };
  }

  async make(limit: number): Promise<Task<P>[]> {
    const { queue, drawers } = this.#options;
    const assertClaimed = this.watch();
    try {
      const posts = await queue.claim(limit, [...drawers.keys()]);
      this.#timesFailed = 0;
      return posts.map((post) => ({ post, assertClaimed }));
    } catch (error) {
      this.#timesFailed += 1;
      this.#reportError(error);
      return [];
    }
  }

  /**
   * When something is due next; infinitely late when nothing waits or the store doesn't say. What a failed claim may have
   * taken is due to the next one alone.
   */
  async dueMs(isStopping: boolean): Promise<number> {
    const { queue, now, random } = this.#options;
    if (this.#timesFailed > 0 && !isStopping) {
      return now().getTime() + spreadBackoffMs(usualRetries, this.#timesFailed, random());
    }
    const dueAt = await queue.nextDueAt().catch(() => null);
    return dueAt?.getTime() ?? Number.POSITIVE_INFINITY;
  }
}
