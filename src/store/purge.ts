import { setImmediate } from "node:timers/promises";
import type { StoreContext, StoreTransaction } from "./database/tables.ts";
import { transact, write } from "./database/transact.ts";
import { purgeDrafts } from "./drafts.ts";
import { purgeFiles, purgeFileUses } from "./files/purge.ts";
import { purgeOperations } from "./operations/purge.ts";
import { purgePosts } from "./posts/purge.ts";
import { purgeProposals } from "./proposals/purge.ts";
import { purgeSightings } from "./sightings/purge.ts";

/** Store.purge */
export async function purge(
  context: StoreContext,
  { closedBefore, signal }: { closedBefore: Date; signal?: AbortSignal },
): Promise<number> {
  const beforeMs = closedBefore.getTime();
  const day = closedBefore.toISOString().slice(0, "YYYY-MM-DD".length);
  const steps = [
    (trx: StoreTransaction) => purgeOperations(context, trx, beforeMs),
    (trx: StoreTransaction) => purgeProposals(trx, beforeMs),
    (trx: StoreTransaction) => purgePosts(trx, beforeMs),
    (trx: StoreTransaction) => purgeDrafts(context, trx),
    (trx: StoreTransaction) => purgeSightings(trx, beforeMs),
    (trx: StoreTransaction) => purgeFiles(trx, beforeMs),
    (trx: StoreTransaction) => purgeFileUses(trx, beforeMs),
  ];
  let count = 0;
  for (const step of steps) {
    for (let removed = -1; removed !== 0 && signal?.aborted !== true; ) {
      removed = await transact(context, step);
      count += removed;
      // SQLite answers within the same turn: without this no timer and no request gets a turn until the end.
      await setImmediate();
    }
  }
  const counters = await write(context, (db) =>
    db.deleteFrom("quotas").where("day", "<", day).executeTakeFirstOrThrow(),
  );
  // Not counted: they only say when something may be said again.
  await write(context, (db) => db.deleteFrom("paces").where("free_at", "<", beforeMs).execute());
  await write(context, (db) =>
    db.deleteFrom("lanes").where("due_at", "is", null).where("free_at", "<", beforeMs).execute(),
  );
  return count + Number(counters.numDeletedRows);
}
