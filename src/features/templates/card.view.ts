import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { explainEnd } from "../../outcomes/reasons.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { fillLine } from "../../slack/blocks/fill-line.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { sentenceLine } from "../../slack/blocks/sentence.ts";
import { textSize } from "../../slack/blocks/size.ts";
import type { Operation, Proposal, SeenVendor } from "../../store/index.ts";
import { cardButtons, isUndecided } from "./card-buttons.view.ts";
import {
  type ApprovalRules,
  areUnasked,
  cardState,
  cardTitle,
  endOf,
  type ProposalCard,
  proposerLines,
  shownTitle,
  titleOf,
  vendorsDid,
} from "./card-title.view.ts";
import {
  changedFields,
  changedNames,
  fittingLines,
  newTextLines,
  summaryLine,
  toContent,
} from "./change.view.ts";
import { areOld } from "./old.ts";
import { approversOf } from "./proposal.ts";
import { readShown } from "./shown.ts";
import { sourcesOf } from "./sources.ts";
import { foreign, isPending, isRejected, newestWords, sightsOf, sourceLines } from "./status.view.ts";
import { warningWords } from "./warnings.view.ts";

/**
 * What came of the update, and why, or what is next; what was sent for nothing is open again by then, and its card's title
 * says that.
 */
export function endLines(proposal: Proposal, words: Catalogue): { title: string; why: Line[] } {
  const { operation } = proposal;
  if (operation === null) return { title: cardTitle(proposal, words), why: [] };
  const end = endOf(operation);
  // A record without a vendor's code is of no vendor.
  const shown = readShown(operation.result)?.vendors.filter(({ vendor }) => vendor !== "") ?? [];
  if (end === "accepted" && areUnasked(shown))
    return { title: titleOf(proposal, "sent", words), why: [[words.proposals.lines.next]] };
  return { title: titleOf(proposal, end, words), why: reasonLines(operation, words) };
}

/**
 * The whole of a proposal as reviewers decide on it, and as it stands afterwards. A card that Slack refuses would have no
 * buttons, and one whose text is too long to be edited would leave an old card with its buttons behind. So of what is
 * long, what was seen before goes first, then what the thread or the form's preview says as well.
 */
export function renderProposalCard(card: ProposalCard, words: Catalogue): Answer {
  const { proposal } = card;
  const before = toContent(proposal.basis);
  const fields = changedFields(before, proposal.change, words);
  const texts = { compared: fittingLines(fields, words), fresh: newTextLines(fields, words) };
  const render = (room: Room) => renderIn(room, card, texts, words);
  const tightest = render({ isCompared: false, isShort: true });
  const rendered = [...rooms.map(render), tightest];
  const { blocks } = rendered.find((one) => textSize(one.blocks) <= longestBlocks) ?? tightest;
  const { text } = rendered.find((one) => one.text.length <= longestText) ?? tightest;
  return { text, blocks };
}

/** How much a card has room for. */
type Room = { isCompared: boolean; isShort: boolean };
const rooms: readonly Room[] = [
  { isCompared: true, isShort: false },
  { isCompared: false, isShort: false },
];
/** With room for the queue's own notes and links. */
const longestBlocks = slackLimits.messageBlocksText - 1000;
const longestText = slackLimits.messageText - 400;
/** A reviewer's words on a card without room, and how many warnings: the thread and the preview have all. */
const short = { words: 300, warnings: 3 };
/** As many as a card has room for; the description names two. */
const mostVendors = 4;

type Texts = Record<"compared" | "fresh", ReturnType<typeof fittingLines>>;

function renderIn({ isCompared, isShort }: Room, card: ProposalCard, texts: Texts, words: Catalogue): Answer {
  const { proposal, rules } = card;
  const vendors = card.vendors.slice(0, mostVendors);
  const next = nextLines({ ...card, vendors }, words);
  const head = renderLines([
    [{ bold: shownTitle(card, words) }],
    ...resultLines(proposal, words),
    ...(isUndecided(proposal) ? [] : rejectionLines({ ...card, vendors }, words)),
    ...next,
    ...decisionLines(shortened(proposal, isShort), rules, words),
    ...editLines(proposal, words),
    ...proposerLines(proposal, words),
  ]);
  const difference = renderLines(isCompared ? texts.compared : texts.fresh);
  const notes = renderLines(noteLines({ ...card, vendors }, isShort, words));
  const did = vendorsDid({ ...card, vendors });
  const isToAsk = did === "awaited" && next.length > 0;
  const isRecordTold = isToAsk || proposal.state === "open";
  const grey = [
    ...sightParts({ ...card, vendors }, isRecordTold, words).map((parts) => renderContext(parts)),
    renderContext(
      greyParts(proposal, words, shortenId),
      greyParts(proposal, words, (id) => id),
    ),
  ];
  const { toConsole = [] } = card;
  const buttons = { left: stillMissing(proposal, rules), vendors: did, isToAsk, toConsole };
  return {
    text: [head, difference, notes, ...grey].map(({ text }) => text).join("\n"),
    blocks: [
      ...[head, difference, notes, ...grey].map(({ block }) => block),
      ...cardButtons(proposal, buttons, words),
    ],
  };
}

/** Why a vendor rejected what was sent. */
function rejectionLines({ vendors }: ProposalCard, words: Catalogue): Line[] {
  return vendors.filter(isRejected).flatMap((vendor) => newestWords(vendor, words));
}

/** After it was sent, as long as a vendor wasn't seen to look at it, or one rejected it. */
function nextLines(card: ProposalCard, words: Catalogue): Line[] {
  const { next, nextOf, nextFix } = words.proposals.card;
  const by = card.proposal.proposer;
  const state = cardState(card);
  if (state === "sent") return [fillLine(next, { by })];
  if (state === "rejected") return [fillLine(nextFix, { by })];
  const unasked = state === "in_review" ? card.vendors.filter(isPending) : [];
  if (unasked.length === 0) return [];
  return [fillLine(nextOf(unasked.map(({ vendor }) => foreign(vendor)).join(", ")), { by })];
}

/** Below what is to be changed. */
function editLines({ state, proposer }: Proposal, words: Catalogue): Line[] {
  return state === "changes_requested" ? [fillLine(words.proposals.card.nextEdit, { by: proposer })] : [];
}

function shortened(proposal: Proposal, isShort: boolean): Proposal {
  const { decision } = proposal;
  if (!isShort || decision === null || decision.words === null) return proposal;
  return { ...proposal, decision: { ...decision, words: shorten(decision.words, short.words) } };
}

/** What the platform or the app said against it. */
export function resultLines({ state, operation }: Proposal, words: Catalogue): Line[] {
  const isTold = state === "approved" || state === "open" || state === "changes_requested";
  if (operation === null || !isTold) return [];
  const reasons = reasonLines(operation, words);
  if (reasons.length === 0) return [];
  // What was sent for nothing is open again, and its title says that.
  const before: Line[] = state === "approved" ? [] : [[words.proposals.card.title[endOf(operation)]]];
  return [...before, ...reasons];
}

function reasonLines(operation: Operation, words: Catalogue): Line[] {
  const explained = explainEnd(operation, [], withTerms(words, "update"));
  if (explained === null) return [];
  const { says, remedy } = explained;
  return [[says], ...(remedy === null ? [] : [sentenceLine(remedy)])];
}

/** Who is needed, or who decided otherwise. */
function decisionLines(proposal: Proposal, rules: ApprovalRules, words: Catalogue): Line[] {
  const { state, decision } = proposal;
  if (state === "open") return [needLine(proposal, rules, words)];
  if (decision === null || decision.by === null) return [];
  const by: Line = [{ user: decision.by }];
  const at: Line = [" · ", { at: decision.at }];
  if (state === "withdrawn") return [[`${words.proposals.card.withdrawnBy} `, ...by, ...at]];
  if (state !== "changes_requested") return [];
  return [[...by, ...(decision.words === null ? [] : [`: “${decision.words}”`]), ...at]];
}

function givenBy(approvers: readonly Line[], { proposals: { card } }: Catalogue): Line[] {
  return approvers.length === 0 ? [] : [[`${card.given} `, ...joined(approvers, ", ")]];
}

/** How many approvals it still takes, from whom and by when, and who gave theirs. */
function needLine(proposal: Proposal, rules: ApprovalRules, words: Catalogue): Line {
  const { card } = words.proposals;
  const counting = countingApprovers(proposal, rules);
  const left = missingFrom(proposal, rules).map((user): Line => [{ user }]);
  const given = proposal.approvals.map(
    ({ by }): Line => (counting.includes(by) ? [{ user: by }] : [{ user: by }, ` (${card.noLonger})`]),
  );
  return [
    card.needs(stillMissing(proposal, rules)),
    ...(left.length === 0 ? [] : [card.from, ...joined(left, card.or)]),
    ...[card.by.before, { at: proposal.expiresAt }, card.by.after],
    ...givenBy(given, words).flatMap((line): Line => [" · ", ...line]),
  ];
}

function joined(lines: readonly Line[], separator: string): Line {
  return lines.flatMap((line, index) => (index === 0 ? line : [separator, ...line]));
}

/** Whose approvals count now, as far as is known. */
function countingApprovers(proposal: Proposal, { mayReview, hasLeft }: ApprovalRules): string[] {
  const reviewers = mayReview();
  const isReviewer = (id: string) =>
    reviewers === null || (reviewers === "everyone" ? hasLeft?.(id) !== true : reviewers.has(id));
  return approversOf(proposal, { isReviewer });
}

/** How many more it takes. */
export function stillMissing(proposal: Proposal, rules: ApprovalRules): number {
  return Math.max(0, rules.required - countingApprovers(proposal, rules).length);
}

/** More of them would be a crowd. */
const mostNamed = 5;

/** Who may still approve, where they are few. */
function missingFrom({ proposer, revisions, approvals }: Proposal, { mayReview }: ApprovalRules): string[] {
  const reviewers = mayReview();
  if (reviewers === null || reviewers === "everyone") return [];
  const done = new Set([proposer, ...revisions.map(({ by }) => by), ...approvals.map(({ by }) => by)]);
  const left = [...reviewers].filter((user) => !done.has(user));
  return left.length > mostNamed ? [] : left;
}

/** What it changes in numbers, what speaks against it, and what follows from it. */
function noteLines({ proposal, vendors }: ProposalCard, isShort: boolean, words: Catalogue): Line[] {
  const { basis, change } = proposal;
  const { card } = words.proposals;
  const warnings = warningWords(change, words).map((warning): Line => [`⚠️ ${warning}`]);
  return [
    summaryLine(toContent(basis), change, words),
    ...(isShort ? warnings.slice(0, short.warnings) : warnings),
    ...(basis === null ? [[card.neverSeen]] : []),
    ...(isUndecided(proposal) ? oldLines(proposal, vendors, words) : []),
    ...(proposal.state === "open" ? [[`⚠️ ${card.effects}`]] : []),
  ];
}

/**
 * In the small print how it stands with each vendor, and until it is decided from what that was seen of which it changes
 * something, unless that was the same.
 */
function sightParts({ proposal, vendors }: ProposalCard, isRecordTold: boolean, words: Catalogue): Line[][] {
  const { basis, change } = proposal;
  const options = { some: changedNames(change), lead: [`${words.proposals.card.comparedWith} `], vendors };
  return [
    ...sightsOf(vendors, words, { isRecordTold }).map(({ says, from }) => [[says], from]),
    ...(basis === null || !isUndecided(proposal)
      ? []
      : sourceLines(basis, words, options).map((line) => [line])),
  ];
}

/** By when its newest revision was made: a picture of what is stored doesn't change by the clock. */
function oldLines(
  { basis, change, revisions, createdAt }: Proposal,
  vendors: readonly SeenVendor[],
  words: Catalogue,
): Line[] {
  const sources = [
    ...(basis === null ? [] : sourcesOf(basis, changedNames(change)).map(({ from }) => from)),
    ...vendors.map(({ statusFrom }) => statusFrom),
  ];
  return areOld(sources, revisions.at(-1)?.at ?? createdAt) ? [[`⚠️ ${words.templates.view.old}`]] : [];
}

function greyParts(
  { createdAt, revision, expiresAt, state, templateId, approvals }: Proposal,
  words: Catalogue,
  show: (id: string) => string,
): Line[] {
  const { card } = words.proposals;
  const agreed = state === "approved" ? approvals.map(({ by }): Line => [{ user: by }]) : [];
  return [
    [{ at: createdAt }],
    // An open one says both above.
    ...(revision > 1 && state !== "open" ? [[card.revision(revision)]] : []),
    ...(state === "changes_requested" ? [[`${card.expires} `, { at: expiresAt }]] : []),
    ...givenBy(agreed, words),
    [show(templateId)],
  ];
}
