import { App, HTTPReceiver, SocketModeReceiver } from "@slack/bolt";

/** Bolt as its own first example has it: one listener that acknowledges. */
const { SLACK_BOT_TOKEN = "", SLACK_APP_TOKEN, SLACK_SIGNING_SECRET = "", SLACK_API_URL = "" } = process.env;
const clientOptions = { slackApiUrl: SLACK_API_URL };
const receiver =
  SLACK_APP_TOKEN === undefined
    ? new HTTPReceiver({ signingSecret: SLACK_SIGNING_SECRET })
    : new SocketModeReceiver({ appToken: SLACK_APP_TOKEN, installerOptions: { clientOptions } });
const app = new App({ token: SLACK_BOT_TOKEN, receiver, clientOptions });
app.command(/^\//, async ({ ack }) => ack());
const server: unknown = await app.start(0);
console.log(JSON.stringify({ msg: "ready", port: portOf(server) }));
process.on("SIGTERM", () => process.exit(0));

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
