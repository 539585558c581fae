import { type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import type { AuditRow } from "./table.ts";
import type { NewAuditEntry, RecordedEntry } from "./types.ts";

/** Writes entries with what they record, in its transaction: both stand, or neither. */
export async function record(
  context: StoreContext,
  trx: StoreTransaction,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const written = await insertEntries(context, entries).execute(trx);
  context.aftermaths.get(trx)?.recorded.push(...written.rows.map(toEntry));
}

/** Built column by column it would take three times as long, on the way of every act. */
export function insertEntries(
  { now }: Pick<StoreContext, "now">,
  entries: readonly NewAuditEntry[],
): RawBuilder<AuditRow> {
  const at = now().getTime();
  const rows = entries.map(
    ({ event, person, subject, outcome = null }) => sql`(${at}, ${event}, ${person}, ${subject}, ${outcome})`,
  );
  return sql<AuditRow>`
    insert into audit_entries (at, event, person, subject, outcome)
    values ${sql.join(rows)} returning *`;
}

export function toEntry({ at, ...row }: AuditRow): RecordedEntry {
  return { ...row, at: new Date(at) };
}
