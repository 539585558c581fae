import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { wordsOf } from "../src/locales/index.ts";
import { openStore } from "../src/store/index.ts";
import { startChild } from "./child.ts";
import { compare, type Figure, type Plan, type Table, type Target } from "./comparison.ts";
import { fillStore } from "./fill-store.ts";
import { load, pace, type Sample } from "./load.ts";
import { commandPayload, deliverTaken, signingSecret } from "./slack-request.ts";
import { startSlackStub } from "./slack-stub.ts";

const conversations = 200;
const recipient = "joon";
const sending = wordsOf("en").send.quickSending(recipient);
/** Long enough: forty flows a round tell a tenth from none by luck. */
const rate = { perSecond: 20, durationMs: 6000 };
const figures: Figure<Sample>[] = [
  { head: "p50", of: ({ p50Ms }) => p50Ms, digits: 1, ratio: true },
  { head: "p99", of: ({ p99Ms }) => p99Ms, digits: 1, ratio: true },
];

/**
 * From a quick send to its result in the conversation, against the same without a store. The platform and Slack are
 * local and answer at once, so nothing of theirs has to be taken off.
 */
export async function benchFlow(plan: Plan): Promise<Table[]> {
  const slack = await startSlackStub();
  const platform = await startChild(new URL("./platform-stub.ts", import.meta.url));
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const platformUrl = `http://127.0.0.1:${platform.port}`;
  const start = async (entry: string, env: Record<string, string>) => {
    const child = await startChild(new URL(entry, import.meta.url), {
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: "xoxb-1-bench",
      SLACK_SIGNING_SECRET: signingSecret,
      ...env,
    });
    return { child, pool: new Pool(`http://127.0.0.1:${child.port}`, { connections: 64 }) };
  };
  const startBot = (url: string) =>
    start("../scripts/messaging-chatops.js", {
      DATABASE_URL: url,
      PLATFORM_BASE_URL: platformUrl,
      PLATFORM_API_KEY: "BENCHAPIKEY00000",
      PLATFORM_API_SECRET: "BENCHSECRET000000000000000000000",
      SENDER_NUMBERS: "0212345678",
      TEST_RECIPIENTS: `${recipient}:01000000001`,
      DAILY_SEND_LIMIT: "1000000",
    });
  const sizes = [0, 100_000, 1_000_000].map((rows) => ({
    rows,
    url: `file:${join(directory, `${rows}.db`)}`,
  }));
  for (const { rows, url } of sizes) await fillStore(url, plan.rows(rows));
  const history = await measureHistory(sizes, plan);
  const bare = await start("./bare-bolt.ts", { FLOW_PLATFORM: platformUrl });
  const bots = await Promise.all(sizes.map(async ({ rows, url }) => ({ rows, ...(await startBot(url)) })));
  let count = 0;
  const flow = async (pool: Pool) => {
    count += 1;
    const conversation = `C0FLOW${count % conversations}`;
    const posted = slack.posted(conversation);
    const send = () => commandPayload("/msg-send", `${recipient} Hello`, conversation);
    await deliverTaken(pool, send, (answer) => answer.includes(sending));
    await posted;
  };
  const run = (pool: Pool) => () =>
    pace(() => flow(pool), { ...rate, durationMs: plan.durationMs(rate.durationMs) });
  const contenders = [
    { name: "no store: Bolt, undici, chat.postMessage", run: run(bare.pool) },
    ...bots.map(({ rows, pool }) => ({ name: nameOf(rows), run: run(pool), targets: targetsAt(rows) })),
  ];
  const title = `Sent to told, ${rate.perSecond} a second over ${conversations} conversations`;
  const told = await compare({ title, figures, contenders, plan });
  for (const { pool, child } of [bare, ...bots]) {
    await pool.destroy();
    await child.stop();
  }
  await platform.stop();
  await slack.close();
  await rm(directory, { recursive: true });
  return [told, history];
}

function nameOf(rows: number): string {
  return `the bot, ${rows.toLocaleString("en")} rows`;
}

function targetsAt(rows: number): Target[] {
  if (rows === 1_000_000) return [{ figure: "p50", atMost: 1.1, than: nameOf(0) }];
  if (rows > 0) return [];
  return [
    { figure: "p50", atMost: 1.5 },
    { figure: "p99", atMost: 2 },
  ];
}

/** The first page of one person's history, and one operation by its message id. */
async function measureHistory(sizes: { rows: number; url: string }[], plan: Plan): Promise<Table> {
  const stores = await Promise.all(
    sizes.map(async ({ rows, url }) => ({
      rows,
      store: await openStore({ url, owner: "bench", leaseMs: 60_000, now: () => new Date() }),
    })),
  );
  const run =
    ({ operations }: (typeof stores)[number]["store"]) =>
    () =>
      load(
        async () => {
          await operations.list({ author: "U0BENCH", limit: 10 });
          await operations.findByMessageId("M7");
          await new Promise(setImmediate);
        },
        { concurrency: 1, durationMs: plan.durationMs(300) },
      );
  const contenders = stores.map(({ rows, store }) => ({
    name: nameOf(rows),
    run: run(store),
    targets: rows === 1_000_000 ? [{ figure: "p50", atMost: 1.1, than: nameOf(100_000) }] : [],
  }));
  const ofHistory = figures.map((figure) => ({ ...figure, digits: 3 }));
  const table = await compare({
    title: "History: a page and a message",
    figures: ofHistory,
    contenders,
    plan,
  });
  for (const { store } of stores) await store.close();
  return table;
}
