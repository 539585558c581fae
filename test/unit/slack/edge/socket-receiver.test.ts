import { expect, it, onTestFinished, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { createSlackEdge } from "../../../../src/slack/edge/edge.ts";
import { eventually } from "../../../support/eventually.ts";
import { answerJson, serve } from "../loopback.ts";
import { edgeOptions } from "./start-receiver.ts";

/** The one side of Socket Mode that can say anything. */
async function startSlack() {
  const sockets: WebSocket[] = [];
  const heard: string[] = [];
  const { server, origin, apiUrl } = await serve((_, response) =>
    answerJson(response, { ok: true, url: origin.replace("http", "ws") }),
  );
  new WebSocketServer({ server }).on("connection", (socket) => {
    sockets.push(socket);
    socket.on("message", (data) => heard.push(String(data)));
    socket.send(JSON.stringify({ type: "hello" }));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
  });
  return { apiUrl, sockets, heard };
}

/** The edge over the one socket of such a Slack. */
async function startEdge() {
  const slack = await startSlack();
  const mode = { kind: "socket", appToken: "xapp-1" } as const;
  const edge = await createSlackEdge({ ...edgeOptions, apiUrl: slack.apiUrl, mode });
  const send = (message: string) => slack.sockets[0]?.send(message);
  /** Somebody typed it. */
  const type = (command: string) => {
    const payload = { command, text: "", user_id: "U2", team_id: "T1" };
    send(JSON.stringify({ type: "slash_commands", envelope_id: command, payload }));
  };
  const hears = (words: string) => eventually(() => expect(slack.heard.join()).toContain(words));
  return { ...edge, send, type, hears };
}

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
])(
  "the Socket Mode receiver survives the malformed message %s and handles the next command",
  async (message) => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    onTestFinished(() => void process.off("unhandledRejection", unhandled));
    const { app, start, stop, send, type, hears } = await startEdge();
    app.command("/next", ({ ack }) => ack("heard"));
    await start();
    onTestFinished(() => stop());
    send(message);
    type("/next");
    await hears("/next");
    expect(unhandled).not.toHaveBeenCalled();
  },
);

it("the Socket Mode receiver acknowledges all deliveries before it stops", async () => {
  const { app, start, stop, type, hears } = await startEdge();
  const read = Promise.withResolvers<void>();
  const looksUp = Promise.withResolvers<void>();
  app.command("/slow", async ({ ack }) => {
    read.resolve();
    await looksUp.promise;
    await ack("slow");
  });
  app.command("/quick", ({ ack }) => ack("quick"));
  await start();
  type("/slow");
  await read.promise;
  const stopping = stop();
  type("/quick");
  await hears("quick");
  looksUp.resolve();
  await stopping;
  await hears("slow");
});
