import type {
  Proposal,
  ProposalTable,
  SeenVendor,
  SightingTable,
  StoreTransaction,
} from "../../store/index.ts";
import { isUndecided } from "./card-buttons.view.ts";
import { hasChangedSince } from "./shown.ts";

/** More proposals of one template are of no interest at the same time. */
const mostProposals = 20;

/** Proposals of a template whose cards show what its vendors say, and which of them was sent last. */
export async function findShowing(
  proposals: Pick<ProposalTable, "list">,
  templateId: string,
  trx?: StoreTransaction,
): Promise<{ cards: Proposal[]; sent: Proposal | null }> {
  const states = ["open", "changes_requested", "approved"] as const;
  const cards = await proposals.list({ templateId, states, limit: mostProposals }, trx);
  const [sent = null] = cards
    .filter(isSent)
    .toSorted((one, other) => sentAt(other).getTime() - sentAt(one).getTime());
  return { cards, sent };
}

function isSent({ state, operation }: Proposal): boolean {
  return state === "approved" && operation?.outcome === "accepted";
}

function sentAt({ operation, createdAt }: Proposal): Date {
  return operation?.startedAt ?? operation?.createdAt ?? createdAt;
}

/**
 * What a card shows of its template. Reviews: all that is known while it is decided on, and once it was sent what was seen
 * since. What it is compared with is as old as its newest sighting, as long as that shows the same.
 */
export async function readCard(
  proposal: Proposal,
  { proposals, sightings }: { proposals: Pick<ProposalTable, "list">; sightings: Pick<SightingTable, "get"> },
): Promise<{ proposal: Proposal; vendors: SeenVendor[] }> {
  const { templateId, operation, basis } = proposal;
  if (!isUndecided(proposal) && !isSent(proposal)) return { proposal, vendors: [] };
  const { content = null, vendors = [] } = (await sightings.get(templateId)) ?? {};
  if (isUndecided(proposal)) {
    const isSame = basis !== null && content !== null && !hasChangedSince(basis, content);
    return { proposal: isSame ? { ...proposal, basis: content } : proposal, vendors };
  }
  const { sent } = await findShowing(proposals, templateId);
  if (sent?.id !== proposal.id) return { proposal, vendors: [] };
  const since = vendors.filter(
    ({ statusFrom }) => statusFrom.operationId === operation?.id || statusFrom.at > sentAt(proposal),
  );
  return { proposal, vendors: since };
}
