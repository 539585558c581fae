import type { Logger } from "@slack/bolt";
import { SocketModeClient } from "@slack/socket-mode";
import { jitteredBackoffMs } from "../../backoff.ts";
import { pause, within } from "../../deadline.ts";
import type { EdgeReceiver, Receive } from "./edge.ts";
import { slackErrorCode, tokenErrors } from "./slack-error.ts";

type SocketReceiverOptions = {
  appToken: string;
  apiUrl: string;
  logger: Logger;
  random: () => number;
  /** Age of the last pong at which a socket counts as dead. */
  pongMs: number;
  /** Called if Slack says that the app token can never connect. */
  onFatal: (reason: string) => void;
  receive: Receive;
};

const connectionCount = 2;
const helloTimeoutMs = 15_000;
const goodbyeMs = 500;
const retries = { firstMs: 250, longestMs: 15_000 };

/** Errors of apps.connections.open after which trying again is pointless. */
const fatalErrors = new Set([
  ...tokenErrors,
  "user_removed_from_team",
  "team_disabled",
  "not_allowed_token_type",
  "missing_scope",
  "link_disabled",
]);

/**
 * Receives over two Socket Mode connections, each reopened when it closes; Slack sends a payload to only one of them.
 * The library's own reconnecting (socket-mode 3.1) is off: it receives nothing for 5 s at each refresh, and an outage
 * meanwhile ends in an unhandled rejection. Bolt's receiver would serialize each answer twice more for a log line.
 */
export function createSocketReceiver(options: SocketReceiverOptions): EdgeReceiver {
  const { appToken, apiUrl, logger, random, pongMs, onFatal, receive } = options;
  const connected = new Set<SocketModeClient>();
  const open = new Set<SocketModeClient>();
  const stopping = new AbortController();

  /** Opens a connection; `gone` resolves when it closes or Slack announces its end. @throws if it can't connect */
  async function connect(): Promise<{ client: SocketModeClient; gone: Promise<void> }> {
    const client = new SocketModeClient({
      appToken,
      logger,
      autoReconnectEnabled: false,
      clientPingTimeout: pongMs,
      clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, timeout: 10_000 },
    });
    surviveMessages(client, logger);
    client.on("slack_event", receive);
    const closed = new Promise<void>((resolve) => client.once("disconnected", () => resolve()));
    const leaving = new Promise<void>((resolve) =>
      client.on("ws_message", (data: unknown) => isGoodbye(data) && resolve()),
    );
    open.add(client);
    void closed.then(() => open.delete(client));
    try {
      const hello = await within(
        helloTimeoutMs,
        client.start().then(() => true),
      );
      if (hello === undefined) throw new Error("Slack opened a socket and said no hello");
    } catch (error) {
      void client.disconnect();
      throw error;
    }
    return { client, gone: Promise.race([closed, leaving]) };
  }

  /** Opens the next connection when Slack announces the end of the current one, which may stay open for 30 s more. */
  async function stayConnected(onConnected: () => void): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        const { client, gone } = await connect();
        failures = 0;
        connected.add(client);
        onConnected();
        await gone;
        connected.delete(client);
      } catch (error) {
        failures += 1;
        const code = slackErrorCode(error);
        if (code !== undefined && fatalErrors.has(code)) return onFatal(code);
        logger.warn(`Socket Mode could not connect (${code ?? "network"}), trying again`);
        await pause(jitteredBackoffMs(retries, failures, random()), stopping.signal);
      }
    }
  }

  return {
    init: () => {},
    /** Resolves when the first connection is open. */
    start: () =>
      new Promise<void>((resolve) => {
        for (let count = 0; count < connectionCount; count += 1) void stayConnected(resolve);
      }),
    async stop() {
      stopping.abort();
      await within(goodbyeMs, Promise.all([...open].map((client) => client.disconnect())));
    },
    requestListener: null,
    countConnections: () => connected.size,
  };
}

/** Logs unreadable messages (`null`, or without a type), on which the library would end the process. */
function surviveMessages(client: SocketModeClient, logger: Logger): void {
  const handlers = client.listeners("ws_message");
  client.removeAllListeners("ws_message");
  for (const handle of handlers) {
    client.on("ws_message", async (...message) => {
      try {
        await handle(...message);
      } catch (error) {
        const name = error instanceof Error ? error.name : "unknown";
        logger.warn(`A message of Socket Mode could not be read: ${name}`);
      }
    });
  }
}

/** True for Slack's `disconnect` message, on which the library closes the socket. */
function isGoodbye(data: unknown): boolean {
  return typeof data === "string" && /^\s*\{\s*"type"\s*:\s*"disconnect"/.test(data);
}
