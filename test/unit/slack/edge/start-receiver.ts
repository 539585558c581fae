import { once } from "node:events";
import { connect } from "node:net";
import type { App, SlackCommandMiddlewareArgs } from "@slack/bolt";
import { onTestFinished } from "vitest";
import { signatureHeaders } from "../../../../sandbox/slack/http-transport.ts";
import { SILENT } from "../../../../sandbox/test/support/bolt-app.ts";
import { closeServer, createRequestRouter, listen } from "../../../../src/ops/http.ts";
import { createSlackEdge, type SlackEdgeOptions } from "../../../../src/slack/edge/edge.ts";

export const secret = "0123456789abcdef0123456789abcdef";
/** What Slack sends of a command. */
export const commandBody = "command=%2Fx&text=";
const formType = "application/x-www-form-urlencoded";

const hear = async ({ ack }: SlackCommandMiddlewareArgs) => ack("heard");

/** All that an edge needs but the way in. */
export const edgeOptions: Omit<SlackEdgeOptions, "mode"> = {
  ...{ botToken: "xoxb-1", apiUrl: "http://127.0.0.1:9/api/", logger: SILENT, random: Math.random },
  ...{ bot: { botId: "B1", botUserId: "U1" }, onFatal: () => {}, onError: () => {} },
};

type Started = Partial<SlackEdgeOptions> & { listener?: typeof hear; bind?: (app: App) => void };

/** The edge over HTTP behind a real port, with one listener for every command unless `bind` binds others. */
export async function startReceiver({ listener = hear, bind, ...options }: Started = {}) {
  const mode = { kind: "http", signingSecret: secret } as const;
  const { app, requestListener, stop } = await createSlackEdge({ ...edgeOptions, mode, ...options });
  if (bind === undefined) app.command(/.*/, listener);
  else bind(app);
  const { server, port } = await listen(createRequestRouter(requestListener, null), {
    host: "127.0.0.1",
    port: 0,
  });
  onTestFinished(() => closeServer(server));
  /** As Slack sends it. */
  const post = async (body: string, type = formType) => {
    const headers = { "content-type": type, ...signatureHeaders(body, { at: new Date(), secret }) };
    const reply = await fetch(`http://127.0.0.1:${port}/slack/events`, { method: "POST", body, headers });
    return { status: reply.status, body: await reply.text() };
  };
  return { server, port, stop, post };
}

/** As the bytes are on the wire. */
export function rawPost(headers: Record<string, string>, body = ""): string {
  const all = { host: "a", "content-type": formType, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /slack/events HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** A signed command, as the bytes are on the wire. */
export function rawCommand(body = commandBody): string {
  const signed = signatureHeaders(commandBody, { at: new Date(), secret });
  return rawPost({ ...signed, "content-length": `${commandBody.length}` }, body);
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
