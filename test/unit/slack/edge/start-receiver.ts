import { once } from "node:events";
import { connect } from "node:net";
import type { SlackCommandMiddlewareArgs } from "@slack/bolt";
import { onTestFinished } from "vitest";
import { SILENT } from "../../../../sandbox/test/support/bolt-app.ts";
import { closeServer, createRequestRouter, listen } from "../../../../src/ops/http.ts";
import { createSlackEdge } from "../../../../src/slack/edge/edge.ts";

export const secret = "0123456789abcdef0123456789abcdef";

const hear = async ({ ack }: SlackCommandMiddlewareArgs) => ack("heard");

/** The edge over HTTP behind a real port, with one listener for every command. */
export async function startReceiver({ listener = hear } = {}) {
  const { app, requestListener, stop } = await createSlackEdge({
    botToken: "xoxb-1",
    apiUrl: "http://127.0.0.1:9/api/",
    logger: SILENT,
    mode: { kind: "http", signingSecret: secret },
    bot: { botId: "B1", botUserId: "U1" },
    random: Math.random,
    onFatal: () => {},
    onError: () => {},
  });
  app.command(/.*/, listener);
  const { server, port } = await listen(createRequestRouter(requestListener, null), {
    host: "127.0.0.1",
    port: 0,
  });
  onTestFinished(() => closeServer(server));
  return { server, port, stop };
}

/** As the bytes are on the wire. */
export function rawPost(headers: Record<string, string>, body = ""): string {
  const all = { host: "a", "content-type": "application/x-www-form-urlencoded", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /slack/events HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** A client that sends this and then nothing: `answer` resolves with what it had read when the server closed. */
export async function openClient(port: number, sent: string | Buffer) {
  const socket = connect(port, "127.0.0.1");
  let read = "";
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    read += text;
  });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  const answer = new Promise<string>((resolve) => void socket.once("close", () => resolve(read)));
  await once(socket, "connect");
  socket.write(sent);
  return { answer, socket, read: () => read };
}
