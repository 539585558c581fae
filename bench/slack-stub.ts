import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createSlackSockets } from "./slack-sockets.ts";

export type SlackStub = {
  apiUrl: string;
  /** Resolves when the app with this token has a socket. */
  connected(appToken: string): Promise<void>;
  /** Sends one envelope over a socket of that app and resolves with its acknowledgement. */
  deliver(appToken: string, type: "slash_commands" | "interactive", payload: object): Promise<void>;
  /** Resolves with the next post to that conversation. */
  posted(conversation: string): Promise<void>;
  /** Where a document of 2 MB is, another one for each id. */
  fileUrl(id: string): string;
  close(): Promise<void>;
};

const team = { ok: true, team_id: "T0BENCH", user_id: "U0BOT", bot_id: "B0BOT", team: "bench", user: "bot" };
const member = { id: "U0BENCH", team_id: team.team_id, locale: "en-US", deleted: false };

/** As little of Slack as both sides of a comparison need: what it does itself must not be what is measured. */
export async function startSlackStub(): Promise<SlackStub> {
  const readers = new Map<string, (() => void)[]>();
  const server = createServer((request, response) => {
    const token = /Bearer (\S+)/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const method = request.url?.split("/").at(-1) ?? "";
    if (request.url?.startsWith(filePath) === true) {
      request.resume();
      response.end(fileOf(method));
      return;
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer(method, `ws://${request.headers.host}/${token}`)));
    if (method !== "chat.postMessage") {
      request.resume();
      return;
    }
    const tell = (body: string) => readers.get(conversationIn(body))?.shift()?.();
    // An app that gave a post up in the middle posts it again.
    void text(request).then(tell, () => {});
  });
  // A busy machine may need longer than the usual five seconds between two requests.
  server.keepAliveTimeout = 60_000;
  const sockets = createSlackSockets(server);
  const port = await listen(server);
  return {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    connected: sockets.connected,
    deliver: sockets.deliver,
    fileUrl: (id) => `http://127.0.0.1:${port}${filePath}${id}`,
    posted: (conversation) =>
      new Promise((resolve) => {
        const own = readers.get(conversation) ?? [];
        readers.set(conversation, [...own, resolve]);
      }),
    async close() {
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const filePath = "/files-pri/";
const document = Buffer.alloc(2 * 1024 * 1024, "%PDF-1.7\n%%EOF\n", "latin1");

function fileOf(id: string): Buffer {
  return Buffer.concat([document.subarray(0, document.length - id.length), Buffer.from(id)]);
}

/** A form or JSON, as the caller likes it. */
function conversationIn(body: string): string {
  return /\bchannel"?[=:]"?(\w+)/.exec(body)?.[1] ?? "";
}

function answer(method: string, url: string): object {
  if (method === "chat.postMessage") return { ok: true, channel: "C0BENCH", ts: "1795000000.000100" };
  if (method === "apps.connections.open") return { ok: true, url };
  // What Slack doesn't call public is private, and posted to for its members alone.
  if (method === "conversations.info") return { ok: true, channel: { is_private: false } };
  return method === "users.info" ? { ok: true, user: member } : team;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return port;
}
