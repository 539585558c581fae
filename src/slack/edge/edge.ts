import type { RequestListener } from "node:http";
import { App, type Logger } from "@slack/bolt";
import { WebClient } from "@slack/web-api";
import { createHoldWatch, type HoldLimits, type HoldWatch, holdLimits } from "./hold-watch.ts";
import { createHttpReceiver } from "./http-receiver.ts";
import { Intake } from "./intake.ts";
import { createSocketLanes } from "./socket-lanes.ts";
import { webFetch } from "./web-fetch.ts";

/** Every call to Slack ends within this; what is worth another try is tried by whoever asked. */
export const webApiTimeoutMs = 10_000;

/** At a stop what was read has this to be acknowledged: less than Slack waits, and within what a supervisor gives. */
const drainMs = 2000;

export type SlackClientOptions = {
  botToken: string;
  apiUrl: string;
  logger: Logger;
};

/**
 * A Web API client that never repeats a call by itself: web-api's own default would post a message up to ten
 * times over half an hour.
 */
export function createSlackClient(options: SlackClientOptions): WebClient {
  return new WebClient(options.botToken, clientOptions(options));
}

function clientOptions(options: SlackClientOptions) {
  // A new object each time: Bolt and socket-mode write into the one they are given.
  return {
    slackApiUrl: options.apiUrl,
    fetch: webFetch,
    logger: options.logger,
    retryConfig: { retries: 0 },
    timeout: webApiTimeoutMs,
    rejectRateLimitedCalls: true,
  };
}

export type EdgeMode = { kind: "socket"; appToken: string } | { kind: "http"; signingSecret: string };

export type SlackEdge = {
  app: App;
  /** Signed deliveries to `/slack/events` in HTTP mode; null in Socket Mode. */
  requestListener: RequestListener | null;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Whether a command could arrive now. */
  isConnected(): boolean;
  /** Open sockets; in HTTP mode 1 while it listens. */
  countConnections(): number;
};

export type SlackEdgeOptions = SlackClientOptions & {
  mode: EdgeMode;
  /** From auth.test: given, Bolt asks Slack nothing before it can serve. */
  bot: { botId: string; botUserId: string };
  random: () => number;
  /** Others than production's: a busy test machine is held up by itself. */
  holdLimits?: HoldLimits | undefined;
  onFatal: (reason: string) => void;
  /** A delivery looks so old that nothing is done for it: this machine's clock is ahead, or a proxy held it back. */
  onOldDelivery?: (ageMs: number) => void;
  onError: (error: unknown) => void;
};

/** Bolt with the receiver of either mode: the same listeners behind both. */
export async function createSlackEdge(options: SlackEdgeOptions): Promise<SlackEdge> {
  const receiver = createReceiver(options);
  const app = new App({
    token: options.botToken,
    receiver: receiver.bolt,
    ...options.bot,
    logger: options.logger,
    clientOptions: clientOptions(options),
    convoStore: false,
    deferInitialization: true,
    tokenVerificationEnabled: false,
  });
  app.error(async (error) => options.onError(error));
  await app.init();
  const { bolt: _, ...edge } = receiver;
  return { app, ...edge };
}

function createReceiver(options: SlackEdgeOptions) {
  const watch = createHoldWatch(options.holdLimits ?? holdLimits);
  const receiving: Receiving = { watch, intake: new Intake() };
  return options.mode.kind === "http"
    ? receiveOverHttp(options, options.mode, receiving)
    : receiveOverSockets(options, options.mode, receiving);
}

type Receiving = { watch: HoldWatch; intake: Intake };

function receiveOverHttp(
  { logger, onOldDelivery }: SlackEdgeOptions,
  { signingSecret }: Extract<EdgeMode, { kind: "http" }>,
  { watch, intake }: Receiving,
) {
  const onOld = (ageMs: number) => {
    const age = `${Math.ceil(ageMs / 1000)} s old`;
    logger.warn(`A delivery was ${age}, or this machine's clock is ahead: nothing was done for it`);
    onOldDelivery?.(ageMs);
  };
  const describe = (signedAtMs: number) => ({ isLate: watch.follow({ signedAtMs, onOld }) });
  const bolt = createHttpReceiver({ signingSecret, logger, intake, describe });
  let listening = false;
  return {
    bolt,
    requestListener: bolt.requestListener,
    start: async () => {
      listening = true;
      watch.start();
    },
    stop: async () => {
      listening = false;
      await intake.drain(drainMs);
      watch.stop();
    },
    isConnected: () => listening,
    countConnections: () => (listening ? 1 : 0),
  };
}

function receiveOverSockets(
  { apiUrl, logger, random, onFatal }: SlackEdgeOptions,
  { appToken }: Extract<EdgeMode, { kind: "socket" }>,
  { watch, intake }: Receiving,
) {
  const describe = () => ({ isLate: watch.follow() });
  const lanes = createSocketLanes({ appToken, apiUrl, logger, random, onFatal, intake, describe });
  return {
    bolt: lanes,
    requestListener: null,
    start: async () => {
      await lanes.start();
      watch.start();
    },
    stop: async () => {
      await intake.drain(drainMs);
      await lanes.stop();
      watch.stop();
    },
    isConnected: lanes.isConnected,
    countConnections: lanes.countConnected,
  };
}
