import { WebClient } from "@slack/web-api";
import { expect, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../../../../test/support/eventually.ts";
import type { SlackWorkspace } from "../../../slack/index.ts";
import type { SlackOptions } from "../../../slack/types.ts";
import { startSlack } from "../../../slack/workspace.ts";
import { SILENT, startBolt, TEST_MANIFEST } from "../../support/bolt-app.ts";

/** A bot of real Bolt. */
export async function bolt(...args: Parameters<typeof startBolt>): Promise<SlackWorkspace> {
  return (await startBolt(...args)).slack;
}

/** A workspace that no bot is connected to. */
export async function bare(options: Partial<SlackOptions> = {}): Promise<SlackWorkspace> {
  const slack = await startSlack({ manifest: TEST_MANIFEST, delivery: { kind: "socket" }, ...options });
  onTestFinished(() => slack.close());
  return slack;
}

type Envelope = {
  envelope_id: string;
  type: string;
  payload: { [key: string]: unknown };
  retry_attempt?: number;
};

/** A hand-made socket of the bot that acknowledges only what it is told to. */
export async function connect(slack: SlackWorkspace) {
  const client = new WebClient(slack.appToken, {
    slackApiUrl: slack.apiUrl,
    logger: SILENT,
    retryConfig: { retries: 0 },
  });
  const { url } = await client.apps.connections.open({});
  const socket = new WebSocket(url ?? "");
  const envelopes: Envelope[] = [];
  const before = slack.socket.connections();
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    if (typeof message.envelope_id === "string") envelopes.push(message);
  });
  await slack.waitFor(() => slack.socket.connections() > before);
  return {
    envelopes,
    ack: (index: number, payload: object = {}) =>
      socket.send(JSON.stringify({ envelope_id: envelopes[index]!.envelope_id, payload })),
    close: () => socket.close(),
  };
}

/** Polls: what a hand-made socket has read is no event of the workspace. */
export const until = (read: () => boolean, what: string) => eventually(() => expect(read(), what).toBe(true));
