import type { App, ReceiverEvent } from "@slack/bolt";
import { composed } from "../../composed-text.ts";
import { within } from "../../deadline.ts";

/**
 * Both receivers hand what they read to Bolt here: all text in it becomes NFC, and a stop in good order knows what is not
 * acknowledged yet.
 */
export class Intake {
  readonly #unanswered = new Set<Promise<void>>();

  /** Resolves when every listener is done, which may be long after the acknowledgement. */
  async take(app: Pick<App, "processEvent"> | undefined, event: ReceiverEvent): Promise<void> {
    const answered = Promise.withResolvers<void>();
    this.#unanswered.add(answered.promise);
    const answer = () => {
      this.#unanswered.delete(answered.promise);
      answered.resolve();
    };
    const ack: ReceiverEvent["ack"] = (response) => event.ack(response).finally(answer);
    try {
      await app?.processEvent({ ...event, body: composed(event.body), ack });
    } finally {
      answer();
    }
  }

  /** What is read meanwhile is answered as well. */
  async drain(limitMs: number): Promise<void> {
    await within(limitMs, this.#drained());
  }

  async #drained(): Promise<void> {
    while (this.#unanswered.size > 0) await Promise.all(this.#unanswered);
  }
}
