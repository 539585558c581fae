import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { NoWritesError, openStore, type PostgresLimits } from "../../src/store/index.ts";
import { leaseMs } from "../contract/store-database.ts";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { type Mood, startGate } from "../support/postgres-gate.ts";
import { usePostgres } from "./use-postgres.ts";

/** All time-outs, short enough to pass several times in a test. */
const limits = { connectMs: 400, statementMs: 400, idleMs: 300 } satisfies PostgresLimits;
/** Twice the sum of all time-outs. */
const longAwayMs = 2 * Object.values(limits).reduce((sum, ms) => sum + ms, 0);
const now = () => new Date();

const postgres = usePostgres();

async function open(url: string) {
  const store = await openStore({ url, owner: "first", leaseMs, now, postgresLimits: limits });
  onTestFinished(() => store.close());
  return store;
}

/** Asks again and again, like a supervisor, until the database was unreachable for longer than any limit. */
async function askWhileAway(ask: () => Promise<unknown>): Promise<Set<unknown>> {
  const answers = new Set<unknown>();
  for (const endMs = performance.now() + longAwayMs; performance.now() < endMs; ) answers.add(await ask());
  return answers;
}

describe.each<Mood>(["closed", "silent"])(
  "a database unreachable (%s) for longer than every time-out",
  (mood) => {
    test("doesn't make the store ask for a restart of the process", async () => {
      const gate = await startGate(postgres.server);
      const store = await open(gate.url);
      gate.set(mood);
      const answers = await askWhileAway(async () => {
        await expect(store.healthy()).rejects.toThrow();
        return store.lost();
      });
      expect([...answers]).toEqual([null]);
      gate.set("open");
      await eventually(() => store.healthy());
      expect(store.lost()).toBeNull();
    });

    test("leaves an idle bot alive but not ready until it is back", async () => {
      const gate = await startGate(postgres.server);
      const { app, slack } = await startChatops({
        env: { DATABASE_URL: gate.url },
        postgresLimits: limits,
      });
      const status = async (page: string) => (await fetch(`http://127.0.0.1:${app.port}/${page}`)).status;
      expect(await status("readyz")).toBe(200);
      gate.set(mood);
      const answers = await askWhileAway(async () => `${await status("healthz")} ${await status("readyz")}`);
      expect([...answers]).toEqual(["200 503"]);
      gate.set("open");
      await expect.poll(() => status("readyz")).toBe(200);
      await slack.as("U0JOON").command("/msg-send", "joon Back", { conversation: "C0TESTS" });
      await slack.waitFor(() => slack.messages("C0TESTS").length === 1);
      expect(await status("healthz")).toBe(200);
    });
  },
);

test("a read-only database is reported as taking no writes, and no restart is asked for", async () => {
  const gate = await startGate(postgres.server);
  const store = await open(gate.url);
  const outside = new pg.Client({ connectionString: gate.directUrl });
  await outside.connect();
  const name = new URL(gate.url).pathname.slice(1);
  const setReadOnly = async (value: "on" | "off") => {
    await outside.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    gate.set("open");
  };
  await store.healthy();
  await setReadOnly("on");
  await expect
    .poll(() => store.healthy().catch((error: unknown) => error))
    .toSatisfy(
      (error: unknown) => error instanceof NoWritesError && String(error.cause).includes("read-only"),
    );
  expect(store.lost()).toBeNull();
  await setReadOnly("off");
  await eventually(() => store.healthy());
  await outside.end();
});
