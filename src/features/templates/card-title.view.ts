import type { Button } from "@slack/types";
import { shortenId } from "../../foreign-id.ts";
import { withoutDirectionMarks } from "../../foreign-words.ts";
import type { Catalogue } from "../../locales/index.ts";
import { stateOf } from "../../outcomes/again.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { fillLine, type Line } from "../../slack/blocks/rich-text.ts";
import type { ObservedVendor, Operation, Proposal } from "../../store/index.ts";
import { findWriters } from "./proposal.ts";
import { vendorNames as expectedVendors } from "./report.input.ts";
import { isApproved, isPending, isRejected, maskAndShorten } from "./status.view.ts";

const maxNameLength = 100;

/** `mayReview`: ids of the reviewers; null while a group's members are unknown. */
export type ApprovalRules = {
  required: number;
  mayReview: () => ReadonlySet<string> | "everyone" | null;
  /** Whether a person is known not to be a full member; matters only if everyone may approve. */
  hasLeft?: (id: string) => boolean;
};

/** `vendors`: reviews as last observed; after the change was sent, only reviews observed since then. */
export type ProposalCard = {
  proposal: Proposal;
  rules: ApprovalRules;
  vendors: readonly ObservedVendor[];
  /** Set if a newer change was sent, which the vendors' reviews are about. */
  isFollowed?: boolean;
  /** Button to the platform's console; empty without a configured address. */
  toConsole?: readonly Button[];
};

export type ProposalSummary = Omit<ProposalCard, "rules" | "toConsole">;

export type CardState = keyof Catalogue["proposals"]["card"]["title"];

/** State of the proposal; after its approval, of its update. */
function updateState({ state, operation }: Proposal): CardState {
  if (state !== "approved") return state;
  return operation === null ? "under_way" : operationCardStateOf(operation);
}

/** State in the card's title: a sent change is not done until the vendors have decided. */
export function cardState({ proposal, vendors, isFollowed = false }: ProposalSummary): CardState {
  const state = updateState(proposal);
  if (state !== "accepted") return state;
  if (isFollowed) return "followed";
  if (vendors.some(isRejected)) return "rejected";
  return isReviewUnrequested(vendors) ? "sent" : "in_review";
}

/** State of the vendors' reviews; null if all have approved, or nothing was sent. */
export function findVendorVerdict(shown: ProposalSummary): "rejected" | "awaited" | null {
  const state = cardState(shown);
  if (state === "sent") return "awaited";
  if (state === "rejected") return state;
  if (state !== "in_review") return null;
  const { approved, all } = countApproved(shown.vendors);
  return approved.length < all.length ? "awaited" : null;
}

/** True if all vendors are pending: usually nobody has requested their reviews yet. */
export function isReviewUnrequested(vendors: readonly Pick<ObservedVendor, "status">[]): boolean {
  return vendors.every(isPending);
}

export function formatSummaryTitle(shown: ProposalSummary, words: Catalogue): string {
  return titleOf(shown.proposal, cardState(shown), words, shown.vendors);
}

export function formatProposalTitle(proposal: Proposal, words: Catalogue): string {
  return titleOf(proposal, updateState(proposal), words);
}

export function nameOf({ basis, change, templateId }: Proposal): string {
  return shorten(basis?.name ?? change.name ?? shortenId(templateId), maxNameLength);
}

export function titleOf(
  proposal: Proposal,
  state: CardState,
  words: Catalogue,
  vendors: readonly ObservedVendor[] = [],
): string {
  const { card } = words.proposals;
  const { revision, operation } = proposal;
  const edited = state === "open" && revision > 1 ? card.openAgain(revision) : null;
  // A failed change is open again.
  const failed =
    state === "open" && operation ? card.reopened(card.title[operationCardStateOf(operation)]) : null;
  const says = failed ?? edited ?? reviewWords(state, vendors, words) ?? card.title[state];
  return `${says} · ${nameOf(proposal)}`;
}

const maxRequestLength = 80;

export function toChangeRequestSummary({
  state,
  decision,
}: Pick<Proposal, "state" | "decision">): string | null {
  const said = state === "changes_requested" ? (decision?.words ?? null) : null;
  if (said === null) return null;
  return `“${shorten(withoutDirectionMarks(said.trim().replace(/\s+/g, " ")), maxRequestLength)}”`;
}

function reviewWords(
  state: CardState,
  vendors: readonly ObservedVendor[],
  { proposals: { card } }: Catalogue,
): string | null {
  const rejected = vendors.filter(isRejected).map(({ vendor }) => vendor);
  if (state === "rejected" && rejected.length > 0) return card.rejectedBy(named(rejected));
  if (state !== "in_review") return null;
  const { approved, all } = countApproved(vendors);
  if (approved.length > 0) return card.reviewed(approved.length, all.length);
  const pending = vendors.filter(isPending).length;
  return pending === 0 ? null : card.requested(all.length - pending, all.length);
}

function named(vendors: readonly string[]): string {
  return vendors.map((vendor) => maskAndShorten(vendor)).join(", ");
}

/** `all`: includes expected vendors without an observation. */
function countApproved(vendors: readonly Pick<ObservedVendor, "vendor" | "status">[]) {
  const approved = vendors.filter(isApproved).map(({ vendor }) => vendor);
  return { approved, all: [...new Set([...expectedVendors, ...vendors.map(({ vendor }) => vendor)])] };
}

export function operationCardStateOf(operation: Operation): CardState {
  const ended = stateOf(operation);
  return ended === "sent_again" || ended === "looks_wrong" ? "not_sent" : ended;
}

/** Proposer and reason, and who wrote the reason; also the authors of the change, if that names others. */
export function proposerLines(proposal: Proposal, words: Catalogue): Line[] {
  const { proposer, reason } = proposal;
  const { why, whyBy, changeBy } = words.proposals.card;
  const wrote = findWriters(proposal);
  const isSaid = wrote.change.every((by) => by === proposer || by === wrote.reason);
  const writers = wrote.change.flatMap((user, index): Line => [...(index === 0 ? [] : [", "]), { user }]);
  return [
    wrote.reason === proposer
      ? fillLine(why, { proposer: { user: proposer }, reason })
      : fillLine(whyBy, { proposer: { user: proposer }, writer: { user: wrote.reason }, reason }),
    ...(isSaid ? [] : [[changeBy, ...writers]]),
  ];
}
