import { addHours } from "date-fns/addHours";
import { hasFailedUpdate, type Proposal } from "../../store/index.ts";

/** Person with rights as getters, each of which throws if its group's members are unknown. */
export type Actor = {
  id: string;
  isReviewer: boolean;
  mayPropose: boolean;
  isOperator: boolean;
  /** True if one of the two rights is certain, even if the other is unknown. */
  mayProposeOrOperates: boolean;
};

export type ProposalAction = "approve" | "request_changes" | "edit" | "withdraw";

export type ProposalObstacle =
  | { kind: "notReviewer" | "own" | "edited" | "notEditor" | "notProposer" }
  /** Approved by this person already, while more approvals are needed. */
  | { kind: "approvedBefore" }
  /** Newer revision, written by `by`. */
  | { kind: "revised"; by: string; at: Date }
  /** `by`: null if nobody decided, as when the proposal expired. */
  | { kind: "decided"; state: Exclude<Proposal["state"], "open">; by: string | null; at: Date };

export const proposalKind = "proposal";

export function proposalSubject(id: string): string {
  return `${proposalKind}:${id}`;
}

export type Rules = {
  required: number;
  now: Date;
  isReviewer: (id: string) => boolean;
};

/** Checks an action on the revision that the person read; null if it is allowed. */
export function findObstacle(
  deed: ProposalAction,
  { proposal, revision, actor }: { proposal: Proposal; revision: number; actor: Actor },
  rules: Rules,
): ProposalObstacle | null {
  return (
    findMissingRight(deed, proposal, { actor, rules }) ??
    findDecision(deed, proposal, rules) ??
    // A withdrawal ends the whole proposal, whichever revision was read.
    (deed === "withdraw" ? null : findNewerRevision(proposal, revision)) ??
    (deed === "approve" ? findEarlierApproval(proposal, actor, rules) : null)
  );
}

function findMissingRight(
  deed: ProposalAction,
  proposal: Proposal,
  { actor, rules }: { actor: Actor; rules: Rules },
): ProposalObstacle | null {
  const { id } = actor;
  const isProposer = id === proposal.proposer;
  switch (deed) {
    case "approve":
      if (!actor.isReviewer || !rules.isReviewer(id)) return { kind: "notReviewer" };
      return findAuthorship(proposal, id);
    case "request_changes":
      return actor.isReviewer ? null : { kind: "notReviewer" };
    case "edit":
      // Reviewers may edit other people's proposals.
      return (isProposer ? actor.mayPropose : actor.isReviewer) ? null : { kind: "notEditor" };
    case "withdraw":
      return (isProposer ? actor.mayProposeOrOperates : actor.isOperator) ? null : { kind: "notProposer" };
  }
}

/** Four eyes: nobody approves their own text, of any revision. */
function findAuthorship({ proposer, revisions }: Proposal, id: string): ProposalObstacle | null {
  if (id === proposer) return { kind: "own" };
  return revisions.some(({ by }) => by === id) ? { kind: "edited" } : null;
}

function findDecision(deed: ProposalAction, proposal: Proposal, { now }: Rules): ProposalObstacle | null {
  const { state, decision, expiresAt } = proposal;
  // The update had no effect, so the next decision reopens the proposal.
  if (hasFailedUpdate(proposal)) return null;
  const isUndecided =
    state === "open" || (state === "changes_requested" && deed !== "approve" && deed !== "request_changes");
  if (isUndecided) {
    return now < expiresAt ? null : { kind: "decided", state: "expired", by: null, at: expiresAt };
  }
  return { kind: "decided", state, by: decision?.by ?? null, at: decision?.at ?? now };
}

function findNewerRevision(proposal: Proposal, revision: number): ProposalObstacle | null {
  const newest = proposal.revisions.at(-1);
  if (proposal.revision === revision || newest === undefined) return null;
  return { kind: "revised", by: newest.by, at: newest.at };
}

/** Denies a second approval; null if enough have approved by now, so that it only sends the change. */
function findEarlierApproval(proposal: Proposal, { id }: Actor, rules: Rules): ProposalObstacle | null {
  const approvers = approversOf(proposal, rules);
  return approvers.includes(id) && approvers.length < rules.required ? { kind: "approvedBefore" } : null;
}

/** Approvers of the newest revision who may still approve. */
export function approversOf(proposal: Proposal, { isReviewer }: Pick<Rules, "isReviewer">): string[] {
  return proposal.approvals
    .map(({ by }) => by)
    .filter((by) => isReviewer(by) && findAuthorship(proposal, by) === null);
}

export function findWriters({ revisions, reason, proposer }: Proposal): { reason: string; change: string[] } {
  const first = revisions.findLastIndex((one) => one.reason !== reason) + 1;
  const writers = revisions.filter(
    ({ contentDigest }, index) => contentDigest !== revisions[index - 1]?.contentDigest,
  );
  return {
    reason: revisions[first]?.by ?? proposer,
    change: [...new Set(writers.map(({ by }) => by))],
  };
}

/** True if too few reviewers remain besides the authors; false if everyone may review or reviewers are unknown. */
export function isReviewImpossible(
  authors: readonly string[],
  { required, reviewers }: { required: number; reviewers: ReadonlySet<string> | "everyone" | null },
): boolean {
  if (reviewers === "everyone" || reviewers === null) return false;
  return [...reviewers].filter((reviewer) => !authors.includes(reviewer)).length < required;
}

const reminderHours = 24;

/** Returns the time before which expiring proposals get a reminder: in a day, or half of a shorter lifetime. */
export function toReminderCutoff(now: Date, expiresHours: number): Date {
  return addHours(now, Math.min(reminderHours, expiresHours / 2));
}
