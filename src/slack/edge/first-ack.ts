import type { AckFn } from "@slack/bolt";
import type { EdgeOptions, Surface } from "./attend.ts";
import type { Delivery } from "./deliveries.ts";

/** Slack didn't take an acknowledgement, or not in time: the person was shown a failure, and nothing is sent. */
export class NotAcknowledgedError extends Error {
  override readonly name = "NotAcknowledgedError";

  constructor(cause?: unknown) {
    super("Slack did not take an acknowledgement in time", { cause });
  }
}

export type FirstAck<R = never> = {
  delivery: Delivery;
  /** Throws NotAcknowledgedError: whoever acts on an acknowledgement does nothing then. One known to be late isn't sent. */
  ack: (response?: R) => Promise<void>;
  /** Acknowledges, however late, that nothing was done. */
  refuse: (response?: R) => Promise<void>;
  isDone: () => boolean;
  /** Another delivery of the same came to its handler: this one may repeat its answer, and brings about nothing. */
  isRepeat: () => boolean;
  /** Slack may have told the person that it failed. Never true of a repeat, whose first answer may be another. */
  isTooLate: () => boolean;
  /** Its acknowledgement failed, or would: what was acknowledged in time is never given up, however long it takes. */
  isGivenUp: () => boolean;
};

type Payload<R> = { ack: AckFn<R>; context: Record<string, unknown>; delivery: Delivery };

/**
 * HTTP refuses a second acknowledgement by throwing, Socket Mode only warns: here the first one counts, and how long it
 * took from when Bolt handed the payload over is told.
 */
export function firstAck<R>(
  { ack, context, delivery }: Payload<R>,
  surface: Surface,
  { onAcknowledged }: Pick<EdgeOptions, "onAcknowledged">,
): FirstAck<R> {
  const startedMs = performance.now();
  const { isLate } = context;
  let wasLate = false;
  let done = false;
  let failed = false;
  const look = () => {
    wasLate ||= typeof isLate === "function" && isLate() === true;
    return wasLate;
  };
  const answer: FirstAck<R> = {
    delivery,
    isDone: () => done,
    isRepeat: () => delivery.first !== null && delivery.first !== answer,
    isTooLate: () => !answer.isRepeat() && look(),
    isGivenUp: () => failed || (!done && answer.isTooLate()),
    async ack(response) {
      if (done) return;
      try {
        if (answer.isTooLate()) throw new NotAcknowledgedError();
        await answer.refuse(response);
        if (look()) throw new NotAcknowledgedError();
      } catch (error) {
        failed = true;
        throw error;
      }
    },
    async refuse(response) {
      if (done) return;
      done = true;
      await ack(response).catch((error: unknown) => {
        throw new NotAcknowledgedError(error);
      });
      onAcknowledged?.(surface, performance.now() - startedMs);
    },
  };
  return answer;
}
