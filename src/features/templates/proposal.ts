import { addHours } from "date-fns/addHours";
import { isSpent, type Proposal } from "../../store/index.ts";

/**
 * Who acts, and what the operator's lists let them, each asked when it matters: where a group isn't known its question
 * throws, and must not take what hangs on another.
 */
export type Actor = {
  id: string;
  isReviewer: boolean;
  mayPropose: boolean;
  isOperator: boolean;
  /** One of the two, whichever: what is known of one counts while the other isn't. */
  mayProposeOrOperates: boolean;
};

/** What people do with a proposal. */
export type Deed = "approve" | "request_changes" | "edit" | "withdraw";

/** Why somebody can't do it, or not any more. */
export type Obstacle =
  | { kind: "notReviewer" | "own" | "edited" | "notEditor" | "notProposer" }
  /** This person's approval is given, and others are still needed. */
  | { kind: "approvedBefore" }
  /** What was read is no longer the newest; `by` made that. */
  | { kind: "revised"; by: string; at: Date }
  /** Decided, by the clock when `by` is null. */
  | { kind: "decided"; state: Exclude<Proposal["state"], "open">; by: string | null; at: Date };

/** Who renders its card. */
export const proposalKind = "proposal";

/** What its card is of. */
export function proposalSubject(id: string): string {
  return `${proposalKind}:${id}`;
}

export type Rules = {
  required: number;
  now: Date;
  /** Whether somebody who approves, or did before, may do so now. */
  isReviewer: (id: string) => boolean;
};

/** Why a deed is barred on the revision that somebody read; null when it is not. */
export function findObstacle(
  deed: Deed,
  { proposal, revision, actor }: { proposal: Proposal; revision: number; actor: Actor },
  rules: Rules,
): Obstacle | null {
  return (
    findMissingRight(deed, proposal, { actor, rules }) ??
    findDecision(deed, proposal, rules) ??
    // A withdrawal is of all that was asked for, whichever revision was read.
    (deed === "withdraw" ? null : findNewerRevision(proposal, revision)) ??
    (deed === "approve" ? findEarlierApproval(proposal, actor, rules) : null)
  );
}

function findMissingRight(
  deed: Deed,
  proposal: Proposal,
  { actor, rules }: { actor: Actor; rules: Rules },
): Obstacle | null {
  const { id } = actor;
  const isProposer = id === proposal.proposer;
  switch (deed) {
    case "approve":
      if (!actor.isReviewer || !rules.isReviewer(id)) return { kind: "notReviewer" };
      return findAuthorship(proposal, id);
    case "request_changes":
      return actor.isReviewer ? null : { kind: "notReviewer" };
    case "edit":
      // Reviewers are among those who may propose.
      return (isProposer ? actor.mayPropose : actor.isReviewer) ? null : { kind: "notEditor" };
    case "withdraw":
      return (isProposer ? actor.mayProposeOrOperates : actor.isOperator) ? null : { kind: "notProposer" };
  }
}

/** Four eyes: nobody approves what they wrote, in whichever revision. */
function findAuthorship({ proposer, revisions }: Proposal, id: string): Obstacle | null {
  if (id === proposer) return { kind: "own" };
  return revisions.some(({ by }) => by === id) ? { kind: "edited" } : null;
}

function findDecision(deed: Deed, proposal: Proposal, { now }: Rules): Obstacle | null {
  const { state, decision, expiresAt } = proposal;
  // Whoever writes next opens it again.
  if (isSpent(proposal)) return null;
  const isUndecided =
    state === "open" || (state === "changes_requested" && deed !== "approve" && deed !== "request_changes");
  if (isUndecided) {
    return now < expiresAt ? null : { kind: "decided", state: "expired", by: null, at: expiresAt };
  }
  return { kind: "decided", state, by: decision?.by ?? null, at: decision?.at ?? now };
}

function findNewerRevision(proposal: Proposal, revision: number): Obstacle | null {
  const newest = proposal.revisions.at(-1);
  if (proposal.revision === revision || newest === undefined) return null;
  return { kind: "revised", by: newest.by, at: newest.at };
}

/** Given once; but where fewer are needed by now it may be given again, to send what is there. */
function findEarlierApproval(proposal: Proposal, { id }: Actor, rules: Rules): Obstacle | null {
  const approvers = approversOf(proposal, rules);
  return approvers.includes(id) && approvers.length < rules.required ? { kind: "approvedBefore" } : null;
}

/** Whose approvals of the newest revision count: a right that was taken away takes its approval with it. */
export function approversOf(proposal: Proposal, { isReviewer }: Pick<Rules, "isReviewer">): string[] {
  return proposal.approvals
    .map(({ by }) => by)
    .filter((by) => isReviewer(by) && findAuthorship(proposal, by) === null);
}

/** Who wrote the reason as it stands, and everybody who wrote any of what is sent. */
export function writersOf({ revisions, reason, proposer }: Proposal): { reason: string; change: string[] } {
  const first = revisions.findLastIndex((one) => one.reason !== reason) + 1;
  const writers = revisions.filter(
    ({ contentDigest }, index) => contentDigest !== revisions[index - 1]?.contentDigest,
  );
  return {
    reason: revisions[first]?.by ?? proposer,
    change: [...new Set(writers.map(({ by }) => by))],
  };
}

/**
 * Whether what these people wrote can never collect the approvals that it takes. `reviewers`: whom the operator's list
 * names, all full members when it names everyone; null when that isn't known.
 */
export function isHopeless(
  authors: readonly string[],
  { required, reviewers }: { required: number; reviewers: ReadonlySet<string> | "everyone" | null },
): boolean {
  if (reviewers === "everyone" || reviewers === null) return false;
  return [...reviewers].filter((reviewer) => !authors.includes(reviewer)).length < required;
}

const reminderHours = 24;

/** From when on an undecided proposal is reminded of: a day before its end, and never before half of its time. */
export function reminderBefore(now: Date, expiresHours: number): Date {
  return addHours(now, Math.min(reminderHours, expiresHours / 2));
}
