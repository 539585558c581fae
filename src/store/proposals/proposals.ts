import { type AuditEvent, record, subjectOf } from "../audit/record.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact, transactional } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { writeDocument } from "../documents.ts";
import type { ObservedContent } from "../observations/shown.ts";
import { hadNoEffect } from "../operations/table.ts";
import { notify } from "../posts/notify.ts";
import type { Notification } from "../posts/table.ts";
import {
  createLists,
  findSpent,
  isUndecided,
  listEnding,
  type Proposal,
  readProposal,
  type StoredProposal,
  toContent,
  withRevisions,
} from "./proposal.ts";

type Proposed = Pick<
  Proposal,
  "templateId" | "change" | "contentDigest" | "reason" | "proposer" | "basis" | "locale"
>;
/** `id`: of the form's rendering, which counts once. */
export type NewProposal = Proposed & { id: string; expiresAt: Date };

/** Called in the transaction with the proposal as it is then. Pure. */
export type NotificationForProposal = (proposal: Proposal) => Notification;

/** `overtaken`: nothing was written, the proposal had changed: its rules say why. `gone`: no such proposal (any more). */
export type Decided = { kind: "done" | "overtaken"; proposal: Proposal } | { kind: "gone" };

export type ProposalTable = ReturnType<typeof createProposals>;

/** Documents whose key is the newest update to carry them out: one update carries out one proposal. */
export function createProposals(context: StoreContext) {
  type Deciding = { step: Step; event: AuditEvent; notificationFor: NotificationForProposal };
  const decide = ({ id, by }: Withdrawal, { step, event, notificationFor }: Deciding): Promise<Decided> =>
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
     * One more approval, as `EnqueueRequest.precondition`. `last`: approved, the operation stays; `none`: nothing was
     * written. The end of the update tells of the last one.
     */
    async approve(
      trx: StoreTransaction,
      approval: ApprovalGiven,
      notificationFor: NotificationForProposal,
    ): Promise<"counted" | "last" | "none"> {
      const { id, by } = approval;
      const change = { step: approve(approval), event: "approved", person: by } as const;
      const swapped = await swap(context, trx, { id }, change);
      if (swapped.kind !== "written") return "none";
      const isLast = swapped.proposal.state === "approved";
      // Decided: its card has no buttons any more.
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

    /**
     * In the transaction of its operation's end, correction or resolution: reopens what had no effect. Null when the
     * operation carries out none.
     */
    async conclude(trx: StoreTransaction, operationId: string): Promise<Proposal | null> {
      const conclusion = (change: Change) => swap(context, trx, { key: operationId }, change);
      const done = await conclusion({ step: carryOut, event: "carried_out" });
      // Written in any case: a concurrent decision has read another outcome of the update.
      const kept = done.kind === "overtaken" ? await conclusion({ step: asItIs }) : done;
      return kept.kind === "gone" ? null : kept.proposal;
    },

    /** Reopens proposals whose update had no effect, where that failed with its end. */
    reopen: (notificationFor: NotificationForProposal) =>
      takeTurn(context, { find: findSpent, notificationFor }),

    /** Ends what nobody decided in time. */
    expire: (notificationFor: NotificationForProposal) =>
      takeTurn(context, {
        find: async (trx, now) => (await listEnding(trx, { by: now, limit: 1 }))[0]?.id,
        step: expire,
        event: "expired",
        notificationFor,
      }),

    /** Reminds once of each that expires before `before`. */
    remind: (before: Date, notificationFor: NotificationForProposal) =>
      takeTurn(context, {
        async find(trx, after) {
          const ending = await listEnding(trx, { after, by: before });
          return ending.find(({ remindedAt }) => remindedAt === null)?.id;
        },
        step: remind(before),
        notificationFor,
      }),

    /** Asks once; without a notification it only marks that nothing has to be asked. */
    ask: (id: string, notificationFor: (trx: StoreTransaction) => Promise<Notification>) =>
      takeTurn(context, {
        find: async () => id,
        step: markAsked,
        notificationFor: (_, trx) => notificationFor(trx),
      }),
  };
}

type Change = {
  /** @default reopen, if its update had no effect */
  step?: Step;
  event?: AuditEvent;
  /** @default nobody: the clock, or an update's end */
  person?: string;
};

const asItIs: Step = (proposal) => ({ ...proposal });

type Swapped = { kind: "written" | "same" | "overtaken"; proposal: StoredProposal } | { kind: "gone" };

/**
 * Changes a proposal, reopening it first if its update had no effect. Whoever loses the race for a version decides again on
 * the next.
 */
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

/** `isNew` is false where the same form made the proposal before. */
async function add(
  context: StoreContext,
  trx: StoreTransaction,
  { change, contentDigest, reason, expiresAt, ...proposal }: NewProposal,
  notificationFor: NotificationForProposal,
): Promise<{ isNew: boolean; proposal: Proposal }> {
  const { id, proposer } = proposal;
  const now = context.now();
  const first = { revision: 1, change, contentDigest, reason: toText(reason), by: proposer, at: now };
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
    sentDigest: null,
    isAsked: false,
  };
  if (!(await writeDocument(context, trx, { kind: "proposal", id, version: 0 }, toContent(stored)))) {
    const there = await readProposal(trx, { id });
    if (there === null) throw new Error(`proposal ${id} was purged while it came again`);
    return { isNew: false, proposal: there };
  }
  await record(context, trx, [{ event: "proposed", person: proposer, subject: subjectOf.proposal(id) }]);
  await notify(context, trx, notificationFor(stored));
  return { isNew: true, proposal: stored };
}

type Turn = Change & {
  find: (trx: StoreTransaction, now: Date) => Promise<string | null | undefined>;
  notificationFor: (proposal: Proposal, trx: StoreTransaction) => Notification | Promise<Notification>;
};

/** One proposal at a time, so that no round holds up an acknowledgement; returns how many. */
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

/**
 * A change of a proposal: the result, the same object where nothing changes, null where it isn't allowed (any more). Rights
 * are the feature's.
 */
type Step = (proposal: StoredProposal, now: Date) => StoredProposal | null;

type Withdrawal = { id: string; by: string };
/** Revision that the decider read, and who that is. */
type Decision = Withdrawal & { revision: number };

export type ApprovalGiven = Decision & {
  /** Approvals needed, not counting people without the right. */
  required: number;
  former: readonly string[];
  /** Update that carries it out, if this approval is the last. */
  operationId: string;
};

type EditDecision = Decision & {
  change: Proposal["change"];
  contentDigest: string;
  reason: string;
  basis: ObservedContent | null;
  expiresAt: Date;
};

/** How long a reopened proposal stays open at least. */
const reopenedForMs = 60 * 60_000;

/** A decision on another revision, or after the end, doesn't count. */
function isAsRead(proposal: StoredProposal, revision: number, now: Date): boolean {
  return proposal.revision === revision && proposal.expiresAt > now;
}

const approve =
  ({ revision, by, required, former, operationId }: ApprovalGiven): Step =>
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
    return { ...proposal, state: "changes_requested", decision: { by, at: now, words: toText(words) } };
  };

/**
 * A new revision without approvals; with the same digest it keeps those of others. Reopens what changes were requested of. A
 * repeated form, or one without changes, makes none.
 */
const edit =
  ({ revision, by, change, contentDigest, reason, basis, expiresAt }: EditDecision): Step =>
  (proposal, now) => {
    const { state, revisions, approvals } = proposal;
    const newest = { revision: revision + 1, change, contentDigest, reason: toText(reason), by, at: now };
    const isSame = proposal.contentDigest === contentDigest;
    const isAgain = proposal.revision === newest.revision && revisions.at(-1)?.by === by;
    const isUnchanged = proposal.revision === revision && state === "open";
    if (isSame && proposal.reason === newest.reason && (isAgain || isUnchanged)) return proposal;
    if (!isUndecided(proposal) || !isAsRead(proposal, revision, now)) return null;
    const edited = {
      ...proposal,
      ...withRevisions([...revisions, newest]),
      state: "open" as const,
      decision: null,
    };
    // Whoever wrote any of it, its reason too, is an author and may not approve it.
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

/** Once for each content, of proposals that expire before `before`. */
const remind =
  (before: Date): Step =>
  (proposal, now) => {
    const { remindedAt, expiresAt } = proposal;
    if (!isUndecided(proposal) || remindedAt !== null || expiresAt <= now || expiresAt > before) return null;
    return { ...proposal, remindedAt: now };
  };

/** Marks that its proposer was asked what the vendors decided. */
function markAsked(proposal: StoredProposal): StoredProposal | null {
  const isCarriedOut = proposal.state === "approved" && proposal.operation?.outcome === "accepted";
  return isCarriedOut && !proposal.isAsked ? { ...proposal, isAsked: true } : null;
}

/** Its update had no effect and never will: refused, not sent, or resolved so. */
export function isSpent({ state, operation }: Pick<Proposal, "state" | "operation">): boolean {
  if (state !== "approved" || operation === null) return false;
  const { outcome, resolvedAs } = operation;
  return outcome === "unknown" ? resolvedAs === "did_not_arrive" : hadNoEffect(outcome);
}

/** Opens it again without the approval that completed it: the next one sends it. */
function reopen(proposal: StoredProposal, now: Date): StoredProposal | null {
  if (!isSpent(proposal)) return null;
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

/** A late reply accepted the update after all; ignored where its content changed meanwhile. */
function carryOut(proposal: StoredProposal, now: Date): StoredProposal | null {
  const { operation, sentDigest, contentDigest } = proposal;
  if (!isUndecided(proposal) || operation?.outcome !== "accepted" || sentDigest !== contentDigest)
    return null;
  return { ...proposal, state: "approved", decision: { by: null, at: now, words: null } };
}
