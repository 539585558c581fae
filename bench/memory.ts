import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { WebSocket } from "ws";
import { z } from "zod";
import { startSandbox } from "../sandbox/sandbox.ts";
import type { Conversation } from "../sandbox/slack/index.ts";

/*
 * Whether the bot's memory stays flat: many sends by command over Socket Mode, with a platform that takes its time,
 * and from outside the process's resident memory (Linux only, /proc) and what is alive in its heap after a collection
 * that is forced through Node's inspector. The heap is read when no request is under way, so that both times are alike.
 */

const sends = Number(process.argv[2] ?? 20_000);
/** V8 takes this long to make its heap as wide as the load asks. */
const warmUpSends = sends * 0.4;
/** By then the code is compiled and the caches are filled. */
const firstHeapSends = sends * 0.1;
const platformDelayMs = 150;
/** Below the bot's own limit of 200, so that none is refused as busy. */
const openAtOnce = 150;
/** One post a second and conversation is Slack's pace: many conversations take many results. */
const conversationCount = 400;
const authors = ["U0JOON", "U0MINA", "U0SORA", "U0DANA"];
const samplesKept = 10;
const growthAllowed = 0.1;

const conversations = Array.from({ length: conversationCount }, (_, index): Conversation => {
  const members = [...authors, "U0BOT"];
  const name = `tests-${index}`;
  return { id: `C0T${index}`, name, kind: "public", members, isArchived: false, isExternallyShared: false };
});

const { slack, platform, bot, close } = await startSandbox({
  slack: { conversations, postLimit: null, methodLimits: false },
  env: {
    DAILY_SEND_LIMIT: "1000000",
    TEST_RECIPIENTS: "joon:01000000001",
    RESULTS_CHANNEL: "C0T0",
    REVIEW_CHANNEL: "C0T1",
    ONCALL_CHANNEL: "C0T2",
  },
  nodeArguments: ["--inspect=127.0.0.1:0"],
});
platform.faults.always({ kind: "delay", ms: platformDelayMs });
const HeapUsage = z.object({ result: z.object({ usedSize: z.number() }) });
const ended = new EventEmitter();
platform.onRequest(() => ended.emit("request"));

const samples: { sends: number; rssMb: number }[] = [];
const startedMs = performance.now();
let typed = 0;
await sendUntil(firstHeapSends);
const heapAtFirstMb = await readLiveHeapMb();
await sendUntil(sends);
const seconds = (performance.now() - startedMs) / 1000;
const heapAtEndMb = await readLiveHeapMb();

const warm = median(samples.filter((sample) => sample.sends > warmUpSends).slice(0, samplesKept));
const end = median(samples.slice(-samplesKept));
const growth = end / warm - 1;
const heapGrowth = heapAtEndMb / heapAtFirstMb - 1;
const accepted = platform.state.messages.length;
console.log(
  `${accepted} of ${sends} sent in ${Math.round(seconds)} s (${Math.round(sends / seconds)} a second); ` +
    `memory ${warm} MB after ${warmUpSends} sends, ${end} MB at the end (${toPercent(growth)}); ` +
    `alive in the heap ${heapAtFirstMb.toFixed(1)} MB after ${firstHeapSends}, ` +
    `${heapAtEndMb.toFixed(1)} MB at the end (${toPercent(heapGrowth)})`,
);
await close();
process.exitCode = Math.max(growth, heapGrowth) <= growthAllowed && accepted === sends ? 0 : 1;

/** Returns when the platform answered that many, and nothing more is under way. */
async function sendUntil(count: number): Promise<void> {
  while (platform.requests.length < count) {
    while (typed < count && typed - platform.requests.length < openAtOnce) {
      const author = authors[typed % authors.length] ?? "";
      const conversation = `C0T${typed % conversationCount}`;
      void slack.as(author).command("/msg-send", `joon Hello ${typed}`, { conversation });
      typed += 1;
    }
    await once(ended, "request");
    sample(platform.requests.length);
  }
}

function sample(done: number): void {
  if (done % (sends / 100) !== 0 || samples.at(-1)?.sends === done) return;
  samples.push({ sends: done, rssMb: readRssMb() });
  if (done % (sends / 10) === 0) console.log(`${done} sends, ${readRssMb()} MB`);
}

async function readLiveHeapMb(): Promise<number> {
  const address = bot.lines.map((line) => /^Debugger listening on (ws:\S+)$/.exec(line)?.[1]).find(Boolean);
  if (address === undefined) throw new Error("the bot's inspector did not say where it listens");
  const socket = new WebSocket(address);
  await once(socket, "open");
  await ask(socket, "HeapProfiler.collectGarbage");
  const usage = HeapUsage.parse(await ask(socket, "Runtime.getHeapUsage"));
  socket.close();
  await once(socket, "close");
  return usage.result.usedSize / 1024 / 1024;
}

/** One question at a time: the inspector's next message is the answer. */
async function ask(socket: WebSocket, method: string): Promise<unknown> {
  const answered = once(socket, "message");
  socket.send(JSON.stringify({ id: 1, method }));
  const [answer] = await answered;
  return JSON.parse(String(answer));
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function readRssMb(): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${bot.pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

function median(values: readonly { rssMb: number }[]): number {
  const sorted = values.map(({ rssMb }) => rssMb).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
