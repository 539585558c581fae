import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { z } from "zod";
import { startChild } from "./child.ts";
import { pace } from "./load.ts";
import { createContenders, names } from "./rivals/contenders.ts";
import { connect, createFlow } from "./rivals/flow.ts";
import { startSlackStub } from "./slack-stub.ts";

/*
 * Where the bot's processor time goes: `npm run bench:profile -- --rate 20 --seconds 20` sends that many commands a second
 * and reads Node's own profile of the process (`--cpu-prof`), its start left out; `--rate 0` is a bot that has nothing to
 * do, `--postgres` one with that database. Of the event loop's time, so that a wait for SQLite's disk counts; "(program)" is
 * for the most part the profile's own.
 */

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "20" },
    seconds: { type: "string", default: "20" },
    postgres: { type: "boolean", default: false },
  },
});
const rate = Number(values.rate);
const durationMs = Number(values.seconds) * 1000;
const warmMs = 5000;
const shown = 20;

const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
type Profile = z.infer<typeof Profile>;

const Statement = z.object({ query: z.string(), calls: z.coerce.number(), ms: z.number() });
/** The sixty that took the server longest, without their planning. */
const statementsAsked = `select query, calls, total_exec_time as ms from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time desc limit 60`;

const directory = mkdtempSync(join(tmpdir(), "bench-profile-"));
const slack = await startSlackStub();
const platform = await startChild(new URL("./platform-stub.ts", import.meta.url));
const platformUrl = `http://127.0.0.1:${platform.port}`;
const only = values.postgres ? names.appOnPostgres : names.appOnSqlite;
const contenders = await createContenders({ slackUrl: slack.apiUrl, platformUrl, directory }, [only]);
for (const contender of contenders) {
  const env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${directory}` };
  const one = await connect(contender, env);
  const flow = createFlow(slack, one);
  const load = (ms: number) => (rate === 0 ? wait(ms) : pace(flow, { perSecond: rate, durationMs: ms }));
  await load(warmMs);
  if (values.postgres) await ask(contender.url, "select pg_stat_statements_reset()");
  await load(durationMs);
  const endedMs = performance.now();
  const statements = values.postgres ? await ask(contender.url, statementsAsked) : [];
  await one.close();
  const stopMs = performance.now() - endedMs;
  const [file] = globSync(join(directory, "*.cpuprofile"));
  const profile = Profile.parse(JSON.parse(readFileSync(file ?? "", "utf8")));
  const per = rate === 0 ? durationMs / 1000 : (rate * durationMs) / 1000;
  const unit = rate === 0 ? "second" : "flow";
  console.log(`${contender.name}, ${rate} a second`);
  const head = `ms a ${unit}`;
  print(["part", head], sumUp(profile, { stopMs, nameOf: toPart }), per);
  print(["function", head], sumUp(profile, { stopMs, nameOf: toFunction }), per);
  if (values.postgres)
    printStatements(
      statements.map((row) => Statement.parse(row)),
      per,
      unit,
    );
  await contender.close();
}
await platform.stop();
await slack.close();
rmSync(directory, { recursive: true });

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

function printStatements(statements: readonly z.infer<typeof Statement>[], per: number, unit: string): void {
  console.log(`\n| statement | calls a ${unit} | server's ms a ${unit} |\n| --- | --- | --- |`);
  for (const { query, calls, ms } of statements) {
    const text = query.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 160);
    console.log(`| ${text} | ${(calls / per).toFixed(2)} | ${(ms / per).toFixed(3)} |`);
  }
}

type Frame = { name: string; url: string; line: number };

/** The samples of the load, which ended so long before the profile did, by who was at work; who only waited is left out. */
function sumUp(
  { nodes, samples, timeDeltas }: Profile,
  { stopMs, nameOf }: { stopMs: number; nameOf: (frame: Frame) => string },
): Map<string, number> {
  const frames = new Map<number, Frame>();
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  for (const { id, callFrame } of nodes) {
    const { functionName: name, url, lineNumber: line } = callFrame;
    // What is made of no script is part of whoever called it.
    const caller = frames.get(parents.get(id) ?? -1);
    frames.set(
      id,
      url === "" && caller !== undefined && caller.url !== ""
        ? { ...caller, name: `${caller.name} > ${name}` }
        : { name, url, line },
    );
  }
  const sums = new Map<string, number>();
  let beforeEndUs = 0;
  for (let index = samples.length - 1; index >= 0; index -= 1) {
    const us = timeDeltas[index] ?? 0;
    beforeEndUs += us;
    if (beforeEndUs < stopMs * 1000) continue;
    if (beforeEndUs > (stopMs + durationMs) * 1000) break;
    const frame = frames.get(samples[index] ?? -1);
    if (frame === undefined || frame.name === "(idle)") continue;
    const name = nameOf(frame);
    sums.set(name, (sums.get(name) ?? 0) + us);
  }
  return sums;
}

function toPart({ name, url }: Frame): string {
  if (url === "") return name;
  const file = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? /\/(src\/[^/]+)/.exec(url)?.[1];
  return (
    file ??
    (url.startsWith("node:") ? `Node: ${url.slice("node:".length).split("/").slice(0, 2).join("/")}` : url)
  );
}

function toFunction({ name, url, line }: Frame): string {
  const path = url.replace(/^.*?\/(?=node_modules\/|src\/)/, "");
  return url === "" ? name : `${name === "" ? "(anonymous)" : name} (${path}:${line + 1})`;
}

function print(heads: readonly [string, string], sums: ReadonlyMap<string, number>, per: number): void {
  const all = [...sums.values()].reduce((sum, us) => sum + us, 0);
  console.log(`\n| ${heads.join(" | share | ")} |\n| --- | --- | --- |`);
  for (const [name, us] of [...sums].toSorted(([, one], [, other]) => other - one).slice(0, shown))
    console.log(`| ${name} | ${((100 * us) / all).toFixed(1)} % | ${(us / 1000 / per).toFixed(2)} |`);
}
