import type { StoreContext } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { tell } from "../posts/tell.ts";
import { approve } from "./approve.ts";
import { change, decide } from "./decide.ts";
import { edit, insertProposal } from "./edit.ts";
import { listProposals, listShowing, readProposal } from "./read.ts";
import { recordProposal } from "./record.ts";
import { conclude } from "./reopen.ts";
import { ask, expire, listUnasked, remind, reopen } from "./rounds.ts";
import type { ProposalTable } from "./types.ts";

/** What people propose for templates, and what reviewers make of it. */
export function createProposals(context: StoreContext): ProposalTable {
  const { db } = context.connection;
  return {
    async add(proposal, tells) {
      return await transact(context, async (trx) => {
        const isNew = await insertProposal(context, trx, proposal);
        const stored = await readProposal(trx, proposal.id);
        if (stored === null) throw new Error(`proposal ${proposal.id} was purged while it came again`);
        if (isNew) {
          await recordProposal(context, trx, { event: "proposed", id: stored.id, person: stored.proposer });
          await tell(context, trx, tells(stored));
        }
        return { isNew, proposal: stored };
      });
    },
    get: (id) => readProposal(db, id),
    listShowing,
    list: (filter, trx) => listProposals(trx ?? db, filter),
    async approve(trx, approval, tells) {
      const weight = await approve(context, trx, approval);
      if (weight !== "none")
        await recordProposal(context, trx, { event: "approved", id: approval.id, person: approval.by });
      const counted = weight === "counted" ? await readProposal(trx, approval.id) : null;
      if (counted !== null) await tell(context, trx, tells(counted));
      // Decided: its card has no buttons any more.
      if (weight === "last") await tell(context, trx, { changed: [`proposal:${approval.id}`] });
      return weight;
    },
    conclude: (trx, operationId) => conclude(context, trx, operationId),
    ...createDecisions(context),
    expire: (tells) => expire(context, tells),
    remind: (before, tells) => remind(context, before, tells),
    reopen: (tells) => reopen(context, tells),
    listUnasked: (before, limit) => listUnasked(db, before, limit),
    ask: (id, tells) => ask(context, id, tells),
  };
}

/** Those that send nothing. */
function createDecisions(context: StoreContext): Pick<ProposalTable, "requestChanges" | "edit" | "withdraw"> {
  const by = (person: string, words: string | null = null) => ({
    decided_by: person,
    decided_at: context.now().getTime(),
    decided_words: words === null ? null : toText(words),
  });
  return {
    requestChanges: ({ id, revision, by: reviewer, words }, tells) =>
      decide(context, { id, tells }, async (trx) => {
        const seen = { id, states: ["open" as const], revision };
        const columns = { state: "changes_requested" as const, ...by(reviewer, words) };
        if (!(await change(context, trx, { seen, columns }))) return "overtaken";
        await recordProposal(context, trx, { event: "changes_requested", id, person: reviewer });
        return "written";
      }),
    edit: (decision, tells) =>
      decide(context, { id: decision.id, tells }, (trx) => edit(context, trx, decision)),
    withdraw: ({ id, by: person }, tells) =>
      decide(context, { id, tells }, async (trx) => {
        const seen = { id, states: ["open" as const, "changes_requested" as const] };
        const columns = { state: "withdrawn" as const, ...by(person) };
        if (!(await change(context, trx, { seen, columns }))) return "overtaken";
        await recordProposal(context, trx, { event: "withdrawn", id, person });
        return "written";
      }),
  };
}
