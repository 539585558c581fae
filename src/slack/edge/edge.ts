import type { RequestListener } from "node:http";
import { App, type Receiver, type ReceiverEvent } from "@slack/bolt";
import { type Clocks, msBetween, readClocks, systemClocks } from "../../clocks.ts";
import { normalizeTexts } from "../../composed-text.ts";
import { within } from "../../deadline.ts";
import { createHttpReceiver } from "./http-receiver.ts";
import { createSocketReceiver } from "./socket-receiver.ts";
import { clientOptions, type SlackClientOptions } from "./web-client.ts";

/** Longest wait for acknowledgements when the app stops; Slack and supervisors wait longer. */
const drainMs = 2000;

/** Passes a payload, signed at `signedAtMs` over HTTP, to Bolt. Resolves after all listeners; false if Bolt failed. */
export type Receive = (payload: Pick<ReceiverEvent, "body" | "ack">, signedAtMs?: number) => Promise<boolean>;

export type EdgeReceiver = Receiver & {
  /** Handler of signed deliveries; null in Socket Mode. */
  requestListener: RequestListener | null;
  /** Number of open sockets; 1 in HTTP mode. */
  countConnections(): number;
};

export type SlackEdgeOptions = SlackClientOptions & {
  mode: { kind: "socket"; appToken: string } | { kind: "http"; signingSecret: string };
  /** Ids from auth.test, so that Bolt doesn't call it again. */
  bot: { botId: string; botUserId: string };
  random: () => number;
  /** Limits that tests raise: a busy test machine stalls longer than production allows. */
  holdLimits?: StallLimits | undefined;
  onFatal: (reason: string) => void;
  /** Called for a delivery too old to handle: this machine's clock is ahead, or a proxy held the delivery back. */
  onOldDelivery?: (ageMs: number) => void;
  onError: (error: unknown) => void;
};

export async function createSlackEdge(options: SlackEdgeOptions) {
  const { mode, logger, onOldDelivery } = options;
  const limits = options.holdLimits ?? holdLimits;
  const monitor = createStallMonitor(limits, (ageMs) => {
    const age = `${Math.ceil(ageMs / 1000)} s old`;
    logger.warn(`A delivery was ${age}, or this machine's clock is ahead: nothing was done for it`);
    onOldDelivery?.(ageMs);
  });
  const unanswered = new Set<Promise<void>>();

  const receive: Receive = async ({ body, ack }, signedAtMs) => {
    const isLate = monitor.follow(signedAtMs);
    const { promise, resolve } = Promise.withResolvers<void>();
    unanswered.add(promise);
    const end = () => {
      unanswered.delete(promise);
      resolve();
    };
    try {
      await app.processEvent({
        body: normalizeTexts(body),
        ack: (reply) => ack(reply).finally(end),
        customProperties: { isLate },
      });
      return true;
    } catch (error) {
      const name = error instanceof Error ? error.name : "unknown";
      logger.error(`A delivery could not be processed: ${name}`);
      return false;
    } finally {
      end();
    }
  };

  async function drain(): Promise<void> {
    while (unanswered.size > 0) await Promise.all(unanswered);
  }

  const receiver: EdgeReceiver =
    mode.kind === "http"
      ? createHttpReceiver({ signingSecret: mode.signingSecret, logger, receive })
      : createSocketReceiver({ ...options, appToken: mode.appToken, pongMs: limits.pongMs, receive });
  const app = new App({
    token: options.botToken,
    receiver,
    ...options.bot,
    logger,
    clientOptions: clientOptions(options),
    convoStore: false,
    deferInitialization: true,
    tokenVerificationEnabled: false,
  });
  app.error(async (error) => options.onError(error));
  await app.init();

  let isServing = false;
  return {
    app,
    requestListener: receiver.requestListener,
    /** Number of open sockets; 0 before the start and after the stop. */
    countConnections: () => (isServing ? receiver.countConnections() : 0),
    async start(): Promise<void> {
      await receiver.start();
      monitor.start();
      isServing = true;
    },
    async stop(): Promise<void> {
      isServing = false;
      await within(drainMs, drain());
      await receiver.stop();
      monitor.stop();
    },
  };
}

export const holdLimits = {
  /** Delay of a timer above which the process counts as stalled. */
  lateMs: 1000,
  /** Time after which an acknowledgement counts as failed. */
  answerMs: 2500,
  /** Age, by this machine's clock, at which Slack has given up on a payload sent over HTTP. */
  failedMs: 10_000,
  /** Age of the last pong at which a socket is closed and its unread payloads dropped. */
  pongMs: 5000,
};

export type StallLimits = Readonly<typeof holdLimits>;

const everyMs = 500;
/** Time after a stall during which a payload counts as delayed, since it may have waited in a socket. */
const behindMs = 1000;

/**
 * Detects that the whole process stalled (stopped, starved, paused). Compares two clocks, since one may stop while the
 * machine sleeps. Calls `onOld` with the age of a payload that is too old although the process didn't stall.
 */
export function createStallMonitor(
  limits: StallLimits,
  onOld: (ageMs: number) => void,
  clocks: Clocks = systemClocks,
) {
  let timer: NodeJS.Timeout | undefined;
  let last = { at: readClocks(clocks), lateMs: 0 };
  /** End of the time in which payloads read may be ones that Slack has given up on. */
  let heldUntilMs = Number.NEGATIVE_INFINITY;

  /** Detects a stall; called for each payload too, because Node reads sockets before it runs due timers. */
  function look() {
    const at = readClocks(clocks);
    const lateMs = timer === undefined ? 0 : Math.max(msBetween(last.at, at) - everyMs, 0);
    if (lateMs <= limits.lateMs) return { at, lateMs };
    heldUntilMs = at.monotonicMs + behindMs;
    last = { at, lateMs: 0 };
    return last;
  }

  return {
    /** Starts once Slack is connected: stalls before that delay no acknowledgement. */
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
    /** Notes that a payload is read; returns a check whether Slack may have given up on it since. */
    follow(signedAtMs?: number): () => boolean {
      const { at: readAt, lateMs } = look();
      // The payload may have waited unread during a delay too short to count as a stall.
      const answerMs = limits.answerMs - Math.max(lateMs, last.lateMs);
      return () => {
        const { at } = look();
        const isHeldUp = readAt.monotonicMs <= heldUntilMs || msBetween(readAt, at) > answerMs;
        const ageMs = signedAtMs === undefined ? 0 : at.wallMs - signedAtMs;
        const isOld = ageMs > limits.failedMs;
        if (isOld && !isHeldUp) onOld(ageMs);
        return isHeldUp || isOld;
      };
    },
  };
}
