import type { AckFn } from "@slack/bolt";
import { BoundedMap } from "../../bounded-map.ts";

/** Slack delivers again within minutes; a day of commands is far less than this. */
const remembered = { most: 10_000, forMs: 10 * 60_000 };

/** One interaction as this process knows it, however often Slack delivers it. */
export class Delivery {
  /** Words in which it was refused before any handler saw it. */
  refused: string | null = null;
  /** Acknowledgement of the delivery whose handler ran first. */
  first: { isGivenUp(): boolean } | null = null;
  /** A form was opened. */
  hasForm = false;
  /** Its content may be stored whether or not Slack takes the answer, and counts once however often it is submitted. */
  mayStand = false;
}

/** Deliveries by their trigger ids: the same id gives the same object for ten minutes. */
export class Deliveries {
  readonly #nowMs: () => number;
  readonly #known = new BoundedMap<string, { delivery: Delivery; untilMs: number }>(remembered.most);

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  take(triggerId: string): Delivery {
    const before = this.#known.get(triggerId);
    if (before !== undefined && this.#nowMs() < before.untilMs) return before.delivery;
    const delivery = new Delivery();
    this.#known.set(triggerId, { delivery, untilMs: this.#nowMs() + remembered.forMs });
    return delivery;
  }
}

/** Slack didn't take an acknowledgement, or not in time: the person was shown a failure, and nothing is sent. */
export class NotAcknowledgedError extends Error {
  override readonly name = "NotAcknowledgedError";

  constructor(cause?: unknown) {
    super("Slack did not take an acknowledgement in time", { cause });
  }
}

export type FirstAck<R = never> = ReturnType<typeof firstAck<R>>;

/**
 * The acknowledgement of what was delivered just now: the first one counts, while HTTP refuses a second by throwing and
 * Socket Mode only warns. `onAcknowledged` hears how long it took since Bolt handed the payload over.
 */
export function firstAck<R>(
  delivery: Delivery,
  { ack, context }: { ack: AckFn<R>; context: Record<string, unknown> },
  onAcknowledged?: (tookMs: number) => void,
) {
  const startedMs = performance.now();
  const { isLate } = context;
  let wasLate = false;
  let isDone = false;
  let hasFailed = false;
  const look = () => {
    wasLate ||= typeof isLate === "function" && isLate() === true;
    return wasLate;
  };
  const answer = {
    delivery,
    isDone: () => isDone,
    /** True if another delivery's handler ran first: this one may repeat that answer, and has no effect. */
    isRepeat: () => delivery.first !== null && delivery.first !== answer,
    /** True if Slack may have told the person that it failed. Never of a repeat: the first may have been in time. */
    isTooLate: (): boolean => !answer.isRepeat() && look(),
    /** True if its acknowledgement failed, or would fail now. Once acknowledged in time it is never given up. */
    isGivenUp: (): boolean => hasFailed || (!isDone && answer.isTooLate()),
    /** Throws NotAcknowledgedError, after which its handler does nothing. One known to be late isn't sent. */
    async ack(response?: R): Promise<void> {
      if (isDone) return;
      try {
        if (answer.isTooLate()) throw new NotAcknowledgedError();
        await answer.refuse(response);
        if (look()) throw new NotAcknowledgedError();
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    },
    /** Acknowledges, however late, that nothing was done. Throws NotAcknowledgedError. */
    async refuse(response?: R): Promise<void> {
      if (isDone) return;
      isDone = true;
      await ack(response).catch((error: unknown) => {
        throw new NotAcknowledgedError(error);
      });
      onAcknowledged?.(performance.now() - startedMs);
    },
  };
  return answer;
}
