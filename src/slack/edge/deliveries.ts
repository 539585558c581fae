import type { AckFn } from "@slack/bolt";
import { BoundedMap } from "../../bounded-map.ts";

/** Slack delivers again within minutes; a day of commands is far less than this. */
const remembered = { most: 10_000, forMs: 10 * 60_000 };

/** What this process knows of one interaction, however often Slack delivers it. */
export class Delivery {
  /** Told as not done before any handler looked at it. */
  refused: string | null = null;
  /** The acknowledgement of the delivery whose handler looked first. */
  first: { isGivenUp(): boolean } | null = null;
  /** A form was opened. */
  hasForm = false;
  /** What it asks for may be stored whatever becomes of its answer, and counts once however often it is submitted. */
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
    /** Another delivery of the same came to its handler: this one may repeat its answer, and brings about nothing. */
    isRepeat: () => delivery.first !== null && delivery.first !== answer,
    /** Slack may have told the person that it failed. Never true of a repeat, whose first answer may be another. */
    isTooLate: (): boolean => !answer.isRepeat() && look(),
    /** Its acknowledgement failed, or would: what was acknowledged in time is never given up, however long it takes. */
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
