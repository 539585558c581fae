import type { Kysely } from "kysely";
import type { StoreContext, Tables } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { leaseEnd } from "../database/values.ts";
import { insertPosts } from "../posts/insert.ts";
import { readBatches } from "./batches.ts";
import { findWhatHappened, noteSentAgain } from "./repeats.ts";
import { toStarter } from "./row.ts";
import type { StartRequest } from "./types.ts";

/** What it was to send again was accepted after all, or reported as arrived. */
export class NeedlessError extends Error {
  override readonly name = "NeedlessError";
}

/** OperationTable.start: one statement, unless its batch's post or what it sends again is to say so. */
export function start(context: StoreContext, id: string, how: StartRequest): Promise<boolean> {
  const { accepted, posts = null } = how;
  if (posts === null && accepted === undefined)
    return write(context, async (db) => (await mark(db, { context, id, how })) !== null);
  return transact(context, async (trx) => {
    const started = await mark(trx, { context, id, how });
    if (started === null) return false;
    if (accepted !== undefined) {
      const happened = await findWhatHappened(trx, started.repeats, { accepted, waitsOn: context });
      if (happened !== null) throw new NeedlessError(`${happened.id} happened`);
      await noteSentAgain(trx, id, context.now());
    }
    if (posts === null) return true;
    const batches = await readBatches(context, trx, [started]);
    await insertPosts(context, trx, posts(batches), id);
    return true;
  });
}

type Marking = { context: StoreContext; id: string; how: StartRequest };

async function mark(
  db: Kysely<Tables>,
  { context, id, how: { attempt = 1, completed = null, isAgain = false } }: Marking,
): Promise<{ batch: string | null; repeats: string | null } | null> {
  const starter = toStarter(context.owner, attempt);
  const started = await db
    .updateTable("operations")
    .set({
      state: "started",
      started_at: context.now().getTime(),
      started_by: starter,
      lease_until: leaseEnd(context),
      ...(completed === null ? {} : { request: JSON.stringify(completed) }),
    })
    .where("id", "=", id)
    .where("state", "=", isAgain ? "started" : "stored")
    .$if(isAgain, (started) => started.where("started_by", "=", starter))
    .where("lease_owner", "=", context.owner)
    .where((row) =>
      row.or([
        row("follows", "is", null),
        row.exists(
          row
            .selectFrom("operations as before")
            .select("before.id")
            .whereRef("before.id", "=", "operations.follows")
            .where("before.outcome", "=", "accepted"),
        ),
      ]),
    )
    .returning(["batch", "repeats"])
    .executeTakeFirst();
  return started ?? null;
}
