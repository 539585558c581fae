import type {
  ObservationTable,
  ObservedContent,
  ObservedVendor,
  Proposal,
  ProposalTable,
  StoreTransaction,
} from "../../store/index.ts";
import { isUndecided } from "../../store/proposals/proposal.ts";
import type { ProposalSummary } from "./card-title.view.ts";
import { proposalSubject } from "./proposal.ts";
import { vendorNames } from "./report.input.ts";
import { hasChangedSince } from "./shown.ts";

const maxProposals = 20;

/** `changed`: subjects of the cards that show a template's vendors. `sent`: last sent proposal; null for none. */
export async function findTemplateCards(
  proposals: Pick<ProposalTable, "list">,
  templateId: string,
  trx?: StoreTransaction,
): Promise<{ changed: string[]; sent: Proposal | null }> {
  const states = ["open", "changes_requested", "approved"] as const;
  const showing = await proposals.list({ templateId, states, limit: maxProposals }, trx);
  const [sent = null] = showing
    .filter(isSent)
    .toSorted((one, other) => sentAt(other).getTime() - sentAt(one).getTime());
  return { changed: showing.map(({ id }) => proposalSubject(id)), sent };
}

function isSent({ state, operation }: Proposal): boolean {
  return state === "approved" && operation?.outcome === "accepted";
}

function sentAt({ operation, createdAt }: Proposal): Date {
  return operation?.startedAt ?? operation?.createdAt ?? createdAt;
}

/**
 * Reads a card's reviews: all before the decision, after sending only those observed since. If the newest observation
 * has the basis's content, it replaces the basis, as the newer source.
 */
export async function readProposalSummary(
  proposal: Proposal,
  {
    proposals,
    observations,
  }: { proposals: Pick<ProposalTable, "list">; observations: Pick<ObservationTable, "get"> },
): Promise<ProposalSummary> {
  const { templateId, basis } = proposal;
  if (!isUndecided(proposal) && !isSent(proposal)) return { proposal, vendors: [] };
  const { content = null, vendors: seen = [] } = (await observations.get(templateId)) ?? {};
  if (isUndecided(proposal)) {
    const isSame = basis !== null && content !== null && !hasChangedSince(basis, content);
    return { proposal: isSame ? { ...proposal, basis: content } : proposal, vendors: seen };
  }
  const { sent } = await findTemplateCards(proposals, templateId);
  if (sent?.id !== proposal.id) return { proposal, vendors: [], isFollowed: sent !== null };
  return { proposal, vendors: seen.filter((vendor) => isOf(proposal, vendor)) };
}

export async function readProposalSummaries(
  proposals: readonly Proposal[],
  tables: Parameters<typeof readProposalSummary>[1],
): Promise<ProposalSummary[]> {
  return Promise.all(
    proposals.map((proposal) =>
      isSent(proposal) ? readProposalSummary(proposal, tables) : { proposal, vendors: [] },
    ),
  );
}

/** Whether the status was observed in the reply to this change, or later. */
function isOf(proposal: Proposal, { statusFrom }: ObservedVendor): boolean {
  return statusFrom.operationId === proposal.operation?.id || statusFrom.at > sentAt(proposal);
}

/** Whether a vendor's decision is missing, and no newer change was sent. */
export async function isReviewAwaited(
  proposal: Proposal,
  { proposals, observations }: { proposals: Pick<ProposalTable, "list">; observations: ObservationTable },
  trx: StoreTransaction,
): Promise<boolean> {
  const { sent } = await findTemplateCards(proposals, proposal.templateId, trx);
  if (sent?.id !== proposal.id) return false;
  const known = (await observations.get(proposal.templateId, trx))?.vendors ?? [];
  const decided = known.filter((one) => isDecided(one) && isOf(proposal, one)).map(({ vendor }) => vendor);
  return [...vendorNames, ...known.map(({ vendor }) => vendor)].some((vendor) => !decided.includes(vendor));
}

/** Whether the status is final, by the platform's public record. */
function isDecided({ status }: ObservedVendor): boolean {
  return status === "APPROVED" || status === "REJECTED";
}

/** Returns the last sent change if its content wasn't observed since; else null. */
export function findUnobservedChange(
  sent: Proposal | null,
  content: ObservedContent | null,
): Proposal | null {
  if (sent === null) return null;
  const { at, operationId } = content?.from ?? { at: new Date(0), operationId: null };
  return operationId === sent.operation?.id || at > sentAt(sent) ? null : sent;
}
