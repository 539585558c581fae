import { type Clocks, systemClocks } from "../../clocks.ts";

/** A larger difference needs so many deliveries, each so long after the one before, and none among all that is smaller. */
const shownBy = 6;
const spacingMs = 60_000;
/** Slack names whole seconds, so a smallest age that differs by less says nothing new. */
const unsureMs = 1000;

/**
 * How long signed deliveries were on their way, by the time that Slack signed with them. Slack's clock is another one:
 * the smallest age seen is the difference, since nothing arrives before it was sent, until minutes of deliveries show
 * larger ones alone. At the start this machine's clock is believed, so that what was held back meanwhile is late as well.
 */
export class DeliveryAges {
  readonly #clocks: Clocks;
  #smallestMs = 0;
  /** From the monotonic clock to the wall clock: when it changes, that one was set or the machine slept. */
  #betweenMs: number;
  #row = emptyRow();

  constructor(clocks: Clocks = systemClocks) {
    this.#clocks = clocks;
    this.#betweenMs = clocks.wallMs() - clocks.monotonicMs();
  }

  /** At the most: up to a second less. */
  note(signedAtMs: number): number {
    this.#heedJump();
    const ageMs = this.#clocks.wallMs() - signedAtMs;
    this.#smallestMs = Math.min(this.#smallestMs, ageMs);
    this.#addToRow(ageMs);
    return ageMs - this.#smallestMs;
  }

  /**
   * A clock that is set right takes the difference with it, or everything after would look late by that. Only towards
   * none at all: a machine that slept looks the same, and nothing may be believed that wouldn't be after a start.
   */
  #heedJump(): void {
    const betweenMs = this.#clocks.wallMs() - this.#clocks.monotonicMs();
    const jumpMs = betweenMs - this.#betweenMs;
    if (Math.abs(jumpMs) <= unsureMs) return;
    this.#betweenMs = betweenMs;
    this.#row = emptyRow();
    if (jumpMs > 0 && this.#smallestMs < 0) this.#smallestMs = Math.min(this.#smallestMs + jumpMs, 0);
    if (jumpMs < 0 && this.#smallestMs > 0) this.#smallestMs = Math.max(this.#smallestMs + jumpMs, 0);
  }

  #addToRow(ageMs: number): void {
    const nowMs = this.#clocks.monotonicMs();
    this.#row.smallestMs = Math.min(this.#row.smallestMs, ageMs);
    if (nowMs - this.#row.countedAtMs < spacingMs) return;
    this.#row.countedAtMs = nowMs;
    this.#row.counted += 1;
    if (this.#row.counted < shownBy) return;
    if (this.#row.smallestMs - this.#smallestMs > unsureMs) this.#smallestMs = this.#row.smallestMs;
    this.#row = emptyRow();
  }
}

/** Few that come late one by one, or all at once, are no measure of the clock. */
function emptyRow() {
  return { smallestMs: Number.POSITIVE_INFINITY, counted: 0, countedAtMs: Number.NEGATIVE_INFINITY };
}
