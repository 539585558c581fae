import { execFileSync } from "node:child_process";
import { rename } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { startOutside, startSandbox } from "../../sandbox/sandbox.ts";
import { startChatops, startUnready } from "../support/chatops.ts";
import { findFreePort } from "../support/free-port.ts";
import { sends } from "../support/sends.ts";
import { en, heading } from "../support/words.ts";

async function ask(port: number, page: "healthz" | "readyz") {
  const reply = await fetch(`http://127.0.0.1:${port}/${page}`);
  return { status: reply.status, body: await reply.json() };
}

/** A full disk for one process: the system refuses to make its files longer. */
function fillDisk(pid: number): void {
  execFileSync("prlimit", [`--pid=${pid}`, "--fsize=1:unlimited"]);
}

function emptyDisk(pid: number): void {
  execFileSync("prlimit", [`--pid=${pid}`, "--fsize=unlimited:unlimited"]);
}

it.skipIf(process.platform !== "linux")(
  "the bot isn't ready while the disk is full, logs the cause once, and gets ready again afterwards",
  async () => {
    const { slack, platform, bot } = await startSandbox().then((sandbox) => {
      onTestFinished(() => sandbox.close());
      return sandbox;
    });
    expect((await ask(bot.port, "readyz")).status).toBe(200);
    fillDisk(bot.pid);
    const unready = { status: 503, body: { status: "not ready", obstacles: ["the store takes no writes"] } };
    // A successful write counts for a few seconds.
    await expect.poll(() => ask(bot.port, "readyz")).toEqual(unready);
    expect(await ask(bot.port, "readyz")).toEqual(unready);
    // A restart would not free the disk.
    expect((await ask(bot.port, "healthz")).status).toBe(200);
    const told = bot.lines.filter((line) => line.includes("the store takes no writes"));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? "")).toMatchObject({
      level: "error",
      err: { cause: { message: "disk I/O error", errcode: expect.any(Number) } },
    });
    const { ack } = await slack.as("U0JOON").command("/msg-send", "joon Hi", { conversation: "C0TESTS" });
    expect(JSON.stringify(ack?.body)).toContain(en.common.unsaved);
    const act = bot.lines.find((line) => line.includes("an act could not be stored"));
    expect(JSON.parse(act ?? "")).toMatchObject({ err: { message: "disk I/O error" } });
    emptyDisk(bot.pid);
    expect((await ask(bot.port, "readyz")).status).toBe(200);
    await slack.as("U0JOON").command("/msg-send", "joon Hi again", { conversation: "C0TESTS" });
    const post = await slack.waitFor(() => slack.messages("C0TESTS")[0], { timeoutMs: 20_000 });
    expect(post.text).toContain(heading.accepted);
    expect(sends(platform).map(({ body }) => Object(body).message.text)).toEqual(["Hi again"]);
  },
);

it("/healthz asks for a restart while the database file isn't the file that the bot opened", async () => {
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

it("a bot whose start waits for an unreachable database is alive and not ready, and logs the cause once", async () => {
  const outside = await startOutside();
  onTestFinished(() => outside.close());
  const [port, nobodys] = [await findFreePort(), await findFreePort()];
  const { starting, stop, log } = startUnready(outside, {
    env: { PORT: `${port}`, DATABASE_URL: `postgres://bot@127.0.0.1:${nobodys}/store` },
  });
  const countTold = () => log().split("the store does not answer").length - 1;
  await expect.poll(() => log().split("ECONNREFUSED").length).toBeGreaterThan(1);
  expect((await ask(port, "healthz")).status).toBe(200);
  const obstacles = ["not connected to Slack", "the store does not answer"];
  expect(await ask(port, "readyz")).toMatchObject({ status: 503, body: { obstacles } });
  expect(countTold()).toBe(1);
  stop();
  await expect(starting).rejects.toThrow();
});
