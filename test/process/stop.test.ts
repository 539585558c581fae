import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { startOutside, startSandbox } from "../../sandbox/sandbox.ts";
import { bothModes, startChatops } from "../support/chatops.ts";
import { sends } from "../support/sends.ts";
import { heading } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

it("the bot exits with 0 after several signals, once the message being sent has its result", async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { slack, platform, bot } = sandbox;
  platform.faults.next({ kind: "delay", ms: 1000 });
  await slack.as(joon).command("/msg-send", "joon Hi", { conversation: tests });
  const stopped = bot.stop("SIGTERM");
  void bot.stop("SIGINT");
  void bot.stop("SIGTERM");
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(platform.state.messages).toHaveLength(1);
  expect(slack.messages(tests)[0]?.text).toContain(heading.accepted);
});

it("the bot stops on a signal while its start waits for Slack", async () => {
  const outside = await startOutside();
  onTestFinished(() => outside.close());
  outside.slack.faults.webApi({ method: "auth.test", kind: "status", status: 503 });
  const entry = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  const bot = spawn(process.execPath, [entry], {
    env: { HOST: "127.0.0.1", PORT: "0", ...outside.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void bot.kill("SIGKILL"));
  const exited = once(bot, "exit");
  for await (const chunk of bot.stdout) if (String(chunk).includes("Slack does not answer yet")) break;
  bot.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});

it("a bot that was started by npm stops when npm gets SIGTERM", async () => {
  const outside = await startOutside();
  onTestFinished(() => outside.close());
  outside.slack.faults.webApi({ method: "auth.test", kind: "status", status: 503 });
  const npm = spawn("npm", ["start"], {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    env: { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0", ...outside.env },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), "SIGKILL");
    } catch {
      // None of them is there any more.
    }
  });
  let output = "";
  // Ends once nobody holds it open any more, the bot included.
  for await (const chunk of npm.stdout) {
    output += String(chunk);
    if (String(chunk).includes("Slack does not answer yet")) npm.kill("SIGTERM");
  }
  expect(output).toContain('"signal":"SIGTERM"');
});

it.each(bothModes)(
  "a stopping bot still acknowledges and sends a command that it has received, over %s",
  async (mode) => {
    // Holders of phones are looked up at the start, so the phone is nobody's.
    const { slack, platform, app } = await startChatops({
      mode,
      env: { TEST_RECIPIENTS: "joon:01000000001" },
    });
    const stopped = Promise.withResolvers<void>();
    slack.on((event) => {
      // The command was read, and the app asks who typed it.
      const isAsked = event.kind === "traffic" && event.entry.name === "users.info";
      if (isAsked && event.entry.status === null) stopped.resolve(app.stop());
    });
    const typed = await slack.as(joon).command("/msg-send", "joon Just typed", { conversation: tests });
    expect(JSON.stringify(typed.ack?.body)).toContain("Sending to joon");
    await stopped.promise;
    expect(sends(platform)).toHaveLength(1);
    expect(slack.messages(tests)[0]?.text).toContain(heading.accepted);
  },
);
