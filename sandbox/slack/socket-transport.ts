import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { IDENTITY } from "./identity.ts";
import { isObject, parseJson, toObject, toText } from "./json.ts";
import { TIMING } from "./limits.ts";
import { whenWaited } from "./patience.ts";
import { startTraffic } from "./traffic.ts";
import type { Attempt, Dispatch } from "./transport.ts";
import type { DeliveryKind } from "./types.ts";
import { ConnectionsRefused } from "./web-api.ts";
import { WebApiError } from "./web-api-method.ts";
import type { World } from "./world.ts";

const MAX_CONNECTIONS = 10;
const PING_EVERY_MS = 5000;
const GOODBYE_MS = 500;

type Waiting = {
  readonly envelopeId: string;
  readonly acceptsBody: boolean;
  readonly startedMs: number;
  readonly socket: WebSocket;
  readonly finish: (status: number, response: unknown) => void;
  readonly settle: (attempt: Attempt) => void;
};

type State = {
  readonly world: World;
  /** Greeted sockets that still take payloads, in turn. */
  readonly open: WebSocket[];
  readonly tickets: Set<string>;
  /** Oldest first: the same envelope may be under way twice. */
  readonly waiting: Waiting[];
  readonly acked: Set<string>;
  isRefusing: boolean;
};

export type SocketTransport = ReturnType<typeof createSocketTransport>;

/** Socket Mode: each payload goes to one of the open sockets, whichever is next, and waits there for its ack. */
export function createSocketTransport(world: World, onGreeted: () => void) {
  const state: State = {
    world,
    open: [],
    tickets: new Set(),
    waiting: [],
    acked: new Set(),
    isRefusing: false,
  };
  const server = new WebSocketServer({ noServer: true });
  const pings = setInterval(() => {
    for (const socket of server.clients) socket.ping();
  }, PING_EVERY_MS);
  pings.unref();
  return {
    via: "socket" as const,
    send: (dispatch: Dispatch) => send(state, dispatch),
    connections: () => state.open.length,
    refuse(refuse: boolean): void {
      state.isRefusing = refuse;
    },
    openConnection: () => openConnection(state),
    handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
      const ticket = new URL(request.url ?? "/", world.origin).searchParams.get("ticket") ?? "";
      if (state.isRefusing || !state.tickets.delete(ticket)) {
        stream.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n");
        return;
      }
      server.handleUpgrade(request, stream, head, (socket) => {
        greet(state, socket);
        onGreeted();
      });
    },
    disconnect: (reason: "refresh_requested" | "warning" | "drop") => disconnect(state, reason),
    async close(): Promise<void> {
      clearInterval(pings);
      await Promise.all([...server.clients].map(sayGoodbye));
      for (const waiting of [...state.waiting]) settle(state, waiting, CUT);
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A client cut without a close frame reports an error: only those that do not answer are. */
function sayGoodbye(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), GOODBYE_MS);
    socket.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(1001);
  });
}

/** @throws WebApiError or ConnectionsRefused */
function openConnection(state: State): string {
  if (state.isRefusing) throw new ConnectionsRefused();
  if (state.open.length >= MAX_CONNECTIONS) throw new WebApiError("too_many_websockets", { finding: true });
  const ticket = state.world.nextId("ticket-");
  state.tickets.add(ticket);
  return `${state.world.origin.replace("http:", "ws:")}/link?ticket=${ticket}&app_id=${IDENTITY.appId}`;
}

function greet(state: State, socket: WebSocket): void {
  socket.on("message", (data) => receive(state, String(data)));
  socket.on("close", () => leave(state, socket));
  socket.on("error", () => socket.terminate());
  state.open.push(socket);
  socket.send(
    JSON.stringify({
      type: "hello",
      num_connections: state.open.length,
      connection_info: { app_id: IDENTITY.appId },
      debug_info: { host: "sandbox", build_number: 1, approximate_connection_time: 18_060 },
    }),
  );
  state.world.emit({ kind: "connection", connections: state.open.length });
}

/** No more payloads for this socket; what it holds un-acked counts as unanswered once it is closed. */
function leave(state: State, socket: WebSocket): void {
  retire(state, socket);
  for (const waiting of [...state.waiting]) {
    if (waiting.socket === socket) settle(state, waiting, CUT);
  }
}

function retire(state: State, socket: WebSocket): void {
  const index = state.open.indexOf(socket);
  if (index < 0) return;
  state.open.splice(index, 1);
  state.world.emit({ kind: "connection", connections: state.open.length });
}

function disconnect(state: State, reason: "refresh_requested" | "warning" | "drop"): void {
  for (const socket of [...state.open]) {
    if (reason === "drop") {
      socket.terminate();
      leave(state, socket);
      continue;
    }
    socket.send(JSON.stringify({ type: "disconnect", reason, debug_info: { host: "sandbox" } }));
    if (reason === "refresh_requested") retire(state, socket);
  }
}

function send(state: State, dispatch: Dispatch): Promise<Attempt> {
  const socket = state.open.shift();
  if (socket === undefined) return Promise.resolve({ envelopeId: null, ack: null, lost: "absent" });
  state.open.push(socket);
  const envelopeId = dispatch.envelopeId ?? crypto.randomUUID();
  const acceptsBody = dispatch.kind !== "event";
  const finish = startTraffic(state.world, {
    direction: "to_bot",
    via: "socket",
    name: dispatch.kind,
    request: dispatch.payload,
  });
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const waiting: Waiting = {
    envelopeId,
    acceptsBody,
    startedMs: state.world.waitedMs(),
    socket,
    finish,
    settle(attempt) {
      callOff();
      resolve(attempt);
    },
  };
  const callOff = whenWaited(state.world, TIMING.ackMs, () => settle(state, waiting, SILENT));
  state.waiting.push(waiting);
  socket.send(JSON.stringify(toEnvelope(dispatch, envelopeId, acceptsBody)));
  return promise;
}

function toEnvelope(dispatch: Dispatch, envelopeId: string, acceptsBody: boolean): unknown {
  return {
    envelope_id: envelopeId,
    type: envelopeType(dispatch.kind),
    accepts_response_payload: acceptsBody,
    payload: dispatch.payload,
    ...(dispatch.kind === "event"
      ? { retry_attempt: dispatch.retry, retry_reason: dispatch.retry > 0 ? "timeout" : "" }
      : {}),
  };
}

function envelopeType(kind: DeliveryKind): string {
  if (kind === "command") return "slash_commands";
  return kind === "event" ? "events_api" : "interactive";
}

function receive(state: State, text: string): void {
  const message = toObject(parseJson(text));
  const envelopeId = toText(message["envelope_id"]);
  const waiting = state.waiting.find((other) => other.envelopeId === envelopeId);
  if (waiting === undefined) {
    const rule = state.acked.has(envelopeId) ? "double_ack" : "late_or_unknown_ack";
    state.world.report("socket", rule, `envelope ${envelopeId}`);
    return;
  }
  const payload = message["payload"];
  const body = isObject(payload) && Object.keys(payload).length > 0 ? payload : null;
  if (body !== null && !waiting.acceptsBody) {
    state.world.report("socket", "ack_with_payload", "this envelope accepts no response payload");
  }
  state.acked.add(envelopeId);
  settle(state, waiting, body);
}

const SILENT = Symbol("silent");
const CUT = Symbol("cut");

/** @param outcome the body of the ack (null when empty), SILENT or CUT */
function settle(state: State, waiting: Waiting, outcome: unknown): void {
  const index = state.waiting.indexOf(waiting);
  if (index < 0) return;
  state.waiting.splice(index, 1);
  const { envelopeId } = waiting;
  if (outcome === SILENT || outcome === CUT) {
    const lost = outcome === SILENT ? "silent" : "cut";
    waiting.finish(0, lost);
    waiting.settle({ envelopeId, ack: null, lost });
    return;
  }
  const latencyMs = state.world.waitedMs() - waiting.startedMs;
  waiting.finish(200, outcome);
  waiting.settle({ envelopeId, ack: { status: 200, body: outcome, latencyMs }, lost: null });
}
