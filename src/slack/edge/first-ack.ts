import type { AckFn } from "@slack/bolt";
import type { EdgeOptions, Surface } from "./attend.ts";
import { readHold } from "./hold-watch.ts";

/** Slack didn't take the acknowledgement, so the person was shown a failure. */
export class NotAcknowledgedError extends Error {
  override readonly name = "NotAcknowledgedError";

  constructor(cause: unknown) {
    super("Slack did not take an acknowledgement", { cause });
  }
}

type FirstAck<R> = {
  ack: (response?: R) => Promise<void>;
  isDone: () => boolean;
  /** By when Slack took the acknowledgement: what comes after it doesn't count. */
  wasHeldUp: () => boolean;
};

/**
 * HTTP refuses a second acknowledgement by throwing, Socket Mode only warns: here the first one counts, and how long it
 * took from when Bolt handed the payload over is told.
 */
export function firstAck<R>(
  { ack, context }: { ack: AckFn<R>; context: Record<string, unknown> },
  surface: Surface,
  { onAcknowledged }: Pick<EdgeOptions, "onAcknowledged">,
): FirstAck<R> {
  const startedMs = performance.now();
  const hold = readHold(context);
  let done = false;
  let heldUpThen: boolean | undefined;
  return {
    isDone: () => done,
    wasHeldUp: () => heldUpThen ?? hold(),
    ack: async (response) => {
      if (done) return;
      done = true;
      await ack(response).catch((error: unknown) => {
        throw new NotAcknowledgedError(error);
      });
      heldUpThen = hold();
      onAcknowledged?.(surface, performance.now() - startedMs);
    },
  };
}
