import type { ActionsBlock, Button, KnownBlock, SectionBlock } from "@slack/types";
import { z } from "zod";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { historyId } from "../../outcomes/ids.ts";
import { explainEnd } from "../../outcomes/reasons.ts";
import { stateOf } from "../../outcomes/state.ts";
import type { PeopleList } from "../../people-list.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { plain, verbatim } from "../../slack/blocks/modal.ts";
import { type Line, lineText, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Operation, Proposal } from "../../store/index.ts";
import {
  type ChangedField,
  type Content,
  changedFields,
  differenceLines,
  keptFields,
  summaryLines,
  toContent,
  warningWords,
} from "./change.view.ts";
import { toDecisionValue } from "./decide.input.ts";
import { ids } from "./ids.ts";

/** What the operator configured about approving. */
export type ApprovalRules = { required: number; reviewers: PeopleList };

export type CardState = keyof Catalogue["proposals"]["card"]["title"];

/** As the card's title says it: once approved, what became of the update. */
function cardState({ state, operation }: Proposal): CardState {
  if (state !== "approved") return state;
  return operation === null ? "under_way" : endOf(operation);
}

export function cardTitle(proposal: Proposal, { proposals }: Catalogue): string {
  const { basis, change, templateId } = proposal;
  const name = basis?.name ?? change.name ?? shortenId(templateId);
  return `${proposals.card.title[cardState(proposal)]} · ${shorten(name, longestName)}`;
}

/** The whole of a proposal as reviewers decide on it, and as it stands afterwards. */
export function renderProposalCard(proposal: Proposal, rules: ApprovalRules, words: Catalogue): Answer {
  const before = toContent(proposal.basis);
  const fields = changedFields(before, proposal.change, words);
  const isWhole = sizeOf(fields) <= longestDifference;
  const head = renderLines([
    [{ bold: cardTitle(proposal, words) }],
    ...resultLines(proposal, words),
    ...decisionLines(proposal, rules, words),
    [`${words.proposals.card.reason}: “${proposal.reason}”`],
    ...(proposal.basis === null ? [[words.proposals.card.neverSeen]] : []),
  ]);
  const differences = renderLines([
    ...(isWhole ? [] : [[words.proposals.card.tooLong]]),
    ...fields.flatMap((field) => differenceLines(isWhole ? field : { ...field, before: null }, words)),
  ]);
  const beside = isWhole ? sideBySide(fields, words) : [];
  const notes = renderLines(noteLines(before, proposal, words));
  const grey = renderContext(
    greyParts(proposal, words, shortenId),
    greyParts(proposal, words, (id) => id),
  );
  return {
    text: [head.text, differences.text, ...beside.map(({ text }) => text), notes.text, grey.text].join("\n"),
    blocks: [
      head.block,
      differences.block,
      ...beside.map(({ block }) => block),
      notes.block,
      grey.block,
      ...buttons(proposal, words),
    ],
  };
}

const longestName = 100;
/** Slack takes about 12,000 characters over all blocks of a message; the same words stand there up to three times. */
const longestDifference = 7000;
/** Of a section's field. */
const longestBeside = 2000;

function sizeOf(fields: readonly ChangedField[]): number {
  return fields.reduce((sum, { before, after }) => sum + (before ?? "").length + after.length, 0);
}

/** Whatever code it gives, 401 and 403 are about who asks: the description has a table of what that takes. */
const accessRefusal = z.looseObject({ status: z.union([z.literal(401), z.literal(403)]) });

/** What the platform or the app said against it. */
function resultLines({ state, operation }: Proposal, words: Catalogue): Line[] {
  const isTold = state === "approved" || state === "open" || state === "changes_requested";
  if (operation === null || !isTold) return [];
  const explained = explainEnd(operation, [], words);
  if (explained === null) return [];
  const isBarred = operation.outcome === "refused" && accessRefusal.safeParse(operation.result).success;
  const { says, remedy = null } = isBarred ? words.templates.access : explained;
  // What was sent for nothing is open again, and its title says that.
  const before: Line[] = state === "approved" ? [] : [[words.proposals.card.title[endOf(operation)]]];
  return [...before, [says], ...(remedy === null ? [] : [[remedy]])];
}

function endOf(operation: Operation): CardState {
  const ended = stateOf(operation);
  return ended === "sent_again" || ended === "edited" ? "not_sent" : ended;
}

function decisionLines(proposal: Proposal, rules: ApprovalRules, words: Catalogue): Line[] {
  const { state, decision, approvals } = proposal;
  const { card } = words.proposals;
  const people = approvals.flatMap(({ by }, index): Line => [index === 0 ? "" : ", ", { user: by }]);
  if (state === "open") {
    const left = Math.max(0, rules.required - approvals.length);
    const from = missingFrom(proposal, rules);
    const who: Line = from.length === 0 ? [] : [` ${card.from} `, ...from];
    const given: Line = approvals.length === 0 ? [] : [" · ", ...people];
    return [[card.approvals(approvals.length, rules.required), ...given, ` · ${card.missing(left)}`, ...who]];
  }
  if (state === "approved") return approvals.length === 0 ? [] : [[`${card.approvedBy}: `, ...people]];
  if (decision === null || decision.by === null || state === "expired") return [];
  const said = decision.words === null ? [] : [[`“${decision.words}”`]];
  return [[`${card.decidedBy[state]}: `, { user: decision.by }, " · ", { at: decision.at }], ...said];
}

/** More of them would be a crowd. */
const mostNamed = 5;

/** Who may still approve, where the operator named people one by one. */
function missingFrom({ proposer, revisions, approvals }: Proposal, { reviewers }: ApprovalRules): Line {
  const { everyone, users, groups } = reviewers;
  const done = new Set([proposer, ...revisions.map(({ by }) => by), ...approvals.map(({ by }) => by)]);
  const left = users.filter((user) => !done.has(user));
  if (everyone || groups.length > 0 || left.length > mostNamed) return [];
  return left.flatMap((user, index): Line => [index === 0 ? "" : ", ", { user }]);
}

type Beside = { text: string; block: SectionBlock };

/** Old and new side by side, each whole, where both fit. */
function sideBySide(
  fields: readonly ChangedField[],
  { proposals: { card }, templates }: Catalogue,
): Beside[] {
  return fields.flatMap(({ field, before, after }): Beside[] => {
    if (before === null || before === "" || after === "") return [];
    const name = templates.fieldNames[field];
    const columns = [`${name} · ${card.seenAs}\n${before}`, `${name} · ${card.proposed}\n${after}`];
    if (field === "name" || columns.some((column) => column.length > longestBeside)) return [];
    return [
      {
        text: columns.map((column) => lineText([column])).join("\n"),
        block: { type: "section", fields: columns.map(verbatim) },
      },
    ];
  });
}

function noteLines(before: Content, { change }: Proposal, words: Catalogue): Line[] {
  const { card } = words.proposals;
  const kept = keptFields(change).map((field) => words.templates.fieldNames[field]);
  return [
    ...summaryLines(before, change, words),
    ...warningWords(change, words).map((warning) => [`⚠️ ${warning}`]),
    [card.effects],
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
    ...(state === "open" || state === "changes_requested" ? [[`${card.expires} `, { at: expiresAt }]] : []),
    [show(templateId)],
  ];
}

/** Gone once it is decided; what there was to the update is in the history. */
function buttons(proposal: Proposal, words: Catalogue): KnownBlock[] {
  const { card } = words.proposals;
  const value = toDecisionValue(proposal);
  const make = (id: string, text: string): Button => ({
    type: "button",
    action_id: id,
    text: plain(text),
    value,
  });
  const { operation, state } = proposal;
  if (state === "open" || state === "changes_requested") {
    const approve: Button[] =
      state === "open"
        ? [
            {
              ...make(ids.approve, card.buttons.approve),
              style: "primary",
              confirm: toConfirm(card.confirmApprove),
            },
            make(ids.requestChanges, card.buttons.requestChanges),
          ]
        : [];
    const elements = [
      ...approve,
      make(ids.edit, card.buttons.edit),
      make(ids.note, card.buttons.note),
      make(ids.comment, card.buttons.comment),
      {
        ...make(ids.withdraw, card.buttons.withdraw),
        style: "danger" as const,
        confirm: toConfirm(card.confirmWithdraw),
      },
    ];
    return [{ type: "actions", elements }];
  }
  if (operation === null) return [];
  const more: ActionsBlock = {
    type: "actions",
    elements: [
      {
        type: "overflow",
        action_id: historyId,
        options: [{ text: plain(words.outcomes.more), value: operation.id }],
      },
    ],
  };
  return [more];
}

type Confirm = Catalogue["proposals"]["card"]["confirmWithdraw"];

function toConfirm({ title, says, yes, no }: Confirm): NonNullable<Button["confirm"]> {
  return { title: plain(title), text: plain(says), confirm: plain(yes), deny: plain(no) };
}
