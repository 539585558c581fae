import type { Button } from "@slack/types";
import { toShownId } from "../foreign-id.ts";
import { givesAway } from "../foreign-words.ts";
import type { Catalogue } from "../locales/index.ts";
import { hadNoEffect } from "../operations/index.ts";
import { type Description, inItself, type Ways } from "../operations/kind.ts";
import { maskDigits } from "../phone-number.ts";
import { type Answer, compose } from "../slack/blocks/answer.ts";
import { actions, button } from "../slack/blocks/buttons.ts";
import { shorten } from "../slack/blocks/limits.ts";
import { plain } from "../slack/blocks/modal.ts";
import {
  fillLine,
  type Line,
  renderContext,
  renderLines,
  sentenceLine,
  timeAfter,
} from "../slack/blocks/rich-text.ts";
import type { Operation, Receipt } from "../store/index.ts";
import {
  editedInto,
  endAgain,
  isSuperseded,
  isTriedAgain,
  newestOf,
  obstacleToEdit,
  type State,
  sayStates,
  sentAgainBy,
  stateOf,
  toReport,
} from "./again.ts";
import { type Explained, explainEnd, readEnd } from "./reasons.ts";
import { renderSummary, sentSummary } from "./sent.view.ts";

/** Id of the history's button, with an operation's id as its value. Fixed by the contract. */
export const historyId = "history.open";

/** Reader of a card: on-call may resolve, the author may resolve and send again, anybody else may do nothing. */
export type Reader = "author" | "on-call" | "anybody";

export type Entry = { operation: Operation; description: Description };

/** An entry as one reader sees it. */
export type Card = Entry & {
  reader: Reader;
  /** Catalogue with the terms of the operation's kind. */
  words: Catalogue;
  /** Recipient or object, masked if the reader may not see it whole. */
  subject: string;
  /** Conversation of the result or proposal, for the grey line; null if it isn't named, as for a direct message. */
  resultIn: string | null;
};

/** Card for an answer or a Home that one person reads. Its author sees the recipient and foreign text in full. */
export function toPrivateCard(
  { operation, description }: Entry,
  reader: Reader,
  words: Catalogue,
  longestSubject = Number.POSITIVE_INFINITY,
): Card {
  const { inFull, masked } = description.subject;
  const subject = shorten(reader === "author" ? inFull : masked, longestSubject);
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

type Explaining = Card & { state: State; explained: Explained | null };

/** Parts of what is shown of an operation: posts, rows, thread lines and lists each take some of them. */
export function present(card: Card) {
  const { operation, description, reader, words } = card;
  const explained = explainEnd(operation, description.contents, words);
  const state = stateOf(operation);
  const all = { ...card, explained, state };
  return {
    state,
    /** Title with the mark of the state: "✅ …". */
    title: cardTitle(operation, description, words, card.subject),
    explained,
    /** Lines for why it ended so, and what people reported. */
    why: whyLines(all),
    /** Question about an unknown outcome; null for any other outcome. */
    ask: state === "unknown" ? askLine(all) : null,
    facts: factsOf(all),
    /** Beginning of what was sent; null for readers other than the author, or if there is none. */
    sent: reader === "author" ? sentSummary(description) : null,
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
  const { title, why, ask, facts, grey, ids, steps, another } = present(card);
  const head = renderLines([[{ bold: title }], ...why, ...(ask === null ? [] : [ask])]);
  const details = button(historyId, words.history.details, operation.id);
  const sent = renderSummary({ ...description, facts }, reader);
  const [first, ...others] = sent;
  const below = renderContext(grey, [...grey, ...ids]);
  const buttons = [...steps, ...another];
  if (first === undefined) return compose(head, below, ...actions([...buttons, details]));
  const withDetails = { ...first, block: { ...first.block, accessory: details } };
  return compose(head, withDetails, ...others, below, ...actions(buttons));
}

/** Title with state, kind and subject. `subject`: as the reader may see it. */
export function cardTitle(
  operation: Operation,
  { kind, terms, subject: { masked } }: Description,
  words: Catalogue,
  subject: string = masked,
): string {
  const { outcomes } = terms ?? words;
  const state = stateOf(operation);
  const again = isPast(state) ? endAgain(operation) : null;
  const ends = { accepted: outcomes.againAccepted, unknown: outcomes.againUnknown };
  return `${outcomes.title[state](kind)}${again === null ? "" : ends[again]} · ${subject}`;
}

function isPast(state: State): boolean {
  return state === "sent_again" || state === "edited";
}

function whyLines(card: Explaining): Line[] {
  const { operation, description, state, words } = card;
  const { outcomes } = words;
  const { outcome, resolvedAs } = operation;
  const isUnknown = outcome === "unknown";
  const viewer = receiptLine(operation.receipt, description.contents, words);
  const lines = [
    ...againLines(card),
    ...endLines(card),
    viewer,
    isUnknown && resolvedAs !== null && !isPast(state) && [outcomes.reported],
    isUnknown && isPast(state) && viewer === null && [outcomes.earlierToo],
    outcome === "accepted" && sentAgainBy(operation) !== null && [outcomes.sentTwice],
    ...(isPast(state) ? editedIntoLines(operation, words) : []),
  ];
  return lines.flatMap((line) => (line && line.length > 0 ? [line] : []));
}

/** Question to a reader who has a button; another reader sees whom the app asks. */
function askLine({ operation: { author }, reader, words: { outcomes } }: Explaining): Line {
  const asks: Line = reader === "anybody" ? [{ user: author }, outcomes.asked] : [outcomes.ask];
  return [`${outcomes.mayBeSent} `, ...asks];
}

/** Reason and remedy. If a newer try was sent, only the reason. */
function endLines({ operation: { outcome }, explained, state, words }: Explaining): Line[] {
  const { says = "", remedy = null } = explained ?? {};
  const isWithout = outcome === "refused" || outcome === "not_sent";
  if (!isPast(state)) {
    const isSaid = isWithout || state === "unknown";
    return isSaid ? [reasonLine(says, isWithout ? remedy : null)] : [];
  }
  return isWithout && says !== "" ? [[words.outcomes.earlier[outcome](says)]] : [];
}

/** Line with how the messages ended that an edit sent at once; empty if no edit did. */
export function editedIntoLines(operation: Operation, words: Catalogue): Line[] {
  const into = editedInto(operation);
  return into.length === 0 ? [] : [[sayStates(into, words.outcomes.message, words)]];
}

export function reasonLine(says: string, remedy: string | null): Line {
  if (remedy === null) return says === "" ? [] : [says];
  return [...(says === "" ? [] : [`${says} `]), ...sentenceLine(remedy)];
}

/** Line with the typed reason for sending again. Others read it: long numbers are masked, and content isn't repeated. */
export function againLines({
  operation: { reason },
  description: { contents },
  words: { outcomes },
}: Pick<Card, "operation" | "description" | "words">): Line[] {
  if (reason === null) return [];
  return [[givesAway(reason, contents) ? outcomes.againKept : outcomes.again(maskDigits(reason))]];
}

/** Up to three facts. An accepted message first says that nobody has confirmed its arrival. */
function factsOf({ description: { facts }, operation, state, words }: Explaining) {
  const { notConfirmed } = words.outcomes;
  const isAccepted = state === "accepted" || (isPast(state) && endAgain(operation) === "accepted");
  const caveat = isAccepted && notConfirmed !== "" ? [inItself("", notConfirmed)] : [];
  return [...caveat, ...facts.filter(({ isMinor }) => isMinor !== true).slice(0, 3)];
}

function greyParts(card: Explaining): Line[] {
  const { operation, reader, resultIn, explained, words } = card;
  const { outcomes } = words;
  const { author, closedAt, createdAt, startedAt } = operation;
  const report = toReport(operation);
  const leftAt = reader === "on-call" ? startedAt : null;
  const closedOrLeftAt = leftAt ?? closedAt ?? createdAt;
  const isOver = report !== null || sentAgainBy(operation) !== null;
  const { passes, isOwnCode } = readEnd(operation, words);
  const isPassing = operation.outcome === "not_sent" && passes;
  const isHidden = reader !== "on-call" && (isOwnCode || isPassing);
  const shown = isOver || isHidden ? "" : (explained?.code ?? "");
  // A numeric code gets a word before it.
  const code = /^\d+$/.test(shown) ? outcomes.code(shown) : shown;
  return [
    [{ user: author }],
    leftAt === null
      ? [{ at: closedOrLeftAt }]
      : fillLine(outcomes.left, { at: { at: leftAt, to: "second" } }),
    ...reportPart(operation, closedOrLeftAt, outcomes),
    ...(resultIn === null ? [] : [[`${outcomes.resultIn} `, { conversation: resultIn }]]),
    ...(code === "" ? [] : [[code]]),
  ];
}

function idParts({ operation, description, state, words: { outcomes } }: Explaining): Line[] {
  const id = platformIdOf(description);
  // If the platform gave no id, people search for the app's own.
  const isSought = state === "unknown" || (id === "" && operation.outcome !== null);
  return [...(id === "" ? [] : [[id]]), ...(isSought ? [[`${outcomes.operationId} ${operation.id}`]] : [])];
}

/** Who reported the outcome, and when. The author's name is on the same line already. */
function reportPart(
  operation: Operation,
  closedOrLeftAt: Date,
  { reportedBy }: Catalogue["outcomes"],
): Line[] {
  const report = toReport(operation);
  if (report === null || operation.outcome === "accepted") return [];
  const { author, other } = reportedBy;
  const at = timeAfter(closedOrLeftAt, { at: report.at });
  return [fillLine(report.by === operation.author ? author : other, { by: { user: report.by }, at })];
}

/** First id of the platform's; empty if none can be shown. */
export function platformIdOf({ ids: [first] }: Description): string {
  return first === undefined ? "" : (toShownId(first.id) ?? "");
}

/** Phone owner's name and answer; null if there is none. */
export function receiptLine(
  receipt: Receipt | null,
  contents: readonly string[],
  words: Catalogue,
): Line | null {
  if (receipt === null || receipt.as === null) return null;
  const { phoneOwner, as } = receipt;
  return [{ user: phoneOwner }, `${words.receipts.says[as]}${quoted(receipt, contents, words)}`];
}

/** Phone owner's own text in quotes; empty if it repeats something of `contents`. */
export function quoted({ words }: Receipt, contents: readonly string[], { receipts }: Catalogue): string {
  return words === null || givesAway(words, contents) ? "" : receipts.quoted(maskDigits(words));
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
function editButton({ operation, reader, words }: Card, ways: Ways): Button[] {
  const { edit, editLabel, editStyle, isHarmlessTwice } = ways;
  const obstacle = obstacleToEdit(operation);
  const isAsked = hadNoEffect(operation.outcome) || isHarmlessTwice === true;
  const isOpen = obstacle === null || (obstacle === "unresolved" && isAsked);
  const isNewest = newestOf(operation).id === operation.id;
  if (edit === null || reader === "on-call" || !isOpen || !isNewest) return [];
  // If the console has to be used first, the button isn't the primary one.
  const { needsConsole, passes } = readEnd(operation, words);
  const usual = needsConsole ? undefined : "primary";
  const { another, edit: usualLabel } = words.outcomes;
  const label = editLabel ?? (passes ? another : usualLabel);
  return [button(edit, label, operation.id, editStyle ?? usual)];
}

/** Offers the author the same content again after a plain acceptance: after a doubt, that could look like a repetition. */
function anotherButtons({ operation, reader, description: { ways }, words }: Card): Button[] {
  const { outcome, correctedAt } = operation;
  const { another = null } = ways ?? {};
  const isPlainlyAccepted = outcome === "accepted" && correctedAt === null && !isTriedAgain(operation);
  if (another === null || reader !== "author" || !isPlainlyAccepted) return [];
  return [button(another, words.outcomes.another, operation.id)];
}

/** Buttons to report an unknown outcome, for author and on-call. The author may also send again if no newer try exists. */
function resolveButtons({ operation, description, reader, words }: Card, ways: Ways): Button[] {
  if (reader === "anybody") return [];
  const asked = reportButtons(operation, { resolve: ways.resolve, of: description }, words.resolve);
  const isOver = isTriedAgain(operation) || isSuperseded(operation);
  if (reader !== "author" || ways.repeat === null || isOver) return asked;
  return [...asked, button(ways.repeat, words.repeat.button, operation.id)];
}

/** Limit in characters of kind and subject: Slack allows 300 with the sentence below them. */
const longestAsked = 100;

/** Buttons *Arrived* and *Did not arrive*, each with a confirmation, since the first report counts. */
export function reportButtons(
  { id }: Pick<Operation, "id">,
  { resolve, of = null }: { resolve: string; of?: Pick<Description, "kind" | "subject"> | null },
  { buttons, confirm }: Catalogue["resolve"],
): Button[] {
  const about = of === null ? "" : `${shorten(`${of.kind} · ${of.subject.masked}`, longestAsked)}\n`;
  return (["arrived", "did_not_arrive"] as const).map((as) => ({
    ...button(`${resolve}:${as}`, buttons[as], id),
    confirm: {
      title: plain(confirm.title[as]),
      text: plain(`${about}${confirm.says[as]}`),
      confirm: plain(confirm.yes),
      deny: plain(confirm.no),
    },
  }));
}
