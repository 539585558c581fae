import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { WebClient } from "@slack/web-api";
import { expect, it, onTestFinished } from "vitest";
import { isSlackFault } from "../../../../src/slack/edge/slack-error.ts";
import { webFetch } from "../../../../src/slack/edge/web-client.ts";
import { judgePostFailure } from "../../../../src/slack/posts/post-failure.ts";

async function startServer(listener: RequestListener): Promise<{ url: string; connections: () => number }> {
  let count = 0;
  const server = createServer(listener).on("connection", () => {
    count += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/api/`, connections: () => count };
}

const quiet = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
const silent = { debug() {}, info() {}, warn() {}, error() {}, setLevel() {}, setName() {} };
const logger = { ...silent, getLevel: () => "error" as never };

function post(slackApiUrl: string, more: { fetch?: typeof webFetch; timeout?: number } = {}) {
  const client = new WebClient("xoxb-1", { ...quiet, ...more, slackApiUrl, logger });
  return client.chat.postMessage({ channel: "C1", text: "안녕 & hello" });
}

it("webFetch carries the calls of Slack's client over connections that stay open", async () => {
  const asked: unknown[] = [];
  const { url, connections } = await startServer(async (request, response) => {
    const { method, url: path, headers } = request;
    const { authorization, "content-type": type } = headers;
    await text(request);
    asked.push([method, path, authorization, type]);
    response
      .setHeader("x-oauth-scopes", "chat:write, files:read")
      .end(JSON.stringify({ ok: true, text: "됨" }));
  });
  for (let index = 0; index < 6; index += 1) {
    const answer = await post(url, { fetch: webFetch });
    expect(answer).toMatchObject({ text: "됨", response_metadata: { scopes: ["chat:write", "files:read"] } });
  }
  const form = "application/x-www-form-urlencoded";
  expect(asked).toEqual(
    Array.from({ length: 6 }, () => ["POST", "/api/chat.postMessage", "Bearer xoxb-1", form]),
  );
  // A connection may still be busy with an answer's end at the next call.
  expect(connections()).toBeLessThanOrEqual(2);
});

it("webFetch sends the same body as Node's fetch", async () => {
  const bodies: string[] = [];
  const { url } = await startServer(async (request, response) => {
    bodies.push(await text(request));
    response.end('{"ok":true}');
  });
  await post(url);
  await post(url, { fetch: webFetch });
  expect(bodies[1]).toBe(bodies[0]);
  expect(bodies[1]).toContain("hello");
});

const failures: [string, RequestListener][] = [
  ["429 with a time", (_, response) => void response.writeHead(429, { "retry-after": "7" }).end()],
  ["429 without one", (_, response) => void response.writeHead(429).end()],
  ["503", (_, response) => void response.writeHead(503).end("busy")],
  ["a redirect", (_, response) => void response.writeHead(302, { location: "/elsewhere" }).end()],
  ["no content", (_, response) => void response.writeHead(204).end()],
  ["a page", (_, response) => void response.end("<html>")],
  ["a cut connection", (_, response) => void response.destroy()],
  ["no answer", () => {}],
];

it.each(failures)("webFetch fails as Node's fetch does after %s", async (_, listener) => {
  const { url } = await startServer(listener);
  const failing = (fetch?: typeof webFetch) =>
    post(url, { timeout: 300, ...(fetch && { fetch }) }).then(
      () => null,
      (error: unknown) => ({
        own: isSlackFault(error),
        verdict: judgePostFailure(error),
        words: String(error),
      }),
    );
  expect(await failing(webFetch)).toEqual(await failing());
});

it("webFetch shows that nothing was sent when the connection is refused", async () => {
  const { url } = await startServer(() => {});
  const closed = url.replace(/:\d+/, ":9");
  const verdict = await post(closed, { fetch: webFetch }).catch(judgePostFailure);
  expect(verdict).toMatchObject({ kind: "again", mayRepeat: false });
});
