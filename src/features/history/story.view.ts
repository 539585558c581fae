import type { Button } from "@slack/types";
import { givesAway } from "../../foreign-words.ts";
import type { Catalogue } from "../../locales/index.ts";
import { toReport, triesOf } from "../../outcomes/again.ts";
import {
  type Card,
  type Entry,
  editedIntoLines,
  present,
  type Reader,
  receiptLine,
  toPrivateCard,
} from "../../outcomes/card.view.ts";
import { type Explained, platformWords, readEnd } from "../../outcomes/reasons.ts";
import { renderSent } from "../../outcomes/sent.view.ts";
import { maskDigits } from "../../phone-number.ts";
import { type Answer, compose } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import {
  fillLine,
  type Line,
  type Piece,
  renderLines,
  sentenceLine,
  timeAfter,
} from "../../slack/blocks/rich-text.ts";
import type { Operation, PostState } from "../../store/index.ts";

/** An operation as its reader may see it: in full for its author. */
export type Story = Entry & {
  posts: readonly PostState[];
  reader: Reader;
  /** Whether the reader may use the uploaded file in a message. */
  mayUse?: boolean;
};

/** Outcome and content, then events with their times, then buttons. */
export function renderStory(
  { posts, mayUse = false, reader, ...entry }: Story,
  catalogue: Catalogue,
): Answer {
  const card = toPrivateCard(entry, reader, catalogue);
  const { operation, description, words } = card;
  const { title, explained, steps, another } = present(card);
  const head = [[{ bold: title }], ...reasonLines(card, explained), ...editedIntoLines(operation, words)];
  const sent = renderSent(description, reader);
  const rest = [...eventLines(card, posts), ...linkLines(card), ...idLines(card)];
  // People who only took part in a proposal get no buttons.
  const ways = reader === "anybody" ? [] : actions([...steps, ...another, ...useButtons(card, mayUse)]);
  return compose(renderLines(head), ...sent, renderLines(rest), ...ways);
}

/** Button to use an uploaded file in a message. Posts lack it: others read them, and the file may be gone by then. */
function useButtons({ operation, reader, description: { ways } }: Card, mayUse: boolean): Button[] {
  const { use } = ways ?? {};
  if (use === undefined || !mayUse || reader !== "author" || operation.outcome !== "accepted") return [];
  return [button(use.id, use.label, use.value)];
}

function reasonLines({ operation, description, reader, words }: Card, explained: Explained | null): Line[] {
  if (explained === null) return [];
  const { says, remedy, inFull, code } = explained;
  const isCodeShown = reader === "on-call" || !readEnd(operation, words).isOwnCode;
  const said = platformWords(operation, description.contents);
  const quoted = said === null ? null : words.outcomes.platformSays(said);
  return [
    [isCodeShown ? `${says} (${code})` : says],
    ...(remedy === null ? [] : [sentenceLine(remedy)]),
    ...(inFull === undefined ? [] : [[inFull]]),
    ...(quoted === null || quoted === says ? [] : [[quoted]]),
  ];
}

/** The reason that was typed for a further try; null if there is none, or if it would show others the content. */
function typedReason({ operation: { reason }, description: { contents }, reader }: Card): string | null {
  if (reason === null || reader === "author") return reason;
  return givesAway(reason, contents) ? null : maskDigits(reason);
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

type StoryWords = Catalogue["history"]["story"];
type Happened = { at: Date; says: Piece[] };

/** Events in order, one a line with its time; then what didn't happen. */
function eventLines(card: Card, posts: readonly PostState[]): Line[] {
  const { operation } = card;
  const { story } = card.words.history;
  const { startedAt, closedAt } = operation;
  const happened = [...operationEvents(card), ...posts.flatMap((post) => postEvent(post, operation, story))];
  const inOrder = happened.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const timeOf = (at: Date, before: Happened | undefined) => {
    const time = { at, to: "second" as const };
    return before === undefined ? time : timeAfter(before.at, time);
  };
  return [
    ...inOrder.map(({ at, says }, index): Line => ["• ", timeOf(at, inOrder[index - 1]), " · ", ...says]),
    ...(startedAt === null && closedAt !== null ? [[story.neverStarted]] : []),
    ...posts.flatMap((post) => unpostedLine(post, story)),
    ...(posts.length === 0 ? [[story.noPosts]] : []),
  ];
}

function operationEvents({ operation, description: { unasked, contents }, words }: Card): Happened[] {
  const { story } = words.history;
  const { author, conversation, createdAt, startedAt, closedAt, correctedAt, receipt } = operation;
  const outcome = operation.outcome ?? "unknown";
  const asked: Piece[] = [story.asked, { user: author }, story.askedEnd];
  const into = conversation === null ? [] : [story.resultTo, ...destinationPieces(conversation, story)];
  const report = toReport(operation);
  const seen = receiptLine(receipt, contents, words);
  const first = correctedAt === null ? outcome : "unknown";
  const { notConfirmed, states } = words.outcomes;
  const isConfirmed = notConfirmed === "" || (receipt?.as ?? null) !== null;
  const why = unasked === undefined ? "" : ` (${unasked})`;
  const caveat = isConfirmed ? "" : `, ${notConfirmed.charAt(0).toLowerCase()}${notConfirmed.slice(1)}${why}`;
  const events: [at: Date | null, says: Piece[]][] = [
    [createdAt, [...asked, ...into]],
    [startedAt, [outcome === "not_sent" ? story.tried : story.started]],
    // Only an unknown outcome is ever corrected.
    [closedAt, [`${capital(states[first])}${first === "accepted" ? caveat : ""}`]],
    [correctedAt, [`${story.late(states[outcome])}${outcome === "accepted" ? caveat : ""}`]],
    [report?.at ?? null, report === null ? [] : [{ user: report.by }, words.outcomes.says[report.as]]],
    [receipt?.at ?? null, seen ?? []],
  ];
  return events.flatMap(([at, says]) => (at === null ? [] : [{ at, says }]));
}

/** When a post appeared; if that was before this operation, which then edited the post, the operation's own time. */
function postEvent(
  { destination, message, mayRepeat }: PostState,
  { createdAt }: Operation,
  words: StoryWords,
): Happened[] {
  if (message === null) return [];
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

/** Ids of the act's other step and of the tries right before and after, which `/msg-history` finds. */
function linkLines(card: Card): Line[] {
  const { operation } = card;
  const { story } = card.words.history;
  const { id, act, step, siblings } = operation;
  const reason = typedReason(card);
  const tries = triesOf(operation);
  const index = tries.findIndex((one) => one.id === id);
  const [before, behind] = [tries[index - 1], tries[index + 1]];
  const followedBy = step === 0 ? siblings.find((one) => one.step > 0) : undefined;
  return [
    ...(step === 0 ? [] : [[`${story.follows}: `, { code: act }]]),
    ...(followedBy === undefined ? [] : [[`${story.followedBy}: `, { code: followedBy.id }]]),
    ...(before === undefined ? [] : [[`${story.repeats}: `, { code: before.id }]]),
    ...(reason === null ? [] : [[`${story.reason}: “${reason}”`]]),
    ...(behind === undefined
      ? []
      : [[`${story.repeatedBy} `, { user: behind.author }, ": ", { code: behind.id }]]),
  ];
}

/** One id a line, to be copied alone. */
function idLines({ operation, description, words }: Card): Line[] {
  const all = [...description.ids, { name: words.history.story.operation, id: operation.id }];
  return all.map(({ name, id }) => [`${capital(name)}: `, { code: id }]);
}

function destinationPieces(id: string, words: StoryWords): Piece[] {
  if (/^[CG]/.test(id)) return [{ conversation: id }];
  return /^[UW]/.test(id) ? [`${words.directMessageTo} `, { user: id }] : [words.directMessage];
}
