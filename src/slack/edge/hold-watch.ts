import { type Clocks, passedMs, readClocks, systemClocks } from "../../clocks.ts";

export type HoldLimits = {
  /** A timer is due this often. */
  everyMs: number;
  /** Later than this, and the process was held up. */
  lateMs: number;
  /** The timer has to be on time again for this long until the hold is over. */
  quietMs: number;
  /** What was read longer ago can't be answered in time any more. */
  answerMs: number;
  /** What Slack signed longer ago, by this machine's clock, is not done: over HTTP it says when that was. */
  failedMs: number;
};

/** What Slack gives an acknowledgement is 3 s: a hold of one of them already makes a late answer likely. */
export const holdLimits: HoldLimits = {
  everyMs: 100,
  lateMs: 1000,
  quietMs: 250,
  answerMs: 2500,
  failedMs: 10_000,
};

/** When Slack signed it, and what learns how long ago that was, once it is too long. */
export type Signed = { signedAtMs: number; onOld: (ageMs: number) => void };

const unsigned: Signed = { signedAtMs: Number.POSITIVE_INFINITY, onOld: () => {} };

/**
 * Notices when the whole process was held up: stopped, starved, its machine paused. What was read then is older than
 * it looks, and Slack may have told the person that it failed. Two clocks are asked, since one may stand still
 * while the machine sleeps. Many short delays are as good as a hold: what was read too long ago counts as held up too.
 */
export class HoldWatch {
  readonly #limits: HoldLimits;
  readonly #clocks: Clocks;
  #timer: NodeJS.Timeout | undefined;
  #last = { monotonicMs: 0, wallMs: 0 };
  /** When the timer before the last one ran: what is read now can't have waited for longer than since then. */
  #beforeLastMs = 0;
  #holds = 0;
  /** By the monotonic clock; null when no hold is on. */
  #quietSinceMs: number | null = null;

  constructor(limits: HoldLimits, clocks: Clocks = systemClocks) {
    this.#limits = limits;
    this.#clocks = clocks;
  }

  /** Once Slack is connected: nobody waits for an acknowledgement before that. */
  start(): void {
    this.stop();
    this.#last = this.#read();
    this.#beforeLastMs = this.#last.monotonicMs;
    this.#timer = setInterval(() => this.#tick(), this.#limits.everyMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /**
   * For one payload, when it is read. What it returns says whether the process was held up then, or since, or is too late.
   */
  follow({ signedAtMs, onOld }: Signed = unsigned): () => boolean {
    // Data that waited in a socket is handed over before timers that are due: the clocks are asked now.
    this.#look();
    const wasHeldUp = this.#quietSinceMs !== null;
    const holdsBefore = this.#holds;
    const readAtMs = this.#read().monotonicMs;
    const cameAtMs = this.#timer === undefined ? readAtMs : this.#beforeLastMs;
    const { answerMs, failedMs } = this.#limits;
    let isOld = false;
    const look = () => {
      this.#look();
      const { monotonicMs, wallMs } = this.#read();
      const isHeldUp = wasHeldUp || this.#holds !== holdsBefore || monotonicMs - cameAtMs > answerMs;
      if (!isOld && wallMs - signedAtMs > failedMs) {
        isOld = true;
        // A process that stood still knows the cause.
        if (!isHeldUp) onOld(wallMs - signedAtMs);
      }
      return isHeldUp || isOld;
    };
    look();
    return look;
  }

  #tick(): void {
    const { everyMs, quietMs } = this.#limits;
    this.#beforeLastMs = this.#last.monotonicMs;
    const lateMs = this.#look();
    this.#last = this.#read();
    const { monotonicMs } = this.#last;
    if (this.#quietSinceMs === null) return;
    if (lateMs > everyMs) this.#quietSinceMs = monotonicMs;
    else if (monotonicMs - this.#quietSinceMs >= quietMs) this.#quietSinceMs = null;
  }

  /** How late the timer is. */
  #look(): number {
    if (this.#timer === undefined) return 0;
    const now = this.#read();
    const lateMs = passedMs(this.#last, now) - this.#limits.everyMs;
    if (lateMs <= this.#limits.lateMs) return lateMs;
    this.#holds += 1;
    this.#quietSinceMs = now.monotonicMs;
    this.#last = now;
    return lateMs;
  }

  #read() {
    return readClocks(this.#clocks);
  }
}

/** How the receivers hand it to the listeners, in Bolt's `context`. */
export function holdProperty(watch: HoldWatch, signed?: Signed): { wasHeldUp: () => boolean } {
  return { wasHeldUp: watch.follow(signed) };
}

export function readHold(context: Record<string, unknown>): () => boolean {
  const { wasHeldUp } = context;
  return () => typeof wasHeldUp === "function" && wasHeldUp() === true;
}
