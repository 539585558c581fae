import { App, HTTPReceiver } from "@slack/bolt";
import { SolapiMessageService } from "solapi";
import { z } from "zod";
import { redirectFetch } from "../redirect-fetch.ts";
import { apiKey, apiSecret } from "../signed-send.ts";

/** What a command leads to, as the queue keeps it. */
export const Job = z.object({ to: z.string(), text: z.string(), channel: z.string() });
export type Job = z.infer<typeof Job>;

/** So many jobs at once, as many flows as the bench has under way. */
export const jobsAtOnce = 16;

const { SLACK_BOT_TOKEN = "", SLACK_SIGNING_SECRET = "", SLACK_API_URL = "" } = process.env;
const { PLATFORM_BASE_URL = "", SENDER_NUMBER = "", RECIPIENT_NUMBER = "" } = process.env;
/** A machine that was busy for some seconds answers late, and has not failed. */
const patienceMs = 60_000;

const receiver = new HTTPReceiver({
  signingSecret: SLACK_SIGNING_SECRET,
  unhandledRequestTimeoutMillis: patienceMs,
});
const app = new App({ token: SLACK_BOT_TOKEN, receiver, clientOptions: { slackApiUrl: SLACK_API_URL } });
redirectFetch(PLATFORM_BASE_URL);
const messages = new SolapiMessageService(apiKey, apiSecret);

/** One job: the platform takes the message, and the conversation is told. */
export async function work({ to, text, channel }: Job): Promise<void> {
  await messages.send({ to, from: SENDER_NUMBER, text });
  await app.client.chat.postMessage({ channel, text: `Accepted by the platform: ${to}` });
}

/** Takes commands on: the job is committed by `enqueue` before Slack has its acknowledgement. */
export async function serve(enqueue: (job: Job) => Promise<unknown>): Promise<void> {
  app.command("/msg-send", async ({ ack, command }) => {
    const [, ...words] = command.text.split(" ");
    await enqueue({ to: RECIPIENT_NUMBER, text: words.join(" "), channel: command.channel_id });
    await ack("Sending.");
  });
  const server = await receiver.start(0, { keepAliveTimeout: patienceMs });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  console.log(JSON.stringify({ msg: "ready", port }));
  process.on("SIGTERM", () => process.exit(0));
}
