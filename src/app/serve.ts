import type { RequestListener } from "node:http";
import type { Config } from "../config.ts";
import { createHealth } from "../ops/health.ts";
import { closeServer, listen, opsListener, routeRequests } from "../ops/http.ts";
import type { SlackEdge } from "../slack/edge/edge.ts";
import type { Store } from "../store/index.ts";
import type { Ground } from "./ground.ts";

/** What there is of the app so far; null until it is there. */
export type State = { store: Store | null; edge: SlackEdge | null };

type Serving = Pick<Ground, "log" | "metrics"> & { state: State; ending: AsyncDisposableStack };

/** Listens from the start on, so that a supervisor sees a process that waits for its store or Slack as alive, not ready. */
export async function serve(config: Config, { log, state, metrics, ending }: Serving) {
  const health = createHealth({
    store: () => state.store,
    log,
    isConnected: () => (state.edge?.countConnections() ?? 0) > 0,
  });
  const ops = opsListener(health, metrics);
  const main: RequestListener = (request, response) =>
    routeRequests(state.edge?.requestListener ?? null, config.opsPort === null ? ops : null)(
      request,
      response,
    );
  const { server, port } = await listen(main, { host: config.host, port: config.port });
  ending.defer(() => closeServer(server));
  if (config.opsPort !== null) {
    const separate = await listen(ops, { host: config.host, port: config.opsPort });
    ending.defer(() => closeServer(separate.server));
  }
  return { port, health };
}
