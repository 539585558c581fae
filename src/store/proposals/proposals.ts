import { type AuditEvent, recordEvents, subjectOf } from "../audit/record.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact, transactional } from "../database/transact.ts";
import { withoutNul } from "../database/values.ts";
import { writeDocument } from "../documents.ts";
import type { ObservedContent } from "../observations/shown.ts";
import { hadNoEffect } from "../operations/table.ts";
import { notify } from "../posts/notify.ts";
import type { Notification } from "../posts/table.ts";
import {
  createLists,
  findFailedUpdate,
  isUndecided,
  listEnding,
  type Proposal,
  readProposal,
  type StoredProposal,
  toDocumentContent,
  toRevisionFields,
} from "./proposal.ts";

type Proposed = Pick<
  Proposal,
  "templateId" | "change" | "contentDigest" | "reason" | "proposer" | "basis" | "locale"
>;
/** `id` is the form's, so that a second submission adds nothing. */
export type NewProposal = Proposed & { id: string; expiresAt: Date };

/** Returns the posts to notify, from the proposal in its new state. Pure. */
export type NotificationForProposal = (proposal: Proposal) => Notification;

/** `overtaken`: nothing was written, since the proposal had changed. `gone`: the proposal doesn't exist. */
export type DecisionResult = { kind: "done" | "overtaken"; proposal: Proposal } | { kind: "gone" };

export type ProposalTable = ReturnType<typeof createProposals>;

/** Proposals are documents whose key is their newest update, so that no update belongs to two proposals. */
export function createProposals(context: StoreContext) {
  type Deciding = { step: Step; event: AuditEvent; notificationFor: NotificationForProposal };
  const decide = (
    { id, by }: Withdrawal,
    { step, event, notificationFor }: Deciding,
  ): Promise<DecisionResult> =>
    transact(context, async (trx) => {
      const swapped = await swap(context, trx, { id }, { step, event, person: by });
      if (swapped.kind === "gone") return swapped;
      const { kind, proposal } = swapped;
      if (kind === "written") await notify(context, trx, notificationFor(proposal));
      return { kind: kind === "overtaken" ? kind : "done", proposal };
    });

  return {
    ...createLists(context.connection.db),

    add: transactional(context, add),

    /**
     * `counted`: more approvals are needed. `last`: the act's update is sent, and its end notifies. `none`: nothing
     * changed.
     */
    async approve(
      trx: StoreTransaction,
      approval: NewApproval,
      notificationFor: NotificationForProposal,
    ): Promise<"counted" | "last" | "none"> {
      const { id, by } = approval;
      const change = { step: approve(approval), event: "approved", person: by } as const;
      const swapped = await swap(context, trx, { id }, change);
      if (swapped.kind !== "written") return "none";
      const isLast = swapped.proposal.state === "approved";
      // Refreshes the card, which loses its buttons with the last approval.
      await notify(
        context,
        trx,
        isLast ? { changed: [`proposal:${id}`] } : notificationFor(swapped.proposal),
      );
      return isLast ? "last" : "counted";
    },

    requestChanges: (request: Decision & { words: string }, notificationFor: NotificationForProposal) =>
      decide(request, { step: requestChanges(request), event: "changes_requested", notificationFor }),

    edit: (edited: EditDecision, notificationFor: NotificationForProposal) =>
      decide(edited, { step: edit(edited), event: "edited", notificationFor }),

    withdraw: (withdrawal: Withdrawal, notificationFor: NotificationForProposal) =>
      decide(withdrawal, { step: withdraw(withdrawal), event: "withdrawn", notificationFor }),

    /** Applies an update's outcome to its proposal, and reopens it if the update had no effect. Null without a proposal. */
    async conclude(trx: StoreTransaction, operationId: string): Promise<Proposal | null> {
      const conclusion = (change: Change) => swap(context, trx, { key: operationId }, change);
      const done = await conclusion({ step: carryOut, event: "carried_out" });
      // Written even if unchanged: a concurrent decision that read an older outcome must then decide again.
      const kept = done.kind === "overtaken" ? await conclusion({ step: asItIs }) : done;
      return kept.kind === "gone" ? null : kept.proposal;
    },

    /** Reopens a proposal whose update had no effect, if the update's end failed to do so. */
    reopen: (notificationFor: NotificationForProposal) =>
      takeTurn(context, { find: findFailedUpdate, notificationFor }),

    /** Expires one overdue proposal. */
    expire: (notificationFor: NotificationForProposal) =>
      takeTurn(context, {
        find: async (trx, now) => (await listEnding(trx, { by: now, limit: 1 }))[0]?.id,
        step: expire,
        event: "expired",
        notificationFor,
      }),

    /** Reminds once of a proposal that expires before `before`. */
    remind: (before: Date, notificationFor: NotificationForProposal) =>
      takeTurn(context, {
        async find(trx, after) {
          const ending = await listEnding(trx, { after, by: before });
          return ending.find(({ remindedAt }) => remindedAt === null)?.id;
        },
        step: remind(before),
        notificationFor,
      }),

    /** Asks the proposer once; with an empty notification, marks the proposal as asked without a question. */
    ask: (id: string, notificationFor: (trx: StoreTransaction) => Promise<Notification>) =>
      takeTurn(context, {
        find: async () => id,
        step: markAsked,
        notificationFor: (_, trx) => notificationFor(trx),
      }),
  };
}

type Change = {
  /** Change to make. @default reopen, if the update had no effect */
  step?: Step;
  event?: AuditEvent;
  /** Person who made the change. @default none: the clock or an update's end */
  person?: string;
};

const asItIs: Step = (proposal) => ({ ...proposal });

type Swapped = { kind: "written" | "same" | "overtaken"; proposal: StoredProposal } | { kind: "gone" };

/** Changes a proposal, first reopening it after a failed update. Repeats the step if another transaction was first. */
async function swap(
  context: StoreContext,
  trx: StoreTransaction,
  which: { id: string } | { key: string },
  { step, event, person }: Change,
): Promise<Swapped> {
  for (let found = await readProposal(trx, which); found !== null; found = await readProposal(trx, which)) {
    const now = context.now();
    const opened = reopen(found, now);
    const before = opened ?? found;
    const after = step === undefined ? opened : step(before, now);
    if (after === null) return { kind: "overtaken", proposal: found };
    if (step !== undefined && after === before) return { kind: "same", proposal: found };
    if (!(await writeDocument(context, trx, { ...found, kind: "proposal" }, toDocumentContent(after))))
      continue;
    const subject = subjectOf.proposal(found.id);
    await recordEvents(context, trx, [
      ...(opened === null ? [] : [{ event: "reopened" as const, person: null, subject }]),
      ...(event === undefined ? [] : [{ event, person: person ?? null, subject }]),
    ]);
    return { kind: "written", proposal: after };
  }
  return { kind: "gone" };
}

/** Adds a proposal; `isNew` is false if an earlier submission of the form added it. */
async function add(
  context: StoreContext,
  trx: StoreTransaction,
  { change, contentDigest, reason, expiresAt, ...proposal }: NewProposal,
  notificationFor: NotificationForProposal,
): Promise<{ isNew: boolean; proposal: Proposal }> {
  const { id, proposer } = proposal;
  const now = context.now();
  const first = { revision: 1, change, contentDigest, reason: withoutNul(reason), by: proposer, at: now };
  const stored: StoredProposal = {
    ...proposal,
    ...toRevisionFields([first]),
    templateId: withoutNul(proposal.templateId),
    state: "open",
    approvals: [],
    decision: null,
    createdAt: now,
    expiresAt,
    remindedAt: null,
    operation: null,
    version: 1,
    operationId: null,
    sentDigest: null,
    isAsked: false,
  };
  if (!(await writeDocument(context, trx, { kind: "proposal", id, version: 0 }, toDocumentContent(stored)))) {
    const there = await readProposal(trx, { id });
    if (there === null) throw new Error(`proposal ${id} was purged while it came again`);
    return { isNew: false, proposal: there };
  }
  await recordEvents(context, trx, [
    { event: "proposed", person: proposer, subject: subjectOf.proposal(id) },
  ]);
  await notify(context, trx, notificationFor(stored));
  return { isNew: true, proposal: stored };
}

type Turn = Change & {
  find: (trx: StoreTransaction, now: Date) => Promise<string | null | undefined>;
  notificationFor: (proposal: Proposal, trx: StoreTransaction) => Notification | Promise<Notification>;
};

/** Changes a single proposal, so that acknowledgements don't wait; returns the number changed. */
function takeTurn(context: StoreContext, { find, notificationFor, ...change }: Turn): Promise<number> {
  return transact(context, async (trx) => {
    const id = await find(trx, context.now());
    if (typeof id !== "string") return 0;
    const swapped = await swap(context, trx, { id }, change);
    if (swapped.kind !== "written") return 0;
    await notify(context, trx, await notificationFor(swapped.proposal, trx));
    return 1;
  });
}

/** A change by the proposal's rules, not by rights. Returns the same object for no change, null if forbidden. */
type Step = (proposal: StoredProposal, now: Date) => StoredProposal | null;

type Withdrawal = { id: string; by: string };
type Decision = Withdrawal & { revision: number };

export type NewApproval = Decision & {
  /** Number of approvals needed; those by `former`, who lost the right, don't count. */
  required: number;
  former: readonly string[];
  /** Id of the update that the last approval sends. */
  operationId: string;
};

type EditDecision = Decision & {
  change: Proposal["change"];
  contentDigest: string;
  reason: string;
  basis: ObservedContent | null;
  expiresAt: Date;
};

const reopenedForMs = 60 * 60_000;

/** Whether a decision counts: it was made on this revision and before the expiry. */
function isAsRead(proposal: StoredProposal, revision: number, now: Date): boolean {
  return proposal.revision === revision && proposal.expiresAt > now;
}

const approve =
  ({ revision, by, required, former, operationId }: NewApproval): Step =>
  (proposal, now) => {
    if (proposal.state !== "open" || !isAsRead(proposal, revision, now)) return null;
    const given = proposal.approvals.map((approval) => approval.by);
    const isGiven = given.includes(by);
    const counting = new Set(given.filter((person) => !former.includes(person))).add(by);
    const isLast = counting.size >= required;
    if (isGiven && !isLast) return null;
    const approvals = isGiven ? proposal.approvals : [...proposal.approvals, { by, at: now }];
    if (!isLast) return { ...proposal, approvals };
    return {
      ...proposal,
      approvals,
      state: "approved",
      decision: { by, at: now, words: null },
      operationId,
      sentDigest: proposal.contentDigest,
    };
  };

const requestChanges =
  ({ revision, by, words }: Decision & { words: string }): Step =>
  (proposal, now) => {
    if (proposal.state !== "open" || !isAsRead(proposal, revision, now)) return null;
    return { ...proposal, state: "changes_requested", decision: { by, at: now, words: withoutNul(words) } };
  };

/** Drops approvals, except others' approvals of unchanged content. A repeated form, or no change, adds no revision. */
const edit =
  ({ revision, by, change, contentDigest, reason, basis, expiresAt }: EditDecision): Step =>
  (proposal, now) => {
    const { state, revisions, approvals } = proposal;
    const newest = { revision: revision + 1, change, contentDigest, reason: withoutNul(reason), by, at: now };
    const isSame = proposal.contentDigest === contentDigest;
    const isAgain = proposal.revision === newest.revision && revisions.at(-1)?.by === by;
    const isUnchanged = proposal.revision === revision && state === "open";
    if (isSame && proposal.reason === newest.reason && (isAgain || isUnchanged)) return proposal;
    if (!isUndecided(proposal) || !isAsRead(proposal, revision, now)) return null;
    const edited = {
      ...proposal,
      ...toRevisionFields([...revisions, newest]),
      state: "open" as const,
      decision: null,
    };
    // Drops the editor's approval: nobody who wrote a part of the proposal, even its reason, may approve it.
    if (isSame) return { ...edited, approvals: approvals.filter((approval) => approval.by !== by) };
    return { ...edited, approvals: [], basis, expiresAt, remindedAt: null };
  };

const withdraw =
  ({ by }: Withdrawal): Step =>
  (proposal, now) => {
    if (!isUndecided(proposal) || proposal.expiresAt <= now) return null;
    return { ...proposal, state: "withdrawn", decision: { by, at: now, words: null } };
  };

function expire(proposal: StoredProposal, now: Date): StoredProposal | null {
  if (!isUndecided(proposal) || proposal.expiresAt > now) return null;
  return { ...proposal, state: "expired", decision: { by: null, at: now, words: null } };
}

/** Reminds once per content of a proposal that expires before `before`. */
const remind =
  (before: Date): Step =>
  (proposal, now) => {
    const { remindedAt, expiresAt } = proposal;
    if (!isUndecided(proposal) || remindedAt !== null || expiresAt <= now || expiresAt > before) return null;
    return { ...proposal, remindedAt: now };
  };

function markAsked(proposal: StoredProposal): StoredProposal | null {
  const isCarriedOut = proposal.state === "approved" && proposal.operation?.outcome === "accepted";
  return isCarriedOut && !proposal.isAsked ? { ...proposal, isAsked: true } : null;
}

/** Whether the update had no effect and never will: refused, not sent, or reported as not arrived. */
export function hasFailedUpdate({ state, operation }: Pick<Proposal, "state" | "operation">): boolean {
  if (state !== "approved" || operation === null) return false;
  const { outcome, resolvedAs } = operation;
  return outcome === "unknown" ? resolvedAs === "did_not_arrive" : hadNoEffect(outcome);
}

/** Reopens a proposal without its last approval, so that the next approval sends it. */
function reopen(proposal: StoredProposal, now: Date): StoredProposal | null {
  if (!hasFailedUpdate(proposal)) return null;
  const { approvals, decision, expiresAt } = proposal;
  return {
    ...proposal,
    state: "open",
    approvals: approvals.filter(({ by }) => by !== decision?.by),
    decision: null,
    expiresAt: new Date(Math.max(expiresAt.getTime(), now.getTime() + reopenedForMs)),
    remindedAt: null,
  };
}

/** Approves a reopened proposal if a late reply accepted its update, unless its content changed meanwhile. */
function carryOut(proposal: StoredProposal, now: Date): StoredProposal | null {
  const { operation, sentDigest, contentDigest } = proposal;
  if (!isUndecided(proposal) || operation?.outcome !== "accepted" || sentDigest !== contentDigest)
    return null;
  return { ...proposal, state: "approved", decision: { by: null, at: now, words: null } };
}
