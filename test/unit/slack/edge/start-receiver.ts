import { once } from "node:events";
import { connect } from "node:net";
import { App } from "@slack/bolt";
import { onTestFinished } from "vitest";
import { closeServer, listen, routeRequests } from "../../../../src/ops/http.ts";
import { createHttpReceiver } from "../../../../src/slack/edge/http-receiver.ts";
import { Intake } from "../../../../src/slack/edge/intake.ts";
import { SILENT } from "../../sandbox/slack/bolt-app.ts";

export const secret = "0123456789abcdef0123456789abcdef";

/** The receiver behind a real port, with one command that says "heard", `until` then. */
export async function startReceiver({ until = Promise.resolve() } = {}) {
  const receiver = createHttpReceiver({
    signingSecret: secret,
    logger: SILENT,
    intake: new Intake(),
    describe: () => ({}),
  });
  const app = new App({ token: "xoxb-1", receiver, botId: "B1", botUserId: "U1", logger: SILENT });
  app.command(/.*/, async ({ ack }) => {
    await until;
    await ack("heard");
  });
  const routes = routeRequests(receiver.requestListener, null);
  const { server, port } = await listen(routes, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => closeServer(server));
  return { server, port };
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
