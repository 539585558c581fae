import { record } from "./audit/record.ts";
import type { NewAuditEntry } from "./audit/types.ts";
import { id, integer, prose, time } from "./database/columns.ts";
import type { StoreContext, StoreTransaction } from "./database/tables.ts";
import { type Json, toJson } from "./database/values.ts";
import type { PostTable, Telling } from "./posts/types.ts";

/** `version` is 0 before a watch knows anything. */
export type WatchState = { version: number; known: Json | null };

export type WatchChange = { version: number; known: object; telling: Telling; entry?: NewAuditEntry };

/** What watches know of what they look at, so that a change is told once, over restarts and all processes. */
export type WatchTable = {
  get(name: string): Promise<WatchState>;
  /**
   * Replaces what a watch knew, together with what is told of the difference. False: another process was
   * first, nothing is stored, and what it wrote is to be looked at instead. `entry`: where it is a person's doing.
   */
  change(name: string, change: WatchChange): Promise<boolean>;
};

/** What a watch of the clock knows, as JSON; each change of it is one `version` more. */
export const watches = { columns: { name: id(), version: integer(), known: prose(), changed_at: time() } };

export function createWatches(context: StoreContext, { add }: Pick<PostTable, "add">): WatchTable {
  const { connection, now } = context;
  return {
    async get(name) {
      const row = await connection.db
        .selectFrom("watches")
        .select(["version", "known"])
        .where("name", "=", name)
        .executeTakeFirst();
      return row === undefined
        ? { version: 0, known: null }
        : { version: row.version, known: toJson(row.known) };
    },

    change(name, { version, known, telling, entry }) {
      const row = { version: version + 1, known: JSON.stringify(known), changed_at: now().getTime() };
      return add(telling, async (trx) => {
        const write = version === 0 ? insert(trx, { name, ...row }) : replace(trx, { name, version }, row);
        if (!(await write)) return false;
        if (entry !== undefined) await record(context, trx, [entry]);
        return true;
      });
    },
  };
}

type NewState = { version: number; known: string; changed_at: number };

async function insert(trx: StoreTransaction, row: NewState & { name: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("watches")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

async function replace(
  trx: StoreTransaction,
  { name, version }: { name: string; version: number },
  row: NewState,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("watches")
    .set(row)
    .where("name", "=", name)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
