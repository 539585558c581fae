import { type Clocks, systemClocks } from "../../clocks.ts";
import type { PostVerdict } from "./post-failure.ts";
import type { QueuedPost } from "./queue.ts";

/** An answer that doesn't pass by itself is believed after this many tries, about a minute. */
const triesAtOnePlace = 8;
/** An outage may end in one conversation before it does in another. */
const strikesAtOnePlace = 3;
/** As long as one post may hold up a conversation beside which nothing is posted that would tell. */
const longestAtOnePlaceMs = 3_600_000;

type Failure = Extract<PostVerdict, { kind: "again" }>;

/** Tells a post, or a place, that Slack fails at from an outage, in which no place is better than another. */
export class Patience {
  readonly #isAnswering: () => Promise<boolean>;
  readonly #monotonicMs: () => number;
  /** How much Slack has taken so far, and of each post that it failed at, since when, and how often after taking others. */
  #taken = 0;
  readonly #failed = new Map<number, { sinceMs: number; taken: number; strikes: number }>();

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
  }

  /** Whether the post is tried at its place no longer, with this failure of it. */
  async isOver({ id, attempts }: QueuedPost, failure: Failure): Promise<boolean> {
    const isTriedOften = attempts + 1 >= triesAtOnePlace;
    if (isTriedOften && failure.isLasting === true) return true;
    if (!failure.mayRepeat && failure.hasFailed !== true) return false;
    const nowMs = this.#monotonicMs();
    const before = this.#failed.get(id) ?? { sinceMs: nowMs, taken: this.#taken, strikes: 0 };
    const strikes = before.strikes + (this.#taken > before.taken ? 1 : 0);
    const failed = { ...before, taken: this.#taken, strikes };
    this.#failed.set(id, failed);
    if (isTriedOften && strikes >= strikesAtOnePlace) return true;
    if (nowMs - before.sinceMs < longestAtOnePlaceMs) return false;
    const isAnswering = await this.#isAnswering();
    // An outage may end for posts a moment later than for everything else.
    if (!isAnswering) failed.sinceMs = nowMs;
    return isAnswering;
  }
}
