import { EventEmitter, once } from "node:events";
import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";

type Envelope = { token: string; text: string; socket: WebSocket | undefined; acknowledged: () => void };

/** Slack's side of Socket Mode: what an app left unanswered when it lost a socket comes again over another one. */
export function createSlackSockets(server: Server) {
  const sockets = new Map<string, WebSocket[]>();
  const unanswered = new Map<string, Envelope>();
  const changes = new EventEmitter();
  const wss = new WebSocketServer({ server });
  let count = 0;

  const openOf = (token: string) => sockets.get(token) ?? [];
  const send = (envelope: Envelope) => {
    const open = openOf(envelope.token);
    envelope.socket = open[count % open.length];
    envelope.socket?.send(envelope.text);
  };
  const change = (token: string, open: WebSocket[]) => {
    sockets.set(token, open);
    changes.emit(token);
    for (const envelope of unanswered.values()) {
      const isLost = envelope.socket === undefined || !open.includes(envelope.socket);
      if (envelope.token === token && isLost) send(envelope);
    }
  };
  wss.on("connection", (socket, request) => {
    const token = request.url?.slice(1) ?? "";
    const hello = { type: "hello", num_connections: 1, connection_info: { app_id: "A0BENCH" } };
    socket.send(JSON.stringify(hello));
    socket.on("message", (data) => {
      const id = /"envelope_id":"([^"]+)"/.exec(data.toString())?.[1] ?? "";
      unanswered.get(id)?.acknowledged();
      unanswered.delete(id);
    });
    // An app that ends may reset it; what matters is that it is closed.
    socket.on("error", () => {});
    socket.on("close", () =>
      change(
        token,
        openOf(token).filter((one) => one !== socket),
      ),
    );
    change(token, [...openOf(token), socket]);
  });
  return {
    async connected(token: string): Promise<void> {
      while (openOf(token).length === 0) await once(changes, token);
    },
    deliver(token: string, type: string, payload: object): Promise<void> {
      count += 1;
      const id = `e${count}`;
      const text = JSON.stringify({ envelope_id: id, type, accepts_response_payload: true, payload });
      return new Promise((acknowledged) => {
        const envelope = { token, text, socket: undefined, acknowledged };
        unanswered.set(id, envelope);
        send(envelope);
      });
    },
    close(): void {
      for (const socket of wss.clients) socket.terminate();
    },
  };
}
