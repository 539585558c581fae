import { type Clocks, passedMs, readClocks, systemClocks } from "../../clocks.ts";

/** Slack waits 3 s for an acknowledgement. */
export const holdLimits = {
  /** A timer that comes later than this marks a hold. */
  lateMs: 1000,
  /** An acknowledgement that takes longer than this counts as none. */
  answerMs: 2500,
  /** Over HTTP, by this machine's clock: a payload that Slack signed longer ago has failed there. */
  failedMs: 10_000,
};

export type HoldLimits = Readonly<typeof holdLimits>;
export type HoldWatch = ReturnType<typeof createHoldWatch>;

/** When Slack signed a payload, and who hears how old it is once that is too old. */
export type Signed = { signedAtMs: number; onOld: (ageMs: number) => void };

const everyMs = 500;
/** What waited in a socket during a hold is read within this behind it. */
const behindMs = 1000;

/**
 * Marks when the whole process was held up: stopped, starved, its machine paused. Two clocks are compared, since one may
 * stand still while the machine sleeps.
 */
export function createHoldWatch(limits: HoldLimits, clocks: Clocks = systemClocks) {
  let timer: NodeJS.Timeout | undefined;
  let last = { at: readClocks(clocks), lateMs: 0 };
  let holds = 0;
  let refusesUntilMs = Number.NEGATIVE_INFINITY;

  /** Sockets are read before timers that are due: a payload's reading may be the first to see a hold. */
  function look() {
    const at = readClocks(clocks);
    const lateMs = timer === undefined ? 0 : Math.max(passedMs(last.at, at) - everyMs, 0);
    if (lateMs <= limits.lateMs) return { at, lateMs };
    holds += 1;
    refusesUntilMs = at.monotonicMs + behindMs;
    last = { at, lateMs: 0 };
    return last;
  }

  return {
    /** Once Slack is connected: nobody waits for an acknowledgement before that. */
    start(): void {
      last = { at: readClocks(clocks), lateMs: 0 };
      timer = setInterval(() => {
        last = look();
      }, everyMs).unref();
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
    /** For one payload, when it is read. What it returns says whether Slack may have given it up by now. */
    follow(signed?: Signed): () => boolean {
      const { at: readAt, lateMs } = look();
      const isBehind = readAt.monotonicMs <= refusesUntilMs;
      const holdsBefore = holds;
      // A delay too short for a mark: the payload may have waited unread for as long.
      const answerMs = limits.answerMs - Math.max(lateMs, last.lateMs);
      return () => {
        const { at } = look();
        const isHeldUp = isBehind || holds !== holdsBefore || passedMs(readAt, at) > answerMs;
        const ageMs = signed === undefined ? 0 : at.wallMs - signed.signedAtMs;
        const isOld = ageMs > limits.failedMs;
        // A process that stood still knows the cause.
        if (isOld && !isHeldUp) signed?.onOld(ageMs);
        return isHeldUp || isOld;
      };
    },
  };
}
