import { type Clocks, systemClocks } from "../../clocks.ts";
import type { PostVerdict } from "./post-failure.ts";

/** A store that is away for a moment is no defect: with the pauses between them a quarter of a minute. */
const drawnTries = 6;
/** An answer that doesn't pass by itself is believed after this many tries, about a minute. */
const triesAtOnePlace = 8;
/** An outage may end in one conversation before it does in another. */
const strikesAtOnePlace = 3;
/** As long as one post may hold up a conversation beside which nothing is posted that would tell. */
const longestAtOnePlaceMs = 3_600_000;

type Failure = Extract<PostVerdict, { kind: "again" }>;

/**
 * Tells a post, or a place, that Slack fails at from an outage, in which no place is better than another; and a defect in a
 * drawing from a store that is away. What fails otherwise says nothing of either, so each is counted apart.
 */
export class Patience {
  readonly #isAnswering: () => Promise<boolean>;
  readonly #monotonicMs: () => number;
  /** How much Slack has taken so far, and of each post that it failed at, since when, and how often after taking others. */
  #taken = 0;
  readonly #failed = new Map<number, { sinceMs: number; times: number; taken: number; strikes: number }>();
  /** By post: how often Slack's answer was one that doesn't pass, and how many drawings failed one after the other. */
  readonly #lasting = new Map<number, number>();
  readonly #undrawn = new Map<number, number>();

  /** `isAnswering`: whether Slack does, whatever it makes of posts. */
  constructor(isAnswering: () => Promise<boolean>, { monotonicMs }: Clocks = systemClocks) {
    this.#isAnswering = isAnswering;
    this.#monotonicMs = monotonicMs;
  }

  taken(id: number): void {
    this.#taken += 1;
    this.forget(id);
  }

  forget(id: number): void {
    this.#failed.delete(id);
    this.#lasting.delete(id);
  }

  drawn(id: number): void {
    this.#undrawn.delete(id);
  }

  /** Whether its drawing, which failed just now, is tried no more until it is asked for anew. */
  isUndrawable(id: number): boolean {
    if (count(this.#undrawn, id) < drawnTries) return false;
    this.#undrawn.delete(id);
    return true;
  }

  /** Whether the post is tried at its place no longer, with this failure of it. */
  async isOver(id: number, failure: Failure): Promise<boolean> {
    if (failure.isLasting === true && count(this.#lasting, id) >= triesAtOnePlace) return true;
    if (!failure.mayRepeat && failure.hasFailed !== true) return false;
    const nowMs = this.#monotonicMs();
    const before = this.#failed.get(id) ?? { sinceMs: nowMs, times: 0, taken: this.#taken, strikes: 0 };
    const strikes = before.strikes + (this.#taken > before.taken ? 1 : 0);
    const failed = { ...before, times: before.times + 1, taken: this.#taken, strikes };
    this.#failed.set(id, failed);
    if (failed.times >= triesAtOnePlace && strikes >= strikesAtOnePlace) return true;
    if (nowMs - before.sinceMs < longestAtOnePlaceMs) return false;
    const isAnswering = await this.#isAnswering();
    // An outage may end for posts a moment later than for everything else.
    if (!isAnswering) failed.sinceMs = nowMs;
    return isAnswering;
  }
}

function count(times: Map<number, number>, id: number): number {
  const counted = (times.get(id) ?? 0) + 1;
  times.set(id, counted);
  return counted;
}
