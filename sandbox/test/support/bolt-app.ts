import { App, HTTPReceiver, LogLevel, SocketModeReceiver } from "@slack/bolt";
import { onTestFinished } from "vitest";
import type { SlackWorkspace } from "../../slack/index.ts";
import type { SlackOptions } from "../../slack/types.ts";
import { startSlack } from "../../slack/workspace.ts";

export const TEST_MANIFEST = {
  display_information: { name: "Test app" },
  features: {
    app_home: { home_tab_enabled: true, messages_tab_enabled: true },
    slash_commands: [
      { command: "/hello", description: "Says hello" },
      { command: "/form", description: "Opens a form" },
      { command: "/escaped", description: "With mentions as ids", should_escape: true },
    ],
    shortcuts: [
      { name: "Open", type: "global", callback_id: "open_it", description: "Opens" },
      { name: "Use", type: "message", callback_id: "use_it", description: "Uses" },
      { name: "Upload", type: "message", callback_id: "upload_this_file", description: "Uploads" },
    ],
  },
  oauth_config: {
    scopes: {
      bot: [
        "commands",
        "chat:write",
        "chat:write.public",
        "files:read",
        "users:read",
        "usergroups:read",
        "channels:read",
        "groups:read",
        "im:write",
      ],
    },
  },
  settings: {
    event_subscriptions: { bot_events: ["app_home_opened", "subteam_members_changed"] },
    interactivity: { is_enabled: true },
    socket_mode_enabled: true,
  },
};

/** Failures are asserted, not printed. */
export const SILENT = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  setName: () => {},
  getLevel: () => LogLevel.ERROR,
};

type Running = { readonly app: App; readonly slack: SlackWorkspace };

/**
 * A real Bolt app on a fresh workspace, for one test. `backMs`: so long after a disconnect it comes back over the socket, and so
 * long it waits for a pong before it disconnects.
 */
export async function startBolt(
  register: (app: App, slack: SlackWorkspace) => void,
  options: Partial<SlackOptions> = {},
  backMs = 60_000,
): Promise<Running> {
  const slack = await startSlack({ manifest: TEST_MANIFEST, delivery: { kind: "socket" }, ...options });
  onTestFinished(() => slack.close());
  const clientOptions = { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } };
  const isHttp = options.delivery?.kind === "http";
  const receiver = isHttp
    ? new HTTPReceiver({ signingSecret: slack.signingSecret, logger: SILENT })
    : new SocketModeReceiver({
        appToken: slack.appToken,
        logger: SILENT,
        clientPingTimeout: backMs,
        installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl } },
      });
  const app = new App({
    token: slack.botToken,
    receiver,
    deferInitialization: true,
    clientOptions,
    logger: SILENT,
  });
  await app.init();
  register(app, slack);
  const server = await app.start({ port: 0, host: "127.0.0.1" });
  onTestFinished(async () => void (await app.stop()));
  if (isHttp) slack.setRequestUrl(`http://127.0.0.1:${portOf(server)}/slack/events`);
  else await slack.socket.ready();
  return { app, slack };
}

function portOf(server: unknown): number {
  if (typeof server !== "object" || server === null || !("address" in server)) throw new Error("no server");
  const { address } = server;
  const found: unknown = typeof address === "function" ? address.call(server) : null;
  if (typeof found === "object" && found !== null && "port" in found) return Number(found.port);
  throw new Error("no port");
}

/** A modal with one text input, in the shape views.open takes. */
export function aModal(callbackId: string, blocks?: object[]) {
  return {
    type: "modal" as const,
    callback_id: callbackId,
    title: { type: "plain_text" as const, text: callbackId },
    submit: { type: "plain_text" as const, text: "Next" },
    close: { type: "plain_text" as const, text: "Cancel" },
    blocks: (blocks ?? [textInput("name")]).map((block) => ({ type: "divider" as const, ...block })),
  };
}

export function textInput(blockId: string, element: object = {}, block: object = {}) {
  return {
    type: "input",
    block_id: blockId,
    label: { type: "plain_text", text: blockId },
    element: { type: "plain_text_input", action_id: "value", ...element },
    ...block,
  };
}
