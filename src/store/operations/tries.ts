import type { Kysely } from "kysely";
import { recordEvents, subjectOf } from "../audit/record.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { lockRows, readOperation, type TrySummaryRow, tryColumns } from "./read.ts";
import {
  type EnqueueRequest,
  type FurtherTry,
  type Operation,
  type StartRequest,
  toNewOperations,
} from "./table.ts";

/** Locks these rows and reads all tries, oldest first. Only the holder of a root's lock may add a try. */
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

/** `inTheWay`: try that forbids another; null if the author has none. `afterMs`: the next try must be dated later. */
export type FurtherTryCheck = { inTheWay: Operation | null } | { afterMs: number };

/** Checks all further tries of an act; a single forbidden one forbids all. */
export async function checkFurtherTries(
  context: StoreContext,
  trx: StoreTransaction,
  act: EnqueueRequest,
): Promise<FurtherTryCheck> {
  const { author } = act;
  const further = toNewOperations(act).flatMap(({ kind, again }) =>
    again === undefined ? [] : [{ author, kind, again }],
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

/** Finds the try that forbids a further one; undefined for none, null if the root is another author's. */
function findInTheWay(
  tries: readonly TrySummaryRow[],
  { author, kind, again }: Pick<EnqueueRequest, "author" | "kind"> & { again: FurtherTry },
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

function needsReason({ reason, isHarmless }: FurtherTry): boolean {
  return reason === undefined && isHarmless !== true;
}

/** Whether another try had an effect, by the store or by `accepted`. */
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

export class SupersededError extends Error {
  override readonly name = "SupersededError";
}

/** Marks an operation as started, in one statement unless it has earlier tries or its request is completed now. */
export async function start(context: StoreContext, id: string, how: StartRequest): Promise<boolean> {
  const { accepted = none, completed = null, root = id } = how;
  const mark = (db: Kysely<Tables>) => markStarted(db, { context, id, how });
  const started =
    root === id && completed === null
      ? await write(context, mark)
      : await transact(context, async (trx) => {
          // Locks the root before the operation's own row, as a further try does, to avoid deadlocks.
          if (root !== id && (await hasHappenedBefore(context, trx, { id, root, accepted })))
            throw new SupersededError(`an earlier try of ${id} happened`);
          const marked = await mark(trx);
          if (marked !== undefined && completed !== null) await recordCompleted(context, trx, id);
          return marked;
        });
  return started !== undefined;
}

async function recordCompleted(context: StoreContext, trx: StoreTransaction, id: string): Promise<void> {
  const { author } = await trx
    .selectFrom("operations")
    .select("author")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await recordEvents(context, trx, [
    { event: "completed", person: author, subject: subjectOf.operation(id) },
  ]);
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
