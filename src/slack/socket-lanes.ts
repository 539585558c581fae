import { type App, type Logger, type Receiver, SocketModeReceiver } from "@slack/bolt";
import { pause, within } from "../deadline.ts";
import { slackErrorCode } from "./slack-error.ts";

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
};

export type SocketLanesOptions = {
  appToken: string;
  apiUrl: string;
  logger: Logger;
  /** A random number in [0, 1) for jitter. */
  random: () => number;
  /** Slack says that this token can never connect: only a person can mend that. */
  onFatal: (reason: string) => void;
};

const laneCount = 2;
/** An open socket that Slack never says hello on is given up after this. */
const helloTimeoutMs = 15_000;
const firstDelayMs = 250;
const longestDelayMs = 15_000;

/** Answers to apps.connections.open after which trying again is pointless. */
const fatalErrors = new Set([
  "not_authed",
  "invalid_auth",
  "account_inactive",
  "user_removed_from_team",
  "team_disabled",
  "token_revoked",
  "token_expired",
  "not_allowed_token_type",
  "missing_scope",
  "link_disabled",
]);

export function createSocketLanes(options: SocketLanesOptions): SocketLanes {
  let app: App | undefined;
  const connected = new Set<SocketModeReceiver>();
  const open = new Set<SocketModeReceiver>();
  const stopping = new AbortController();

  /** One connection from opening to closing; resolves when it is gone, throws when it never came to be. */
  async function connectOnce(onConnected: () => void): Promise<void> {
    const receiver = new SocketModeReceiver({
      appToken: options.appToken,
      logger: options.logger,
      autoReconnectEnabled: false,
      installerOptions: {
        clientOptions: { slackApiUrl: options.apiUrl, retryConfig: { retries: 0 }, timeout: 10_000 },
      },
    });
    if (app !== undefined) receiver.init(app);
    const closed = new Promise<void>((resolve) => receiver.client.once("disconnected", () => resolve()));
    open.add(receiver);
    try {
      const hello = await within(
        helloTimeoutMs,
        receiver.client.start().then(() => true),
      );
      if (hello === undefined) throw new Error("Slack opened a socket and said no hello");
      connected.add(receiver);
      onConnected();
      await closed;
    } finally {
      connected.delete(receiver);
      open.delete(receiver);
      void receiver.client.disconnect();
    }
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
        await pause(delayMs(failures, options.random()), stopping.signal);
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
      await within(2000, Promise.all([...open].map((receiver) => receiver.client.disconnect())));
    },
    isConnected: () => connected.size > 0,
  };
}

function delayMs(failures: number, random: number): number {
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1));
  return ceiling / 2 + (ceiling / 2) * random;
}
