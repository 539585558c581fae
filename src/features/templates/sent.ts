import type {
  ObservationTable,
  ObservedContent,
  ObservedVendor,
  Proposal,
  ProposalTable,
  StoreTransaction,
} from "../../store/index.ts";
import { isUndecided } from "../../store/proposals/proposal.ts";
import type { ShownProposal } from "./card-title.view.ts";
import { vendors } from "./report.input.ts";
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
 * since. What it is compared with is as old as its newest observation, as long as that shows the same.
 */
export async function readCard(
  proposal: Proposal,
  {
    proposals,
    observations,
  }: { proposals: Pick<ProposalTable, "list">; observations: Pick<ObservationTable, "get"> },
): Promise<ShownProposal> {
  const { templateId, basis } = proposal;
  if (!isUndecided(proposal) && !isSent(proposal)) return { proposal, vendors: [] };
  const { content = null, vendors: seen = [] } = (await observations.get(templateId)) ?? {};
  if (isUndecided(proposal)) {
    const isSame = basis !== null && content !== null && !hasChangedSince(basis, content);
    return { proposal: isSame ? { ...proposal, basis: content } : proposal, vendors: seen };
  }
  const { sent } = await findShowing(proposals, templateId);
  if (sent?.id !== proposal.id) return { proposal, vendors: [], isFollowed: sent !== null };
  return { proposal, vendors: seen.filter((vendor) => isOf(proposal, vendor)) };
}

/** The same where a title alone is shown: vendors are looked up for what was sent. */
export async function readShown(
  proposals: readonly Proposal[],
  tables: Parameters<typeof readCard>[1],
): Promise<ShownProposal[]> {
  return Promise.all(
    proposals.map((proposal) => (isSent(proposal) ? readCard(proposal, tables) : { proposal, vendors: [] })),
  );
}

/** Its status was seen of this change, or since. */
function isOf(proposal: Proposal, { statusFrom }: ObservedVendor): boolean {
  return statusFrom.operationId === proposal.operation?.id || statusFrom.at > sentAt(proposal);
}

/** Whether nobody saw each vendor decide on a change yet; not once another one was sent. */
export async function isReviewAwaited(
  proposal: Proposal,
  { proposals, observations }: { proposals: Pick<ProposalTable, "list">; observations: ObservationTable },
  trx: StoreTransaction,
): Promise<boolean> {
  const { sent } = await findShowing(proposals, proposal.templateId, trx);
  if (sent?.id !== proposal.id) return false;
  const known = (await observations.get(proposal.templateId, trx))?.vendors ?? [];
  const decided = known.filter((one) => isDecided(one) && isOf(proposal, one)).map(({ vendor }) => vendor);
  return [...vendors, ...known.map(({ vendor }) => vendor)].some((vendor) => !decided.includes(vendor));
}

/** By the public record nothing else comes after these. */
function isDecided({ status }: ObservedVendor): boolean {
  return status === "APPROVED" || status === "REJECTED";
}

/** What was sent last, where its content was seen nowhere since. */
export function findUnseen(sent: Proposal | null, content: ObservedContent | null): Proposal | null {
  if (sent === null) return null;
  const { at, operationId } = content?.from ?? { at: new Date(0), operationId: null };
  return operationId === sent.operation?.id || at > sentAt(sent) ? null : sent;
}
