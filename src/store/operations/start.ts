import type { Kysely } from "kysely";
import type { StoreContext, Tables } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { leaseEnd } from "../database/values.ts";
import { insertPosts } from "../posts/insert.ts";
import { readBatches } from "./batches.ts";
import { toStarter } from "./row.ts";
import { hasHappenedBefore } from "./tries.ts";
import type { StartRequest } from "./types.ts";

/** Another try of the same was accepted after all, or reported as arrived. */
export class NeedlessError extends Error {
  override readonly name = "NeedlessError";
}

/** OperationTable.start: one statement, unless its batch's post is to say so or it was tried before. */
export function start(context: StoreContext, id: string, how: StartRequest): Promise<boolean> {
  const { accepted = none, posts = null, root = id } = how;
  if (posts === null && root === id)
    return write(context, async (db) => (await mark(db, { context, id, how })) !== null);
  return transact(context, async (trx) => {
    // Before its own row, as whoever decides what is tried next.
    if (root !== id && (await hasHappenedBefore(context, trx, { id, root, accepted })))
      throw new NeedlessError(`an earlier try of ${id} happened`);
    const started = await mark(trx, { context, id, how });
    if (started === null) return false;
    if (posts === null) return true;
    const batches = await readBatches(context, trx, [started.act]);
    await insertPosts(context, trx, posts(batches), id);
    return true;
  });
}

const none: ReadonlySet<string> = new Set();

type Marking = { context: StoreContext; id: string; how: StartRequest };

async function mark(
  db: Kysely<Tables>,
  { context, id, how: { attempt = 1, completed = null, isAgain = false } }: Marking,
): Promise<{ act: string } | null> {
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
        row("step", "=", 0),
        row.exists(
          row
            .selectFrom("operations as before")
            .select("before.id")
            .whereRef("before.id", "=", "operations.act")
            .where("before.outcome", "=", "accepted"),
        ),
      ]),
    )
    .returning("act")
    .executeTakeFirst();
  return started ?? null;
}
