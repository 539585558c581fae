import type { Button } from "@slack/types";
import { toShownId } from "../foreign-id.ts";
import { repeatsSecret } from "../foreign-words.ts";
import type { Catalogue } from "../locales/index.ts";
import { hadNoEffect } from "../operations/index.ts";
import { type Description, type FollowUpActions, toUnnamedFact } from "../operations/kind.ts";
import { maskDigits } from "../phone-number.ts";
import { type Answer, compose } from "../slack/blocks/answer.ts";
import { actions, button } from "../slack/blocks/buttons.ts";
import { shorten } from "../slack/blocks/limits.ts";
import { plainText } from "../slack/blocks/modal.ts";
import {
  fillLine,
  type Line,
  renderContext,
  renderLines,
  toSentenceLine,
} from "../slack/blocks/rich-text.ts";
import type { Operation, Receipt } from "../store/index.ts";
import {
  type DisplayState,
  findEditObstacle,
  findEditTries,
  findLaterTry,
  findRetryOutcome,
  formatStateCounts,
  hasLaterTry,
  isSuperseded,
  newestTryOf,
  stateOf,
  stateOfTry,
  toContradictedReport,
  toReport,
} from "./again.ts";
import { type Explanation, explainOutcome, readRemedies } from "./reasons.ts";
import { renderSummary, toSentSummary } from "./sent.view.ts";

/** Id of the history's button, whose value is an operation's id. Clicks on old posts depend on it. */
export const historyId = "history.open";

/** Rights of a card's reader: on-call may resolve, the author may resolve and send again, others nothing. */
export type ReaderRole = "author" | "on-call" | "anybody";

export type DescribedOperation = { operation: Operation; description: Description };

export type Card = DescribedOperation & {
  reader: ReaderRole;
  words: Catalogue;
  subject: string;
  /** Conversation of the result or proposal, for the grey line; null for direct messages and unnamed conversations. */
  resultIn: string | null;
};

/** Creates a card for an answer or Home, which one person sees. Authors see recipients and foreign text in full. */
export function toPersonalCard(
  { operation, description }: DescribedOperation,
  reader: ReaderRole,
  words: Catalogue,
  maxSubjectLength = Number.POSITIVE_INFINITY,
): Card {
  const { inFull, masked } = description.subject;
  const subject = shorten(reader === "author" ? inFull : masked, maxSubjectLength);
  const contents = reader === "author" ? [] : description.contents;
  const own = description.terms ?? words;
  return {
    operation,
    description: { ...description, contents },
    reader,
    words: own,
    subject,
    resultIn: null,
  };
}

type Explaining = Card & { state: DisplayState; explained: Explanation | null };

export function toCardParts(card: Card) {
  const { operation, description, reader, words } = card;
  const explained = explainOutcome(operation, description.contents, words);
  const state = stateOf(operation);
  const all = { ...card, explained, state };
  return {
    state,
    title: formatCardTitle(operation, description, words, card.subject),
    explained,
    why: whyLines(all),
    said: [...saidLines(all), ...(state === "sent_again" ? [[newerWords(operation, words)]] : [])],
    /** Question whether the message arrived; null unless the outcome is unknown and can be reported. */
    ask: state === "unknown" && description.ways !== undefined ? askLine(all) : null,
    facts: factsOf(all),
    sent: reader === "author" ? toSentSummary(description) : null,
    grey: greyParts(all),
    /** Ids to search for: in a card's plain text only, and visible in the details. */
    ids: idParts(all),
    steps: nextSteps(card),
    another: anotherButtons(card),
  };
}

export function renderCard(card: Card): Answer {
  const { operation, description, reader, words } = card;
  const { title, why, ask, facts, grey, ids, steps, another } = toCardParts(card);
  const isAsked = reader !== "anybody";
  const asks = ask === null ? [] : [ask];
  const head = renderLines([[{ bold: title }], ...why, ...(isAsked ? [] : asks)]);
  const details = button(historyId, words.history.details, operation.id);
  const [first, ...others] = renderSummary({ ...description, facts }, reader);
  const below = renderContext(grey, [...grey, ...ids]);
  // The question belongs right above the buttons that answer it.
  const end = [below, ...(isAsked ? asks : []).map((line) => renderLines([line]))];
  const buttons = [...steps, ...another];
  if (first === undefined) return compose(head, ...end, ...actions([...buttons, details]));
  const withDetails = { ...first, block: { ...first.block, accessory: details } };
  return compose(head, withDetails, ...others, ...end, ...actions(buttons));
}

export function formatCardTitle(
  operation: Operation,
  { kind, terms, subject: { masked } }: Description,
  words: Catalogue,
  subject: string = masked,
): string {
  const { outcomes } = terms ?? words;
  const state = stateOf(operation);
  // A newer try or a person's report adds a second state to the title.
  const isSaid = operation.outcome === "accepted" && (state === "arrived" || state === "did_not_arrive");
  const isChanged = state === "sent_again" || isSaid;
  const says = isChanged ? outcomes.changed(kind, stateOfTry(operation), state) : outcomes.title[state](kind);
  return `${says} · ${subject}`;
}

function whyLines(card: Explaining): Line[] {
  const isTwice = card.operation.outcome === "accepted" && findLaterTry(card.operation) !== null;
  const twice = isTwice ? [[card.words.outcomes.sentTwice]] : [];
  const said = [...contradictedLines(card), ...saidLines(card)];
  const lines = [...retryReasonLines(card), ...endLines(card), ...said, ...twice];
  return lines.filter(({ length }) => length > 0);
}

/** Question to a reader who can answer by a button; others are shown whom the app asks. */
function askLine({ operation: { author }, reader, words: { outcomes } }: Explaining): Line {
  const own = reader === "author" ? outcomes.ask : outcomes.askOthers;
  const asks: Line = reader === "anybody" ? [{ user: author }, outcomes.asked] : [own];
  return [`${outcomes.mayBeSent} `, ...asks];
}

/** Reason and remedy; a newer try's outcome replaces the remedy. */
function endLines({ operation, explained, state, words }: Explaining): Line[] {
  const { says = "", remedy = null } = explained ?? {};
  const isWithout = operation.outcome === "refused" || operation.outcome === "not_sent";
  const shown = isWithout || state === "unknown" ? says : "";
  if (state === "sent_again") return [reasonLine(shown, newerWords(operation, words))];
  return [reasonLine(shown, isWithout ? remedy : null)];
}

/** People's reports with their times. A newer try hides the report on an unknown outcome. */
function saidLines({ operation, state, description: { contents }, words }: Explaining): Line[] {
  const { outcome, receipt } = operation;
  const seen = toReceiptLine(receipt, contents, words);
  const report = outcome === "unknown" && state !== "sent_again" ? toReport(operation) : null;
  // A phone owner's answer also counts as a report, and is shown only once.
  const isOther = report !== null && (seen === null || report.by !== receipt?.phoneOwner);
  return [
    ...(isOther ? [[{ at: report.at }, " · ", { user: report.by }, words.outcomes.says[report.as]]] : []),
    ...(seen === null ? [] : [[...(receipt?.at ? [{ at: receipt.at }, " · "] : []), ...seen]]),
  ];
}

/** A report that the platform's late answer contradicts; “Details” has it among the events. */
function contradictedLines({ operation, words }: Explaining): Line[] {
  const report = toContradictedReport(operation);
  if (report === null || operation.receipt?.phoneOwner === report.by) return [];
  const { by, at, as } = report;
  return [[{ at }, " · ", ...fillLine(words.outcomes.had[as], { by: { user: by } })]];
}

/** Outcome of the newer try, or the number of each outcome if an edit sent several messages. */
function newerWords(operation: Operation, words: Catalogue): string {
  const { newer, earlierToo, message } = words.outcomes;
  const into = findEditTries(operation);
  const says =
    into.length > 0
      ? formatStateCounts(into, message, words)
      : newer[findRetryOutcome(operation) ?? "under_way"];
  const isDoubted = operation.outcome === "unknown" && (operation.receipt?.as ?? null) === null;
  return isDoubted ? `${says} ${earlierToo}` : says;
}

export function reasonLine(says: string, remedy: string | null): Line {
  if (remedy === null) return says === "" ? [] : [says];
  return [...(says === "" ? [] : [`${says} `]), ...toSentenceLine(remedy)];
}

/** Line with the typed reason for sending again. Everybody sees it, so numbers and repeated content are masked. */
export function retryReasonLines({
  operation: { reason },
  description: { contents },
  words: { outcomes },
}: Pick<Card, "operation" | "description" | "words">): Line[] {
  if (reason === null) return [];
  return [[repeatsSecret(reason, contents) ? outcomes.againKept : outcomes.again(maskDigits(reason))]];
}

/** Up to three facts. Before them, an accepted message says that arrival is unconfirmed, and who is asked. */
function factsOf({ description: { facts }, operation, state, words }: Explaining) {
  const { notConfirmed } = words.outcomes;
  const asked = operation.receipt === null ? [] : [toUnnamedFact("", words.receipts.asked)];
  const caveat =
    state === "accepted" && notConfirmed !== "" ? [toUnnamedFact("", notConfirmed), ...asked] : [];
  return [...caveat, ...facts.filter(({ isMinor }) => isMinor !== true).slice(0, 3)];
}

function greyParts(card: Explaining): Line[] {
  const { operation, reader, resultIn, explained, words } = card;
  const { outcomes } = words;
  const { author, closedAt, createdAt, startedAt } = operation;
  // What was tried without effect was not sent.
  const leftAt = reader === "on-call" && operation.outcome !== "not_sent" ? startedAt : null;
  const isOver = toReport(operation) !== null || findLaterTry(operation) !== null;
  const { passes, isOwnCode } = readRemedies(operation, words);
  // The reason already explains these codes; the operation's details show them.
  const isHidden = isOver || isOwnCode || (operation.outcome === "not_sent" && passes);
  const code = isHidden ? "" : (explained?.code ?? "");
  return [
    [{ user: author }],
    leftAt === null
      ? [{ at: closedAt ?? createdAt }]
      : fillLine(outcomes.left, { at: { at: leftAt, to: "second" } }),
    ...(resultIn === null ? [] : [[`${outcomes.resultIn} `, { conversation: resultIn }]]),
    ...(code === "" ? [] : [[outcomes.code(code)]]),
  ];
}

function idParts({ operation, description, state, words: { outcomes } }: Explaining): Line[] {
  const id = platformIdOf(description);
  // Without an id of the platform, people search for the app's own.
  const isSought = state === "unknown" || (id === "" && operation.outcome !== null);
  return [...(id === "" ? [] : [[id]]), ...(isSought ? [[`${outcomes.operationId} ${operation.id}`]] : [])];
}

/** First id of the platform; empty if none can be shown. */
export function platformIdOf({ ids: [first] }: Description): string {
  return first === undefined ? "" : (toShownId(first.id) ?? "");
}

export function toReceiptLine(
  receipt: Receipt | null,
  contents: readonly string[],
  words: Catalogue,
): Line | null {
  if (receipt === null || receipt.as === null) return null;
  const { phoneOwner, as } = receipt;
  const said = quoted(receipt, contents, words);
  const says =
    as === "looks_wrong" ? words.receipts.says.looks_wrong(said) : `${words.outcomes.says[as]}${said}`;
  return [{ user: phoneOwner }, says];
}

/** Phone owner's text in quotes; empty if it repeats a part of `contents`. */
export function quoted({ words }: Receipt, contents: readonly string[], { receipts }: Catalogue): string {
  return words === null || repeatsSecret(words, contents) ? "" : receipts.quoted(maskDigits(words));
}

function nextSteps(card: Card): Button[] {
  const { ways } = card.description;
  if (ways === undefined) return [];
  return [
    ...(stateOf(card.operation) === "unknown" ? resolveButtons(card, ways) : []),
    ...editButton(card, ways),
  ];
}

/** Button that edits and sends the newest try, if it had no effect or may harmlessly happen twice. */
function editButton({ operation, reader, words }: Card, ways: FollowUpActions): Button[] {
  const { edit, editLabel, editStyle, isHarmlessTwice } = ways;
  const obstacle = findEditObstacle(operation);
  const isAsked = hadNoEffect(operation.outcome) || (isHarmlessTwice === true && reader === "author");
  const isOpen = obstacle === null || (obstacle === "unresolved" && isAsked);
  const isNewest = newestTryOf(operation).id === operation.id;
  if (edit === null || reader === "on-call" || !isOpen || !isNewest) return [];
  // Not primary if the platform's console has to be used first.
  const { needsConsole, passes } = readRemedies(operation, words);
  const usual = needsConsole ? undefined : "primary";
  const { another, edit: usualLabel } = words.outcomes;
  const label = editLabel ?? (passes || needsConsole ? another : usualLabel);
  return [button(edit, label, operation.id, editStyle ?? usual)];
}

/** Button to send the same content again; none if the acceptance was ever in doubt: a click would look like a retry. */
function anotherButtons({ operation, reader, description: { ways }, words }: Card): Button[] {
  const { outcome, correctedAt } = operation;
  const { another = null } = ways ?? {};
  const isPlainlyAccepted = outcome === "accepted" && correctedAt === null && !hasLaterTry(operation);
  if (another === null || reader !== "author" || !isPlainlyAccepted) return [];
  return [button(another, words.outcomes.another, operation.id)];
}

/** Buttons to report an unknown outcome, for author and on-call; the author may also send again without a newer try. */
function resolveButtons({ operation, description, reader, words }: Card, ways: FollowUpActions): Button[] {
  if (reader === "anybody") return [];
  const asked = reportButtons(operation, { resolve: ways.resolve, of: description }, words.resolve);
  const isOver = hasLaterTry(operation) || isSuperseded(operation);
  if (reader !== "author" || ways.repeat === null || isOver) return asked;
  return [...asked, button(ways.repeat, words.repeat.button, operation.id)];
}

/** Most characters of kind and subject: Slack allows 300 including the sentence below. */
const maxAboutLength = 100;

/** Buttons *Arrived* and *Did not arrive*, with confirmations because the first report is final. */
export function reportButtons(
  { id }: Pick<Operation, "id">,
  { resolve, of = null }: { resolve: string; of?: Pick<Description, "kind" | "subject"> | null },
  { buttons, confirm }: Catalogue["resolve"],
): Button[] {
  const about = of === null ? "" : `${shorten(`${of.kind} · ${of.subject.masked}`, maxAboutLength)}\n`;
  return (["arrived", "did_not_arrive"] as const).map((as) => ({
    ...button(`${resolve}:${as}`, buttons[as], id),
    confirm: {
      title: plainText(confirm.asks(confirm.yes[as])),
      text: plainText(`${about}${confirm.says[as]}`),
      confirm: plainText(confirm.yes[as]),
      deny: plainText(confirm.no),
    },
  }));
}
