import { toText } from "../database/values.ts";
import type { ObservedContent } from "../observations/shown.ts";
import { hadNoEffect } from "../operations/table.ts";
import { isUndecided, type Proposal, type StoredProposal, withRevisions } from "./proposal.ts";

/**
 * A change of a proposal: the result, the same object where nothing changes, null where it isn't allowed (any more). Rights
 * are the feature's.
 */
export type Step = (proposal: StoredProposal, now: Date) => StoredProposal | null;

export type Withdrawal = { id: string; by: string };
/** Revision that the decider read, and who that is. */
export type Decision = Withdrawal & { revision: number };

export type ApprovalGiven = Decision & {
  /** Approvals needed, not counting people without the right. */
  required: number;
  former: readonly string[];
  /** Update that carries it out, if this approval is the last. */
  operationId: string;
};

export type EditDecision = Decision & {
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
 * A new revision without approvals; with the same digest it keeps those of others. Reopens what changes were requested of. A
 * repeated form, or one without changes, makes none.
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
    // Whoever wrote any of it, its reason too, is an author and may not approve it.
    if (isSame) return { ...edited, approvals: approvals.filter((approval) => approval.by !== by) };
    return { ...edited, approvals: [], basis, expiresAt, remindedAt: null };
  };

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

/** Once for each content, of proposals that expire before `before`. */
export const remind =
  (before: Date): Step =>
  (proposal, now) => {
    const { remindedAt, expiresAt } = proposal;
    if (!isUndecided(proposal) || remindedAt !== null || expiresAt <= now || expiresAt > before) return null;
    return { ...proposal, remindedAt: now };
  };

/** Marks that its proposer was asked what the vendors decided. */
export function markAsked(proposal: StoredProposal): StoredProposal | null {
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

/** A late reply accepted the update after all; ignored where its content changed meanwhile. */
export function carryOut(proposal: StoredProposal, now: Date): StoredProposal | null {
  const { operation, sentDigest, contentDigest } = proposal;
  if (!isUndecided(proposal) || operation?.outcome !== "accepted" || sentDigest !== contentDigest)
    return null;
  return { ...proposal, state: "approved", decision: { by: null, at: now, words: null } };
}
