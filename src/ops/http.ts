import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";

export type Health = {
  /** What still keeps commands from being taken, in words; empty when ready. */
  obstacles(): Promise<string[]>;
  /** Why only a restart helps, in words; null while that is not so. Answers at once: a late answer is a restart too. */
  lost(): string | null;
};

/** Slack's deliveries are small and quick; a peer that dawdles is not Slack. */
const requestTimeoutMs = 30_000;

/**
 * An idle connection is closed by whoever stands in front, never by us: a request that meets our close on its way is a
 * command that Slack says has failed. Load balancers idle for up to 600 s; Node's own 5 s is shorter than all of them.
 */
const keepAliveMs = 620_000;

export type MetricsPage = { contentType: string; render(): Promise<string> };

/**
 * `/healthz`: the process runs, or 503 and why only a restart helps. `/readyz`: it can take commands, or 503 and why not.
 * `/metrics`: for Prometheus.
 */
export function opsListener(health: Health, metrics: MetricsPage): RequestListener {
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

/** Slack's signed deliveries go to `slack`, everything else to `ops` where this port serves it. */
export function routeRequests(slack: RequestListener | null, ops: RequestListener | null): RequestListener {
  return (request, response) => {
    if (slack !== null && request.method === "POST" && pathOf(request.url) === "/slack/events") {
      return slack(request, response);
    }
    if (ops !== null) return ops(request, response);
    reply(response, 404, { error: "not found" });
  };
}

/** Listens, and resolves with the server and the port that it got (0 asks for any). */
export async function listen(
  listener: RequestListener,
  address: { host: string; port: number },
): Promise<{ server: Server; port: number }> {
  const server = createServer({ requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveMs }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, () => resolve());
  });
  const bound = server.address();
  return { server, port: typeof bound === "object" && bound !== null ? bound.port : address.port };
}

/** A connection that is neither idle nor answered after this is cut. */
const closeLimitMs = 1000;

/** Ends when the requests under way are answered, or soon after; idle connections are closed at once. */
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
