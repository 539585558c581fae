import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BotOptions, type BotProcess, startBot } from "./bot-process.ts";
import { manifest } from "./manifest.ts";
import { type PlatformOptions, type SandboxPlatform, startPlatform } from "./platform/index.ts";
import { type SlackOptions, type SlackWorkspace, startSlack } from "./slack/index.ts";

export type Outside = {
  slack: SlackWorkspace;
  platform: SandboxPlatform;
  /** manifest.yml, parsed. */
  manifest: unknown;
  /** What the bot has to be told to find both. */
  env: Record<string, string>;
  close(): Promise<void>;
};

export type OutsideOptions = {
  mode?: "socket" | "http";
  slack?: Partial<Omit<SlackOptions, "manifest" | "delivery">>;
  platform?: PlatformOptions;
};

/** A loaded machine is slow too: only who watches the bot at work wants to hear of it before Slack gives up. */
const noSlowAck = 3000;

/** People and rights of the sandbox, as an operator would configure them. */
const roles = {
  SENDERS: "U0JOON,U0MINA,U0SORA,U0DANA,U0MINJI",
  FILE_MANAGERS: "U0JOON,U0MINA,U0DANA,U0MINJI",
  REVIEWERS: "S0REVIEWERS",
  BILLING_VIEWERS: "U0DANA",
  OPERATORS: "U0DANA",
  ONCALL_MENTION: "S0ONCALL",
};

/** The outside world, stood in for: a Slack workspace and a messaging platform on loopback. */
export async function startOutside(options: OutsideOptions = {}): Promise<Outside> {
  const mode = options.mode ?? "socket";
  const platform = await startPlatform(options.platform);
  const slack = await startSlack({
    slowAckMs: noSlowAck,
    ...options.slack,
    manifest,
    delivery: { kind: mode },
  });
  const directory = await mkdtemp(join(tmpdir(), "chatops-sandbox-"));
  return {
    slack,
    platform,
    manifest,
    env: {
      SLACK_BOT_TOKEN: slack.botToken,
      ...(mode === "socket"
        ? { SLACK_APP_TOKEN: slack.appToken }
        : { SLACK_SIGNING_SECRET: slack.signingSecret }),
      SLACK_API_URL: slack.apiUrl,
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_API_KEY: platform.apiKey,
      PLATFORM_API_SECRET: platform.apiSecret,
      DATABASE_URL: `file:${join(directory, "chatops.db")}`,
      RESULTS_CHANNEL: "C0TESTS",
      REVIEW_CHANNEL: "C0REVIEWS",
      ONCALL_CHANNEL: "C0ONCALL",
      SENDER_NUMBERS: platform.state.senderNumbers.join(","),
      TEST_RECIPIENTS:
        "joon@U0JOON:01000000001,refused:01000000003,silent:01000000009,mina@U0MINA:01087654321",
      ...roles,
    },
    async close() {
      await slack.close();
      await platform.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type Sandbox = Outside & {
  /** The one that runs now. */
  bot: BotProcess;
  /** Ends the bot as a crash would, and starts another over the same store. Resolves when that one is connected. */
  killBot(): Promise<void>;
};

/** The outside world with the bot in it, connected. */
export async function startSandbox(options: OutsideOptions & Partial<BotOptions> = {}): Promise<Sandbox> {
  const outside = await startOutside(options);
  try {
    const env = { ...outside.env, ...options.env };
    const startConnected = async () => {
      const bot = await startBot({ ...options, env });
      if (options.mode === "http") outside.slack.setRequestUrl(`http://127.0.0.1:${bot.port}/slack/events`);
      else await outside.slack.socket.ready();
      return bot;
    };
    const sandbox: Sandbox = {
      ...outside,
      bot: await startConnected(),
      async killBot() {
        await sandbox.bot.stop("SIGKILL");
        sandbox.bot = await startConnected();
      },
      async close() {
        await sandbox.bot.stop();
        await outside.close();
      },
    };
    return sandbox;
  } catch (error) {
    await outside.close();
    throw error;
  }
}
