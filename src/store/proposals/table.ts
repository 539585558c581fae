import type { Locale } from "../../locales/index.ts";
import { id, integer, orNull, prose, type RowOf, text, time } from "../database/columns.ts";
import type { ProposalState } from "./types.ts";

export const proposals = {
  columns: {
    id: id(),
    template_id: text(),
    /** The newest. */
    revision: integer(),
    state: text<ProposalState>(),
    proposer: text(),
    locale: orNull(text<Locale>()),
    basis: orNull(prose()),
    /** The last update that was to carry it out, and the revision that it sends. */
    operation_id: orNull(text()),
    operation_revision: orNull(integer()),
    decided_by: orNull(text()),
    decided_at: orNull(time()),
    decided_words: orNull(prose()),
    created_at: time(),
    expires_at: time(),
    reminded_at: orNull(time()),
    /** When its proposer was asked what became of it, or there was nothing to ask. */
    asked_at: orNull(time()),
  },
  constraints: [
    `constraint proposals_state
      check (state in ('open', 'changes_requested', 'approved', 'withdrawn', 'expired'))`,
    "constraint proposals_sent check (state <> 'approved' or operation_id is not null)",
  ],
  indexes: [
    "index proposals_undecided on proposals (expires_at) where state in ('open', 'changes_requested')",
    "index proposals_newest on proposals (created_at, id)",
    "index proposals_of_template on proposals (template_id, created_at)",
    "index proposals_decided on proposals (state, decided_at)",
    // Not only an index: whatever happens, one update carries out one proposal.
    "unique index proposals_of_operation on proposals (operation_id) where operation_id is not null",
  ],
};
export type ProposalRow = RowOf<typeof proposals>;

export const proposalRevisions = {
  columns: {
    proposal_id: text(),
    revision: integer(),
    change: prose(),
    seal: text(),
    reason: prose(),
    by: text(),
    made_at: time(),
  },
  constraints: ["constraint proposal_revisions_key primary key (proposal_id, revision)"],
};
export type RevisionRow = RowOf<typeof proposalRevisions>;

export const proposalApprovals = {
  columns: { proposal_id: text(), revision: integer(), by: text(), approved_at: time() },
  constraints: ['constraint proposal_approvals_key primary key (proposal_id, revision, "by")'],
};
export type ApprovalRow = RowOf<typeof proposalApprovals>;
