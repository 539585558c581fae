import type { StoreContext } from "../database/tables.ts";
import { readRecords } from "./read-records.ts";
import { toEntry } from "./record.ts";
import type { AuditEntry, AuditFilter, AuditListener, AuditTable } from "./types.ts";

const readAtOnce = 500;

/** Who did what, when. */
export function createAudit(context: StoreContext, listeners: Set<AuditListener>): AuditTable {
  return {
    onRecorded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: (filter) => read(context, filter),
  };
}

async function* read(
  { connection: { db } }: StoreContext,
  { since, until, person }: AuditFilter,
): AsyncGenerator<AuditEntry> {
  const all = db
    .selectFrom("audit_entries")
    .selectAll()
    .$if(since !== undefined, (entries) => entries.where("at", ">=", since?.getTime() ?? 0))
    .$if(until !== undefined, (entries) => entries.where("at", "<", until?.getTime() ?? 0))
    .$if(person !== undefined, (entries) => entries.where("person", "=", person ?? ""))
    .orderBy("id")
    .limit(readAtOnce);
  for (let rows = await all.execute(); rows.length > 0; ) {
    const subjects = [...new Set(rows.map(({ subject }) => subject))];
    const records = await readRecords(db, subjects);
    for (const row of rows) yield { ...toEntry(row), record: records.get(row.subject) ?? null };
    rows = await all.where("id", ">", rows.at(-1)?.id ?? 0).execute();
  }
}
