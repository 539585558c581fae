import type { SectionBlock } from "@slack/types";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { explainEnd } from "../../outcomes/reasons.ts";
import { stateOf } from "../../outcomes/state.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import { verbatim } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { textSize } from "../../slack/blocks/size.ts";
import type { Operation, Proposal } from "../../store/index.ts";
import { cardButtons, isUndecided } from "./card-buttons.view.ts";
import {
  areComparable,
  type ChangedField,
  type Content,
  changedFields,
  fittingLines,
  keptFields,
  newTextLines,
  summaryLines,
  toContent,
} from "./change.view.ts";
import { approversOf } from "./proposal.ts";
import { warningWords } from "./warnings.view.ts";

/** What the operator configured about approving, and who may by it: everybody, or null where that isn't known. */
export type ApprovalRules = { required: number; mayReview: () => ReadonlySet<string> | "everyone" | null };

export type CardState = keyof Catalogue["proposals"]["card"]["title"];

/** As the card's title says it: once approved, what became of the update. */
function cardState({ state, operation }: Proposal): CardState {
  if (state !== "approved") return state;
  return operation === null ? "under_way" : endOf(operation);
}

export function cardTitle(proposal: Proposal, words: Catalogue): string {
  return titleOf(proposal, cardState(proposal), words);
}

function titleOf({ basis, change, templateId }: Proposal, state: CardState, words: Catalogue): string {
  const name = basis?.name ?? change.name ?? shortenId(templateId);
  return `${words.proposals.card.title[state]} · ${shorten(name, longestName)}`;
}

/** What came of the update, and why; what was sent for nothing is open again by then, and its card's title says that. */
export function endLines(proposal: Proposal, words: Catalogue): { title: string; why: Line[] } {
  const { operation } = proposal;
  if (operation === null) return { title: cardTitle(proposal, words), why: [] };
  return { title: titleOf(proposal, endOf(operation), words), why: reasonLines(operation, words) };
}

/**
 * The whole of a proposal as reviewers decide on it, and as it stands afterwards. A card that Slack refuses would have no
 * buttons, and one whose text is too long to be edited would leave an old card with its buttons behind. So of what is
 * long the columns go first, then what was seen before, then what the thread or the form's preview says as well.
 */
export function renderProposalCard(proposal: Proposal, rules: ApprovalRules, words: Catalogue): Answer {
  const before = toContent(proposal.basis);
  const fields = changedFields(before, proposal.change, words);
  const compared = fittingLines(fields, words);
  const render = (room: Room) => renderIn(room, { proposal, rules, words, before, fields, compared });
  const tightest = render({ isCompared: false, hasColumns: false, isShort: true });
  const rendered = [...rooms.map(render), tightest];
  const { blocks } = rendered.find((one) => textSize(one.blocks) <= longestBlocks) ?? tightest;
  const { text } = rendered.find((one) => one.text.length <= longestText) ?? tightest;
  return { text, blocks };
}

/** How much a card has room for. */
type Room = { isCompared: boolean; hasColumns: boolean; isShort: boolean };
const rooms: readonly Room[] = [
  { isCompared: true, hasColumns: true, isShort: false },
  { isCompared: true, hasColumns: false, isShort: false },
  { isCompared: false, hasColumns: false, isShort: false },
];
/** With room for the queue's own notes and links. */
const longestBlocks = slackLimits.messageBlocksText - 1000;
const longestText = slackLimits.messageText - 400;
const longestName = 100;
/** What fits a section's field. */
const longestBeside = 2000;
/** A reviewer's words on a card without room, and how many warnings: the thread and the preview have all. */
const short = { words: 300, warnings: 3 };

type Parts = {
  proposal: Proposal;
  rules: ApprovalRules;
  words: Catalogue;
  before: Content;
  fields: readonly ChangedField[];
  compared: Line[];
};

function renderIn({ isCompared, hasColumns, isShort }: Room, parts: Parts): Answer {
  const { proposal, rules, words, fields, compared } = parts;
  const { card } = words.proposals;
  const head = renderLines([
    [{ bold: cardTitle(proposal, words) }],
    ...resultLines(proposal, words),
    ...decisionLines(shortened(proposal, isShort), rules, words),
    [`${card.reason}: “${proposal.reason}”`],
    ...(proposal.basis === null ? [[card.neverSeen]] : []),
  ]);
  const differences = renderLines(isCompared ? compared : newTextLines(fields, words));
  const hasBeside = hasColumns && isUndecided(proposal) && areComparable(fields);
  const notes = renderLines(noteLines(parts, isShort));
  const grey = renderContext(
    greyParts(proposal, words, shortenId),
    greyParts(proposal, words, (id) => id),
  );
  return {
    text: [head.text, differences.text, notes.text, grey.text].filter((text) => text !== "").join("\n"),
    blocks: [
      head.block,
      differences.block,
      ...(hasBeside ? sideBySide(fields, words) : []),
      ...(notes.text === "" ? [] : [notes.block]),
      grey.block,
      ...cardButtons(proposal, words),
    ],
  };
}

function shortened(proposal: Proposal, isShort: boolean): Proposal {
  const { decision } = proposal;
  if (!isShort || decision === null || decision.words === null) return proposal;
  return { ...proposal, decision: { ...decision, words: shorten(decision.words, short.words) } };
}

/** What the platform or the app said against it. */
function resultLines({ state, operation }: Proposal, words: Catalogue): Line[] {
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
  return [[says], ...(remedy === null ? [] : [[remedy]])];
}

function endOf(operation: Operation): CardState {
  const ended = stateOf(operation);
  return ended === "sent_again" || ended === "edited" || ended === "looks_wrong" ? "not_sent" : ended;
}

function decisionLines(proposal: Proposal, rules: ApprovalRules, words: Catalogue): Line[] {
  const { state, decision, approvals } = proposal;
  const { card } = words.proposals;
  const people = (isNamed: (id: string) => Line) =>
    approvals.flatMap(({ by }, index): Line => [index === 0 ? "" : ", ", ...isNamed(by)]);
  if (state === "open") {
    const counting = countingApprovers(proposal, rules);
    const from = missingFrom(proposal, rules);
    const who: Line = from.length === 0 ? [] : [` ${card.from} `, ...from];
    const given = people((user) =>
      counting.includes(user) ? [{ user }] : [{ user }, ` (${card.noLonger})`],
    );
    return [
      [
        card.approvals(counting.length, rules.required),
        ...(given.length === 0 ? [] : [" · ", ...given]),
        ` · ${card.missing(stillMissing(proposal, rules))}`,
        ...who,
      ],
    ];
  }
  if (state === "approved") {
    return approvals.length === 0 ? [] : [[`${card.approvedBy}: `, ...people((user) => [{ user }])]];
  }
  if (decision === null || decision.by === null || state === "expired") return [];
  const said = decision.words === null ? [] : [[`“${decision.words}”`]];
  return [[`${card.decidedBy[state]}: `, { user: decision.by }, " · ", { at: decision.at }], ...said];
}

/** Whose approvals count now, as far as is known. */
function countingApprovers(proposal: Proposal, { mayReview }: ApprovalRules): string[] {
  const reviewers = mayReview();
  const isReviewer = (id: string) => reviewers === null || reviewers === "everyone" || reviewers.has(id);
  return approversOf(proposal, { isReviewer });
}

/** How many more it takes. */
export function stillMissing(proposal: Proposal, rules: ApprovalRules): number {
  return Math.max(0, rules.required - countingApprovers(proposal, rules).length);
}

/** More of them would be a crowd. */
const mostNamed = 5;

/** Who may still approve, where they are few. */
function missingFrom({ proposer, revisions, approvals }: Proposal, { mayReview }: ApprovalRules): Line {
  const reviewers = mayReview();
  if (reviewers === null || reviewers === "everyone") return [];
  const done = new Set([proposer, ...revisions.map(({ by }) => by), ...approvals.map(({ by }) => by)]);
  const left = [...reviewers].filter((user) => !done.has(user));
  if (left.length > mostNamed) return [];
  return left.flatMap((user, index): Line => [index === 0 ? "" : ", ", { user }]);
}

/** Old and new side by side, each whole, for the eye: the difference says the same words. */
function sideBySide(
  fields: readonly ChangedField[],
  { proposals: { card }, templates }: Catalogue,
): SectionBlock[] {
  return fields.flatMap(({ field, before, after }): SectionBlock[] => {
    if (before === null || before === "" || after === "") return [];
    const name = templates.fieldNames[field];
    const columns = [`${name} · ${card.seenAs}\n${before}`, `${name} · ${card.proposed}\n${after}`];
    if (field === "name" || columns.some((column) => column.length > longestBeside)) return [];
    return [{ type: "section", fields: columns.map(verbatim) }];
  });
}

function noteLines({ before, proposal, words }: Parts, isShort: boolean): Line[] {
  const { change } = proposal;
  const { card } = words.proposals;
  const kept = keptFields(change).map((field) => words.templates.fieldNames[field]);
  const warnings = warningWords(change, words);
  const told = isShort ? warnings.slice(0, short.warnings) : warnings;
  return [
    ...summaryLines(before, change, words),
    ...told.map((warning) => [`⚠️ ${warning}`]),
    ...(isUndecided(proposal) ? [[card.effects]] : []),
    ...(kept.length === 0 ? [] : [[card.stays(kept.join(", "))]]),
  ];
}

function greyParts(
  { proposer, createdAt, revision, expiresAt, state, templateId }: Proposal,
  { proposals: { card } }: Catalogue,
  show: (id: string) => string,
): Line[] {
  return [
    [{ user: proposer }],
    [{ at: createdAt }],
    ...(revision > 1 ? [[card.revision(revision)]] : []),
    ...(isUndecided({ state }) ? [[`${card.expires} `, { at: expiresAt }]] : []),
    [show(templateId)],
  ];
}
