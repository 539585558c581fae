import type { ActionsBlock, Button, Overflow, SectionBlock } from "@slack/types";
import { shortenId, toShownId } from "../foreign-id.ts";
import { givesAway } from "../foreign-words.ts";
import type { Catalogue } from "../locales/index.ts";
import type { Description, Ways } from "../operations/description.ts";
import { hadNoEffect } from "../operations/index.ts";
import { maskDigits } from "../phone-number.ts";
import type { Answer } from "../slack/blocks/answer.ts";
import { renderContext } from "../slack/blocks/context.ts";
import { shorten } from "../slack/blocks/limits.ts";
import { plain, verbatim } from "../slack/blocks/modal.ts";
import { type Line, lineText, renderLines } from "../slack/blocks/rich-text.ts";
import type { Operation } from "../store/index.ts";
import { isNeedless, isTriedAgain, newestOf, obstacleToEdit, sentAgainBy } from "./again.ts";
import { historyId } from "./ids.ts";
import { type Explained, explainEnd, isOwnCode } from "./reasons.ts";
import { receiptLine } from "./receipt.view.ts";
import { toReport } from "./report.ts";
import { type State, stateOf } from "./state.ts";

/** Who reads a post: on-call settles, the author may send again too, anybody else is told. */
export type Reader = "author" | "on-call" | "anybody";

export type Card = {
  operation: Operation;
  description: Description;
  reader: Reader;
  /** Where its result stands, or what it is about; null where that is nobody else's to see. */
  resultIn: string | null;
  ids: Ways;
  /** Its title while it waits for its turn. */
  waits: string | null;
};

/** With why it ended so. */
type Explaining = Card & { explained: Explained | null };

/** An operation's post: a title, why, at most three facts, who and when in grey, and what there is to do about it. */
export function renderCard(told: Card, catalogue: Catalogue): Answer {
  const { operation, description } = told;
  const words = description.terms ?? catalogue;
  const card = { ...told, explained: explainEnd(operation, description.contents, words) };
  const state = stateOf(operation);
  const head = renderLines([[{ bold: titleOf(told, words) }], ...bodyLines(card, state, words)]);
  const facts = factsOf(card, state, words);
  const grey = renderContext(greyParts(card, state, words, shortId), greyParts(card, state, words, wholeId));
  const factLine = lineText([facts.map(factWords).join(" · ")]);
  return {
    text: [head.text, ...(facts.length === 0 ? [] : [factLine]), grey.text].join("\n"),
    blocks: [
      head.block,
      ...factBlocks(facts, more(card.operation, words)),
      grey.block,
      ...actions(card, facts.length > 0, words),
    ],
  };
}

function titleOf({ operation, description, waits }: Card, words: Catalogue): string {
  return waits === null
    ? cardTitle(operation, description, words)
    : `${waits} · ${description.subject.masked}`;
}

export function cardTitle(operation: Operation, description: Description, words: Catalogue): string {
  return stateTitle({ operation, description }, description.subject.masked, words);
}

/** What became of it, in the words of what it is; `subject` as the reader may see it. */
export function stateTitle(
  { operation, description: { kind, terms } }: { operation: Operation; description: Description },
  subject: string,
  words: Catalogue,
): string {
  const { outcomes } = terms ?? words;
  return `${outcomes.title[stateOf(operation)](kind)} · ${subject}`;
}

/** One sentence each. */
function bodyLines(card: Explaining, state: State, words: Catalogue): Line[] {
  const { operation, description, explained } = card;
  const { outcomes } = words;
  const { contents } = description;
  const again = againLines(operation, contents, words);
  const seenLine = receiptLine(operation.receipt, contents, words);
  const seen = seenLine === null ? [] : [seenLine];
  // Whoever saw it on a phone is quoted, and nothing has to be reported any more.
  if (operation.outcome === "accepted")
    return [...again, ...seen, ...(sentAgainBy(operation) === null ? [] : [[outcomes.sentTwice]])];
  switch (state) {
    case "refused":
    case "not_sent":
      return [...again, ...(explained === null ? [] : reasonLines(explained)), ...seen];
    case "edited":
      // What was to be done was done.
      return [...again, ...(explained === null ? [] : [[explained.says]]), ...seen];
    case "unknown":
      return [
        ...again,
        ...(explained === null || explained.says === "" ? [] : [[explained.says]]),
        [card.reader === "anybody" ? outcomes.mayBeSent : `${outcomes.mayBeSent} ${outcomes.ask}`],
      ];
    case "arrived":
    case "looks_wrong":
    case "did_not_arrive":
      return [...again, ...seen, [outcomes.reported]];
    case "sent_again":
      return [...again, ...(seenLine === null ? knownBehind(operation, explained, words) : [seenLine])];
    default:
      return [...again, ...seen];
  }
}

/** Under what was sent again: a late answer may have said by now what became of it. */
function knownBehind({ outcome }: Operation, explained: Explained | null, { outcomes }: Catalogue): Line[] {
  if (outcome === "unknown") return [[outcomes.mayBeSent]];
  return explained === null ? [] : [[explained.says]];
}

function reasonLines({ says, remedy }: { says: string; remedy: string | null }): Line[] {
  return remedy === null ? [[says]] : [[says], [remedy]];
}

/** The reason is what a person typed, in a conversation where a number has no place. */
function againLines({ reason }: Operation, contents: readonly string[], { outcomes }: Catalogue): Line[] {
  if (reason === null) return [];
  return [[givesAway(reason, contents) ? outcomes.againKept : outcomes.again(maskDigits(reason))]];
}

/** Slack's limit for one of a section's fields is 2,000 characters; a line of the post is far less. */
const longestFact = 200;

type Fact = { name: string; value: string };

function factsOf(
  { description, operation, reader }: Card,
  state: State,
  { outcomes }: Catalogue,
): readonly Fact[] {
  if (reader !== "on-call" || state !== "unknown") return description.facts.slice(0, 3);
  return [...description.facts.slice(0, 2), { name: outcomes.operationId, value: operation.id }];
}

function factWords({ name, value }: Fact): string {
  return shorten(`${name}: ${value}`, longestFact);
}

/** Plain text: a sender's name or a template's is somebody else's word. */
function factBlocks(facts: readonly Fact[], accessory: Overflow): SectionBlock[] {
  if (facts.length === 0) return [];
  return [
    {
      type: "section",
      fields: facts.map((fact) => verbatim(factWords(fact))),
      accessory,
    },
  ];
}

function greyParts(
  { operation, description, reader, resultIn, explained }: Explaining,
  state: State,
  words: Catalogue,
  show: (id: string) => string,
): Line[] {
  const { outcomes } = words;
  const { author, closedAt, createdAt, startedAt } = operation;
  const report = toReport(operation);
  const [platformId] = description.ids;
  const isOnCalls = reader === "on-call" && startedAt !== null;
  const isHidden = reader !== "on-call" && isOwnCode(operation);
  const isSeen = (operation.receipt?.as ?? null) !== null;
  const isOver = report !== null || sentAgainBy(operation) !== null;
  return [
    ...(state === "accepted" && outcomes.notConfirmed !== "" && !isSeen ? [[outcomes.notConfirmed]] : []),
    [{ user: author }],
    isOnCalls ? [`${outcomes.left} `, { at: startedAt, to: "second" }] : [{ at: closedAt ?? createdAt }],
    ...(report === null || operation.outcome === "accepted"
      ? []
      : [[`${outcomes.reportedBy} `, { user: report.by }, { at: report.at }]]),
    ...(resultIn === null ? [] : [[`${outcomes.resultIn} `, { conversation: resultIn }]]),
    ...(isOver || explained === null || isHidden || explained.code === "" ? [] : [[explained.code]]),
    ...(platformId === undefined || show(platformId.id) === "" ? [] : [[show(platformId.id)]]),
  ];
}

/** The history has it whole. */
function shortId(id: string): string {
  return shortenId(wholeId(id));
}

function wholeId(id: string): string {
  return toShownId(id) ?? "";
}

/** What there is to do, the most useful first; the history is behind dots, since nothing has to be done there. */
function actions(card: Card, isMoreShown: boolean, words: Catalogue): ActionsBlock[] {
  const steps = [...nextSteps(card, words), ...anewButton(card, words)];
  const elements = [...steps, ...(isMoreShown ? [] : [more(card.operation, words)])];
  return elements.length === 0 ? [] : [{ type: "actions", elements }];
}

type Stepping = Pick<Card, "operation" | "reader" | "ids">;

/** What this reader can do about it now, the most useful first. */
export function nextSteps(card: Stepping, words: Catalogue): Button[] {
  return [
    ...(stateOf(card.operation) === "unknown" ? settleButtons(card, words) : []),
    ...editButton(card, words.outcomes.edit),
    ...giveUpButton(card),
  ];
}

function giveUpButton({ operation, ids: { giveUp } }: Stepping): Button[] {
  if (giveUp === undefined || operation.outcome !== null) return [];
  return [button(giveUp.id, giveUp.label, operation.id)];
}

/** Only the newest try is edited and sent, where it had no effect or does no harm twice; whoever asks learns what else stands in the way. */
function editButton({ operation, reader, ids }: Stepping, text: string): Button[] {
  const obstacle = obstacleToEdit(operation);
  const isAsked = hadNoEffect(operation.outcome) || ids.isHarmlessTwice === true;
  const isOpen = obstacle === null || (obstacle === "unsettled" && isAsked);
  if (ids.edit === null || reader === "on-call" || !isOpen || newestOf(operation).id !== operation.id)
    return [];
  return [{ ...button(ids.edit, ids.editLabel ?? text, operation.id), style: ids.editStyle ?? "primary" }];
}

/**
 * What was accepted leaves nothing to be done, so another one of the same is offered where its author alone reads. After
 * a doubt it isn't: there "send again" would mean the same one.
 */
export function anewButton({ operation, reader, ids }: Stepping, { outcomes }: Catalogue): Button[] {
  const { outcome, correctedAt } = operation;
  const isPlainlyAccepted = outcome === "accepted" && correctedAt === null && !isTriedAgain(operation);
  if (ids.anew === null || reader !== "author" || !isPlainlyAccepted) return [];
  return [button(ids.anew, outcomes.anew, operation.id)];
}

/** Only who can know is asked: the author, who may also send it again while nothing else does, and on-call. */
function settleButtons({ operation, reader, ids }: Stepping, { settle, repeat }: Catalogue): Button[] {
  if (reader === "anybody") return [];
  const asked = reportButtons(operation, ids, settle);
  const isOver = isTriedAgain(operation) || isNeedless(operation);
  if (reader !== "author" || ids.repeat === null || isOver) return asked;
  return [...asked, { ...button(ids.repeat, repeat.button, operation.id), style: "danger" }];
}

/** What became of it, in a person's word: asked once more before it counts. */
export function reportButtons(
  { id }: Pick<Operation, "id">,
  ids: Pick<Ways, "settle">,
  { buttons, confirm }: Catalogue["settle"],
): Button[] {
  return (["arrived", "did_not_arrive"] as const).map((as) => ({
    ...button(`${ids.settle}:${as}`, buttons[as], id),
    confirm: {
      title: plain(confirm.title),
      text: plain(confirm.says[as]),
      confirm: plain(confirm.yes),
      deny: plain(confirm.no),
    },
  }));
}

function more({ id }: Operation, { outcomes }: Catalogue): Overflow {
  return {
    type: "overflow",
    action_id: historyId,
    options: [{ text: plain(outcomes.more), value: id }],
  };
}

function button(actionId: string, text: string, value: string): Button {
  return { type: "button", action_id: actionId, text: plain(text), value };
}
