import { type Clocks, systemClocks } from "../../clocks.ts";

/** A delivery that is older is refused with its signature: what was held back all at once comes in within one window. */
const windowMs = 5 * 60_000;
/** Slack names whole seconds, so a smallest age that differs by less says nothing new. */
const unsureMs = 1000;

/**
 * How long signed deliveries were on their way, by the time that Slack signed with them. Slack's clock is another one:
 * the smallest age seen is the difference, since nothing arrives before it was sent, until a whole window shows larger
 * ones alone. At the start this machine's clock is believed, so that what was held back meanwhile is late as well.
 */
export class DeliveryAges {
  readonly #clocks: Clocks;
  #smallestMs = 0;
  #smallestInWindowMs = Number.POSITIVE_INFINITY;
  #windowSinceMs: number;

  constructor(clocks: Clocks = systemClocks) {
    this.#clocks = clocks;
    this.#windowSinceMs = clocks.monotonicMs();
  }

  /** At the most: up to a second less. */
  note(signedAtMs: number): number {
    const ageMs = this.#clocks.wallMs() - signedAtMs;
    if (this.#clocks.monotonicMs() - this.#windowSinceMs > windowMs) this.#closeWindow();
    this.#smallestInWindowMs = Math.min(this.#smallestInWindowMs, ageMs);
    this.#smallestMs = Math.min(this.#smallestMs, ageMs);
    return ageMs - this.#smallestMs;
  }

  #closeWindow(): void {
    const shownMs = this.#smallestInWindowMs;
    if (Number.isFinite(shownMs) && shownMs - this.#smallestMs > unsureMs) this.#smallestMs = shownMs;
    this.#smallestInWindowMs = Number.POSITIVE_INFINITY;
    this.#windowSinceMs = this.#clocks.monotonicMs();
  }
}
