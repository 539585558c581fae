import type { Button } from "@slack/types";
import { givesAway } from "../../foreign-words.ts";
import type { Catalogue } from "../../locales/index.ts";
import { toReport, triesOf } from "../../outcomes/again.ts";
import {
  anotherButtons,
  type Entry,
  editedIntoLines,
  nextSteps,
  type Reader,
  receiptLine,
  stateTitle,
} from "../../outcomes/card.view.ts";
import { explainEnd, isOwnCode, platformWords } from "../../outcomes/reasons.ts";
import { renderSent } from "../../outcomes/sent.view.ts";
import { maskDigits } from "../../phone-number.ts";
import { type Answer, compose } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { type Line, type Piece, renderLines, sentenceLine, timeAfter } from "../../slack/blocks/rich-text.ts";
import type { Operation, PostState } from "../../store/index.ts";

/** Its author sees the recipient in full. */
export type Story = Entry & {
  posts: readonly PostState[];
  reader: Reader;
  /** May use the uploaded file in a message. */
  mayUse?: boolean;
};

/** What it is about, what happened, what can be done. */
export function renderStory(entry: Story, catalogue: Catalogue): Answer {
  const { operation, description, reader } = entry;
  const words = description.terms ?? catalogue;
  // The author may read what repeats the message.
  const contents = reader === "author" ? [] : description.contents;
  const head = [
    [{ bold: titleFor(entry, reader, words) }],
    ...reasonLines(entry, contents, words),
    ...editedIntoLines(operation, words),
  ];
  const sent = renderSent(description, reader);
  const rest = [
    ...eventLines(entry, contents, words),
    ...linkLines(entry, typedReason(operation, contents, reader), words.history),
    ...idLines(entry, words.history.story),
  ];
  const steps = { operation, description, reader, words };
  // People who only had a part in it have nothing to do.
  const use = useButtons(entry);
  const ways = reader === "anybody" ? [] : actions([...nextSteps(steps), ...anotherButtons(steps), ...use]);
  const [above, below] = [renderLines(head), renderLines(rest)];
  return compose(above, ...sent, below, ...ways);
}

/** Only here: a post would offer it to people without the right, and after the file is gone. */
function useButtons({ operation, reader, description: { ways }, mayUse = false }: Story): Button[] {
  const { use } = ways ?? {};
  if (use === undefined || !mayUse || reader !== "author" || operation.outcome !== "accepted") return [];
  return [button(use.id, use.label, use.value)];
}

function titleFor(entry: Entry, reader: Reader, words: Catalogue): string {
  const { inFull, masked } = entry.description.subject;
  return stateTitle(entry, reader === "author" ? inFull : masked, words);
}

function reasonLines(
  { operation, reader }: Pick<Story, "operation" | "reader">,
  contents: readonly string[],
  words: Catalogue,
): Line[] {
  const explained = explainEnd(operation, contents, words);
  if (explained === null) return [];
  const { says, remedy, inFull, code } = explained;
  const isCodeShown = reader === "on-call" || !isOwnCode(operation);
  const said = platformWords(operation, contents);
  const quoted = said === null ? null : words.outcomes.platformSays(said);
  return [
    [isCodeShown ? `${says} (${code})` : says],
    ...(remedy === null ? [] : [sentenceLine(remedy)]),
    ...(inFull === undefined ? [] : [[inFull]]),
    ...(quoted === null || quoted === says ? [] : [[quoted]]),
  ];
}

/** The typed reason; null for none that may be shown. */
function typedReason({ reason }: Operation, contents: readonly string[], reader: Reader): string | null {
  if (reason === null || reader === "author") return reason;
  return givesAway(reason, contents) ? null : maskDigits(reason);
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

type StoryWords = Catalogue["history"]["story"];
type Happened = { at: Date; says: Piece[] };

/** One on each line, with its time. */
function eventLines(
  { operation, description, posts }: Story,
  contents: readonly string[],
  words: Catalogue,
): Line[] {
  const { story } = words.history;
  const { startedAt, closedAt } = operation;
  const happened = [
    ...operationEvents({ operation, description }, contents, words),
    ...posts.flatMap((post) => postEvent(post, operation, story)),
  ];
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

function operationEvents(
  { operation, description: { unasked } }: Entry,
  contents: readonly string[],
  words: Catalogue,
): Happened[] {
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

/** Slack dates a message by its appearance, which may be before this operation was asked for. */
function postEvent(
  { destination, message, mayRepeat }: PostState,
  { createdAt }: Operation,
  words: StoryWords,
): Happened[] {
  if (message === null) return [];
  const repeat = mayRepeat ? ` (${words.mayRepeat})` : "";
  const at = new Date(Math.max(Number(message.ts) * 1000, createdAt.getTime()));
  return [
    {
      at,
      says: [words.posted.before, ...destinationPieces(destination, words), `${words.posted.after}${repeat}`],
    },
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

/** The act's other step, and the neighbouring tries. */
function linkLines({ operation }: Entry, reason: string | null, { story }: Catalogue["history"]): Line[] {
  const { id, act, step, siblings } = operation;
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

/** Each in a block to copy. */
function idLines({ operation, description }: Entry, words: StoryWords): Line[] {
  const all = [...description.ids, { name: words.operation, id: operation.id }];
  return all.map(({ name, id }) => [`${capital(name)}: `, { code: id }]);
}

function destinationPieces(id: string, words: StoryWords): Piece[] {
  if (/^[CG]/.test(id)) return [{ conversation: id }];
  return /^[UW]/.test(id) ? [`${words.directMessageTo} `, { user: id }] : [words.directMessage];
}
