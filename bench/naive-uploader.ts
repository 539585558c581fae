import { App, HTTPReceiver } from "@slack/bolt";
import { Pool } from "undici";
import { z } from "zod";
import { signedHeaders } from "./signed-send.ts";

/** An upload as a first version has it: whatever is asked for at once is held at once, whole, as bytes and as JSON. */
const { SLACK_BOT_TOKEN = "", SLACK_SIGNING_SECRET = "", SLACK_API_URL = "" } = process.env;
const { PLATFORM_BASE_URL = "" } = process.env;
const Picked = z.object({
  file: z.object({ value: z.object({ files: z.array(z.object({ url_private_download: z.string() })) }) }),
});
const pool = new Pool(PLATFORM_BASE_URL, { connections: 64 });
const app = new App({
  token: SLACK_BOT_TOKEN,
  // A machine that was busy for some seconds answers late, and has not failed.
  receiver: new HTTPReceiver({ signingSecret: SLACK_SIGNING_SECRET, unhandledRequestTimeoutMillis: 60_000 }),
  clientOptions: { slackApiUrl: SLACK_API_URL },
});
app.view(/.*/, async ({ ack, view }) => {
  await ack();
  for (const { url_private_download: url } of Picked.parse(view.state.values).file.value.files) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${SLACK_BOT_TOKEN}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const body = JSON.stringify({ file: bytes.toString("base64") });
    const reply = await pool.request({
      ...{ method: "POST", path: "/storage/v1/files", headers: signedHeaders() },
      body,
    });
    await reply.body.dump();
  }
});
const server = await app.start(0);
const address = server.address();
console.log(JSON.stringify({ msg: "ready", port: typeof address === "object" ? address?.port : 0 }));
process.on("SIGTERM", () => process.exit(0));
