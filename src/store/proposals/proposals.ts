import type { AuditEvent } from "../audit/record.ts";
import { record, subjectOf } from "../audit/record.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { writeDocument } from "../documents.ts";
import type { Telling } from "../posts/table.ts";
import { tell } from "../posts/tell.ts";
import * as decisions from "./decisions.ts";
import { type Proposal, type StoredProposal, toContent, withRevisions } from "./proposal.ts";
import { createLists, findSpent, listEnding, readProposal } from "./read.ts";

type Proposed = Pick<Proposal, "templateId" | "change" | "seal" | "reason" | "proposer" | "basis" | "locale">;
/** `id`: of the form's rendering; the same one counts once. */
export type NewProposal = Proposed & { id: string; expiresAt: Date };

/** Called in the transaction, with the proposal as it is then; pure. */
export type TellsProposal = (proposal: Proposal) => Telling;

/**
 * `done`: it stands. `overtaken`: nothing was written, since the proposal had changed by then; it is as it stands, and
 * the rules say why. `gone`: there is none of that id (any more).
 */
export type Decided = { kind: "done" | "overtaken"; proposal: Proposal } | { kind: "gone" };

export type ProposalTable = ReturnType<typeof createProposals>;

/** Documents whose key is the newest update that was to carry them out: one update carries out one proposal. */
export function createProposals(context: StoreContext) {
  const decide = (
    { id, by }: decisions.Withdrawal,
    { step, event, tells }: { step: decisions.Step; event: AuditEvent; tells: TellsProposal },
  ): Promise<Decided> =>
    transact(context, async (trx) => {
      const swapped = await swap(context, trx, { id }, { step, event, person: by });
      if (swapped.kind === "gone") return swapped;
      const { kind, proposal } = swapped;
      if (kind === "written") await tell(context, trx, tells(proposal));
      return { kind: kind === "overtaken" ? kind : "done", proposal };
    });

  return {
    ...createLists(context.connection.db),

    /** Not new: this form was submitted before; the proposal is the one that it made. */
    add: (proposal: NewProposal, tells: TellsProposal) =>
      transact(context, (trx) => add(context, trx, proposal, tells)),

    /**
     * One reviewer more, for TakeOnRequest.also: `last`, with which it is approved, leaves the operation there; with `none`
     * nothing was written, and the rules say why. What counted is told; the end of its update tells of the last.
     */
    async approve(
      trx: StoreTransaction,
      approval: decisions.ApprovalGiven,
      tells: TellsProposal,
    ): Promise<"counted" | "last" | "none"> {
      const { id, by } = approval;
      const change = { step: decisions.approve(approval), event: "approved", person: by } as const;
      const swapped = await swap(context, trx, { id }, change);
      if (swapped.kind !== "written") return "none";
      const isLast = swapped.proposal.state === "approved";
      // Decided: its card has no buttons any more.
      await tell(context, trx, isLast ? { changed: [`proposal:${id}`] } : tells(swapped.proposal));
      return isLast ? "last" : "counted";
    },

    requestChanges: (request: decisions.Decision & { words: string }, tells: TellsProposal) =>
      decide(request, { step: decisions.requestChanges(request), event: "changes_requested", tells }),

    edit: (edit: decisions.EditDecision, tells: TellsProposal) =>
      decide(edit, { step: decisions.edit(edit), event: "edited", tells }),

    withdraw: (withdrawal: decisions.Withdrawal, tells: TellsProposal) =>
      decide(withdrawal, { step: decisions.withdraw(withdrawal), event: "withdrawn", tells }),

    /**
     * With an operation's end, correction or settlement, in its transaction: what was sent for nothing is open again,
     * and needs one approval more. The proposal as it is then; null when the operation carries out none.
     */
    async conclude(trx: StoreTransaction, operationId: string): Promise<Proposal | null> {
      const conclusion = (change: Change) => swap(context, trx, { key: operationId }, change);
      const done = await conclusion({ step: decisions.carryOut, event: "carried_out" });
      // Written in any case: whoever decides at the same moment has read another outcome of the update.
      const kept = done.kind === "overtaken" ? await conclusion({ step: asItIs }) : done;
      return kept.kind === "gone" ? null : kept.proposal;
    },

    /** Opens again what was sent for nothing, where that could not be told with its end. */
    reopen: (tells: TellsProposal) => takeTurn(context, { find: findSpent, tells }),

    /** Ends what nobody decided in time. */
    expire: (tells: TellsProposal) =>
      takeTurn(context, {
        find: async (trx, now) => (await listEnding(trx, { by: now, limit: 1 }))[0]?.id,
        step: decisions.expire,
        event: "expired",
        tells,
      }),

    /** Once for each that expires before `before` and is undecided. */
    remind: (before: Date, tells: TellsProposal) =>
      takeTurn(context, {
        async find(trx, after) {
          const ending = await listEnding(trx, { after, by: before });
          return ending.find(({ remindedAt }) => remindedAt === null)?.id;
        },
        step: decisions.remind(before),
        tells,
      }),

    /** Asks once; where nothing is told it is only noted that there is nothing to ask. */
    ask: (id: string, tells: (trx: StoreTransaction) => Promise<Telling>) =>
      takeTurn(context, { find: async () => id, step: decisions.markAsked, tells: (_, trx) => tells(trx) }),
  };
}

type Change = {
  /** @default what was sent for nothing is open again, and nothing else */
  step?: decisions.Step;
  /** In the audit. */
  event?: AuditEvent;
  /** @default nobody: the clock, or an update's end */
  person?: string;
};

const asItIs: decisions.Step = (proposal) => ({ ...proposal });

type Swapped = { kind: "written" | "same" | "overtaken"; proposal: StoredProposal } | { kind: "gone" };

/**
 * Changes a proposal; what was sent for nothing is open again first. Whoever comes second to one version decides anew on
 * the next one: each time somebody has written.
 */
async function swap(
  context: StoreContext,
  trx: StoreTransaction,
  which: { id: string } | { key: string },
  { step, event, person }: Change,
): Promise<Swapped> {
  for (let found = await readProposal(trx, which); found !== null; found = await readProposal(trx, which)) {
    const now = context.now();
    const opened = decisions.reopen(found, now);
    const before = opened ?? found;
    const after = step === undefined ? opened : step(before, now);
    if (after === null) return { kind: "overtaken", proposal: found };
    if (step !== undefined && after === before) return { kind: "same", proposal: found };
    if (!(await writeDocument(context, trx, { ...found, kind: "proposal" }, toContent(after)))) continue;
    const subject = subjectOf.proposal(found.id);
    await record(context, trx, [
      ...(opened === null ? [] : [{ event: "reopened" as const, person: null, subject }]),
      ...(event === undefined ? [] : [{ event, person: person ?? null, subject }]),
    ]);
    return { kind: "written", proposal: after };
  }
  return { kind: "gone" };
}

async function add(
  context: StoreContext,
  trx: StoreTransaction,
  { change, seal, reason, expiresAt, ...proposal }: NewProposal,
  tells: TellsProposal,
): Promise<{ isNew: boolean; proposal: Proposal }> {
  const { id, proposer } = proposal;
  const now = context.now();
  const first = { revision: 1, change, seal, reason: toText(reason), by: proposer, at: now };
  const stored: StoredProposal = {
    ...proposal,
    ...withRevisions([first]),
    templateId: toText(proposal.templateId),
    state: "open",
    approvals: [],
    decision: null,
    createdAt: now,
    expiresAt,
    remindedAt: null,
    operation: null,
    version: 1,
    operationId: null,
    sentSeal: null,
    isAsked: false,
  };
  if (!(await writeDocument(context, trx, { kind: "proposal", id, version: 0 }, toContent(stored)))) {
    const there = await readProposal(trx, { id });
    if (there === null) throw new Error(`proposal ${id} was purged while it came again`);
    return { isNew: false, proposal: there };
  }
  await record(context, trx, [{ event: "proposed", person: proposer, subject: subjectOf.proposal(id) }]);
  await tell(context, trx, tells(stored));
  return { isNew: true, proposal: stored };
}

type Turn = Change & {
  find: (trx: StoreTransaction, now: Date) => Promise<string | null | undefined>;
  tells: (proposal: Proposal, trx: StoreTransaction) => Telling | Promise<Telling>;
};

/** By the clock, one proposal at a time, so that no round holds up an acknowledgement; how many it was. */
function takeTurn(context: StoreContext, { find, tells, ...change }: Turn): Promise<number> {
  return transact(context, async (trx) => {
    const id = await find(trx, context.now());
    if (typeof id !== "string") return 0;
    const swapped = await swap(context, trx, { id }, change);
    if (swapped.kind !== "written") return 0;
    await tell(context, trx, await tells(swapped.proposal, trx));
    return 1;
  });
}
