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

/** Time to send headers or a request, or to read an answer; a slower peer is cut. Slack gives up after 3 s. */
const requestTimeoutMs = 10_000;

/** Interval at which Node looks for peers that exceed `requestTimeoutMs`. */
const connectionsCheckMs = 5000;

/** Most connections; a further one cuts the most silent. Each takes some 20 KB; Slack or a proxy needs a few. */
const maxConnections = 1000;

/**
 * Time before an idle connection is closed: longer than a load balancer's (up to 600 s), which therefore closes first. A
 * request that is under way when this side closes would be a failed command in Slack. Node's default is 5 s.
 */
const keepAliveMs = 620_000;

type MetricsPage = { contentType: string; render(): Promise<string> };

/**
 * Serves `/healthz` (the process runs, or 503 and why only a restart helps), `/readyz` (commands can be taken, or 503 and
 * why not) and `/metrics` (for Prometheus).
 */
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
    // Anybody may request these pages, so their connections are not kept.
    response.shouldKeepAlive = false;
    if (ops !== null) return ops(request, response);
    reply(response, 404, { error: "not found" });
  };
}

/** Listens; resolves with the server and its port (0 asks for any). */
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

/**
 * Cuts a connection that sends a request before its last one is answered: no proper client does, and one packet has room for
 * a thousand. Beyond `maxConnections` it cuts the connection silent for longest, as Slack sends its request at once; a
 * connection that waits for an answer is not silent.
 */
function limitConnections(server: Server, listener: RequestListener): void {
  /** Connections by silence, the longest first, with the request being read or answered. */
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
  // Cut here, since Node would answer every such request, however many a connection sends.
  server.on("checkExpectation", ({ socket }) => socket.destroy());
  server.on("request", (request, response) => {
    const { socket } = request;
    if (sockets.get(socket) !== null) return socket.destroy();
    note(socket, request);
    response.once("close", () => note(socket, null));
    return listener(request, response);
  });
}

/** Finds the most silent connection; if all are being answered, the oldest, whose peer may not read the answer. */
function findSilent(sockets: ReadonlyMap<Socket, IncomingMessage | null>): Socket | undefined {
  for (const [socket, request] of sockets) if (request?.complete !== true) return socket;
  return sockets.keys().next().value;
}

/** Time for open answers; then their connections are cut. */
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

/** Parts of the app, null until they exist. */
export type AppState = {
  store: Store | null;
  edge: { countConnections(): number; requestListener: RequestListener | null } | null;
  delivery: { isLeading: boolean } | null;
};

const silent = "the store does not answer";

/** Creates the health pages' data. The pages are public, so errors themselves go to the log only. */
function createHealth(state: AppState, log: Log) {
  let reason = "";

  /** Logs changes only: a page that is read each second must not fill the log. */
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
    /** Reasons why commands can't be taken yet; empty when ready. */
    obstacles: async () => [
      ...((state.edge?.countConnections() ?? 0) > 0 ? [] : ["not connected to Slack"]),
      ...(await storeObstacles()),
    ],
    /** Returns why only a restart helps, or null. Answers at once: a supervisor restarts after a late answer too. */
    lost() {
      const words = state.store?.lost() ?? null;
      if (words !== null) note(words);
      return words;
    },
    /** Call while the database is unreachable during startup. */
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
