import { EventEmitter, once } from "node:events";
import { createServer, request } from "node:http";
import { onTestFinished } from "vitest";
import type { Chatops } from "./chatops.ts";

/**
 * A load balancer between Slack and the app, which passes on a closed connection. `lose`: it takes the app's answers and
 * Slack gets none. `cut`: the connection of the next delivery is closed once the app has it.
 */
export async function startLossyWay({ slack, app }: Pick<Chatops, "slack" | "app">) {
  const way = { isLost: false };
  const underWay = new EventEmitter<{ request: [close: () => void] }>();
  const server = createServer((incoming, outgoing) => {
    const { isLost } = way;
    const { url, method, headers } = incoming;
    const on = request({ host: "127.0.0.1", port: app.port, path: url, method, headers }, (answer) => {
      if (isLost) return answer.resume().on("end", () => outgoing.destroy());
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      return answer.pipe(outgoing);
    });
    on.on("error", () => outgoing.destroy());
    outgoing.on("close", () => on.destroy());
    incoming.pipe(on);
    on.on("finish", () => underWay.emit("request", () => on.destroy()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the way has no port");
  slack.setRequestUrl(`http://127.0.0.1:${address.port}/slack/events`);
  /** What Slack delivers meanwhile arrives, and Slack tells the person of trouble connecting. */
  const lose = async <T>(deliver: () => Promise<T>): Promise<T> => {
    way.isLost = true;
    try {
      return await deliver();
    } finally {
      way.isLost = false;
    }
  };
  const cut = async () => {
    const [close] = await once(underWay, "request");
    // Behind these answers the app has read the delivery, and waits for whatever it needs.
    for (let times = 0; times < 3; times += 1) await fetch(`http://127.0.0.1:${app.port}/healthz`);
    close();
  };
  return { lose, cut };
}
