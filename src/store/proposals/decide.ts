import type { RawBuilder } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { tell } from "../posts/tell.ts";
import { readProposal } from "./read.ts";
import { reopenSpent } from "./reopen.ts";
import type { ProposalRow } from "./table.ts";
import type { Decided, ProposalState, TellsProposal } from "./types.ts";

/** `same`: the same act wrote it before, and told of it. */
export type Written = "written" | "same" | "overtaken";

/** One decision with what is told of it, all or nothing. */
export async function decide(
  context: StoreContext,
  { id, tells }: { id: string; tells: TellsProposal },
  write: (trx: StoreTransaction) => Promise<Written>,
): Promise<Decided> {
  return await transact(context, async (trx) => {
    await reopenSpent(context, trx, id);
    const written = await write(trx);
    const proposal = await readProposal(trx, id);
    if (proposal === null) return { kind: "gone" as const };
    if (written === "written") await tell(context, trx, tells(proposal));
    return { kind: written === "overtaken" ? written : ("done" as const), proposal };
  });
}

type Seen = { id: string; states: readonly ProposalState[]; revision?: number };

type Columns = Partial<{ [Name in keyof ProposalRow]: ProposalRow[Name] | RawBuilder<ProposalRow[Name]> }>;

/**
 * Changes a proposal if it still is as somebody saw it: in one of these states, at that revision, and not expired,
 * whether or not the clock's job has come by yet. The row is this transaction's from then on.
 */
export async function change(
  { now }: StoreContext,
  trx: StoreTransaction,
  { seen: { id, states, revision }, columns }: { seen: Seen; columns: Columns },
): Promise<boolean> {
  let query = trx
    .updateTable("proposals")
    .set(columns)
    .where("id", "=", id)
    .where("state", "in", states)
    .where("expires_at", ">", now().getTime());
  if (revision !== undefined) query = query.where("revision", "=", revision);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
