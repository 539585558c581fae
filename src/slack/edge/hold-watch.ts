import { type Clocks, passedMs, readClocks, systemClocks } from "../../clocks.ts";

/** Slack waits 3 s for an acknowledgement. */
export const holdLimits = {
  /** A timer that comes later than this marks a hold. */
  lateMs: 1000,
  /** An acknowledgement that takes longer than this counts as none. */
  answerMs: 2500,
  /** Age by this machine's clock at which a payload signed over HTTP has failed in Slack. */
  failedMs: 10_000,
};

export type HoldLimits = Readonly<typeof holdLimits>;

const everyMs = 500;
/** Payloads that waited in a socket during a hold are read within this after it. */
const behindMs = 1000;

/**
 * Notices when the whole process was held up: stopped, starved, its machine paused. Two clocks are compared, since one
 * may stand still while the machine sleeps. `onOld` hears the age of a payload that is too old though nothing was held up.
 */
export function createHoldWatch(
  limits: HoldLimits,
  onOld: (ageMs: number) => void,
  clocks: Clocks = systemClocks,
) {
  let timer: NodeJS.Timeout | undefined;
  let last = { at: readClocks(clocks), lateMs: 0 };
  /** Payloads read up to this moment may have failed in Slack. */
  let heldUntilMs = Number.NEGATIVE_INFINITY;

  /** Sockets are read before timers that are due: a payload's reading may be the first to see a hold. */
  function look() {
    const at = readClocks(clocks);
    const lateMs = timer === undefined ? 0 : Math.max(passedMs(last.at, at) - everyMs, 0);
    if (lateMs <= limits.lateMs) return { at, lateMs };
    heldUntilMs = at.monotonicMs + behindMs;
    last = { at, lateMs: 0 };
    return last;
  }

  return {
    /** Called once Slack is connected: nobody waits for an acknowledgement before that. */
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
    /** Called when a payload is read. The function returned says whether Slack may have given it up by now. */
    follow(signedAtMs?: number): () => boolean {
      const { at: readAt, lateMs } = look();
      // After a delay too short for a hold: the payload may have waited unread for as long.
      const answerMs = limits.answerMs - Math.max(lateMs, last.lateMs);
      return () => {
        const { at } = look();
        const isHeldUp = readAt.monotonicMs <= heldUntilMs || passedMs(readAt, at) > answerMs;
        const ageMs = signedAtMs === undefined ? 0 : at.wallMs - signedAtMs;
        const isOld = ageMs > limits.failedMs;
        if (isOld && !isHeldUp) onOld(ageMs);
        return isHeldUp || isOld;
      };
    },
  };
}
