import { record } from "../audit/record.ts";
import { subjectOf } from "../audit/table.ts";
import type { AuditEvent } from "../audit/types.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import type { OperationRow } from "./table.ts";

type Recorded = { event: AuditEvent; row: OperationRow; person: string };

/** What has become of an operation, in the transaction that changed its row. `person`: whose word it is, or whose operation. */
export function recordOperation(
  context: StoreContext,
  trx: StoreTransaction,
  { event, row, person }: Recorded,
): Promise<void> {
  const outcome = event === "settled" ? row.settled_as : row.outcome;
  return record(context, trx, [{ event, person, subject: subjectOf.operation(row.id), outcome }]);
}
