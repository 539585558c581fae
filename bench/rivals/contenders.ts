import { join } from "node:path";
import pg from "pg";
import { wordsOf } from "../../src/locales/index.ts";
import { startThrowaway } from "../../test/support/postgres-server.ts";
import { type Child, startChild } from "../child.ts";
import { familyProcessorMs } from "../processor-time.ts";
import { signingSecret } from "../slack-request.ts";
import { type Counter, createPostgresCounter, createSqliteCounter } from "./counts.ts";

export const recipient = "joon";
const sending = wordsOf("en").send.quickSending(recipient);

/** One of those who are compared, with a database of its own: on PostgreSQL in a server of its own. */
export type Contender = {
  name: string;
  /** Over its main database; beside it another one starts with `isApart`. */
  start(options?: { isApart?: boolean; env?: Record<string, string> }): Promise<Child>;
  /** Its main database. */
  url: string;
  counter: Counter;
  /** What its database's processes have used; null where the database is in its own process. */
  databaseMs: (() => number) | null;
  isTaken(answer: string): boolean;
  close(): Promise<void>;
};

type Program = { name: string; entry: URL; isTaken: (answer: string) => boolean };
const isTakenByRival = (answer: string) => answer === "Sending.";
const appEntry = new URL("../../scripts/messaging-chatops.js", import.meta.url);
const app = { entry: appEntry, isTaken: (answer: string) => answer.includes(sending) };
export const names = {
  appOnPostgres: "the app, PostgreSQL",
  graphileWorker: "graphile-worker, SDK",
  pgBoss: "pg-boss, SDK",
  appOnSqlite: "the app, SQLite",
  nodeSqlite: "node:sqlite, SDK",
} as const;
const onPostgres: Program[] = [
  { name: names.appOnPostgres, ...app },
  {
    name: names.graphileWorker,
    entry: new URL("./graphile-worker.ts", import.meta.url),
    isTaken: isTakenByRival,
  },
  { name: names.pgBoss, entry: new URL("./pg-boss.ts", import.meta.url), isTaken: isTakenByRival },
];
const onSqlite: Program[] = [
  { name: names.appOnSqlite, ...app },
  { name: names.nodeSqlite, entry: new URL("./node-sqlite.ts", import.meta.url), isTaken: isTakenByRival },
];

export type Outside = { slackUrl: string; platformUrl: string; directory: string };

/** Those with these names. Where PostgreSQL is missing, those that need it are left out. */
export async function createContenders(
  outside: Outside,
  wanted: readonly string[] = Object.values(names),
): Promise<Contender[]> {
  const isWanted = ({ name }: Program) => wanted.includes(name);
  const creating = onPostgres.filter(isWanted).map((program) => createOnPostgres(program, outside));
  const servers = await Promise.all(creating).catch((error: unknown) => {
    console.log(`PostgreSQL is left out: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  });
  return [...servers, ...onSqlite.filter(isWanted).map((program) => createOnSqlite(program, outside))];
}

async function createOnPostgres(program: Program, outside: Outside): Promise<Contender> {
  const server = await startThrowaway({ fsync: true, preload: "pg_stat_statements" });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("create database main");
  await client.query("create database apart");
  await client.end();
  const urlOf = (name: string) => server.url.replace(/postgres$/, name);
  return {
    ...create(program, outside, urlOf),
    counter: await createPostgresCounter(urlOf("main")),
    databaseMs: () => familyProcessorMs(server.pid),
    close: server.close,
  };
}

function createOnSqlite(program: Program, outside: Outside): Contender {
  const fileOf = (name: string) => join(outside.directory, `${program.name}-${name}`);
  return {
    ...create(program, outside, (name) => `file:${fileOf(`${name}.db`)}`),
    counter: createSqliteCounter(fileOf("counts.json")),
    databaseMs: null,
    close: async () => {},
  };
}

function create({ name, entry, isTaken }: Program, outside: Outside, urlOf: (database: string) => string) {
  const { slackUrl, platformUrl, directory } = outside;
  const number = "01000000001";
  const sender = "0212345678";
  const start: Contender["start"] = ({ isApart = false, env = {} } = {}) =>
    startChild(entry, {
      SLACK_API_URL: slackUrl,
      SLACK_BOT_TOKEN: "xoxb-1-bench",
      SLACK_SIGNING_SECRET: signingSecret,
      DATABASE_URL: urlOf(isApart ? "apart" : "main"),
      PLATFORM_BASE_URL: platformUrl,
      // The app keeps what Node compiled; so do the others here.
      NODE_COMPILE_CACHE: join(directory, "compiled"),
      ...(entry === appEntry
        ? {
            PLATFORM_API_KEY: "BENCHAPIKEY00000",
            PLATFORM_API_SECRET: "BENCHSECRET000000000000000000000",
            SENDER_NUMBERS: sender,
            TEST_RECIPIENTS: `${recipient}:${number}`,
            DAILY_SEND_LIMIT: "1000000",
          }
        : { SENDER_NUMBER: sender, RECIPIENT_NUMBER: number }),
      ...env,
    });
  return { name, isTaken, start, url: urlOf("main") };
}
