import { type Kysely, type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { tell } from "../posts/tell.ts";
import type { Telling } from "../posts/types.ts";
import { toProposals } from "./read.ts";
import { recordProposal } from "./record.ts";
import { reopenSpent } from "./reopen.ts";
import type { ProposalRow } from "./table.ts";
import type { Proposal, TellsProposal } from "./types.ts";

/** So few that a round never holds up an acknowledgement. */
const inOneRound = 1;

/** ProposalTable.expire */
export function expire(context: StoreContext, tells: TellsProposal): Promise<number> {
  const decided_at = context.now().getTime();
  const isDue = sql<boolean>`expires_at <= ${decided_at}`;
  const columns = { state: "expired", decided_by: null, decided_at, decided_words: null } as const;
  return tellAll(context, tells, async (trx) => {
    const ids = await changeUndecided(trx, isDue, columns);
    for (const id of ids) await recordProposal(context, trx, { event: "expired", id, person: null });
    return ids;
  });
}

/** ProposalTable.remind */
export function remind(context: StoreContext, before: Date, tells: TellsProposal): Promise<number> {
  const reminded_at = context.now().getTime();
  const isDue = sql<boolean>`reminded_at is null and expires_at > ${reminded_at}
    and expires_at <= ${before.getTime()}`;
  return tellAll(context, tells, (trx) => changeUndecided(trx, isDue, { reminded_at }));
}

/** ProposalTable.reopen */
export function reopen(context: StoreContext, tells: TellsProposal): Promise<number> {
  return tellAll(context, tells, (trx) => reopenSpent(context, trx, null));
}

/** ProposalTable.listUnasked */
export async function listUnasked(db: Kysely<Tables>, before: Date, limit: number): Promise<Proposal[]> {
  const rows = await db
    .selectFrom("proposals")
    .innerJoin("operations", "operations.id", "proposals.operation_id")
    .selectAll("proposals")
    .where("proposals.state", "=", "approved")
    .where("proposals.asked_at", "is", null)
    .where("operations.outcome", "=", "accepted")
    .where("operations.closed_at", "<", before.getTime())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("sightings")
            .select("sightings.id")
            .whereRef("sightings.template_id", "=", "proposals.template_id")
            .where("sightings.vendor", "<>", "")
            .where("sightings.seen_at", ">=", before.getTime()),
        ),
      ),
    )
    .orderBy("operations.closed_at")
    .limit(limit)
    .execute();
  return toProposals(db, rows);
}

/** ProposalTable.ask */
export async function ask(
  context: StoreContext,
  id: string,
  tells: (trx: StoreTransaction) => Promise<Telling>,
): Promise<void> {
  await transact(context, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("proposals")
      .set({ asked_at: context.now().getTime() })
      .where("id", "=", id)
      .where("asked_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 1n) await tell(context, trx, await tells(trx));
  });
}

async function tellAll(
  context: StoreContext,
  tells: TellsProposal,
  changeSome: (trx: StoreTransaction) => Promise<string[]>,
): Promise<number> {
  return await transact(context, async (trx) => {
    const ids = await changeSome(trx);
    if (ids.length === 0) return 0;
    const rows = await trx.selectFrom("proposals").selectAll().where("id", "in", ids).execute();
    const all = await toProposals(trx, rows);
    for (const proposal of all) await tell(context, trx, tells(proposal));
    return all.length;
  });
}

/** The outer conditions repeat the inner ones: a decision that comes between leaves nothing to do. */
async function changeUndecided(
  trx: StoreTransaction,
  isDue: RawBuilder<boolean>,
  columns: Partial<ProposalRow>,
): Promise<string[]> {
  const changed = await trx
    .updateTable("proposals")
    .set(columns)
    .where("id", "in", (query) =>
      query
        .selectFrom("proposals")
        .select("id")
        .where("state", "in", ["open", "changes_requested"])
        .where(isDue)
        .orderBy("expires_at")
        .limit(inOneRound),
    )
    .where("state", "in", ["open", "changes_requested"])
    .where(isDue)
    .returning("id")
    .execute();
  return changed.map(({ id }) => id);
}
