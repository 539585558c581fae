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

/** On-call may resolve, the author may resolve and send again, anybody else may do nothing. */
export type Reader = "author" | "on-call" | "anybody";

export type Entry = { operation: Operation; description: Description };

/** An entry as one reader sees it. */
export type Card = Entry & {
  reader: Reader;
  /** With its kind's own terms. */
  words: Catalogue;
  /** Whom or what it is about, as it may be read there. */
  subject: string;
  /** The conversation of its result or of its proposal; null where that is somebody's direct message. */
  resultIn: string | null;
};

/** For an answer or a Home that one person reads: the author sees the recipient and all foreign words in full. */
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

/** Everything shown of an operation: posts, rows, thread lines and lists each take parts of it. */
export function present(card: Card) {
  const { operation, description, reader, words } = card;
  const explained = explainEnd(operation, description.contents, words);
  const state = stateOf(operation);
  const all = { ...card, explained, state };
  return {
    state,
    /** With the mark of its state. */
    title: cardTitle(operation, description, words, card.subject),
    explained,
    /** Why it ended so, and what people said: a sentence each. */
    why: whyLines(all),
    /** Of an unknown outcome; null of any other. */
    ask: state === "unknown" ? askLine(all) : null,
    facts: factsOf(all),
    /** For its author, in short; null: nothing. */
    sent: reader === "author" ? sentSummary(description) : null,
    /** Who, when and where. */
    grey: greyParts(all),
    /** Ids to search for: a card has them in its text alone, and under Details. */
    ids: idParts(all),
    /** The most useful first. */
    steps: nextSteps(card),
    /** To another one of the same. */
    another: anotherButtons(card),
  };
}

/** An operation's post: title, reason, at most three facts, who and when, buttons. */
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

/** State, kind and subject on one line; `subject` as the reader may see it. */
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

/** Only a reader with a button is asked; others read whom the app asks. */
function askLine({ operation: { author }, reader, words: { outcomes } }: Explaining): Line {
  const asks: Line = reader === "anybody" ? [{ user: author }, outcomes.asked] : [outcomes.ask];
  return [`${outcomes.mayBeSent} `, ...asks];
}

/** The reason, and a remedy unless a newer try took its place. */
function endLines({ operation: { outcome }, explained, state, words }: Explaining): Line[] {
  const { says = "", remedy = null } = explained ?? {};
  const isWithout = outcome === "refused" || outcome === "not_sent";
  if (!isPast(state)) {
    const isSaid = isWithout || state === "unknown";
    return isSaid ? [reasonLine(says, isWithout ? remedy : null)] : [];
  }
  return isWithout && says !== "" ? [[words.outcomes.earlier[outcome](says)]] : [];
}

/** How the messages ended that an edit sent at once. */
export function editedIntoLines(operation: Operation, words: Catalogue): Line[] {
  const into = editedInto(operation);
  return into.length === 0 ? [] : [[sayStates(into, words.outcomes.message, words)]];
}

export function reasonLine(says: string, remedy: string | null): Line {
  if (remedy === null) return says === "" ? [] : [says];
  return [...(says === "" ? [] : [`${says} `]), ...sentenceLine(remedy)];
}

/** The reason is what a person typed, in a conversation where a number has no place. */
export function againLines({
  operation: { reason },
  description: { contents },
  words: { outcomes },
}: Pick<Card, "operation" | "description" | "words">): Line[] {
  if (reason === null) return [];
  return [[givesAway(reason, contents) ? outcomes.againKept : outcomes.again(maskDigits(reason))]];
}

/** Up to three facts; before them, of an accepted message, that nobody has confirmed its arrival. */
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
  // A number needs a word before it.
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
  // Without an id of the platform's, the app's own finds it.
  const isSought = state === "unknown" || (id === "" && operation.outcome !== null);
  return [...(id === "" ? [] : [[id]]), ...(isSought ? [[`${outcomes.operationId} ${operation.id}`]] : [])];
}

/** The person who resolved it, and when; its author is named beside it already. */
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

/** The platform's first id; empty where none can be shown. */
export function platformIdOf({ ids: [first] }: Description): string {
  return first === undefined ? "" : (toShownId(first.id) ?? "");
}

/** The phone owner's answer with their name; null until there is one. */
export function receiptLine(
  receipt: Receipt | null,
  contents: readonly string[],
  words: Catalogue,
): Line | null {
  if (receipt === null || receipt.as === null) return null;
  const { phoneOwner, as } = receipt;
  return [{ user: phoneOwner }, `${words.receipts.says[as]}${quoted(receipt, contents, words)}`];
}

/** The phone owner's own words, unless they repeat something of `contents`. */
export function quoted({ words }: Receipt, contents: readonly string[], { receipts }: Catalogue): string {
  return words === null || givesAway(words, contents) ? "" : receipts.quoted(maskDigits(words));
}

/** What this reader can do about it now, the most useful first. */
function nextSteps(card: Card): Button[] {
  const { ways } = card.description;
  if (ways === undefined) return [];
  return [
    ...(stateOf(card.operation) === "unknown" ? resolveButtons(card, ways) : []),
    ...editButton(card, ways),
  ];
}

/** Edits and sends the newest try, where it had no effect or does no harm twice; a click explains any other obstacle. */
function editButton({ operation, reader, words }: Card, ways: Ways): Button[] {
  const { edit, editLabel, editStyle, isHarmlessTwice } = ways;
  const obstacle = obstacleToEdit(operation);
  const isAsked = hadNoEffect(operation.outcome) || isHarmlessTwice === true;
  const isOpen = obstacle === null || (obstacle === "unresolved" && isAsked);
  const isNewest = newestOf(operation).id === operation.id;
  if (edit === null || reader === "on-call" || !isOpen || !isNewest) return [];
  // The same again is no way out of what has to be mended elsewhere first.
  const { needsConsole, passes } = readEnd(operation, words);
  const usual = needsConsole ? undefined : "primary";
  const { another, edit: usualLabel } = words.outcomes;
  const label = editLabel ?? (passes ? another : usualLabel);
  return [button(edit, label, operation.id, editStyle ?? usual)];
}

/**
 * After an acceptance nothing is left to do, so another one of the same is offered where its author alone reads. After
 * a doubt it isn't: there "send again" would mean the same one.
 */
function anotherButtons({ operation, reader, description: { ways }, words }: Card): Button[] {
  const { outcome, correctedAt } = operation;
  const { another = null } = ways ?? {};
  const isPlainlyAccepted = outcome === "accepted" && correctedAt === null && !isTriedAgain(operation);
  if (another === null || reader !== "author" || !isPlainlyAccepted) return [];
  return [button(another, words.outcomes.another, operation.id)];
}

/** Only who can know is asked: the author, who may also send it again while nothing else does, and on-call. */
function resolveButtons({ operation, description, reader, words }: Card, ways: Ways): Button[] {
  if (reader === "anybody") return [];
  const asked = reportButtons(operation, { resolve: ways.resolve, of: description }, words.resolve);
  const isOver = isTriedAgain(operation) || isSuperseded(operation);
  if (reader !== "author" || ways.repeat === null || isOver) return asked;
  return [...asked, button(ways.repeat, words.repeat.button, operation.id)];
}

/** Slack's limit of 300 characters includes what follows. */
const longestAsked = 100;

/** *Arrived* and *Did not arrive*, each behind a dialog: the first report counts. */
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
