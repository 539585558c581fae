import { pause } from "../../deadline.ts";
import type { Message, PostQueue, QueuedPost } from "../../post-queue.ts";

const mostTries = 7;

type Options = {
  queue: Pick<PostQueue, "saveLate">;
  /** Deletes a message of the app's. */
  remove: (message: Message) => Promise<void>;
  pauseMs: (failures: number) => number;
  stopped: AbortSignal;
  /** Whoever delivers by now has to read that post. */
  onSaved: (id: number) => Promise<unknown>;
  onError: (post: QueuedPost, error: unknown) => void;
};

/** Stores what was sent under an earlier lead; a new message beside which another one stands is deleted. */
export function createLate({ queue, remove, pauseMs, stopped, onSaved, onError }: Options) {
  return async (post: QueuedPost, message: Message | null, said: readonly number[]): Promise<void> => {
    const { id, destination } = post;
    for (let tries = 1; tries <= mostTries; tries += 1) {
      try {
        const stands = await queue.saveLate({ id, destination, message, said });
        if (!stands && message !== null) await remove(message);
        await onSaved(id);
        return;
      } catch (error) {
        onError(post, error);
        await pause(pauseMs(tries), stopped);
      }
    }
  };
}
