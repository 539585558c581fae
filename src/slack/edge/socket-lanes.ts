import type { App, Logger, Receiver, ReceiverEvent } from "@slack/bolt";
import { SocketModeClient } from "@slack/socket-mode";
import { spreadBackoffMs } from "../../backoff.ts";
import { pause, within } from "../../deadline.ts";
import type { Intake } from "./intake.ts";
import { slackErrorCode, tokenErrors } from "./slack-error.ts";

/**
 * Socket Mode over two connections at once, each opened anew as soon as it closes.
 *
 * socket-mode 3.1 alone is deaf for 5 s at every refresh of a connection, and an outage while it reconnects ends
 * in an unhandled rejection and no further try. So each lane here takes one connection of that library with its
 * own reconnecting switched off, and this file does the rest: Slack sends each payload to any one open
 * connection, so while one lane is away the other hears everything.
 */
export type SocketLanes = Receiver & {
  /** Whether at least one lane can hear Slack now. */
  isConnected(): boolean;
  /** How many can. */
  countConnected(): number;
};

export type SocketLanesOptions = {
  appToken: string;
  apiUrl: string;
  logger: Logger;
  /** A random number in [0, 1) for jitter. */
  random: () => number;
  /** Slack says that this token can never connect: only a person can mend that. */
  onFatal: (reason: string) => void;
  intake: Intake;
  /** Said of each payload when it is read, for the listeners' `context`. */
  describe: () => NonNullable<ReceiverEvent["customProperties"]>;
};

const laneCount = 2;
/** An open socket that Slack never says hello on is given up after this. */
const helloTimeoutMs = 15_000;
/** At a stop Slack may be away, and nobody waits for what it says. */
const goodbyeMs = 500;
const retries = { firstMs: 250, longestMs: 15_000 };

/** Answers to apps.connections.open after which trying again is pointless. */
const fatalErrors = new Set([
  ...tokenErrors,
  "user_removed_from_team",
  "team_disabled",
  "not_allowed_token_type",
  "missing_scope",
  "link_disabled",
]);

export function createSocketLanes(options: SocketLanesOptions): SocketLanes {
  let app: App | undefined;
  const connected = new Set<SocketModeClient>();
  const open = new Set<SocketModeClient>();
  const stopping = new AbortController();

  /** Bolt's own receiver does the same, and writes each answer out twice more for a log line that nobody reads. */
  async function receive({ body, ack }: Pick<ReceiverEvent, "body" | "ack">): Promise<void> {
    try {
      await options.intake.take(app, { body, ack, customProperties: options.describe() });
    } catch (error) {
      options.logger.error(`A delivery could not be processed: ${nameOf(error)}`);
    }
  }

  /**
   * One connection from opening until it is gone or Slack says that it is going: the next one is opened while this
   * one says goodbye, which may take half a minute. Throws when it never came to be.
   */
  async function connectOnce(onConnected: () => void): Promise<void> {
    const client = createClient(options);
    surviveMessages(client, options.logger);
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
    connected.add(client);
    onConnected();
    await Promise.race([closed, leaving]);
    connected.delete(client);
  }

  async function keepLane(onFirstConnected: () => void): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await connectOnce(() => {
          failures = 0;
          onFirstConnected();
        });
      } catch (error) {
        failures += 1;
        const code = slackErrorCode(error);
        if (code !== undefined && fatalErrors.has(code)) {
          options.onFatal(code);
          return;
        }
        options.logger.warn(`Socket Mode could not connect (${code ?? "network"}), trying again`);
        await pause(spreadBackoffMs(retries, failures, options.random()), stopping.signal);
      }
    }
  }

  return {
    init(bolt) {
      app = bolt;
    },
    /** Resolves when the first lane is connected. */
    start: () =>
      new Promise<void>((resolve) => {
        for (let lane = 0; lane < laneCount; lane += 1) void keepLane(resolve);
      }),
    async stop() {
      stopping.abort();
      await within(goodbyeMs, Promise.all([...open].map((client) => client.disconnect())));
    },
    isConnected: () => connected.size > 0,
    countConnected: () => connected.size,
  };
}

function createClient({ appToken, apiUrl, logger }: SocketLanesOptions): SocketModeClient {
  return new SocketModeClient({
    appToken,
    logger,
    autoReconnectEnabled: false,
    clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, timeout: 10_000 },
  });
}

/** Left to itself the library ends the process over a message that it can't read: `null`, or an event without a type. */
function surviveMessages(client: SocketModeClient, logger: Logger): void {
  const handlers = client.listeners("ws_message");
  client.removeAllListeners("ws_message");
  for (const handle of handlers) {
    client.on("ws_message", async (...message) => {
      try {
        await handle(...message);
      } catch (error) {
        logger.warn(`A message of Socket Mode could not be read: ${nameOf(error)}`);
      }
    });
  }
}

/** Slack's `disconnect`, on which the library closes the socket. */
function isGoodbye(data: unknown): boolean {
  return typeof data === "string" && /^\s*\{\s*"type"\s*:\s*"disconnect"/.test(data);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
