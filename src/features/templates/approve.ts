import type { Acknowledgement, Asker, Operations } from "../../operations/index.ts";
import type {
  ObservationTable,
  ObservedContent,
  Proposal,
  ProposalTable,
  StoreTransaction,
  Telling,
} from "../../store/index.ts";
import { type Actor, approversOf, findObstacle, type Obstacle, type Rules } from "./proposal.ts";
import { hasChangedSince } from "./shown.ts";
import { toUpdateRequest, updateKind } from "./update.ts";

export type ApproveDeps = {
  proposals: Pick<ProposalTable, "get" | "approve">;
  observations: Pick<ObservationTable, "get">;
  operations: Pick<Operations, "perform">;
  /** By who may approve now, whoever approves and all who did before. */
  rules: (proposal: Proposal, actor: string) => Promise<Rules>;
  /** One approval more, on the card. Pure. */
  tellApproved: (proposal: Proposal, by: string) => Telling;
  /** Told in a direct message where it turns out late that it came to nothing. */
  gone: string;
};

export type Approving = {
  /** The click's or the form's: the operation's id. */
  actId: string;
  proposalId: string;
  revision: number;
  by: Asker;
  actor: Actor;
  /** The person was shown that the template has become this since the proposal, and approves all the same. */
  wasShown: (seen: ObservedContent | null) => boolean;
  /** The person was shown that this update of the proposal came to nothing, and approves it all the same. */
  sawUpdate: (operation: string) => boolean;
};

export type Approved =
  /** One approval more, others are still needed; or the last one, and the update is on its way. */
  | { kind: "counted" | "sent" }
  | { kind: "barred"; obstacle: Obstacle }
  /** To be asked first: what was seen last is not what it was compared with, or an update came to nothing meanwhile. */
  | { kind: "changed_since"; proposal: Proposal; seen: ObservedContent | null }
  | { kind: "gone" }
  /** Nothing was decided, and nothing sent. */
  | { kind: "nothing"; acknowledgement: Acknowledgement };

/** What each weight of an approval makes of the update that comes with it. */
const along = { counted: "alone", last: true, none: false } as const;

/**
 * One reviewer's approval. One write decides whether it counts, is the last one that it takes, with which the update is
 * committed, or is nothing; then its person is told.
 */
export async function approve(
  approving: Approving,
  deps: ApproveDeps,
  answer: (approved: Approved) => Promise<void>,
): Promise<void> {
  const { actId, proposalId, revision, by, actor } = approving;
  let before: Found | null = null;
  const prepare = async () => {
    const found = await look(approving, deps);
    before = found;
    if (found.kind !== "open") return { barred: deps.gone };
    const approval = {
      ...{ id: proposalId, revision, by: actor.id, operationId: actId },
      ...{ required: found.rules.required, former: formerOf(found) },
    };
    const tell = (counted: Proposal) => deps.tellApproved(counted, actor.id);
    const also = async (trx: StoreTransaction) => along[await deps.proposals.approve(trx, approval, tell)];
    return { conversation: null, request: toUpdateRequest(found.proposal), also };
  };
  await deps.operations.perform({ id: actId, kind: updateKind, by, prepare }, async (acknowledgement) => {
    await answer(await toApproved(acknowledgement, before, () => look(approving, deps)));
  });
}

/** `open`: nothing known is in the way. `sent`: another delivery of the click did. */
type Found =
  | { kind: "open"; proposal: Proposal; rules: Rules }
  | Extract<Approved, { kind: "barred" | "changed_since" | "gone" }>
  | { kind: "sent" };

async function look(
  { actId, proposalId, revision, actor, wasShown, sawUpdate }: Approving,
  deps: ApproveDeps,
): Promise<Found> {
  const proposal = await deps.proposals.get(proposalId);
  if (proposal === null) return { kind: "gone" };
  const { state, operation } = proposal;
  if (state === "approved" && operation?.id === actId && operation.outcome !== "not_sent") {
    return { kind: "sent" };
  }
  const rules = await deps.rules(proposal, actor.id);
  const obstacle = findObstacle("approve", { proposal, revision, actor }, rules);
  if (obstacle !== null) return { kind: "barred", obstacle };
  const seen = (await deps.observations.get(proposal.templateId))?.content ?? null;
  const isNews = operation !== null && !sawUpdate(operation.id);
  if (isNews || (hasChangedSince(proposal.basis, seen) && !wasShown(seen))) {
    return { kind: "changed_since", proposal, seen };
  }
  return { kind: "open", proposal, rules };
}

/** Who gave an approval before and may not now. Whoever gives one after this look is judged by their own. */
function formerOf({ proposal, rules }: Extract<Found, { kind: "open" }>): string[] {
  const counting = approversOf(proposal, rules);
  return proposal.approvals.map(({ by }) => by).filter((by) => !counting.includes(by));
}

/** Slack waits: what is known needs no further look into the store. */
async function toApproved(
  acknowledgement: Acknowledgement,
  found: Found | null,
  lookAgain: () => Promise<Found>,
): Promise<Approved> {
  const nothing = { kind: "nothing" as const, acknowledgement };
  switch (acknowledgement.kind) {
    case "stored":
      return { kind: "sent" };
    case "alone":
      return { kind: "counted" };
    case "duplicate":
      // Of which was said or stored that nothing was sent.
      return acknowledgement.operation.outcome === "not_sent" ? nothing : { kind: "sent" };
    case "barred":
    case "overtaken": {
      // Somebody was first, or another delivery of the click has this answer too.
      const why = found === null || found.kind === "open" ? await lookAgain() : found;
      return why.kind === "open" ? { kind: "nothing", acknowledgement: { kind: "too_slow" } } : why;
    }
    default:
      return nothing;
  }
}
