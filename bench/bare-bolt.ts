import { App, HTTPReceiver, SocketModeReceiver } from "@slack/bolt";

/**
 * Bolt as its own first example has it: one listener that acknowledges. With FLOW_PLATFORM it also sends and tells of
 * it, and keeps nothing.
 */
const { SLACK_BOT_TOKEN = "", SLACK_APP_TOKEN, SLACK_SIGNING_SECRET = "", SLACK_API_URL = "" } = process.env;
const { FLOW_PLATFORM } = process.env;
/** A machine that was busy for some seconds answers late, and has not failed. */
const patienceMs = 60_000;
const clientOptions = { slackApiUrl: SLACK_API_URL };
const receiver =
  SLACK_APP_TOKEN === undefined
    ? new HTTPReceiver({ signingSecret: SLACK_SIGNING_SECRET, unhandledRequestTimeoutMillis: patienceMs })
    : new SocketModeReceiver({ appToken: SLACK_APP_TOKEN, installerOptions: { clientOptions } });
const app = new App({ token: SLACK_BOT_TOKEN, receiver, clientOptions });
const send = FLOW_PLATFORM === undefined ? null : await createSend(FLOW_PLATFORM);
app.command(/^\//, async ({ ack, client, command }) => {
  await ack();
  if (send === null) return;
  await send();
  await client.chat.postMessage({ channel: command.channel_id, text: "Accepted" });
});
app.view(/.*/, async ({ ack }) => ack());
const server: unknown = await app.start(0, { keepAliveTimeout: patienceMs });
console.log(JSON.stringify({ msg: "ready", port: portOf(server) }));
process.on("SIGTERM", () => process.exit(0));

/** Loaded here, so that a bare start has only what Bolt itself brings along. */
async function createSend(platform: string): Promise<() => Promise<unknown>> {
  const [undici, { sendOver }] = await Promise.all([import("undici"), import("./signed-send.ts")]);
  const pool = new undici.Pool(platform, { connections: 64 });
  return () => sendOver(pool);
}

function portOf(started: unknown): number {
  const address: unknown =
    typeof started === "object" &&
    started !== null &&
    "address" in started &&
    typeof started.address === "function"
      ? started.address()
      : null;
  return typeof address === "object" && address !== null ? Number(Reflect.get(address, "port")) : 0;
}
