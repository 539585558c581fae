import type { RequestListener } from "node:http";
import { App, type Receiver, type ReceiverEvent } from "@slack/bolt";
import { composed } from "../../composed-text.ts";
import { within } from "../../deadline.ts";
import { createHoldWatch, type HoldLimits, holdLimits } from "./hold-watch.ts";
import { createHttpReceiver } from "./http-receiver.ts";
import { createSocketReceiver } from "./socket-receiver.ts";
import { clientOptions, type SlackClientOptions } from "./web-client.ts";

/** Time at a stop to acknowledge what was read: less than Slack waits, and than a supervisor gives. */
const drainMs = 2000;

/**
 * Hands one payload to Bolt; `signedAtMs` is Slack's word over HTTP. Resolves when every listener is done, which may be
 * long after the acknowledgement: false where Bolt could not process it.
 */
export type Receive = (payload: Pick<ReceiverEvent, "body" | "ack">, signedAtMs?: number) => Promise<boolean>;

export type EdgeReceiver = Receiver & {
  /** Signed deliveries to `/slack/events` in HTTP mode; null in Socket Mode. */
  requestListener: RequestListener | null;
  /** Open sockets; 1 in HTTP mode. */
  countConnections(): number;
};

export type SlackEdgeOptions = SlackClientOptions & {
  mode: { kind: "socket"; appToken: string } | { kind: "http"; signingSecret: string };
  /** Known from auth.test, so that Bolt asks Slack nothing before it can serve. */
  bot: { botId: string; botUserId: string };
  random: () => number;
  /** Overrides production's: a busy test machine is held up by itself. */
  holdLimits?: HoldLimits | undefined;
  onFatal: (reason: string) => void;
  /** Called for a delivery too old to act on: this machine's clock is ahead, or a proxy held it back. */
  onOldDelivery?: (ageMs: number) => void;
  onError: (error: unknown) => void;
};

export type SlackEdge = Awaited<ReturnType<typeof createSlackEdge>>;

/** Bolt with the receiver of either mode: the same listeners behind both. */
export async function createSlackEdge(options: SlackEdgeOptions) {
  const { mode, logger, onOldDelivery } = options;
  const watch = createHoldWatch(options.holdLimits ?? holdLimits, (ageMs) => {
    const age = `${Math.ceil(ageMs / 1000)} s old`;
    logger.warn(`A delivery was ${age}, or this machine's clock is ahead: nothing was done for it`);
    onOldDelivery?.(ageMs);
  });
  const unanswered = new Set<Promise<void>>();

  const receive: Receive = async ({ body, ack }, signedAtMs) => {
    const isLate = watch.follow(signedAtMs);
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

  /** Waits also for payloads that are read meanwhile. */
  async function drain(): Promise<void> {
    while (unanswered.size > 0) await Promise.all(unanswered);
  }

  const receiver: EdgeReceiver =
    mode.kind === "http"
      ? createHttpReceiver({ signingSecret: mode.signingSecret, logger, receive })
      : createSocketReceiver({ ...options, appToken: mode.appToken, receive });
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
    /** 0 where nothing can arrive: before the start and from the stop on. */
    countConnections: () => (isServing ? receiver.countConnections() : 0),
    async start(): Promise<void> {
      await receiver.start();
      watch.start();
      isServing = true;
    },
    async stop(): Promise<void> {
      isServing = false;
      await within(drainMs, drain());
      await receiver.stop();
      watch.stop();
    },
  };
}
