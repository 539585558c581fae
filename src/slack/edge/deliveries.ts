import { BoundedMap } from "../../bounded-map.ts";

/**
 * What this process knows of one delivery of Slack's, however often it comes. `refused`: what was told where it was told
 * as not done before anybody looked at what it asks for. `first`: whose handler looked; `hasForm`: a form was opened;
 * `mayStand`: what it asks for may be stored whatever becomes of its answer, and counts once however often it is submitted.
 */
export type Delivery = {
  refused: string | null;
  first: { isGivenUp(): boolean } | null;
  hasForm: boolean;
  mayStand: boolean;
};

/** Slack delivers again within minutes; a day of commands is far less than this. */
const remembered = { most: 10_000, forMs: 10 * 60_000 };

/** Deliveries by their trigger ids: the same gives the same object, which remembers its first answer for whoever gave it. */
export class Deliveries {
  readonly #nowMs: () => number;
  readonly #known = new BoundedMap<string, Delivery & { untilMs: number }>(remembered.most);

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  take(triggerId: string): Delivery {
    const before = this.#known.get(triggerId);
    if (before !== undefined && this.#nowMs() < before.untilMs) return before;
    const delivery = {
      refused: null,
      first: null,
      hasForm: false,
      mayStand: false,
      untilMs: this.#nowMs() + remembered.forMs,
    };
    this.#known.set(triggerId, delivery);
    return delivery;
  }
}
