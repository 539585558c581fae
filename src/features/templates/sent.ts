import type {
  Proposal,
  ProposalTable,
  SeenVendor,
  SightingTable,
  StoreTransaction,
} from "../../store/index.ts";
import { isUndecided } from "./card-buttons.view.ts";

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

/** The reviews that a card shows: all that is known while it is decided on, and once it was sent what was seen since. */
export async function readReviews(
  proposal: Proposal,
  { proposals, sightings }: { proposals: Pick<ProposalTable, "list">; sightings: Pick<SightingTable, "get"> },
): Promise<SeenVendor[]> {
  const { templateId, operation } = proposal;
  if (!isUndecided(proposal) && !isSent(proposal)) return [];
  const vendors = (await sightings.get(templateId))?.vendors ?? [];
  if (isUndecided(proposal)) return vendors;
  const { sent } = await findShowing(proposals, templateId);
  if (sent?.id !== proposal.id) return [];
  return vendors.filter(
    ({ statusFrom }) => statusFrom.operationId === operation?.id || statusFrom.at > sentAt(proposal),
  );
}
