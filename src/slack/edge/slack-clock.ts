import { type Clocks, type Offset, readOffset, startWatch, systemClocks } from "../../clocks.ts";

/** A reply that took longer says too little of what is judged by 3 s. */
const quickMs = 1000;
/** A smaller jump of this machine's clock is no more than whole seconds leave open. */
const jumpMs = 1000;
/** Asked no more often, and given up by then: at most one is under way. */
const askEveryMs = 5000;

/**
 * Slack's clock, by which it signs deliveries: each reply of its Web API says what time it is there. While the two
 * can agree this machine's is believed. When they can't, the latest counts: nothing looks younger than it is.
 */
export class SlackClock {
  readonly #apiUrl: string;
  readonly #clocks: Clocks;
  #said: (Offset & { betweenMs: number }) | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(apiUrl: string, clocks: Clocks = systemClocks) {
    this.#apiUrl = apiUrl;
    this.#clocks = clocks;
  }

  get isKnown(): boolean {
    return this.#ahead() !== null;
  }

  /** How long ago Slack signed something, at the most. */
  sinceMs(signedAtMs: number): number {
    const { fromMs, toMs } = this.#ahead() ?? { fromMs: 0, toMs: 0 };
    const aheadMs = fromMs > 0 ? toMs : Math.min(toMs, 0);
    return Math.max(this.#clocks.wallMs() + aheadMs - signedAtMs, 0);
  }

  /** For Web API clients: learns from every reply. */
  readonly fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const passedMs = startWatch(this.#clocks);
    const reply = await fetch(url, init);
    if (reply.ok) this.learn(reply.headers.get("date"), passedMs());
    return reply;
  };

  /** From a reply that came just now; together several say it better than to the second. */
  learn(date: string | null, tookMs: number): void {
    const receivedMs = this.#clocks.wallMs();
    const said = readOffset(date, { sentMs: receivedMs - tookMs, receivedMs });
    if (said === null || tookMs > quickMs) return;
    const before = this.#ahead() ?? said;
    const fromMs = Math.max(before.fromMs, said.fromMs);
    const toMs = Math.min(before.toMs, said.toMs);
    this.#said = { ...(fromMs <= toMs ? { fromMs, toMs } : said), betweenMs: this.#betweenMs() };
  }

  /** In the background, for what comes next. */
  ask(): void {
    const nowMs = this.#clocks.monotonicMs();
    if (nowMs - this.#askedMs < askEveryMs) return;
    this.#askedMs = nowMs;
    const signal = AbortSignal.timeout(askEveryMs);
    this.fetch(new URL("api.test", this.#apiUrl), { method: "POST", redirect: "error", signal })
      .then((reply) => reply.body?.cancel())
      .catch(() => {});
  }

  /** Nothing any more when the clock was set since, right or wrong, or the machine slept: all look the same. */
  #ahead(): Offset | null {
    if (this.#said === null || Math.abs(this.#betweenMs() - this.#said.betweenMs) > jumpMs) return null;
    return this.#said;
  }

  #betweenMs(): number {
    return this.#clocks.wallMs() - this.#clocks.monotonicMs();
  }
}
