import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { Pool, request } from "undici";
import { wordsOf } from "../src/locales/index.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { type Child, startChild } from "./child.ts";
import { quantile } from "./load.ts";
import { commandPayload, deliver, signingSecret, suggestionPayload } from "./slack-request.ts";
import { startSlackStub } from "./slack-stub.ts";

/*
 * What one instance and two carry on this machine before an acknowledgement passes a second at p99, and which part gives way
 * first: commands over signed HTTP, at once or beside what the store holds already. Slack and the platform answer at once.
 */

const stepMs = Number(process.argv[2] ?? 10_000);
const rates = [25, 50, 100, 150, 200, 300, 400, 600];
const longestMs = 1000;
const mostRefused = 0.01;
const conversations = 500;
const people = 100;
/** What stands in the store is tried at this rate. */
const usualRate = 20;
const amounts = [0, 10_000, 100_000, 1_000_000];

const slack = await startSlackStub();
const platform = await startChild(new URL("./platform-stub.ts", import.meta.url));
const sending = wordsOf("en").send.quickSending("joon");
let sent = 0;

type Bot = { child: Child; pool: Pool };

async function startBot(url: string): Promise<Bot> {
  const child = await startChild(new URL("../scripts/messaging-chatops.js", import.meta.url), {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: "xoxb-1-bench",
    SLACK_SIGNING_SECRET: signingSecret,
    DATABASE_URL: url,
    PLATFORM_BASE_URL: `http://127.0.0.1:${platform.port}`,
    PLATFORM_API_KEY: "BENCHAPIKEY00000",
    PLATFORM_API_SECRET: "BENCHSECRET000000000000000000000",
    SENDER_NUMBERS: "0212345678",
    TEST_RECIPIENTS: "joon:01000000001",
    DAILY_SEND_LIMIT: "1000000",
  });
  return { child, pool: new Pool(`http://127.0.0.1:${child.port}`, { connections: 256 }) };
}

async function stopAll(bots: readonly Bot[]): Promise<void> {
  for (const { child, pool } of bots) {
    await pool.destroy();
    await child.stop();
  }
}

type Step = { p50Ms: number; p99Ms: number; refused: number; tookMs: number };

/** What somebody asks, and a part of the answer that it has where it is enqueued. */
type Asked = { form: Record<string, string>; taken: string };

function askToSend(): Asked {
  const form = commandPayload("/msg-send", "joon Hello", `C0L${sent % conversations}`);
  return { form: { ...form, user_id: `U0BENCH${sent % people}` }, taken: sending };
}

/** Three letters of a template's name, typed in the form that opens one. */
const askForTemplates = (): Asked => ({
  form: suggestionPayload("templates.open", "templateId", "Wel"),
  taken: '"options"',
});

/** Commands that come when they come, whether earlier ones were answered or not. */
async function step(bots: readonly Bot[], perSecond: number, ask = askToSend): Promise<Step> {
  const latenciesMs: number[] = [];
  let refused = 0;
  const startedMs = performance.now();
  const one = async (dueMs: number) => {
    sent += 1;
    const bot = bots[sent % bots.length];
    const { form, taken } = ask();
    const answer = bot === undefined ? "" : await deliver(bot.pool, form).catch(() => "");
    latenciesMs.push(performance.now() - dueMs);
    if (!answer.includes(taken)) refused += 1;
  };
  const acts: Promise<void>[] = [];
  const count = Math.max(1, (perSecond * stepMs) / 1000);
  for (let index = 0; index < count; index += 1) {
    const dueMs = startedMs + (index * 1000) / perSecond;
    if (dueMs > performance.now()) await wait(dueMs - performance.now());
    acts.push(one(dueMs));
  }
  await Promise.all(acts);
  latenciesMs.sort((a, b) => a - b);
  return {
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
    refused: refused / count,
    tookMs: performance.now() - startedMs,
  };
}

/** The metrics that show what gives way. */
const shown = [
  "chatops_operations_open",
  "chatops_posts_queued",
  "chatops_posts_oldest_seconds",
  "nodejs_eventloop_lag_p99_seconds",
];

async function readMetrics({ child }: Bot): Promise<string> {
  const { body } = await request(`http://127.0.0.1:${child.port}/metrics`);
  const text = await body.text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return shown
    .map((name) => `${name.replace(/^chatops_|^nodejs_/, "")} ${+read(name).toFixed(3)}`)
    .join(", ");
}

function say(name: string, { p50Ms, p99Ms, refused }: Step, behind: string): void {
  const percent = (100 * refused).toFixed(1);
  console.log(`| ${name} | ${p50Ms.toFixed(0)} | ${p99Ms.toFixed(0)} | ${percent} % | ${behind} |`);
}

function head(title: string): void {
  console.log(`\n### ${title}\n\n| | p50 ms | p99 ms | not taken on | at the end |\n|---|---|---|---|---|`);
}

/** Faster and faster, until acknowledgements come too late or commands are refused. */
async function climb(title: string, bots: readonly Bot[]): Promise<void> {
  head(title);
  for (const perSecond of rates) {
    const result = await step(bots, perSecond);
    const [first] = bots;
    say(`${perSecond} a second`, result, first === undefined ? "" : await readMetrics(first));
    if (result.p99Ms > longestMs || result.refused > mostRefused) break;
    await drained(bots);
  }
}

/** Nothing of the step before is left over. */
async function drained([first]: readonly Bot[]): Promise<void> {
  for (let tries = 0; tries < 300 && first !== undefined; tries += 1) {
    const metrics = await readMetrics(first);
    if (/operations_open 0, posts_queued 0,/.test(metrics)) return;
    await wait(200);
  }
}

const fills = {
  operations: `insert into operations (id, act, step, root, kind, author, conversation, request, state, outcome, result,
      message_id, owner, created_at, started_at, closed_at)
    select 'f' || n, 'f' || n, 0, 'f' || n, 'messages.send', 'U0' || n % 50, 'C0BENCH',
      '{"body":{"message":{"to":"01000000001","from":"0212345678","text":"Hello"}}}', 'closed', 'accepted',
      '{"statusCode":"2000"}', 'M' || n, '', $2, $2, $2 from generate_series($3::int, $1::int) n`,
  posts: `insert into posts (subject, audience, kind, destinations, destination, kept, version, posted_version, state_version,
      since, may_repeat, changed_at)
    select 'act:w' || n, 'result', 'of another version', '["C0W' || n % 2000 || '"]', 'C0W' || n % 2000, 0, 1, 0, 1,
      $2::bigint, 0, $2 from generate_series($3::int, $1::int) n`,
  templates: `insert into documents (kind, id, subject, version, body_version, body, state, due_at, changed_at)
    select 'template', 'T1' || n, 'Welcome ' || n, 1, 1, '{"observations":[{"vendor":"A","status":"APPROVED","code":null,' ||
      '"comments":null,"content":{"name":"Welcome"},"reason":null,"from":{"kind":"import","by":"U0BENCH","at":0,' ||
      '"operationId":null}}]}', 'live', $2, $2 from generate_series($3::int, $1::int) n`,
};

const server = await startPostgres({ fsync: true });
const directory = await mkdtemp(join(tmpdir(), "bench-limits-"));

async function climbAll(): Promise<void> {
  const alone = [await startBot(`file:${join(directory, "limits.db")}`)];
  await climb("One instance, SQLite", alone);
  await stopAll(alone);
  for (const instances of [1, 2]) {
    const { url, drop } = await server.createDatabase();
    const bots: Bot[] = [];
    for (let index = 0; index < instances; index += 1) bots.push(await startBot(url));
    await climb(`${instances} on PostgreSQL`, bots);
    await stopAll(bots);
    await drop();
  }
}

/** One of the fills' names: the others, and how much is carried, are left out. */
const only = process.argv[3];
if (only === undefined) await climbAll();
for (const [what, fill] of Object.entries(fills)) {
  if (only !== undefined && only !== what) continue;
  const { url, drop } = await server.createDatabase();
  const bots = [await startBot(url)];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ask = what === "templates" ? askForTemplates : askToSend;
  head(`${usualRate} a second on PostgreSQL beside so many rows of ${what}`);
  let before = 0;
  for (const amount of amounts) {
    if (amount > before) await client.query(fill, [amount, Date.now(), before + 1]);
    before = amount;
    await client.query("analyze");
    const result = await step(bots, usualRate, ask);
    const [first] = bots;
    say(amount.toLocaleString("en"), result, first === undefined ? "" : await readMetrics(first));
  }
  await client.end();
  await stopAll(bots);
  await drop();
}

await platform.stop();
await slack.close();
await server.close();
await rm(directory, { recursive: true });
