import { request } from "node:http";
import { onTestFinished } from "vitest";
import { type SandboxPlatform, startPlatform } from "../../../platform/index.ts";
import type { SlackWorkspace } from "../../../slack/index.ts";
import { startSlack } from "../../../slack/workspace.ts";
import { startWeb } from "../../../web/index.ts";
import { TEST_MANIFEST } from "../../support/bolt-app.ts";

export type Started = { url: string; port: number; slack: SlackWorkspace; platform: SandboxPlatform };

export async function start(): Promise<Started> {
  const slack = await startSlack({ manifest: TEST_MANIFEST, delivery: { kind: "http" } });
  onTestFinished(() => slack.close());
  const platform = await startPlatform();
  onTestFinished(() => platform.close());
  const web = await startWeb({ slack, platform });
  onTestFinished(() => web.close());
  return { url: web.url, port: Number(new URL(web.url).port), slack, platform };
}

type Reply = { status: number; headers: Record<string, unknown>; body: string };

/** Plain node:http: a browser would not let a test forge Host and Origin. */
export function ask(
  { port }: Started,
  {
    method = "GET",
    path = "/",
    headers = {},
    body = "",
  }: { method?: string; path?: string; headers?: Record<string, string>; body?: string },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      const finish = (text: string) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      if (response.headers["content-type"]?.startsWith("text/event-stream") === true) {
        response.once("data", (chunk: Buffer) => {
          response.destroy();
          finish(chunk.toString());
        });
        return;
      }
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on("end", () => finish(text));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

export function act(started: Started, sent: object, headers: Record<string, string> = {}): Promise<Reply> {
  return ask(started, {
    method: "POST",
    path: "/act",
    headers: { "content-type": "application/json", origin: `http://127.0.0.1:${started.port}`, ...headers },
    body: JSON.stringify(sent),
  });
}
