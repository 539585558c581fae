import type { AckFn } from "@slack/bolt";
import type { EdgeOptions, Surface } from "./attend.ts";

/**
 * HTTP refuses a second acknowledgement by throwing, Socket Mode only warns: here the first one counts, and how long it
 * took from when Bolt handed the payload over is told.
 */
export function firstAck<R>(
  ack: AckFn<R>,
  surface: Surface,
  { onAcknowledged }: EdgeOptions,
): { ack: (response?: R) => Promise<void>; isDone: () => boolean } {
  const startedMs = performance.now();
  let done = false;
  return {
    isDone: () => done,
    ack: async (response) => {
      if (done) return;
      done = true;
      await ack(response);
      onAcknowledged?.(surface, performance.now() - startedMs);
    },
  };
}
