import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startChild } from "./child.ts";
import { compare, type Plan, type Table } from "./comparison.ts";
import { startSlackStub } from "./slack-stub.ts";

const idleMs = 700;
type Start = { readyMs: number; rssMb: number };

/** From the spawn of the process to its being ready, and its memory after a moment's rest, in HTTP mode. */
export async function benchStart(plan: Plan): Promise<Table[]> {
  const slack = await startSlackStub();
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const env = {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: "xoxb-1-bench",
    SLACK_SIGNING_SECRET: "8f742231b10e8888abcd99yyyzzz85a5",
    DATABASE_URL: `file:${join(directory, "bench.db")}`,
    PLATFORM_BASE_URL: "http://127.0.0.1:9",
    PLATFORM_API_KEY: "BENCHAPIKEY00000",
    PLATFORM_API_SECRET: "BENCHSECRET000000000000000000000",
  };
  const entries = {
    bare: new URL("./bare-bolt.ts", import.meta.url),
    bot: new URL("../scripts/messaging-chatops.js", import.meta.url),
  };
  const run = (entry: URL, cache: Record<string, string>) => async (): Promise<Start> => {
    const child = await startChild(entry, { ...env, ...cache });
    await wait(plan.durationMs(idleMs));
    const start = { readyMs: child.readyMs, rssMb: child.rssMb() };
    await child.stop();
    return start;
  };
  const kept = { NODE_COMPILE_CACHE: join(directory, "compiled") };
  const none = { NODE_DISABLE_COMPILE_CACHE: "1" };
  const bareKept = "bare Bolt, compile cache";
  const table = await compare<Start>({
    title: "Start and memory, HTTP mode",
    figures: [
      { head: "ready ms", of: ({ readyMs }) => readyMs, digits: 0, ratio: true },
      { head: "idle RSS MB", of: ({ rssMb }) => rssMb, digits: 0, ratio: true },
    ],
    contenders: [
      { name: "bare Bolt", run: run(entries.bare, none) },
      { name: bareKept, run: run(entries.bare, kept) },
      { name: "the bot, no compile cache", run: run(entries.bot, none) },
      {
        name: "the bot as it starts: compile cache",
        run: run(entries.bot, kept),
        targets: [
          { figure: "ready ms", atMost: 1.7 },
          { figure: "ready ms", atMost: 1.7, than: bareKept },
          { figure: "idle RSS MB", atMost: 1.5 },
        ],
      },
    ],
    plan,
  });
  await slack.close();
  await rm(directory, { recursive: true });
  return [table];
}
