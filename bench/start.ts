import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "./child.ts";
import { printTable } from "./comparison.ts";
import { median } from "./load.ts";
import { startSlackStub } from "./slack-stub.ts";

const rounds = 5;
const idleMs = 700;
type Start = { readyMs: number; rssMb: number };

/** From the spawn of the process to its being ready, and its memory after a moment's rest, in HTTP mode. */
export async function benchStart(): Promise<void> {
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
  const bare: Start[] = [];
  const bot: Start[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const pair = [
      await startOnce(new URL("./bare-bolt.ts", import.meta.url), env),
      await startOnce(new URL("../src/main.ts", import.meta.url), env),
    ] as const;
    // The first round warms the disk's cache.
    if (round < 0) continue;
    bare.push(pair[0]);
    bot.push(pair[1]);
  }
  const head = ["", "bare Bolt", "the bot", "ratio", "target"];
  printTable("Start and memory, HTTP mode", [
    head,
    toRow("spawn to ready, ms", { bare, bot, figure: ({ readyMs }) => readyMs, atMost: 1.7 }),
    toRow("idle RSS, MB", { bare, bot, figure: ({ rssMb }) => rssMb, atMost: 1.5 }),
  ]);
  await slack.close();
  await rm(directory, { recursive: true });
}

async function startOnce(entry: URL, env: Record<string, string>): Promise<Start> {
  const child = await startChild(entry, env);
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const rssMb = child.rssMb() ?? Number.NaN;
  await child.stop();
  return { readyMs: child.readyMs, rssMb };
}

type Pairs = { bare: Start[]; bot: Start[]; figure: (start: Start) => number; atMost: number };

function toRow(name: string, { bare, bot, figure, atMost }: Pairs): string[] {
  const ratio = median(bot.map((start, round) => figure(start) / figure(bare[round] ?? start)));
  const verdict = ratio <= atMost ? "met" : "MISSED";
  return [
    name,
    median(bare.map(figure)).toFixed(0),
    median(bot.map(figure)).toFixed(0),
    `${ratio.toFixed(2)}x`,
    `<= ${atMost}x ${verdict}`,
  ];
}
