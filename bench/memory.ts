import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { startSandbox } from "../sandbox/sandbox.ts";
import type { Conversation } from "../sandbox/slack/index.ts";

/*
 * Whether the bot's memory stays flat: many sends by command over Socket Mode, with a platform that takes its time,
 * and the process's resident memory read from outside. Linux only (/proc).
 */

const sends = Number(process.argv[2] ?? 20_000);
/** V8 takes this long to make its heap as wide as the load asks; what is alive in it stays at 33 to 40 MB throughout. */
const warmUpSends = sends * 0.4;
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
  slack: { conversations, postLimit: null },
  env: {
    DAILY_SEND_LIMIT: "1000000",
    RESULTS_CHANNEL: "C0T0",
    REVIEW_CHANNEL: "C0T1",
    ONCALL_CHANNEL: "C0T2",
  },
});
platform.faults.always({ kind: "delay", ms: platformDelayMs });
const ended = new EventEmitter();
platform.onRequest(() => ended.emit("request"));

const samples: { sends: number; rssMb: number }[] = [];
const startedMs = performance.now();
let typed = 0;
while (platform.requests.length < sends) {
  while (typed < sends && typed - platform.requests.length < openAtOnce) {
    const author = authors[typed % authors.length] ?? "";
    const conversation = `C0T${typed % conversationCount}`;
    void slack.as(author).command("/msg-send", `joon Hello ${typed}`, { conversation });
    typed += 1;
  }
  await once(ended, "request");
  const done = platform.requests.length;
  if (done % (sends / 100) === 0 && samples.at(-1)?.sends !== done) {
    samples.push({ sends: done, rssMb: readRssMb() });
    if (done % (sends / 10) === 0) console.log(`${done} sends, ${readRssMb()} MB`);
  }
}
const seconds = (performance.now() - startedMs) / 1000;

const warm = median(samples.filter((sample) => sample.sends > warmUpSends).slice(0, samplesKept));
const end = median(samples.slice(-samplesKept));
const growth = end / warm - 1;
const accepted = platform.state.messages.length;
console.log(
  `${accepted} of ${sends} sent in ${Math.round(seconds)} s (${Math.round(sends / seconds)} a second); ` +
    `memory ${warm} MB after ${warmUpSends} sends, ${end} MB at the end (${(growth * 100).toFixed(1)} %)`,
);
await close();
process.exitCode = growth <= growthAllowed && accepted === sends ? 0 : 1;

function readRssMb(): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${bot.pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

function median(values: readonly { rssMb: number }[]): number {
  const sorted = values.map(({ rssMb }) => rssMb).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
