import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../log.ts";
import { NoWritesError, type Store } from "../store/index.ts";

type Health = ReturnType<typeof createHealth>;

/** Time to send a request or to read an answer; a slower peer is cut off. Slack gives up after 3 s. */
const requestTimeoutMs = 10_000;

const connectionsCheckMs = 5000;

/** Most connections; a further connection cuts the longest silent. Each takes 20 KB; Slack or a proxy needs few. */
const maxConnections = 1000;

/** Idle time above a load balancer's (up to 600 s): if this side closed first, a request on its way would fail. */
const keepAliveMs = 620_000;

type MetricsPage = { contentType: string; render(): Promise<string> };

/** Serves `/healthz` (503: only a restart helps), `/readyz` (503: commands can't be accepted now) and `/metrics`. */
function opsListener(health: Health, metrics: MetricsPage): RequestListener {
  const pages: Record<string, (response: ServerResponse) => void> = {
    "/healthz": (response) => replyAlive(response, health),
    "/readyz": (response) => void replyReady(response, health),
    "/metrics": (response) => void replyMetrics(response, metrics),
  };
  return (request, response) => {
    const path = pathOf(request.url);
    if (!Object.hasOwn(pages, path)) return reply(response, 404, { error: "not found" });
    pages[path]?.(response);
  };
}

function replyAlive(response: ServerResponse, health: Health): void {
  const reason = health.lost();
  if (reason === null) reply(response, 200, { status: "up" });
  else reply(response, 503, { status: "lost", reason });
}

async function replyReady(response: ServerResponse, health: Health): Promise<void> {
  const obstacles = await health.obstacles().catch(() => ["the check itself failed"]);
  if (obstacles.length === 0) reply(response, 200, { status: "ready" });
  else reply(response, 503, { status: "not ready", obstacles });
}

async function replyMetrics(response: ServerResponse, { contentType, render }: MetricsPage): Promise<void> {
  const text = await render().catch(() => null);
  if (text === null) return reply(response, 500, { error: "the metrics could not be read" });
  response.writeHead(200, { "content-type": contentType, "cache-control": "no-store" });
  response.end(text);
}

/** Sends Slack's signed deliveries to `slack`, everything else to `ops` if this port serves it. */
export function createRequestRouter(
  slack: RequestListener | null,
  ops: RequestListener | null,
): RequestListener {
  return (request, response) => {
    if (slack !== null && request.method === "POST" && pathOf(request.url) === "/slack/events") {
      return slack(request, response);
    }
    // Anybody may request the pages, so their connections are not kept.
    response.shouldKeepAlive = false;
    if (ops !== null) return ops(request, response);
    reply(response, 404, { error: "not found" });
  };
}

export async function listen(
  listener: RequestListener,
  address: { host: string; port: number },
): Promise<{ server: Server; port: number }> {
  const server = createServer({
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: connectionsCheckMs,
    keepAliveTimeout: keepAliveMs,
  });
  server.setTimeout(requestTimeoutMs);
  limitConnections(server, listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, () => resolve());
  });
  const bound = server.address();
  return { server, port: typeof bound === "object" && bound !== null ? bound.port : address.port };
}

/** Cuts connections that don't wait for answers and, beyond `maxConnections`, the one that was silent longest. */
function limitConnections(server: Server, listener: RequestListener): void {
  /** Connections, the longest silent first, each with its open request. */
  const sockets = new Map<Socket, IncomingMessage | null>();
  const note = (socket: Socket, request: IncomingMessage | null) => {
    sockets.delete(socket);
    if (!socket.destroyed) sockets.set(socket, request);
  };
  server.on("connection", (socket: Socket) => {
    if (sockets.size >= maxConnections) findSilent(sockets)?.destroy();
    note(socket, null);
    socket.once("close", () => sockets.delete(socket));
  });
  // Cuts requests with `Expect`: Node would answer each of them, however many a connection sends.
  server.on("checkExpectation", ({ socket }) => socket.destroy());
  server.on("request", (request, response) => {
    const { socket } = request;
    if (sockets.get(socket) !== null) return socket.destroy();
    note(socket, request);
    response.once("close", () => note(socket, null));
    return listener(request, response);
  });
}

/** Finds the longest silent connection; if all wait for answers, the oldest, whose peer may not be reading. */
function findSilent(sockets: ReadonlyMap<Socket, IncomingMessage | null>): Socket | undefined {
  for (const [socket, request] of sockets) if (request?.complete !== true) return socket;
  return sockets.keys().next().value;
}

const closeLimitMs = 1000;

/** Closes idle connections at once. Resolves when open requests are answered or cut. */
export async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), closeLimitMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}

function pathOf(url: string | undefined): string {
  return (url ?? "/").split("?")[0] ?? "/";
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(`${JSON.stringify(body)}\n`);
}

export type AppState = {
  store: Store | null;
  edge: { countConnections(): number; requestListener: RequestListener | null } | null;
  delivery: { isLeading: boolean } | null;
};

const silent = "the store does not answer";

/** Creates the data of the health pages. They are public, so errors themselves go to the log only. */
function createHealth(state: AppState, log: Log) {
  let reason = "";

  /** Logs changes only, since a page may be read each second. */
  function note(obstacle: string, error?: unknown): void {
    if (obstacle === reason) return;
    if (obstacle === "") log.info({ was: reason }, "the store is well again");
    else log.error({ err: error }, obstacle);
    reason = obstacle;
  }

  async function storeObstacles(): Promise<string[]> {
    const { store } = state;
    if (store === null) return [reason === "" ? "the store is being opened" : reason];
    try {
      await store.healthy();
      note("");
      return [];
    } catch (error) {
      const words = store.lost() ?? (error instanceof NoWritesError ? "the store takes no writes" : silent);
      note(words, error);
      return [words];
    }
  }

  return {
    obstacles: async () => [
      ...((state.edge?.countConnections() ?? 0) > 0 ? [] : ["not connected to Slack"]),
      ...(await storeObstacles()),
    ],
    /** Returns why only a restart helps, or null. Synchronous: a supervisor restarts after a late answer too. */
    lost() {
      const words = state.store?.lost() ?? null;
      if (words !== null) note(words);
      return words;
    },
    /** Reports that the database is unreachable during startup. */
    away: (error: unknown) => note(silent, error),
  };
}

type Serving = { log: Log; state: AppState; metrics: MetricsPage; ending: AsyncDisposableStack };

/** Listens from the start, so that a supervisor sees a process that waits for its store or Slack as alive but not ready. */
export async function serve(
  { host, port: wanted, opsPort }: { host: string; port: number; opsPort: number | null },
  { log, state, metrics, ending }: Serving,
) {
  const health = createHealth(state, log);
  const ops = opsListener(health, metrics);
  const main: RequestListener = (request, response) =>
    createRequestRouter(state.edge?.requestListener ?? null, opsPort === null ? ops : null)(
      request,
      response,
    );
  const { server, port } = await listen(main, { host, port: wanted });
  ending.defer(() => closeServer(server));
  if (opsPort !== null) {
    const separate = await listen(ops, { host, port: opsPort });
    ending.defer(() => closeServer(separate.server));
  }
  return { port, health };
}
