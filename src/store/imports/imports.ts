import { setImmediate } from "node:timers/promises";
import { record } from "../audit/record.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { createReading } from "./read.ts";
import { takeStep } from "./step.ts";
import type { ImportTable, NewEntry } from "./types.ts";

/** So few that nobody's acknowledgement waits for the database, and no timer for this process. */
const storedAtOnce = 10;

/** Templates' records that somebody gave, which are many reports. */
export function createImports(context: StoreContext): ImportTable {
  return {
    ...createReading(context),

    async keep({ id, kind, by, locale, expiresAt, entries }) {
      const row = {
        id,
        kind,
        by,
        locale,
        expires_at: expiresAt.getTime(),
        confirmed_at: null,
        done_at: null,
      };
      await write(context, (trx) => trx.insertInto("imports").values(row).execute());
      for (let at = 0; at < entries.length; at += storedAtOnce) {
        const some = entries.slice(at, at + storedAtOnce).map((entry) => toRow(id, entry));
        await write(context, (trx) => trx.insertInto("import_entries").values(some).execute());
        // SQLite answers within the same turn.
        await setImmediate();
      }
    },

    confirm: (id, by, older) => transact(context, (trx) => confirm(context, trx, { id, by, older })),

    step: (id, options) => transact(context, (trx) => takeStep(context, trx, { id, ...options })),
  };
}

type Confirmation = { id: string; by: string; older: "all" | readonly number[] };

async function confirm(
  context: StoreContext,
  trx: StoreTransaction,
  { id, by, older }: Confirmation,
): ReturnType<ImportTable["confirm"]> {
  const { storeNow } = context;
  const own = trx.updateTable("imports").where("id", "=", id).where("by", "=", by);
  const { numUpdatedRows } = await own
    .set({ confirmed_at: storeNow() })
    .where("confirmed_at", "is", null)
    .where("expires_at", ">", storeNow())
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    const before = trx.selectFrom("imports").select("id").where("id", "=", id).where("by", "=", by);
    const taken = await before.where("confirmed_at", "is not", null).executeTakeFirst();
    return taken === undefined ? "gone" : "again";
  }
  const those = trx.updateTable("import_entries").where("import_id", "=", id).where("state", "=", "older");
  const chosen = older === "all" ? those : those.where("id", "in", older.length === 0 ? [0] : older);
  await chosen.set({ state: "chosen" }).execute();
  await those.set({ state: "left_out", body: null }).execute();
  await record(context, trx, [{ event: "imported", person: by, subject: `import:${id}` }]);
  return "confirmed";
}

function toRow(id: string, { state, templateId, says, seenAt, vendors }: NewEntry) {
  return {
    ...{ import_id: id, state, template_id: templateId ?? "", changes: null },
    says: JSON.stringify(says),
    seen_at: seenAt?.getTime() ?? null,
    body: vendors.length === 0 ? null : JSON.stringify(vendors),
  };
}
