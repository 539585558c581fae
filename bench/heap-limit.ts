import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { startChild } from "./child.ts";
import { fillStore } from "./fill-store.ts";
import { pace, quantile } from "./load.ts";
import { commandPayload, deliver, signingSecret } from "./slack-request.ts";
import { startSlackStub } from "./slack-stub.ts";

/*
 * What a limit for V8's old space costs: the bot on SQLite, over signed HTTP, with so many flows a second for a while.
 * A flow opens the send form, sends by command, which tells its result, and looks at the history; each of its three
 * acknowledgements is timed from outside. `npm run bench:heap -- 64 96 128` measures those limits, in MB; 0 is none. A bot
 * that runs out of memory ends the bench.
 */

const limits = process.argv.slice(2).map(Number);
const flowsPerSecond = 9;
const warmUpMs = 10_000;
const durationMs = 40_000;
const rowsBefore = 10_000;
const conversations = 200;
const recipient = "joon";
let count = 0;

const slack = await startSlackStub();
const platform = await startChild(new URL("./platform-stub.ts", import.meta.url));
console.log(
  "| --max-old-space-size | p50 | p99 | processor a flow | whole collections | most resident |\n| --- | --- | --- | --- | --- | --- |",
);
for (const limitMb of limits) console.log(await measure(limitMb));
await platform.stop();
await slack.close();

async function measure(limitMb: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const url = `file:${join(directory, "bot.db")}`;
  await fillStore(url, rowsBefore);
  const bot = await startChild(new URL("../scripts/messaging-chatops.js", import.meta.url), {
    ...(limitMb === 0 ? {} : { NODE_OPTIONS: `--max-old-space-size=${limitMb}` }),
    ...{ SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: "xoxb-1-bench", SLACK_SIGNING_SECRET: signingSecret },
    ...{ DATABASE_URL: url, PLATFORM_BASE_URL: `http://127.0.0.1:${platform.port}` },
    ...{ PLATFORM_API_KEY: "BENCHAPIKEY00000", PLATFORM_API_SECRET: "BENCHSECRET000000000000000000000" },
    ...{ SENDER_NUMBERS: "0212345678", TEST_RECIPIENTS: `${recipient}:01000000001` },
    DAILY_SEND_LIMIT: "1000000",
  });
  const pool = new Pool(`http://127.0.0.1:${bot.port}`, { connections: 64 });
  const run = (ms: number, tookMs: number[]) =>
    pace(createFlow(pool, tookMs), { perSecond: flowsPerSecond, durationMs: ms });
  await run(warmUpMs, []);
  const tookMs: number[] = [];
  const before = await readUsage(pool);
  await run(durationMs, tookMs);
  const after = await readUsage(pool);
  const flows = (flowsPerSecond * durationMs) / 1000;
  const cpuMs = (after.cpuMs - before.cpuMs) / flows;
  const collections = after.collections - before.collections;
  const mb = Math.round(bot.peakRssMb());
  await pool.destroy();
  await bot.stop();
  await rm(directory, { recursive: true });
  const sorted = tookMs.toSorted((one, other) => one - other);
  const figures = [0.5, 0.99].map((share) => `${quantile(sorted, share).toFixed(1)} ms`);
  return `| ${limitMb === 0 ? "none" : `${limitMb} MB`} | ${figures.join(" | ")} | ${cpuMs.toFixed(1)} ms | ${collections} | ${mb} MB |`;
}

function createFlow(pool: Pool, tookMs: number[]) {
  const timed = async (command: string, text: string, conversation: string) => {
    const startedMs = performance.now();
    await deliver(pool, commandPayload(command, text, conversation));
    tookMs.push(performance.now() - startedMs);
  };
  return async () => {
    count += 1;
    const conversation = `C0HEAP${count % conversations}`;
    await timed("/msg-send", "", conversation);
    await timed("/msg-send", `${recipient} Hello ${count}`, conversation);
    await timed("/msg-history", "", conversation);
  };
}

/** By the bot's own account: what others take of a busy machine is in neither. */
async function readUsage(pool: Pool): Promise<{ cpuMs: number; collections: number }> {
  const { body } = await pool.request({ method: "GET", path: "/metrics" });
  const page = await body.text();
  return {
    cpuMs: Number(/^process_cpu_seconds_total (\S+)/m.exec(page)?.[1]) * 1000,
    collections: Number(/^nodejs_gc_duration_seconds_count\{kind="major"\} (\S+)/m.exec(page)?.[1] ?? 0),
  };
}
