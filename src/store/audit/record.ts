import { type RawBuilder, type Selectable, sql } from "kysely";
import {
  type DecodedRow,
  decodeRow,
  nullable,
  type RowOf,
  risingId,
  text,
  time,
} from "../database/columns.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";

export type AuditEvent =
  | "enqueued"
  | "completed"
  | "ended"
  | "corrected"
  | "resolved"
  | "received"
  | "proposed"
  | "edited"
  | "approved"
  | "changes_requested"
  | "withdrawn"
  | "expired"
  | "reopened"
  | "carried_out"
  | "reported"
  | "imported"
  | "taken"
  | "forgotten";

export const auditEntries = {
  columns: {
    id: risingId(),
    at: time(),
    event: text<AuditEvent>(),
    /** Person who acted; null for scheduled work and operators' commands. */
    person: nullable(text()),
    subject: text(),
    outcome: nullable(text()),
  },
};
export type AuditRow = Selectable<RowOf<typeof auditEntries>>;
export type RecordedEntry = DecodedRow<typeof auditEntries>;

export type NewAuditEntry = Pick<RecordedEntry, "event" | "person" | "subject"> & { outcome?: string | null };

/** Called with recorded entries. Must not throw. */
export type AuditListener = (entries: readonly RecordedEntry[]) => void;

export const subjectOf = {
  operation: (id: string) => `operation:${id}`,
  receipt: (operation: string) => `receipt:${operation}`,
  proposal: (id: string) => `proposal:${id}`,
  report: (form: string) => `report:${form}`,
};

export async function recordEvents(
  context: StoreContext,
  trx: StoreTransaction,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const written = await insertEntries(context, entries).execute(trx);
  context.afterCommits.get(trx)?.recorded.push(...written.rows.map(toRecordedEntry));
}

/** Writes raw SQL, since Kysely's builder would take three times as long for every act. */
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

export function toRecordedEntry(row: AuditRow): RecordedEntry {
  return decodeRow(auditEntries, row);
}
