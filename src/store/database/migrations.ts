import { sql } from "kysely";
import { createDrafts } from "../drafts/migration.ts";
import { createFiles } from "../files/migration.ts";
import { createHomes } from "../homes/migration.ts";
import { createJobs } from "../jobs/migration.ts";
import {
  createOperations,
  letActsBringSeveral,
  letResultsChange,
  linkOperations,
  listUnknowns,
  noteNeedlessRepeats,
  noteSendingAgain,
  noteWhen,
  tieActsOfAForm,
} from "../operations/migration.ts";
import { createPosts, createTold, letPostsChange, letPostsLink, letToldExpire } from "../posts/migration.ts";
import { createProposals } from "../proposals/migration.ts";
import { createReceipts } from "../receipts/migration.ts";
import { createSightings, sumUpSightings } from "../sightings/migration.ts";
import { createWatches } from "../watches/migration.ts";
import type { Connection, Migration } from "./tables.ts";

/** Any number that no other user of the same database locks. */
const migrationLock = 7_240_118;

/** In order, each applied once; each stands with its table. Never edit one that was released, add the next. */
const migrations: readonly Migration[] = [
  createOperations,
  createPosts,
  createDrafts,
  createTold,
  letToldExpire,
  createJobs,
  linkOperations,
  letPostsChange,
  noteWhen("told_again_at"),
  letResultsChange,
  listUnknowns,
  createWatches,
  createFiles,
  noteWhen("acknowledged_at"),
  createSightings,
  createProposals,
  letPostsLink,
  createHomes,
  createReceipts,
  letActsBringSeveral,
  sumUpSightings,
  noteSendingAgain,
  noteNeedlessRepeats,
  tieActsOfAForm,
  noteWhen("ended_at"),
];

/** What `migrate` leads to. */
export const newestVersion = migrations.length;

/** The version that the database is at; 0 when it has no tables yet. Writes nothing. */
export async function readVersion({ db, engine }: Pick<Connection, "db" | "engine">): Promise<number> {
  const found =
    engine === "postgres"
      ? sql`select 1 where to_regclass('migrations') is not null`
      : sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`;
  if ((await found.execute(db)).rows.length === 0) return 0;
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from migrations`.execute(db);
  return rows[0]?.version ?? 0;
}

/**
 * Brings the database up to date, all in one transaction.
 * @throws when a newer version of the bot has been here: its tables may mean something else.
 */
export async function migrate({ db, engine }: Connection): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (engine === "postgres") await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx);
    await sql`create table if not exists migrations (version integer primary key)`.execute(trx);
    const version = await readVersion({ db: trx, engine });
    if (version > newestVersion) {
      throw new Error(`the store is at version ${version}, this bot knows ${newestVersion}: update the bot`);
    }
    for (const [index, apply] of migrations.entries()) {
      if (index < version) continue;
      await apply(trx, engine);
      await sql`insert into migrations (version) values (${index + 1})`.execute(trx);
    }
  });
}
