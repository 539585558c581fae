import type { Button, KnownBlock } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { isUnresolved } from "../../outcomes/again.ts";
import { historyId } from "../../outcomes/card.view.ts";
import { explainOutcome, readRemedies } from "../../outcomes/reasons.ts";
import { type Answer, compose } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import {
  fillLine,
  type Line,
  renderContext,
  renderLines,
  toSentenceLine,
} from "../../slack/blocks/rich-text.ts";
import type { Operation, Proposal } from "../../store/index.ts";
import { isUndecided } from "../../store/proposals/proposal.ts";
import {
  type ApprovalRules,
  cardState,
  findVendorVerdict,
  formatProposalTitle,
  formatSummaryTitle,
  isReviewUnrequested,
  operationCardStateOf,
  type ProposalCard,
  proposerLines,
  titleOf,
} from "./card-title.view.ts";
import { changedFields, changeLines, placeholderLines, toTemplateContent } from "./change.view.ts";
import { ids, toDecisionValue } from "./ids.ts";
import { approversOf } from "./proposal.ts";
import { comparedLines, formatChangeWarnings } from "./propose.view.ts";
import { readTemplateReply } from "./shown.ts";
import {
  isPending,
  isRejected,
  maskAndShorten,
  newestCommentLines,
  reviewLineGroups,
} from "./status.view.ts";

/** `why`: reasons, or the next step after an acceptance if all vendors are pending. */
export function describeUpdateEnd(proposal: Proposal, words: Catalogue): { title: string; why: Line[] } {
  const { operation } = proposal;
  if (operation === null) return { title: formatProposalTitle(proposal, words), why: [] };
  const end = operationCardStateOf(operation);
  // A vendor's name is empty if the reply's record had no vendor's code.
  const shown = readTemplateReply(operation.result)?.vendors.filter(({ vendor }) => vendor !== "") ?? [];
  if (end === "accepted" && isReviewUnrequested(shown))
    return { title: titleOf(proposal, "sent", words), why: [[words.proposals.lines.next]] };
  return { title: titleOf(proposal, end, words), why: reasonLines(operation, words) };
}

/** Limits of the card: `asked` and `rejection` in characters, `warnings` as a count. Thread and preview show more. */
const maxShown = { asked: 600, rejection: 200, warnings: 5 };
/** Most vendors shown, twice as many as the platform's API document names. */
const maxVendors = 4;

/** Limits each part: Slack refuses a card that is too long, and then nobody could decide. */
export function renderProposalCard(card: ProposalCard, words: Catalogue): Answer {
  const { proposal, rules, toConsole = [] } = card;
  const shown = { ...card, vendors: card.vendors.slice(0, maxVendors) };
  const next = nextLines(shown, words);
  const head = renderLines([
    [{ bold: formatSummaryTitle(card, words) }],
    ...resultLines(proposal, words),
    ...(isUndecided(proposal) ? [] : rejectionLines(shown, words)),
    ...next,
    ...decisionLines(proposal, rules, words),
    ...editLines(proposal, words),
    ...proposerLines(proposal, words),
  ]);
  const fields = changedFields(toTemplateContent(proposal.basis), proposal.change, words);
  const difference = renderLines(changeLines(fields, words));
  const notes = noteLines(shown, words);
  const did = findVendorVerdict(shown);
  const isToAsk = did === "awaited" && next.length > 0;
  const grey = [
    ...reviewLineGroups(shown.vendors, words).map((parts) => renderContext(parts)),
    renderContext(greyParts(shown, words), [...greyParts(shown, words), [proposal.templateId]]),
  ];
  const parts = [head, difference, ...(notes.length === 0 ? [] : [renderLines(notes)]), ...grey];
  const buttons = { left: stillMissing(proposal, rules), vendors: did, isToAsk, toConsole };
  return compose(...parts, ...cardButtons(proposal, buttons, words));
}

/**
 * Buttons before the decision and after sending. `left`: approvals needed. `isToAsk`: reviews have to be requested in
 * the console.
 */
function cardButtons(
  proposal: Proposal,
  {
    left,
    vendors,
    isToAsk,
    toConsole,
  }: {
    left: number;
    vendors: "rejected" | "awaited" | null;
    isToAsk: boolean;
    toConsole: readonly Button[];
  },
  words: Catalogue,
): KnownBlock[] {
  const { buttons } = words.proposals.card;
  const { operation, state, templateId } = proposal;
  const value = toDecisionValue(proposal);
  const more = button(ids.more, buttons.more, value);
  if (state === "open") {
    return actions([
      // A form asks for confirmation: Slack's own dialog would open before rights are checked.
      button(ids.approve, left <= 1 ? buttons.approveLast : buttons.approve, value, "primary"),
      button(ids.requestChanges, buttons.requestChanges, value),
      more,
    ]);
  }
  if (state === "changes_requested") return actions([button(ids.edit, buttons.edit, value, "primary"), more]);
  const again = button(ids.update, buttons.again, templateId);
  const history = operation === null ? [] : [button(historyId, words.history.details, operation.id)];
  if (state === "expired" || state === "withdrawn") return actions([again, ...history]);
  if (operation === null) return [];
  if (operation.outcome === "refused") {
    const { needsConsole, isKnown } = readRemedies(operation, withTerms(words, "update"));
    const isFixed = isKnown && !needsConsole;
    return actions([isFixed ? button(ids.update, buttons.fix, templateId) : again, ...history]);
  }
  if (operation.outcome !== "accepted") return actions(history);
  return actions([
    ...(vendors === "rejected"
      ? [
          button(ids.update, buttons.fix, templateId, "primary"),
          button(ids.comment, words.templates.view.answer, templateId),
        ]
      : []),
    ...(vendors === "awaited"
      ? toConsole.map((link): Button => (isToAsk ? { ...link, style: "primary" } : link))
      : []),
    ...(vendors === null ? [] : [button(ids.copy, buttons.copy, templateId)]),
    ...(vendors === "awaited" ? [button(ids.report, words.templates.report.title, templateId)] : []),
    ...history,
  ]);
}

function rejectionLines({ vendors }: ProposalCard, words: Catalogue): Line[] {
  return vendors
    .filter(isRejected)
    .flatMap((vendor) => newestCommentLines(vendor, words, maxShown.rejection));
}

function nextLines(card: ProposalCard, words: Catalogue): Line[] {
  const { next, nextFix, nextReview } = words.proposals.card;
  const by = { user: card.proposal.proposer };
  const state = cardState(card);
  if (state === "sent") return [fillLine(next, { by })];
  if (state === "rejected") return [fillLine(nextFix, { by })];
  const left = card.vendors.filter(isPending).map(({ vendor }) => maskAndShorten(vendor));
  return state === "in_review" && left.length > 0
    ? [fillLine(nextReview, { by, vendors: left.join(", ") })]
    : [];
}

function editLines({ state, proposer }: Proposal, words: Catalogue): Line[] {
  return state === "changes_requested"
    ? [fillLine(words.proposals.card.nextEdit, { by: { user: proposer } })]
    : [];
}

/** Reasons why the update was not accepted. `isWithTitle`: begins with its outcome, if no title says so. */
export function resultLines({ state, operation }: Proposal, words: Catalogue, isWithTitle = false): Line[] {
  const isNamed = state === "approved" || state === "open" || state === "changes_requested";
  if (operation === null || !isNamed) return [];
  const reasons = reasonLines(operation, words);
  if (reasons.length === 0) return [];
  const isInTitle = state !== "changes_requested" && !isWithTitle;
  const before: Line[] = isInTitle ? [] : [[words.proposals.card.title[operationCardStateOf(operation)]]];
  return [...before, ...reasons];
}

function reasonLines(operation: Operation, words: Catalogue): Line[] {
  const terms = withTerms(words, "update");
  const explained = explainOutcome(operation, [], terms);
  if (explained === null) return [];
  const { says, remedy } = explained;
  const { mayBeSent, asked } = terms.outcomes;
  return [
    [says],
    ...(remedy === null ? [] : [toSentenceLine(remedy)]),
    ...(isUnresolved(operation) ? [[`${mayBeSent} `, { user: operation.author }, asked]] : []),
  ];
}

function decisionLines(proposal: Proposal, rules: ApprovalRules, words: Catalogue): Line[] {
  const { state, decision } = proposal;
  if (state === "open") return [needLine(proposal, rules, words)];
  if (decision === null || decision.by === null) return [];
  const by: Line = [{ user: decision.by }];
  const at: Line = [" · ", { at: decision.at }];
  if (state === "withdrawn") return [[`${words.proposals.card.withdrawnBy} `, ...by, ...at]];
  if (state !== "changes_requested") return [];
  const said = decision.words === null ? [] : [`: “${shorten(decision.words, maxShown.asked)}”`];
  return [[...by, ...said, ...at]];
}

function givenBy(approvers: readonly Line[], { proposals: { card } }: Catalogue): Line[] {
  return approvers.length === 0 ? [] : [[`${card.given} `, ...joined(approvers)]];
}

function needLine(proposal: Proposal, rules: ApprovalRules, words: Catalogue): Line {
  const { card } = words.proposals;
  const counting = countingApprovers(proposal, rules);
  const left = missingFrom(proposal, rules).map((user): Line => [{ user }]);
  const given = proposal.approvals.map(
    ({ by }): Line => (counting.includes(by) ? [{ user: by }] : [{ user: by }, ` (${card.noLonger})`]),
  );
  const missing = stillMissing(proposal, rules);
  // If all who are left have to approve, "or" would say that one is enough.
  const last = left.length > missing ? card.or : ", ";
  return [
    card.needs(missing),
    ...(left.length === 0 ? [] : [card.from, ...joined(left, last)]),
    ...fillLine(card.by, { at: { at: proposal.expiresAt } }),
    ...givenBy(given, words).flatMap((line): Line => [" · ", ...line]),
  ];
}

/** `last`: stands before the last line. */
function joined(lines: readonly Line[], last = ", "): Line {
  return lines.flatMap((line, index) => {
    if (index === 0) return line;
    return [index === lines.length - 1 ? last : ", ", ...line];
  });
}

/** Approvers whose approval counts now; all approvers while a group's members are unknown. */
function countingApprovers(proposal: Proposal, { mayReview, hasLeft }: ApprovalRules): string[] {
  const reviewers = mayReview();
  const isReviewer = (id: string) =>
    reviewers === null || (reviewers === "everyone" ? hasLeft?.(id) !== true : reviewers.has(id));
  return approversOf(proposal, { isReviewer });
}

export function stillMissing(proposal: Proposal, rules: ApprovalRules): number {
  return Math.max(0, rules.required - countingApprovers(proposal, rules).length);
}

const maxNamed = 5;

/** People who may still approve; empty if they are more than `maxNamed`, or if everyone may. */
function missingFrom({ proposer, revisions, approvals }: Proposal, { mayReview }: ApprovalRules): string[] {
  const reviewers = mayReview();
  if (reviewers === null || reviewers === "everyone") return [];
  const done = new Set([proposer, ...revisions.map(({ by }) => by), ...approvals.map(({ by }) => by)]);
  const left = [...reviewers].filter((user) => !done.has(user));
  return left.length > maxNamed ? [] : left;
}

function noteLines({ proposal }: ProposalCard, words: Catalogue): Line[] {
  const { basis, change } = proposal;
  const { card } = words.proposals;
  const warnings = formatChangeWarnings(change, words).map((warning): Line => [`⚠️ ${warning}`]);
  return [
    ...placeholderLines(toTemplateContent(basis), change, words),
    ...warnings.slice(0, maxShown.warnings),
    ...(basis === null ? [[card.neverSeen]] : []),
    ...(proposal.state === "open" ? [[`⚠️ ${card.effects}`]] : []),
  ];
}

/** Grey line. Before the decision it names the source of the compared content, unless a vendor's line does. */
function greyParts({ proposal, vendors }: ProposalCard, words: Catalogue): Line[] {
  const { basis, createdAt, revision, expiresAt, state, approvals } = proposal;
  const { card } = words.proposals;
  const isCompared = basis !== null && isUndecided(proposal);
  const agreed = state === "approved" ? approvals.map(({ by }): Line => [{ user: by }]) : [];
  return [
    [`${card.proposed} `, { at: createdAt }],
    ...(isCompared ? comparedLines(basis, vendors, words) : []),
    ...(revision > 1 && state !== "open" ? [[card.revision(revision)]] : []),
    ...(state === "changes_requested" ? [[`${card.expires} `, { at: expiresAt }]] : []),
    ...givenBy(agreed, words),
  ];
}
