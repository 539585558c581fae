import type { RequestListener } from "node:http";
import { App, type Receiver, type ReceiverEvent } from "@slack/bolt";
import { type Clocks, passedMs, readClocks, systemClocks } from "../../clocks.ts";
import { composed } from "../../composed-text.ts";
import { within } from "../../deadline.ts";
import { createHttpReceiver } from "./http-receiver.ts";
import { createSocketReceiver } from "./socket-receiver.ts";
import { clientOptions, type SlackClientOptions } from "./web-client.ts";

/** Time for acknowledgements at a stop: less than Slack and supervisors wait. */
const drainMs = 2000;

/**
 * Hands a payload to Bolt; `signedAtMs`: when Slack signed it over HTTP. Resolves when every listener is done; false where
 * Bolt could not process it.
 */
export type Receive = (payload: Pick<ReceiverEvent, "body" | "ack">, signedAtMs?: number) => Promise<boolean>;

export type EdgeReceiver = Receiver & {
  /** Handles signed deliveries in HTTP mode; null in Socket Mode. */
  requestListener: RequestListener | null;
  /** Open sockets; 1 in HTTP mode. */
  countConnections(): number;
};

export type SlackEdgeOptions = SlackClientOptions & {
  mode: { kind: "socket"; appToken: string } | { kind: "http"; signingSecret: string };
  /** Known from auth.test, so that Bolt doesn't ask. */
  bot: { botId: string; botUserId: string };
  random: () => number;
  /** For tests: a busy machine is held up by itself. */
  holdLimits?: HoldLimits | undefined;
  onFatal: (reason: string) => void;
  /** A delivery too old to act on: this machine's clock is ahead, or a proxy held it back. */
  onOldDelivery?: (ageMs: number) => void;
  onError: (error: unknown) => void;
};

/** Bolt with the receiver of either mode, and the same listeners behind both. */
export async function createSlackEdge(options: SlackEdgeOptions) {
  const { mode, logger, onOldDelivery } = options;
  const limits = options.holdLimits ?? holdLimits;
  const monitor = createHoldMonitor(limits, (ageMs) => {
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
        body: composed(body),
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
    /** 0 before the start and from the stop on. */
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
  /** A timer that fires later than this marks a hold. */
  lateMs: 1000,
  /** A slower acknowledgement counts as failed. */
  answerMs: 2500,
  /** Age at which a payload signed over HTTP has failed in Slack, by this machine's clock. */
  failedMs: 10_000,
  /** Age of the last pong at which a socket is closed, with whatever it holds unread. */
  pongMs: 5000,
};

export type HoldLimits = Readonly<typeof holdLimits>;

const everyMs = 500;
/** Payloads that waited in a socket during a hold are read within this time after it. */
const behindMs = 1000;

/**
 * Notices when the whole process was held up (stopped, starved, paused), by two clocks, since one may stand still in a
 * sleeping machine. `onOld` gets the age of a payload that is too old without a hold.
 */
export function createHoldMonitor(
  limits: HoldLimits,
  onOld: (ageMs: number) => void,
  clocks: Clocks = systemClocks,
) {
  let timer: NodeJS.Timeout | undefined;
  let last = { at: readClocks(clocks), lateMs: 0 };
  /** Payloads read until then may have failed in Slack. */
  let heldUntilMs = Number.NEGATIVE_INFINITY;

  /** Sockets are read before due timers: reading a payload may be the first to see a hold. */
  function look() {
    const at = readClocks(clocks);
    const lateMs = timer === undefined ? 0 : Math.max(passedMs(last.at, at) - everyMs, 0);
    if (lateMs <= limits.lateMs) return { at, lateMs };
    heldUntilMs = at.monotonicMs + behindMs;
    last = { at, lateMs: 0 };
    return last;
  }

  return {
    /** Call when Slack is connected: before that nobody waits for an acknowledgement. */
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
    /** Call when a payload is read. The returned function says whether Slack may have given it up by now. */
    follow(signedAtMs?: number): () => boolean {
      const { at: readAt, lateMs } = look();
      // A delay too short for a hold: the payload may have waited unread for as long.
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
