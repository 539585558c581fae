import { toText } from "../database/values.ts";
import type { ObservedContent } from "../observations/shown.ts";
import { hadNoEffect } from "../operations/table.ts";
import { isUndecided, type Proposal, type StoredProposal, withRevisions } from "./proposal.ts";

/**
 * How a proposal changes: as it is afterwards, the one that was given where nothing changes, and null where it may not be
 * done (any more). Who has which right is the feature's to know.
 */
export type Step = (proposal: StoredProposal, now: Date) => StoredProposal | null;

export type Withdrawal = { id: string; by: string };
/** Which revision somebody read who decides, and who that is. */
export type Decision = Withdrawal & { revision: number };

export type ApprovalGiven = Decision & {
  /** How many it takes, not counting those of who may approve no more. */
  required: number;
  former: readonly string[];
  /** The update that carries the proposal out, if this is the last one. */
  operationId: string;
};

export type EditDecision = Decision & {
  change: Proposal["change"];
  contentDigest: string;
  reason: string;
  basis: ObservedContent | null;
  expiresAt: Date;
};

/** Time enough to be looked at again, however late it was decided. */
const reopenedForMs = 60 * 60_000;

/** Whoever reads another revision than the newest, or decides after its end, decides nothing. */
function isAsRead(proposal: StoredProposal, revision: number, now: Date): boolean {
  return proposal.revision === revision && proposal.expiresAt > now;
}

/** One reviewer's approval, or with the last one that it takes the proposal's. */
export const approve =
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

export const requestChanges =
  ({ revision, by, words }: Decision & { words: string }): Step =>
  (proposal, now) => {
    if (proposal.state !== "open" || !isAsRead(proposal, revision, now)) return null;
    return { ...proposal, state: "changes_requested", decision: { by, at: now, words: toText(words) } };
  };

/**
 * A new revision without approvals; one with the same seal keeps those of others. Either opens again what changes were
 * requested of. A form that comes twice, and one that changes nothing of an open proposal, make none.
 */
export const edit =
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
    // Whoever wrote any of it, its reason too, is an author of it, and approves it no more.
    if (isSame) return { ...edited, approvals: approvals.filter((approval) => approval.by !== by) };
    return { ...edited, approvals: [], basis, expiresAt, remindedAt: null };
  };

/** Whichever revision was read: all of it goes. */
export const withdraw =
  ({ by }: Withdrawal): Step =>
  (proposal, now) => {
    if (!isUndecided(proposal) || proposal.expiresAt <= now) return null;
    return { ...proposal, state: "withdrawn", decision: { by, at: now, words: null } };
  };

export function expire(proposal: StoredProposal, now: Date): StoredProposal | null {
  if (!isUndecided(proposal) || proposal.expiresAt > now) return null;
  return { ...proposal, state: "expired", decision: { by: null, at: now, words: null } };
}

/** Once for each content, of what expires before `before`. */
export const remind =
  (before: Date): Step =>
  (proposal, now) => {
    const { remindedAt, expiresAt } = proposal;
    if (!isUndecided(proposal) || remindedAt !== null || expiresAt <= now || expiresAt > before) return null;
    return { ...proposal, remindedAt: now };
  };

/** Notes that its proposer was asked what the vendors decided, or that there was nothing to ask. */
export function markAsked(proposal: StoredProposal): StoredProposal | null {
  const isCarriedOut = proposal.state === "approved" && proposal.operation?.outcome === "accepted";
  return isCarriedOut && !proposal.isAsked ? { ...proposal, isAsked: true } : null;
}

/** Its update had no effect and never will have: refused, never sent, or a person looked. */
export function isSpent({ state, operation }: Pick<Proposal, "state" | "operation">): boolean {
  if (state !== "approved" || operation === null) return false;
  const { outcome, resolvedAs } = operation;
  return outcome === "unknown" ? resolvedAs === "did_not_arrive" : hadNoEffect(outcome);
}

/**
 * What was sent for nothing is open again without the approval that completed it: whoever gives the next one sends it once
 * more.
 */
export function reopen(proposal: StoredProposal, now: Date): StoredProposal | null {
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

/** Carried out after all by a late reply, though it counted as sent for nothing; not where its content is another by now. */
export function carryOut(proposal: StoredProposal, now: Date): StoredProposal | null {
  const { operation, sentDigest, contentDigest } = proposal;
  if (!isUndecided(proposal) || operation?.outcome !== "accepted" || sentDigest !== contentDigest)
    return null;
  return { ...proposal, state: "approved", decision: { by: null, at: now, words: null } };
}
