import type { Kysely } from "kysely";
import { record, subjectOf } from "../audit/record.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { hasHappenedBefore } from "./tries.ts";
import type { StartRequest } from "./types.ts";

/** Another try of the same was accepted after all, or reported as arrived. */
export class NeedlessError extends Error {
  override readonly name = "NeedlessError";
}

/** One statement, unless it was tried before or is completed by what it waited for. */
export async function start(context: StoreContext, id: string, how: StartRequest): Promise<boolean> {
  const { accepted = none, completed = null, root = id } = how;
  const mark = (db: Kysely<Tables>) => markStarted(db, { context, id, how });
  const started =
    root === id && completed === null
      ? await write(context, mark)
      : await transact(context, async (trx) => {
          // Before its own row, as whoever decides what is tried next.
          if (root !== id && (await hasHappenedBefore(context, trx, { id, root, accepted })))
            throw new NeedlessError(`an earlier try of ${id} happened`);
          const marked = await mark(trx);
          if (marked !== undefined && completed !== null) await recordCompleted(context, trx, id);
          return marked;
        });
  return started !== undefined;
}

/** What leaves is not what was taken on: it has what the upload in front of it brought. */
async function recordCompleted(context: StoreContext, trx: StoreTransaction, id: string): Promise<void> {
  const { author } = await trx
    .selectFrom("operations")
    .select("author")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await record(context, trx, [{ event: "completed", person: author, subject: subjectOf.operation(id) }]);
}

const none: ReadonlySet<string> = new Set();

type Marking = { context: StoreContext; id: string; how: StartRequest };

function markStarted(
  db: Kysely<Tables>,
  { context, id, how: { completed = null, isAgain = false } }: Marking,
) {
  return db
    .updateTable("operations")
    .set({
      state: "started",
      started_at: context.now().getTime(),
      started_by: context.owner,
      ...(completed === null ? {} : { request: JSON.stringify(completed) }),
    })
    .where("id", "=", id)
    .where("state", "=", isAgain ? "started" : "stored")
    .$if(isAgain, (started) => started.where("started_by", "=", context.owner))
    .where("owner", "=", context.owner)
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
    .returning("id")
    .executeTakeFirst();
}
