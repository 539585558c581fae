import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startBot, startPatienceMs } from "../../sandbox/bot-process.ts";
import { startOutside } from "../../sandbox/sandbox.ts";
import { findFreePort } from "../support/free-port.ts";

it("the bot writes its compile cache before it reports itself as ready", async () => {
  const cache = await mkdtemp(join(tmpdir(), "compiled-"));
  onTestFinished(() => rm(cache, { recursive: true }));
  const outside = await startOutside();
  onTestFinished(() => outside.close());
  const countModules = () => readdirSync(cache, { recursive: true }).length;
  const whenReady: number[] = [];
  const bot = await startBot({
    env: { ...outside.env, NODE_COMPILE_CACHE: cache },
    onLine: (line) => line.includes('"ready"') && whenReady.push(countModules()),
  });
  expect(whenReady).toEqual([countModules()]);
  expect(countModules()).toBeGreaterThan(10);
  await bot.stop("SIGKILL");
});

it.each([
  [
    "with wrong variables, and names all of them",
    { SLACK_BOT_TOKEN: "xapp-1-A1-2-abc", PLATFORM_BASE_URL: "ftp://x", PORT: "no" },
    ["code 1", "SLACK_BOT_TOKEN", "PLATFORM_BASE_URL", "PORT"],
  ],
  [
    "with a token that Slack refuses, and names it",
    { SLACK_BOT_TOKEN: "xoxb-1-2-wrong" },
    ["SLACK_BOT_TOKEN", "invalid_auth"],
  ],
])("the bot doesn't start %s, and prints no secret", async (_, wrong, named) => {
  const outside = await startOutside();
  onTestFinished(() => outside.close());
  const failure = await startBot({ env: { ...outside.env, ...wrong } }).catch(String);
  for (const words of named) expect(failure).toContain(words);
  expect(failure).not.toContain(wrong.SLACK_BOT_TOKEN);
});

it("the bot is alive and not ready while its start waits for an unreachable Slack", async () => {
  const outside = await startOutside();
  onTestFinished(() => outside.close());
  const { slack } = outside;
  slack.faults.webApi({ method: "auth.test", kind: "status", status: 503 });
  const port = await findFreePort();
  const status = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((reply) => reply.status);
  const lines: string[] = [];
  const starting = startBot({
    env: { ...outside.env, PORT: String(port) },
    onLine: (line) => lines.push(line),
  });
  onTestFinished(async () => {
    await starting.then((bot) => bot.stop());
  });
  const told = () => lines.filter((line) => line.includes("Slack does not answer yet"));
  const isTold = () => told().length > 0;
  await slack.waitFor(isTold, { what: "the line in the log", timeoutMs: startPatienceMs });
  for (const line of told()) expect(line).not.toContain("stack");
  expect(await status("/healthz")).toBe(200);
  expect(await status("/readyz")).toBe(503);
  slack.faults.clear();
  const bot = await starting;
  expect(bot.port).toBe(port);
  expect(await status("/readyz")).toBe(200);
});
