import { record } from "../audit/record.ts";
import { subjectOf } from "../audit/table.ts";
import type { AuditEvent } from "../audit/types.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";

/** What has become of a proposal, in the transaction that changed it; `person` is null of what the clock or an end did. */
export function recordProposal(
  context: StoreContext,
  trx: StoreTransaction,
  { event, id, person }: { event: AuditEvent; id: string; person: string | null },
): Promise<void> {
  return record(context, trx, [{ event, person, subject: subjectOf.proposal(id) }]);
}
