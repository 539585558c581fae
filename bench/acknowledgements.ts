import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { startChild } from "./child.ts";
import { compare, printRows, type Target } from "./comparison.ts";
import { load } from "./load.ts";
import { type SlackStub, startSlackStub } from "./slack-stub.ts";

const signingSecret = "8f742231b10e8888abcd99yyyzzz85a5";
const durationMs = 800;
const concurrency = 16;

const entries = {
  bare: new URL("./bare-bolt.ts", import.meta.url),
  whole: new URL("../src/main.ts", import.meta.url),
  committing: new URL("./committing-bot.ts", import.meta.url),
};
type Name = keyof typeof entries;

let count = 0;

function toPayload(text: string): Record<string, string> {
  count += 1;
  return {
    token: "bench",
    team_id: "T0BENCH",
    channel_id: "C0BENCH",
    channel_name: "bench",
    user_id: "U0BENCH",
    command: "/msg-send",
    text,
    api_app_id: "A0BENCH",
    response_url: "http://127.0.0.1:9/response",
    trigger_id: `${count}.bench`,
  };
}

/** Help is parsed and answered by the whole bot; a send is committed by the part of it up to the acknowledgement. */
const texts: Readonly<Record<Name, string>> = {
  bare: "help",
  whole: "help",
  committing: "01000000001 Hello from the bench",
};

function toEnv(slack: SlackStub, name: Name, directory: string): Record<string, string> {
  return {
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: `xoxb-1-${name}`,
    DATABASE_URL: `file:${join(directory, `${name}.db`)}`,
    PLATFORM_BASE_URL: "http://127.0.0.1:9",
    PLATFORM_API_KEY: "BENCHAPIKEY00000",
    PLATFORM_API_SECRET: "BENCHSECRET000000000000000000000",
    SENDER_NUMBERS: "0212345678",
  };
}

type Ack = (name: Name) => Promise<unknown>;

/** Slash commands over signed HTTP: the three as processes of their own, asked in turn. */
export async function benchHttp(): Promise<void> {
  const slack = await startSlackStub();
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const start = async (name: Name) => {
    const env = { ...toEnv(slack, name, directory), SLACK_SIGNING_SECRET: signingSecret };
    const child = await startChild(entries[name], env);
    return { child, pool: new Pool(`http://127.0.0.1:${child.port}`, { connections: concurrency }) };
  };
  const parties = {
    bare: await start("bare"),
    whole: await start("whole"),
    committing: await start("committing"),
  };
  await measure("HTTP", (name) => post(parties[name].pool, toPayload(texts[name])), {
    whole: { atLeast: 1 },
    committing: { atLeast: 0.85, p99AtMost: 1.3 },
  });
  for (const { pool, child } of Object.values(parties)) {
    await pool.destroy();
    await child.stop();
  }
  await slack.close();
  await rm(directory, { recursive: true });
}

async function post(pool: Pool, payload: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(payload).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`).digest("hex");
  const reply = await pool.request({
    method: "POST",
    path: "/slack/events",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": `v0=${signature}`,
    },
    body,
  });
  if (reply.statusCode !== 200) throw new Error(`HTTP ${reply.statusCode}`);
  await reply.body.dump();
}

/** The same over Socket Mode. */
export async function benchSocket(): Promise<void> {
  const slack = await startSlackStub();
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const tokenOf = (name: Name) => `xapp-1-A0BENCH-1-${name}`;
  const start = async (name: Name) => {
    const child = await startChild(entries[name], {
      ...toEnv(slack, name, directory),
      SLACK_APP_TOKEN: tokenOf(name),
    });
    await slack.connected(tokenOf(name));
    return child;
  };
  const children = [await start("bare"), await start("whole"), await start("committing")];
  await measure("Socket Mode", (name) => slack.command(tokenOf(name), toPayload(texts[name])), {
    whole: { atLeast: 0.75 },
    committing: { atLeast: 0.4 },
  });
  for (const child of children) await child.stop();
  await slack.close();
  await rm(directory, { recursive: true });
}

async function measure(
  what: string,
  ack: Ack,
  targets: { whole: Target; committing: Target },
): Promise<void> {
  const run = (name: Name) => () => load(() => ack(name), { concurrency, durationMs });
  const rows = await compare({
    rounds: 5,
    baseline: { name: "bare Bolt: acknowledged", run: run("bare") },
    others: [
      { name: "help: parsed and answered", run: run("whole"), target: targets.whole },
      {
        name: "send: parsed, validated, committed, logged, acknowledged",
        run: run("committing"),
        target: targets.committing,
      },
    ],
  });
  printRows(`${what}, ${concurrency} in flight`, rows);
}
