import { once } from "node:events";
import { createServer, request } from "node:http";
import { onTestFinished } from "vitest";
import type { Chatops } from "./chatops.ts";

/** A load balancer between Slack and the app that can lose the way back: the app hears Slack, and Slack no answer. */
export async function startLossyWay({ slack, app }: Pick<Chatops, "slack" | "app">) {
  const way = { isLost: false };
  const server = createServer((incoming, outgoing) => {
    const { isLost } = way;
    const { url, method, headers } = incoming;
    const on = request({ host: "127.0.0.1", port: app.port, path: url, method, headers }, (answer) => {
      if (isLost) return answer.resume();
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      return answer.pipe(outgoing);
    });
    incoming.pipe(on);
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
  return async <T>(deliver: () => Promise<T>): Promise<T> => {
    way.isLost = true;
    try {
      return await deliver();
    } finally {
      way.isLost = false;
    }
  };
}
