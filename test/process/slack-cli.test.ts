import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { type Outside, startOutside } from "../../sandbox/sandbox.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const Hooks = z.object({
  hooks: z.record(z.string(), z.string()),
  config: z.object({ "sdk-managed-connection-enabled": z.literal(true) }),
});
const { hooks } = Hooks.parse(JSON.parse(read(".slack/hooks.json")));

/**
 * As the CLI runs a hook whose protocol has no name: split at spaces, put together again, and given to a shell in the folder
 * in which somebody typed `slack`.
 */
function runHook(name: string, env: Record<string, string> = {}, cwd = root): ChildProcess {
  const [command = "", ...args] = (hooks[name] ?? "").split(/\s+/);
  const path = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
  const child = spawn("sh", ["-c", `${command} ${args.join(" ")}`], { cwd, env: { ...path, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function outputOf(child: ChildProcess) {
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  return { code: await code, output, errors };
}

async function startWorld(): Promise<{ outside: Outside; env: Record<string, string> }> {
  const outside = await startOutside();
  onTestFinished(() => outside.close());
  const { SLACK_BOT_TOKEN: _, SLACK_APP_TOKEN: __, ...env } = outside.env;
  return { outside, env };
}

it("the Slack CLI reads the manifest from any folder of the checkout", async () => {
  const { code, output } = await outputOf(runHook("get-manifest", {}, `${root}/src`));
  expect(code).toBe(0);
  expect(JSON.parse(output)).toEqual(parse(read("manifest.yml")));
  expect(JSON.parse(read(".slack/config.json"))).toEqual({ manifest: { source: "local" } });
});

it("the Slack CLI starts the bot with the CLI's tokens, and stops it in an orderly way", async () => {
  const { outside, env } = await startWorld();
  const { botToken, appToken } = outside.slack;
  const child = runHook("start", {
    ...env,
    // The CLI passes on an `.env` that was copied and not filled in.
    ...{ PORT: "0", SLACK_BOT_TOKEN: "", SLACK_APP_TOKEN: "" },
    ...{ SLACK_CLI_XOXB: botToken, SLACK_CLI_XAPP: appToken },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let lines = "";
  child.stdout?.on("data", (chunk) => {
    lines += chunk;
  });
  await expect.poll(() => lines, { timeout: 60_000 }).toContain('"msg":"ready"');
  await outside.slack.as("U0JOON").command("/msg-help", "", { conversation: "C0TESTS" });
  // The CLI interrupts the very process that it started, before it starts the changed app.
  child.kill("SIGINT");
  await ended;
  expect(lines).toContain('"msg":"stopping"');
});

it("the Slack CLI's start prints the names of missing variables, and no token", async () => {
  const tokens = { SLACK_CLI_XOXB: "xoxb-1-2-abc", SLACK_CLI_XAPP: "xapp-1-A1-2-abc" };
  const { code, output, errors } = await outputOf(runHook("start", tokens));
  expect(code).not.toBe(0);
  for (const name of ["PLATFORM_BASE_URL", "PLATFORM_API_KEY", "PLATFORM_API_SECRET"])
    expect(errors).toContain(`${name} is missing`);
  expect(output + errors).not.toMatch(/1-2-abc/);
  const unannounced = await outputOf(runHook("start"));
  expect(unannounced.errors).toContain("run `slack run`");
});

it("the Slack CLI's doctor names the variables that the bot needs besides the CLI's tokens", async () => {
  const { env } = await startWorld();
  const versions = async (given: Record<string, string>) =>
    JSON.parse((await outputOf(runHook("doctor", given))).output).versions;
  expect(await versions(env)).toEqual([
    { name: "node", current: expect.stringMatching(/^2[4-9]\./) },
    { name: ".env", current: "complete" },
  ]);
  expect(await versions({ ...env, PLATFORM_API_KEY: "", PORT: "no" })).toEqual([
    { name: "node", current: expect.any(String) },
    { name: "PORT", current: "", error: { message: expect.stringContaining("PORT must be") } },
    {
      name: "PLATFORM_API_KEY",
      current: "",
      error: { message: expect.stringContaining("PLATFORM_API_KEY is missing") },
    },
  ]);
});
