import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startBot } from "../../sandbox/bot-process.ts";
import { startOutside } from "../../sandbox/sandbox.ts";
import { openStore } from "../../src/store/index.ts";
import { leaseMs } from "../contract/store-database.ts";
import { startUnready } from "../support/chatops.ts";
import { type Mood, startGate } from "../support/postgres-gate.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

const isTold = (line: string) => line.includes("the store does not answer");

/** An app that can't start yet, and what it has logged about that. */
async function startWaiting(url: string) {
  const outside = await startOutside();
  onTestFinished(() => outside.close());
  const { starting, stop, log } = startUnready(outside, { env: { DATABASE_URL: url } });
  onTestFinished(async () => {
    stop();
    await starting.then((app) => app.stop()).catch(() => {});
  });
  // The test awaits it later: until then a failure must not be unhandled.
  starting.catch(() => {});
  return { starting, ofAudience: () => log().split("\n").filter(isTold) };
}

async function connectTo(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test.each<Mood>(["closed", "silent"])(
  "the bot's start waits for an unreachable database (%s)",
  async (mood) => {
    const gate = await startGate(postgres.server, mood);
    const { starting, ofAudience } = await startWaiting(gate.url);
    await expect.poll(ofAudience, { timeout: 30_000 }).toHaveLength(1);
    gate.set("open");
    await starting;
    expect(ofAudience()).toHaveLength(1);
  },
);

/** The lock that Kysely's migrator holds. */
const migrationLock = "select pg_advisory_lock(3853314791062309107)";

test.each([
  { during: "makes its tables", isFirst: true, block: migrationLock },
  { during: "closes what was left open", isFirst: false, block: "begin; lock table operations" },
])(
  "the bot's start goes on after its database session was ended while it $during",
  async ({ isFirst, block }) => {
    const gate = await startGate(postgres.server);
    if (!isFirst)
      await (
        await openStore({ url: gate.directUrl, owner: "before", leaseMs, now: () => new Date() })
      ).close();
    const blocker = await connectTo(gate.directUrl);
    await blocker.query(block);
    const { starting, ofAudience } = await startWaiting(gate.url);
    const outside = await connectTo(gate.directUrl);
    const end = () =>
      outside.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'messaging-chatops' and wait_event_type = 'Lock'`);
    await expect.poll(async () => (await end()).rowCount, { timeout: 30_000 }).toBe(1);
    await expect.poll(ofAudience, { timeout: 30_000 }).toHaveLength(1);
    await blocker.query("select pg_advisory_unlock_all()");
    await blocker.query("rollback");
    await starting;
    expect(ofAudience()).toHaveLength(1);
  },
);

test("the bot's start ends with an error that names the database when that doesn't exist", async () => {
  const gate = await startGate(postgres.server);
  const url = new URL(gate.directUrl);
  url.pathname = "/not-there";
  const outside = await startOutside();
  onTestFinished(() => outside.close());
  const starting = startBot({ env: { ...outside.env, DATABASE_URL: url.href } });
  await expect(starting).rejects.toThrow(/code 1[\s\S]*not-there/);
});
