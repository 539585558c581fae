import type { Button, KnownBlock } from "@slack/types";
import { repeatsSecret } from "../../foreign-words.ts";
import type { Catalogue } from "../../locales/index.ts";
import { findLaterTry, toReport, triesOf } from "../../outcomes/again.ts";
import {
  type Card,
  type DescribedOperation,
  historyId,
  type ReaderRole,
  toCardParts,
  toPersonalCard,
} from "../../outcomes/card.view.ts";
import { type Explanation, findPlatformMessage, readRemedies } from "../../outcomes/reasons.ts";
import { renderSentInFull } from "../../outcomes/sent.view.ts";
import { maskDigits } from "../../phone-number.ts";
import { type Answer, compose } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import {
  fillLine,
  type Line,
  omitSameDay,
  type Piece,
  renderContext,
  renderLines,
  toSentenceLine,
} from "../../slack/blocks/rich-text.ts";
import type { Operation, PostState } from "../../store/index.ts";

export type OperationDetails = DescribedOperation & {
  posts: readonly PostState[];
  reader: ReaderRole;
  mayUse?: boolean;
};

export function renderOperationDetails(
  { posts, mayUse = false, reader, ...entry }: OperationDetails,
  catalogue: Catalogue,
): Answer {
  const card = toPersonalCard(entry, reader, catalogue);
  const { title, explained, said, ask, steps, another } = toCardParts(card);
  const head = [[{ bold: title }], ...said, ...reasonLines(card, explained)];
  const sent = renderSentInFull(card.description, reader);
  const rest = [...eventLines(card, posts), ...tryLines(card)];
  // People who only took part in a proposal get no buttons.
  const ways = reader === "anybody" ? [] : [...steps, ...another, ...useButtons(card, mayUse)];
  const asks = ask === null ? [] : [renderLines([ask])];
  const parts = [renderLines(head), ...sent, renderLines(rest), renderContext(idParts(card)), ...asks];
  return compose(...parts, ...actions(ways), ...otherButtons(card));
}

/** Button to use an uploaded file in a message. Posts lack it: others see them, and the file may be deleted later. */
function useButtons({ operation, reader, description: { ways } }: Card, mayUse: boolean): Button[] {
  const { use } = ways ?? {};
  if (use === undefined || !mayUse || reader !== "author" || operation.outcome !== "accepted") return [];
  return [button(use.id, use.label, use.value)];
}

function reasonLines({ operation, description, reader, words }: Card, explained: Explanation | null): Line[] {
  if (explained === null) return [];
  const { says, remedy, inFull, code } = explained;
  const isCodeShown = reader === "on-call" || !readRemedies(operation, words).isOwnCode;
  const said = findPlatformMessage(operation, description.contents);
  const quoted = said === null ? null : words.outcomes.platformSays(said);
  return [
    [isCodeShown ? `${says} (${words.outcomes.code(code)})` : says],
    ...(remedy === null ? [] : [toSentenceLine(remedy)]),
    ...(inFull === undefined ? [] : [[inFull]]),
    ...(quoted === null || quoted === says ? [] : [[quoted]]),
  ];
}

/** Typed reason of a further try; null if there is none, or if it would show the content to others. */
function typedReason({ operation: { reason }, description: { contents }, reader }: Card): string | null {
  if (reason === null || reader === "author") return reason;
  return repeatsSecret(reason, contents) ? null : maskDigits(reason);
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

type StoryWords = Catalogue["history"]["story"];
type Happened = { at: Date; says: Piece[] };

/** Lists events by time, one on each line; then posts that are still to come. */
function eventLines(card: Card, posts: readonly PostState[]): Line[] {
  const { story } = card.words.history;
  const posted = posts.flatMap((post) => postEvent(post, card.operation, story));
  const happened = [...operationEvents(card), ...posted];
  const inOrder = happened.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const timeOf = (at: Date, before: Happened | undefined) => {
    const time = { at, to: "second" as const };
    return before === undefined ? time : omitSameDay(before.at, time);
  };
  return [
    ...inOrder.map(({ at, says }, index): Line => ["• ", timeOf(at, inOrder[index - 1]), " · ", ...says]),
    ...posts.flatMap((post) => unpostedLine(post, story)),
  ];
}

function operationEvents({ operation, description: { unasked }, words }: Card): Happened[] {
  const { story } = words.history;
  const { author, conversation, createdAt, startedAt, closedAt, correctedAt, receipt } = operation;
  const outcome = operation.outcome ?? "unknown";
  const asked: Piece[] = [story.asked, { user: author }, story.askedEnd];
  const into = conversation === null ? [] : [story.resultTo, ...destinationPieces(conversation, story)];
  // The report that decides the operation's state is shown above the events.
  const isAbove = outcome === "unknown" && findLaterTry(operation) === null;
  const report = isAbove ? null : toReport(operation);
  const first = correctedAt === null ? outcome : "unknown";
  const { notConfirmed, states } = words.outcomes;
  const isConfirmed = notConfirmed === "" || (receipt?.as ?? null) !== null;
  const why = unasked === undefined ? "" : ` (${unasked})`;
  const caveat = isConfirmed ? "" : `, ${notConfirmed.charAt(0).toLowerCase()}${notConfirmed.slice(1)}${why}`;
  const ended = first === "accepted" ? caveat : "";
  const events: [at: Date | null, says: Piece[]][] = [
    [createdAt, [...asked, ...into]],
    [startedAt, [outcome === "not_sent" ? story.tried : story.started]],
    // Only unknown outcomes are ever corrected, so a corrected one was unknown before.
    [closedAt, [startedAt === null ? story.neverStarted : `${capital(states[first])}${ended}`]],
    [correctedAt, [`${story.late(states[outcome])}${outcome === "accepted" ? caveat : ""}`]],
    [report?.at ?? null, report === null ? [] : [{ user: report.by }, words.outcomes.says[report.as]]],
  ];
  return events.flatMap(([at, says]) => (at === null ? [] : [{ at, says }]));
}

/**
 * Event of a post; none for a post in the requested conversation. The post may be older than the operation (Slack's ts
 * is the first posting's), so the event is not earlier than the request.
 */
function postEvent(
  { destination, message, mayRepeat }: PostState,
  { createdAt, conversation }: Operation,
  words: StoryWords,
): Happened[] {
  if (message === null || (destination === conversation && !mayRepeat)) return [];
  const repeat = mayRepeat ? ` (${words.mayRepeat})` : "";
  const at = new Date(Math.max(Number(message.ts) * 1000, createdAt.getTime()));
  return [
    { at, says: [...fillLine(words.posted, { where: destinationPieces(destination, words) }), repeat] },
  ];
}

function unpostedLine(
  { destination, message, waits, mayRepeat, error }: PostState,
  words: StoryWords,
): Line[] {
  if (message !== null) return [];
  const where = destinationPieces(destination, words);
  if (!waits && error !== null) return [[...where, `: ${words.undeliverable(error)}`]];
  const failure = error === null ? "" : `, ${words.lastFailure(error)}`;
  return [[...where, `: ${words.waiting}${failure}${mayRepeat ? `, ${words.mayRepeat}` : ""}`]];
}

function neighboursOf(operation: Operation) {
  const tries = triesOf(operation);
  const index = tries.findIndex(({ id }) => id === operation.id);
  return { number: index + 1, total: tries.length, before: tries[index - 1], behind: tries[index + 1] };
}

/** Number of this try, author of the next try, and reason for this one. */
function tryLines(card: Card): Line[] {
  const { story } = card.words.history;
  const reason = typedReason(card);
  const { number, total, behind } = neighboursOf(card.operation);
  const next: Line = behind === undefined ? [] : [` · ${story.repeatedBy} `, { user: behind.author }];
  return [
    ...(total === 1 ? [] : [[story.try(number, total), ...next]]),
    ...(reason === null ? [] : [[`${story.reason}: “${reason}”`]]),
  ];
}

/** Buttons to the act's other step and to the tries before and after, in rows: their action ids are equal. */
function otherButtons({ operation, words }: Card): KnownBlock[] {
  const { follows, followedBy, earlier, newer } = words.history.story;
  const { act, step, siblings } = operation;
  const { before, behind } = neighboursOf(operation);
  const others: [label: string, id: string | undefined][] = [
    step === 0 ? [followedBy, siblings.find((one) => one.step > 0)?.id] : [follows, act],
    [earlier, before?.id],
    [newer, behind?.id],
  ];
  return others.flatMap(([label, id]) => (id === undefined ? [] : actions([button(historyId, label, id)])));
}

function idParts({ operation, description, words }: Card): Line[] {
  const all = [...description.ids, { name: words.outcomes.operationId, id: operation.id }];
  return all.map(({ name, id }) => [`${capital(name)} `, { code: id }]);
}

function destinationPieces(id: string, words: StoryWords): Piece[] {
  if (/^[CG]/.test(id)) return [{ conversation: id }];
  return /^[UW]/.test(id) ? [{ user: id }, words.directMessageOf] : [words.directMessage];
}
