import type { Acknowledgement, Asker, Operations } from "../../operations/index.ts";
import type { NewPost, Proposal, ProposalTable, SeenContent, SightingTable } from "../../store/index.ts";
import { type Actor, approversOf, findObstacle, type Obstacle, type Rules } from "./proposal.ts";
import { hasChangedSince } from "./shown.ts";
import { toUpdateRequest, updateKind } from "./update.ts";

export type ApproveDeps = {
  proposals: Pick<ProposalTable, "get" | "approve" | "complete">;
  sightings: Pick<SightingTable, "get">;
  operations: Pick<Operations, "perform">;
  rules: (proposal: Proposal) => Promise<Rules>;
  /** One approval more, on the card. Pure. */
  tellApproved: (proposal: Proposal, by: string) => NewPost[];
};

export type Approving = {
  /** The click's or the form's: the operation's id. */
  actId: string;
  proposalId: string;
  revision: number;
  by: Asker;
  actor: Actor;
  /** The person was shown that the template has become this since the proposal, and approves all the same. */
  wasShown: (seen: SeenContent | null) => boolean;
};

export type Approved =
  /** One approval more; others are still needed. */
  | { kind: "counted"; proposal: Proposal }
  /** The last one: the update is on its way. */
  | { kind: "sent"; proposal: Proposal }
  | { kind: "barred"; obstacle: Obstacle; proposal: Proposal }
  /** To be asked first: what was seen last is not what it was compared with. */
  | { kind: "changed_since"; proposal: Proposal; seen: SeenContent | null }
  | { kind: "gone" }
  /** Nothing was decided, and nothing sent. */
  | { kind: "nothing"; acknowledgement: Acknowledgement };

/**
 * One reviewer's approval. The last one that it takes is committed together with the update, before anybody is told;
 * of several at the same moment one is that.
 */
export async function approve(
  approving: Approving,
  deps: ApproveDeps,
  answer: (approved: Approved) => Promise<void>,
): Promise<void> {
  const { actId, by } = approving;
  const before: { found: Approved | null; isTold: boolean } = { found: null, isTold: false };
  const prepare = async () => {
    const prepared = await take(approving, deps, () => before.isTold || by.wasHeldUp());
    if (prepared.kind !== "complete") {
      before.found = prepared;
      return { barred: prepared.kind };
    }
    before.found = { kind: "sent", proposal: prepared.proposal };
    return prepared.update;
  };
  await deps.operations.perform({ id: actId, kind: updateKind, by, prepare }, async (acknowledgement) => {
    before.isTold = true;
    const { found } = before;
    // Slack waits: what is known needs no look into the store.
    const isKnown = acknowledgement.kind === "barred" || acknowledgement.kind === "stored";
    if (isKnown && found !== null) return answer(found);
    return answer(await toApproved(acknowledgement, approving, deps));
  });
}

/** So many may approve between a look and the approval that it led to. */
const mostLooks = 10;

/** What the update is to be taken on with, or what came of the approval without one. */
async function take(approving: Approving, deps: ApproveDeps, isOver: () => boolean, looksLeft = mostLooks) {
  const { actId, proposalId, revision, actor, wasShown } = approving;
  const { proposals, sightings, rules, tellApproved } = deps;
  const proposal = await proposals.get(proposalId);
  if (proposal === null) return { kind: "gone" as const };
  if (isSentBy(proposal, actId)) return { kind: "sent" as const, proposal };
  const now = await rules(proposal);
  const obstacle = findObstacle("approve", { proposal, revision, actor }, now);
  if (obstacle !== null) return { kind: "barred" as const, obstacle, proposal };
  const seen = (await sightings.get(proposal.templateId))?.content ?? null;
  if (hasChangedSince(proposal.basis, seen) && !wasShown(seen))
    return { kind: "changed_since" as const, proposal, seen };
  const decision = {
    ...{ id: proposalId, revision, by: actor.id, required: now.required },
    approvers: [...approversOf(proposal, now), actor.id],
  };
  const judged = [...proposal.approvals.map(({ by }) => by), actor.id];
  const decided = await proposals.approve({ ...decision, judged, isOver }, (counted) =>
    tellApproved(counted, actor.id),
  );
  if (decided.kind === "gone") return decided;
  if (decided.kind === "overtaken") {
    const current = decided.proposal;
    if (isOver()) return heldUp;
    const isOpen = findObstacle("approve", { proposal: current, revision, actor }, now) === null;
    // Somebody else's approval came between: who may still approve is asked anew.
    if (isOpen && looksLeft > 0) return take(approving, deps, isOver, looksLeft - 1);
    return {
      kind: "barred" as const,
      obstacle: whyNot(current, { revision, actor }, now),
      proposal: current,
    };
  }
  if (decided.kind === "done") return { kind: "counted" as const, proposal: decided.proposal };
  const update = {
    conversation: null,
    request: toUpdateRequest(decided.proposal),
    also: (trx: Parameters<ProposalTable["complete"]>[0]) =>
      proposals.complete(trx, { ...decision, operationId: actId }),
  };
  return { kind: "complete" as const, proposal: decided.proposal, update };
}

const heldUp = { kind: "nothing", acknowledgement: { kind: "too_slow" } } as const;

/** Another delivery of the click that sent it. */
function isSentBy({ state, operation }: Proposal, actId: string): boolean {
  return state === "approved" && operation?.id === actId && operation.outcome !== "not_sent";
}

/** What became of the approval with the answer of the store. */
async function toApproved(
  acknowledgement: Acknowledgement,
  { actId, proposalId, revision, actor }: Approving,
  { proposals, rules }: ApproveDeps,
): Promise<Approved> {
  const { kind } = acknowledgement;
  const isDecided = kind === "stored" || kind === "twin" || kind === "overtaken" || kind === "duplicate";
  // The same click again, of which was said or stored that nothing was sent.
  const isOver = kind === "duplicate" && acknowledgement.operation.outcome === "not_sent";
  // Another delivery of the click: the answer that both share says why the first one's came to no update.
  const isShared = kind === "barred";
  if (!(isDecided || isShared) || isOver) return { kind: "nothing", acknowledgement };
  const proposal = await proposals.get(proposalId);
  if (proposal === null) return { kind: "gone" };
  if (proposal.operation?.id === actId) return { kind: "sent", proposal };
  const isCounted = proposal.revision === revision && proposal.approvals.some(({ by }) => by === actor.id);
  if (isShared && isCounted) return { kind: "counted", proposal };
  return { kind: "barred", obstacle: whyNot(proposal, { revision, actor }, await rules(proposal)), proposal };
}

/** Somebody was first: what the rules make of what stands there now. */
function whyNot(proposal: Proposal, read: { revision: number; actor: Actor }, rules: Rules): Obstacle {
  const newest = proposal.revisions.at(-1);
  return (
    findObstacle("approve", { proposal, ...read }, rules) ?? {
      kind: "revised",
      by: newest?.by ?? proposal.proposer,
      at: newest?.at ?? proposal.createdAt,
    }
  );
}
