import { readContents, subjectOf } from "../audit/content.ts";
import { record } from "../audit/record.ts";
import type { AuditEvent } from "../audit/types.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";

/** What has become of a proposal, in the transaction that changed it; `person` is null of what the clock or an end did. */
export async function recordProposal(
  context: StoreContext,
  trx: StoreTransaction,
  { event, id, person }: { event: AuditEvent; id: string; person: string | null },
): Promise<void> {
  const subject = subjectOf.proposal(id);
  const content = (await readContents(trx, [subject])).get(subject);
  if (content !== undefined) await record(context, trx, [{ event, person, subject, content }]);
}
