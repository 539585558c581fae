import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { startChild } from "./child.ts";
import { compare, type Figure, type Plan, type Table, type Target } from "./comparison.ts";
import { load, type Sample } from "./load.ts";
import { commandPayload, deliver, signingSecret, submissionPayload } from "./slack-request.ts";
import { type SlackStub, startSlackStub } from "./slack-stub.ts";

/** The committing one among the three is the bot's own parts up to the acknowledgement and no further. */
const entries = {
  bare: new URL("./bare-bolt.ts", import.meta.url),
  whole: new URL("../scripts/messaging-chatops.js", import.meta.url),
  committing: new URL("./committing-bot.ts", import.meta.url),
};
type Name = keyof typeof entries;
type Act =
  | { kind: "slash_commands"; payload: Record<string, string> }
  | { kind: "interactive"; payload: object };
type Ack = (name: Name, act: Act) => Promise<unknown>;

const figures: Figure<Sample>[] = [
  { head: "per second", of: ({ perSecond }) => perSecond, digits: 0, ratio: true },
  { head: "p50", of: ({ p50Ms }) => p50Ms, digits: 2 },
  { head: "p99", of: ({ p99Ms }) => p99Ms, digits: 2, ratio: true },
];
const inFlight = 16;

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

/** Acts over signed HTTP: the three as processes of their own, asked in turn. */
export async function benchHttp(plan: Plan): Promise<Table[]> {
  const slack = await startSlackStub();
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const start = async (name: Name) => {
    const env = { ...toEnv(slack, name, directory), SLACK_SIGNING_SECRET: signingSecret };
    const child = await startChild(entries[name], env);
    return { child, pool: new Pool(`http://127.0.0.1:${child.port}`, { connections: 64 }) };
  };
  const parties = {
    bare: await start("bare"),
    whole: await start("whole"),
    committing: await start("committing"),
  };
  const ack: Ack = (name, act) => {
    const form = act.kind === "interactive" ? { payload: JSON.stringify(act.payload) } : act.payload;
    return deliver(parties[name].pool, form);
  };
  const measured = await measure({ what: "HTTP", ack, plan }, [
    { figure: "per second", atLeast: 0.85 },
    { figure: "p99", atMost: 1.3 },
  ]);
  for (const { pool, child } of Object.values(parties)) {
    await pool.destroy();
    await child.stop();
  }
  await slack.close();
  await rm(directory, { recursive: true });
  return measured;
}

/** The same over Socket Mode. */
export async function benchSocket(plan: Plan): Promise<Table[]> {
  const slack = await startSlackStub();
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const tokenOf = (name: Name) => `xapp-1-A0BENCH-1-${name}`;
  const start = async (name: Name) => {
    const env = { ...toEnv(slack, name, directory), SLACK_APP_TOKEN: tokenOf(name) };
    const child = await startChild(entries[name], env);
    await slack.connected(tokenOf(name));
    return child;
  };
  const children = [await start("bare"), await start("whole"), await start("committing")];
  const ack: Ack = (name, { kind, payload }) => slack.deliver(tokenOf(name), kind, payload);
  const measured = await measure({ what: "Socket Mode", ack, plan }, [
    { figure: "per second", atLeast: 0.4 },
  ]);
  for (const child of children) await child.stop();
  await slack.close();
  await rm(directory, { recursive: true });
  return measured;
}

type Measurement = { what: "HTTP" | "Socket Mode"; ack: Ack; plan: Plan };

async function measure({ what, ack, plan }: Measurement, ofCommit: Target[]): Promise<Table[]> {
  const help = (): Act => ({ kind: "slash_commands", payload: commandPayload("/msg-help", "") });
  const send = (): Act => ({
    kind: "slash_commands",
    payload: commandPayload("/msg-send", "01000000001 Hello from the bench"),
  });
  const submit = (): Act => ({ kind: "interactive", payload: submissionPayload() });
  const ofHelp: Target[] = [{ figure: "per second", atLeast: what === "HTTP" ? 1 : 0.75 }];
  const run = (name: Name, act: () => Act) => () =>
    load(() => ack(name, act()), { concurrency: inFlight, durationMs: plan.durationMs(500) });
  const contenders = [
    { name: "bare Bolt: acknowledged", run: run("bare", help) },
    { name: "help: parsed and answered", run: run("whole", help), targets: ofHelp },
    {
      name: "send: parsed, validated, committed, logged, acknowledged",
      run: run("committing", send),
      targets: ofCommit,
    },
    { name: "the send form submitted, likewise", run: run("committing", submit) },
  ];
  return [await compare({ title: `${what}, ${inFlight} in flight`, figures, contenders, plan })];
}
