import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { SILENT } from "../../../../sandbox/test/support/bolt-app.ts";
import { createSlackEdge, type SlackEdgeOptions } from "../../../../src/slack/edge/edge.ts";
import { eventually } from "../../../support/eventually.ts";

/** The one side of Socket Mode that can say anything. */
async function startSlack() {
  const sockets: WebSocket[] = [];
  const heard: string[] = [];
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ok: true, url: `ws://127.0.0.1:${port}/link` }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  new WebSocketServer({ server }).on("connection", (socket) => {
    sockets.push(socket);
    socket.on("message", (data) => heard.push(String(data)));
    socket.send(JSON.stringify({ type: "hello" }));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
    server.close();
  });
  return { apiUrl: `http://127.0.0.1:${port}/api/`, sockets, heard };
}

const edgeOf = ({ apiUrl }: { apiUrl: string }): SlackEdgeOptions => ({
  botToken: "xoxb-1",
  apiUrl,
  logger: SILENT,
  mode: { kind: "socket", appToken: "xapp-1" },
  bot: { botId: "B1", botUserId: "U1" },
  random: Math.random,
  onFatal: () => {},
  onError: () => {},
});

it.each([
  "null",
  "1",
  '"disconnect"',
  "[]",
  "{}",
  '{"type":"events_api"}',
  '{"type":"events_api","envelope_id":"e","payload":{}}',
  '{"type":"slash_commands","envelope_id":"e"}',
  '{"type":"interactive","envelope_id":"e","payload":null}',
  '{"type":"ws_message"}',
  '{"type":"error"}',
])("the socket receiver survives the message %s and handles the next one", async (message) => {
  const slack = await startSlack();
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  onTestFinished(() => void process.off("unhandledRejection", unhandled));
  const { app, ...edge } = await createSlackEdge(edgeOf(slack));
  app.command("/x", ({ ack }) => ack("heard"));
  await edge.start();
  onTestFinished(() => edge.stop());
  const [socket] = slack.sockets;
  socket?.send(message);
  const payload = { command: "/x", text: "", user_id: "U2", team_id: "T1" };
  socket?.send(JSON.stringify({ type: "slash_commands", envelope_id: "next", payload }));
  await eventually(() => expect(slack.heard.some((text) => text.includes("next"))).toBe(true));
  expect(unhandled).not.toHaveBeenCalled();
});

it("the socket receiver acknowledges all deliveries before it stops", async () => {
  const slack = await startSlack();
  const { app, ...edge } = await createSlackEdge(edgeOf(slack));
  const read = Promise.withResolvers<void>();
  const looksUp = Promise.withResolvers<void>();
  app.command("/slow", async ({ ack }) => {
    read.resolve();
    await looksUp.promise;
    await ack("slow");
  });
  app.command("/quick", ({ ack }) => ack("quick"));
  await edge.start();
  const type = (command: string) => {
    const payload = { command, text: "", user_id: "U2", team_id: "T1" };
    slack.sockets[0]?.send(JSON.stringify({ type: "slash_commands", envelope_id: command, payload }));
  };
  type("/slow");
  await read.promise;
  const stopping = edge.stop();
  type("/quick");
  await eventually(() => expect(slack.heard.join()).toContain("quick"));
  looksUp.resolve();
  await stopping;
  await eventually(() => expect(slack.heard.join()).toContain("slow"));
});
