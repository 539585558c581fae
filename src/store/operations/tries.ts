import type { Kysely } from "kysely";
import { record, subjectOf } from "../audit/record.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { lockRows, readOperation, type TrySummaryRow, tryColumns } from "./read.ts";
import type { Again, EnqueueRequest, Operation, StartRequest } from "./table.ts";

/**
 * All tries of these roots, the oldest first; behind the roots' rows, and `own` along with them: whoever holds a root's row
 * decides alone what is tried next, and whether it still may leave.
 */
async function lockTries(
  context: StoreContext,
  trx: StoreTransaction,
  roots: readonly string[],
  own: readonly string[] = [],
): Promise<TrySummaryRow[]> {
  if (roots.length === 0) return [];
  await lockRows(context, trx, (row) => row("id", "in", [...roots, ...own]));
  return await trx
    .selectFrom("operations")
    .select(tryColumns)
    .where("root", "in", roots)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/**
 * `inTheWay`: what there is instead of a further try; null where there is nothing of the kind that is this author's.
 * `afterMs`: when the newest try was taken on, which the next one comes after whatever the clock says.
 */
export type Trying = { inTheWay: Operation | null } | { afterMs: number };

/** Whether there may be all of an act's further tries; else none of them. */
export async function tryAllAgain(
  context: StoreContext,
  trx: StoreTransaction,
  { author, kind, again, next, siblings = [] }: EnqueueRequest,
): Promise<Trying> {
  const first = again === undefined ? { again: next?.again, kind: next?.kind ?? kind } : { again, kind };
  const further = [first, ...siblings.map((one) => ({ again: one.again, kind }))].flatMap((one) =>
    one.again === undefined ? [] : [{ author, kind: one.kind, again: one.again }],
  );
  const all = await lockTries(
    context,
    trx,
    further.map((one) => one.again.root),
  );
  let afterMs = 0;
  for (const one of further) {
    const tries = all.filter(({ root }) => root === one.again.root);
    const inTheWay = findInTheWay(tries, one);
    if (inTheWay !== undefined) return { inTheWay: inTheWay && (await readOperation(trx, inTheWay.id)) };
    afterMs = Math.max(afterMs, tries.at(-1)?.created_at ?? 0);
  }
  return { afterMs };
}

/** Undefined where there may be a further try. A form may name anything as its root. */
function findInTheWay(
  tries: readonly TrySummaryRow[],
  { author, kind, again }: Pick<EnqueueRequest, "author" | "kind"> & { again: Again },
): TrySummaryRow | null | undefined {
  const first = tries.find(({ id }) => id === again.root);
  const isTheirs = first?.kind === kind && (first.author === author || again.isHarmless === true);
  const newest = tries.at(-1);
  if (newest === undefined || !isTheirs || !tries.some(({ id }) => id === again.newest)) return null;
  return (
    tries.find(hasHappened) ??
    tries.find(({ outcome }) => outcome === null) ??
    (newest.id === again.newest ? undefined : newest) ??
    (needsReason(again) ? tries.find(isUnresolved) : undefined)
  );
}

function needsReason({ reason, isHarmless }: Again): boolean {
  return reason === undefined && isHarmless !== true;
}

/** Whether another try of the root has had its effect, by the store or by `accepted`, which is about to be stored. */
async function hasHappenedBefore(
  context: StoreContext,
  trx: StoreTransaction,
  { id, root, accepted }: { id: string; root: string; accepted: ReadonlySet<string> },
): Promise<boolean> {
  const tries = await lockTries(context, trx, [root], [id]);
  return tries.some((one) => one.id !== id && (hasHappened(one) || accepted.has(one.id)));
}

function hasHappened({ outcome, resolved_as }: TrySummaryRow): boolean {
  return outcome === "accepted" || (outcome === "unknown" && resolved_as === "arrived");
}

function isUnresolved({ outcome, resolved_as }: TrySummaryRow): boolean {
  return outcome === "unknown" && resolved_as === null;
}

/** Another try of the same was accepted after all, or reported as arrived. */
export class SupersededError extends Error {
  override readonly name = "SupersededError";
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
            throw new SupersededError(`an earlier try of ${id} happened`);
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
