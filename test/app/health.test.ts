import { execFileSync } from "node:child_process";
import { rename } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { startChatops } from "../support/chatops.ts";

async function ask(port: number, page: "healthz" | "readyz") {
  const reply = await fetch(`http://127.0.0.1:${port}/${page}`);
  return { status: reply.status, body: await reply.json() };
}

/** A disk that takes no more, for one process: the system refuses whatever makes a file of its longer. */
function fillDisk(pid: number): void {
  execFileSync("prlimit", [`--pid=${pid}`, "--fsize=1:unlimited"]);
}

function emptyDisk(pid: number): void {
  execFileSync("prlimit", [`--pid=${pid}`, "--fsize=unlimited:unlimited"]);
}

it.skipIf(process.platform !== "linux")(
  "is not ready while the disk takes nothing, names the cause in its log once, and is ready again after",
  async () => {
    const { slack, bot } = await startSandbox().then((sandbox) => {
      onTestFinished(() => sandbox.close());
      return sandbox;
    });
    expect((await ask(bot.port, "readyz")).status).toBe(200);
    fillDisk(bot.pid);
    const unready = { status: 503, body: { status: "not ready", obstacles: ["the store takes no writes"] } };
    // A write is believed for a few seconds.
    await expect.poll(() => ask(bot.port, "readyz")).toEqual(unready);
    expect(await ask(bot.port, "readyz")).toEqual(unready);
    // A restart would not make room.
    expect((await ask(bot.port, "healthz")).status).toBe(200);
    const told = bot.lines.filter((line) => line.includes("the store takes no writes"));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? "")).toMatchObject({
      level: "error",
      err: { cause: { message: "disk I/O error", errcode: expect.any(Number) } },
    });
    await slack.as("U0JOON").command("/msg-send", "joon Hi", { conversation: "C0TESTS" });
    const act = bot.lines.find((line) => line.includes("an act could not be stored"));
    expect(JSON.parse(act ?? "")).toMatchObject({ err: { message: "disk I/O error" } });
    emptyDisk(bot.pid);
    expect((await ask(bot.port, "readyz")).status).toBe(200);
  },
);

it("asks for a restart while its store's file is not the one it opened", async () => {
  const { app, env, log } = await startChatops();
  const path = env["DATABASE_URL"]!.slice("file:".length);
  expect(await ask(app.port, "healthz")).toEqual({ status: 200, body: { status: "up" } });
  await rename(path, `${path}.away`);
  const reason = expect.stringContaining("moved or replaced");
  expect(await ask(app.port, "healthz")).toEqual({ status: 503, body: { status: "lost", reason } });
  expect(await ask(app.port, "readyz")).toMatchObject({ status: 503, body: { obstacles: [reason] } });
  expect(log()).toContain("moved or replaced");
  await rename(`${path}.away`, path);
  expect((await ask(app.port, "healthz")).status).toBe(200);
});
