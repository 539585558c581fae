import type { StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";
import { hasNoOperation } from "../operations/purge.ts";

/** Proposals decided long ago, after the update that carried them out has gone. */
export async function purgeProposals(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const old = await trx
    .selectFrom("proposals")
    .select("id")
    .where("state", "in", ["approved", "withdrawn", "expired"])
    .where("decided_at", "<", beforeMs)
    .where(hasNoOperation("proposals.operation_id"))
    .orderBy("decided_at")
    .limit(purgedAtOnce)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  for (const part of ["proposal_revisions", "proposal_approvals", "proposal_notes"] as const) {
    await trx.deleteFrom(part).where("proposal_id", "in", ids).execute();
  }
  const { numDeletedRows } = await trx
    .deleteFrom("proposals")
    .where("id", "in", ids)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
