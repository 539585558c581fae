import type { ActionsBlock } from "@slack/types";
import { givesAway } from "../../foreign-words.ts";
import type { Catalogue } from "../../locales/index.ts";
import { triesOf } from "../../outcomes/again.ts";
import { anewButton, type Entry, nextSteps, type Reader, stateTitle } from "../../outcomes/card.view.ts";
import { explainEnd, isOwnCode, platformWords } from "../../outcomes/reasons.ts";
import { receiptLine, tookWords } from "../../outcomes/receipt.view.ts";
import { maskDigits } from "../../phone-number.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions } from "../../slack/blocks/buttons.ts";
import type { Line, Piece } from "../../slack/blocks/rich-text.ts";
import type { Operation, Place, PostState } from "../../store/index.ts";

/** What an operation is tied to; null of what it isn't, and of what is gone from the store. */
export type Links = Record<"follows" | "followedBy" | "repeats" | "repeatedBy", Entry | null>;

/** The other step of its act, and the tries of the same right before and behind it. */
export function linkedIds(operation: Operation): Record<keyof Links, string | null> {
  const { id, act, step, siblings } = operation;
  const tries = triesOf(operation);
  const index = tries.findIndex((one) => one.id === id);
  return {
    follows: step === 0 ? null : act,
    followedBy: (step === 0 && siblings.find((one) => one.step > 0)?.id) || null,
    repeats: tries[index - 1]?.id ?? null,
    repeatedBy: tries[index + 1]?.id ?? null,
  };
}

/** Its author may see the recipient in full. */
export type Story = Entry & { posts: readonly PostState[]; links: Links; reader: Reader };

/** Everything that is known about one operation, in the order in which it happened. */
export function renderStory(told: Story, catalogue: Catalogue): Answer {
  const { operation, description, posts, reader } = told;
  const isOwn = reader === "author";
  const words = description.terms ?? catalogue;
  const { history } = words;
  // The author may read whatever repeats the message.
  const contents = isOwn ? [] : description.contents;
  const heading = titleFor(isOwn, { operation, description }, words);
  const lines = [
    [{ bold: heading }],
    ...reasonLines(told, contents, words),
    askedLine(operation, history.story),
    ...eventLines(operation, contents, words),
    ...linkLines(told, typedReason(operation, contents, isOwn), catalogue),
    ...(isOwn ? (description.details ?? []).map(({ name, value }): Line => [`${name}: ${value}`]) : []),
    ...idLines({ operation, description }, history.story),
    ...postLines(posts, history.story),
  ];
  return renderAnswer(lines, ...stepBlocks({ operation, description }, reader, words));
}

/** Who only had a part in it has nothing to do about it. */
function stepBlocks(entry: Entry, reader: Reader, words: Catalogue): ActionsBlock[] {
  if (reader === "anybody") return [];
  const told = { ...entry, reader, words };
  return actions([...nextSteps(told), ...anewButton(told)]);
}

function reasonLines(
  { operation, reader }: Pick<Story, "operation" | "reader">,
  contents: readonly string[],
  words: Catalogue,
): Line[] {
  const explained = explainEnd(operation, contents, words);
  if (explained === null) return [];
  const { says, remedy, code } = explained;
  const isCodeShown = reader === "on-call" || !isOwnCode(operation);
  const said = platformWords(operation, contents);
  const quoted = said === null ? null : words.outcomes.platformSays(said);
  const remedies = remedy === null ? [] : [[remedy]];
  return [
    [isCodeShown ? `${says} (${code})` : says],
    ...remedies,
    ...(quoted === null || quoted === says ? [] : [[quoted]]),
  ];
}

/** In that person's words; null where there are none to be shown. */
function typedReason({ reason }: Operation, contents: readonly string[], isOwn: boolean): string | null {
  if (reason === null || isOwn) return reason;
  return givesAway(reason, contents) ? null : maskDigits(reason);
}

type StoryWords = Catalogue["history"]["story"];

function askedLine({ author, conversation }: Operation, words: StoryWords): Line {
  const asked: Line = [`${words.askedBy} `, { user: author }];
  return conversation === null ? asked : [...asked, ` · ${words.resultTo} `, ...toPlace(conversation, words)];
}

function eventLines(operation: Operation, contents: readonly string[], words: Catalogue): Line[] {
  const { story, outcomes, settledAs } = words.history;
  const { createdAt, startedAt, closedAt, correctedAt, settledAt } = operation;
  const outcome = outcomes[operation.outcome ?? "under_way"];
  const happened: { at: Date | null; words: Piece[] }[] = [
    { at: createdAt, words: [story.stored] },
    { at: startedAt, words: [operation.outcome === "not_sent" ? story.tried : story.started] },
    // Only an unknown outcome is ever corrected.
    { at: closedAt, words: [story.ended(correctedAt === null ? outcome : outcomes.unknown)] },
    { at: correctedAt, words: [story.corrected(outcome)] },
    { at: settledAt, words: settledWords(operation, story.settled, settledAs) },
    { at: operation.receipt?.at ?? null, words: receiptWords(operation, contents, words) },
  ];
  const lines = happened
    .flatMap(({ at, words }) => (at === null ? [] : [{ at, words }]))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, words }): Line => ["• ", { at, to: "second" }, " · ", ...words]);
  const takenOver = operation.attempts - 1;
  return [
    ...lines,
    ...(startedAt === null && closedAt !== null ? [[story.neverStarted]] : []),
    ...(takenOver > 0 ? [[story.takenOver(takenOver)]] : []),
  ];
}

function receiptWords(operation: Operation, contents: readonly string[], words: Catalogue): Piece[] {
  const took = tookWords(operation, words);
  return [
    ...(receiptLine(operation.receipt, contents, words) ?? []),
    ...(took === null ? [] : [` (${took})`]),
  ];
}

function settledWords(
  { settledBy, settledAs }: Operation,
  settled: string,
  found: Catalogue["history"]["settledAs"],
): Piece[] {
  if (settledBy === null || settledAs === null) return [settled];
  return [`${settled} `, { user: settledBy }, `: ${found[settledAs]}`];
}

/** The other step of its act, and who sent what again: each found by its id. */
function linkLines({ operation, links, reader }: Story, reason: string | null, words: Catalogue): Line[] {
  const { story } = words.history;
  const isOwn = reader === "author";
  const { follows, followedBy, repeats, repeatedBy } = linkedIds(operation);
  const say = (label: Line, id: string | null, entry: Entry | null): Line[] =>
    id === null ? [] : [[...label, ...linkPieces(entry, isOwn, words), { code: id }]];
  const again = { user: links.repeatedBy?.operation.author ?? operation.author };
  return [
    ...say([`${story.follows}: `], follows, links.follows),
    ...say([`${story.followedBy}: `], followedBy, links.followedBy),
    ...say([`${story.repeats}: `], repeats, links.repeats),
    ...(reason === null ? [] : [[`${story.reason}: “${reason}”`]]),
    ...say([`${story.repeatedBy} `, again, ": "], repeatedBy, links.repeatedBy),
  ];
}

function linkPieces(entry: Entry | null, isOwn: boolean, words: Catalogue): Piece[] {
  return entry === null
    ? []
    : [`${titleFor(isOwn, entry, words)} · `, { at: entry.operation.createdAt }, " · "];
}

function titleFor(isOwn: boolean, entry: Entry, words: Catalogue): string {
  const { subject } = entry.description;
  return stateTitle(entry, isOwn ? subject.inFull : subject.masked, words);
}

function idLines({ operation, description }: Entry, words: StoryWords): Line[] {
  const others = description.ids.flatMap(
    ({ name, id }, index): Line => [`${index === 0 ? "" : ", "}${name} `, { code: id }],
  );
  return [...(others.length === 0 ? [] : [others]), [`${words.operation} `, { code: operation.id }]];
}

function postLines(posts: readonly PostState[], words: StoryWords): Line[] {
  if (posts.length === 0) return [[words.noPosts]];
  return [[`${words.posts}:`], ...posts.map((post): Line => ["• ", ...postPieces(post, words)])];
}

function postPieces(
  { destination, message, waits, mayRepeat, error }: PostState,
  words: StoryWords,
): Piece[] {
  const place = toPlace(destination, words);
  const repeat = mayRepeat ? `, ${words.mayRepeat}` : "";
  if (message !== null) return [...place, ": ", { at: postedAt(message) }, ` ${words.posted}${repeat}`];
  if (!waits && error !== null) return [...place, `: ${words.undeliverable(error)}`];
  const failure = error === null ? "" : `, ${words.lastFailure(error)}`;
  return [...place, `: ${words.waiting}${failure}${repeat}`];
}

/** Slack names a message by when it appeared. */
function postedAt({ ts }: Place): Date {
  return new Date(Number(ts) * 1000);
}

function toPlace(id: string, words: StoryWords): Piece[] {
  if (/^[CG]/.test(id)) return [{ conversation: id }];
  return /^[UW]/.test(id) ? [`${words.directMessageTo} `, { user: id }] : [words.directMessage];
}
