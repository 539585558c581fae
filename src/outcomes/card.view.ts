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
  toReport,
} from "./again.ts";
import { type Explanation, explainOutcome, readRemedies } from "./reasons.ts";
import { renderSummary, toSentSummary } from "./sent.view.ts";

/** Id of the history's button, with an operation's id as its value. Fixed by the contract. */
export const historyId = "history.open";

/** Reader of a card: on-call may resolve, the author may resolve and send again, anybody else may do nothing. */
export type ReaderRole = "author" | "on-call" | "anybody";

export type DescribedOperation = { operation: Operation; description: Description };

/** An operation as one reader sees it. */
export type Card = DescribedOperation & {
  reader: ReaderRole;
  /** Catalogue with the terms of the operation's kind. */
  words: Catalogue;
  /** Recipient or object, masked if the reader may not see it whole. */
  subject: string;
  /** Conversation of the result or proposal, for the grey line; null if it isn't named, as for a direct message. */
  resultIn: string | null;
};

/** Card for an answer or a Home that one person reads. Authors see recipients and foreign text in full. */
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

/** Everything that can be shown of an operation; posts, rows, thread lines and lists each take some of it. */
export function toCardParts(card: Card) {
  const { operation, description, reader, words } = card;
  const explained = explainOutcome(operation, description.contents, words);
  const state = stateOf(operation);
  const all = { ...card, explained, state };
  return {
    state,
    /** Title with the mark of the state: "✅ …". */
    title: formatCardTitle(operation, description, words, card.subject),
    explained,
    /** Lines for why it ended so, and what people reported. */
    why: whyLines(all),
    /** Lines with people's reports, and with the outcome of newer tries. */
    said: [...saidLines(all), ...(state === "sent_again" ? [[newerWords(operation, words)]] : [])],
    /** Question whether it arrived; null unless the outcome is unknown and can be reported. */
    ask: state === "unknown" && description.ways !== undefined ? askLine(all) : null,
    facts: factsOf(all),
    /** Beginning of what was sent; null for readers other than the author, or if there is none. */
    sent: reader === "author" ? toSentSummary(description) : null,
    /** Grey line: who, when and where. */
    grey: greyParts(all),
    /** Ids to search for. A card has them in its plain text only; the details show them. */
    ids: idParts(all),
    /** Buttons for what the reader can do, the most useful first. */
    steps: nextSteps(card),
    /** Button to a form that is filled with the same content. */
    another: anotherButtons(card),
  };
}

/** Post of an operation: title, reason, at most three facts, who and when, buttons. */
export function renderCard(card: Card): Answer {
  const { operation, description, reader, words } = card;
  const { title, why, ask, facts, grey, ids, steps, another } = toCardParts(card);
  const isAsked = reader !== "anybody";
  const asks = ask === null ? [] : [ask];
  const head = renderLines([[{ bold: title }], ...why, ...(isAsked ? [] : asks)]);
  const details = button(historyId, words.history.details, operation.id);
  const [first, ...others] = renderSummary({ ...description, facts }, reader);
  const below = renderContext(grey, [...grey, ...ids]);
  // A question stands right above the buttons that answer it.
  const end = [below, ...(isAsked ? asks : []).map((line) => renderLines([line]))];
  const buttons = [...steps, ...another];
  if (first === undefined) return compose(head, ...end, ...actions([...buttons, details]));
  const withDetails = { ...first, block: { ...first.block, accessory: details } };
  return compose(head, withDetails, ...others, ...end, ...actions(buttons));
}

/** Title with state, kind and subject. `subject`: as the reader may see it. */
export function formatCardTitle(
  operation: Operation,
  { kind, terms, subject: { masked } }: Description,
  words: Catalogue,
  subject: string = masked,
): string {
  const { outcomes } = terms ?? words;
  const state = stateOf(operation);
  // The title names two states: the operation's own, and a later one by a newer try or a person's report.
  const isSaid = operation.outcome === "accepted" && (state === "arrived" || state === "did_not_arrive");
  const isChanged = state === "sent_again" || isSaid;
  const says = isChanged ? outcomes.changed(kind, stateOfTry(operation), state) : outcomes.title[state](kind);
  return `${says} · ${subject}`;
}

function whyLines(card: Explaining): Line[] {
  const isTwice = card.operation.outcome === "accepted" && findLaterTry(card.operation) !== null;
  const twice = isTwice ? [[card.words.outcomes.sentTwice]] : [];
  const lines = [...retryReasonLines(card), ...endLines(card), ...saidLines(card), ...twice];
  return lines.filter(({ length }) => length > 0);
}

/** Question to a reader who can answer by a button; other readers see whom the app asks. */
function askLine({ operation: { author }, reader, words: { outcomes } }: Explaining): Line {
  const asks: Line = reader === "anybody" ? [{ user: author }, outcomes.asked] : [outcomes.ask];
  return [`${outcomes.mayBeSent} `, ...asks];
}

/** Reason and remedy. If there is a newer try, its outcome takes the remedy's place. */
function endLines({ operation, explained, state, words }: Explaining): Line[] {
  const { says = "", remedy = null } = explained ?? {};
  const isWithout = operation.outcome === "refused" || operation.outcome === "not_sent";
  const shown = isWithout || state === "unknown" ? says : "";
  if (state === "sent_again") return [reasonLine(shown, newerWords(operation, words))];
  return [reasonLine(shown, isWithout ? remedy : null)];
}

/** People's reports, each with its time. After a newer try, the report on an unknown outcome is left out. */
function saidLines({ operation, state, description: { contents }, words }: Explaining): Line[] {
  const { outcome, receipt } = operation;
  const seen = toReceiptLine(receipt, contents, words);
  const report = outcome === "unknown" && state !== "sent_again" ? toReport(operation) : null;
  // The answer of a phone's owner is a report as well.
  const isOther = report !== null && (seen === null || report.by !== receipt?.phoneOwner);
  return [
    ...(isOther ? [[{ at: report.at }, " · ", { user: report.by }, words.outcomes.says[report.as]]] : []),
    ...(seen === null ? [] : [[...(receipt?.at ? [{ at: receipt.at }, " · "] : []), ...seen]]),
  ];
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

/** Line with the typed reason for sending again. Others read it: long numbers are masked, and content isn't repeated. */
export function retryReasonLines({
  operation: { reason },
  description: { contents },
  words: { outcomes },
}: Pick<Card, "operation" | "description" | "words">): Line[] {
  if (reason === null) return [];
  return [[repeatsSecret(reason, contents) ? outcomes.againKept : outcomes.again(maskDigits(reason))]];
}

/** Up to three facts. An accepted message has two more before them: that its arrival is unconfirmed, and who is asked. */
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
  const leftAt = reader === "on-call" ? startedAt : null;
  const isOver = toReport(operation) !== null || findLaterTry(operation) !== null;
  const { passes, isOwnCode } = readRemedies(operation, words);
  // The sentence above already explains these codes; the operation's details show them.
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
  // If the platform gave no id, people search for the app's own.
  const isSought = state === "unknown" || (id === "" && operation.outcome !== null);
  return [...(id === "" ? [] : [[id]]), ...(isSought ? [[`${outcomes.operationId} ${operation.id}`]] : [])];
}

/** First id of the platform's; empty if none can be shown. */
export function platformIdOf({ ids: [first] }: Description): string {
  return first === undefined ? "" : (toShownId(first.id) ?? "");
}

/** Phone owner's name and answer; null if there is none. */
export function toReceiptLine(
  receipt: Receipt | null,
  contents: readonly string[],
  words: Catalogue,
): Line | null {
  if (receipt === null || receipt.as === null) return null;
  const { phoneOwner, as } = receipt;
  const says = as === "looks_wrong" ? words.receipts.says[as] : words.outcomes.says[as];
  return [{ user: phoneOwner }, `${says}${quoted(receipt, contents, words)}`];
}

/** Phone owner's own text in quotes; empty if it repeats something of `contents`. */
export function quoted({ words }: Receipt, contents: readonly string[], { receipts }: Catalogue): string {
  return words === null || repeatsSecret(words, contents) ? "" : receipts.quoted(maskDigits(words));
}

/** Buttons for what this reader can do now, the most useful first. */
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
  // The button isn't primary if the platform's console has to be used first.
  const { needsConsole, passes } = readRemedies(operation, words);
  const usual = needsConsole ? undefined : "primary";
  const { another, edit: usualLabel } = words.outcomes;
  const label = editLabel ?? (passes || needsConsole ? another : usualLabel);
  return [button(edit, label, operation.id, editStyle ?? usual)];
}

/** Button to send the same content again; none if the acceptance was ever in doubt, since it would look like a retry. */
function anotherButtons({ operation, reader, description: { ways }, words }: Card): Button[] {
  const { outcome, correctedAt } = operation;
  const { another = null } = ways ?? {};
  const isPlainlyAccepted = outcome === "accepted" && correctedAt === null && !hasLaterTry(operation);
  if (another === null || reader !== "author" || !isPlainlyAccepted) return [];
  return [button(another, words.outcomes.another, operation.id)];
}

/** Buttons to report an unknown outcome, for author and on-call. The author may also send again if no newer try exists. */
function resolveButtons({ operation, description, reader, words }: Card, ways: FollowUpActions): Button[] {
  if (reader === "anybody") return [];
  const asked = reportButtons(operation, { resolve: ways.resolve, of: description }, words.resolve);
  const isOver = hasLaterTry(operation) || isSuperseded(operation);
  if (reader !== "author" || ways.repeat === null || isOver) return asked;
  return [...asked, button(ways.repeat, words.repeat.button, operation.id)];
}

/** Limit in characters of kind and subject: Slack allows 300 with the sentence below them. */
const maxAboutLength = 100;

/** Buttons *Arrived* and *Did not arrive*, each with a confirmation, since the first report counts. */
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
