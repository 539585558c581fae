import type { Catalogue, Locale } from "../locales/index.ts";
import type { Description, Ways } from "../operations/description.ts";
import { renderAnswer } from "../slack/blocks/answer.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { NewPost, Operation, Transition } from "../store/index.ts";
import { sentAgainBy } from "./again.ts";
import type { BatchWords } from "./batch.view.ts";
import { cardTitle, type Reader, renderCard } from "./card.view.ts";
import { listingKey, listingPlaces, type Place, placeKey, placesOf, type ResultPlaces } from "./places.ts";
import { explainEnd } from "./reasons.ts";
import { receiptLine } from "./receipt.view.ts";
import { type Report, toReport } from "./report.ts";

export type PostOptions = {
  places: ResultPlaces;
  /** For conversations; a direct message is in its reader's own. */
  teamLocale: Locale;
  wordsOf: (locale: Locale) => Catalogue;
  describe: (operation: Operation, words: Catalogue) => Description;
  ids: Ways;
  /** Given by a feature whose acts may bring several at once. */
  batch?: BatchWords;
};

/** What came of an operation that was told before; with it, its posts change and their threads get a line. */
export type Change =
  | { kind: "late" }
  | { kind: "reported"; report: Report }
  /** Who holds the phone said what they saw. */
  | { kind: "receipt" }
  /** `by` is the operation that sent it again. */
  | { kind: "sent_again"; by: Operation };

/**
 * The posts of an operation that has just ended; a late answer changes those that are there. `isTold`: the one where its
 * result belongs is there already.
 */
export function renderEnd(
  operation: Operation,
  transition: Transition,
  { isTold, ...options }: PostOptions & { isTold?: boolean | undefined },
): NewPost[] {
  if (transition === "corrected") return renderChange(operation, { kind: "late" }, options);
  const posts = placesOf(operation, options.places).flatMap((place): NewPost[] => {
    const key = placeKey(operation, place);
    const card = cardAt(operation, place, options);
    if (place.name !== "result" || isTold !== true) return [{ kind: "post", key, ...card }];
    const words = wordsAt(operation, place, options);
    const title = cardTitle(operation, describeAt(operation, place, options), words);
    const body = renderAnswer([[{ user: operation.author }, ` ${title}`]]);
    return [
      { kind: "edit", key, ...card },
      { kind: "line", key, ...card, body },
    ];
  });
  // The post that begins a listing says it already.
  const isBeginning = operation.listing === operation.id;
  return [
    ...posts,
    ...(isBeginning ? [] : listedLine(operation, () => [{ user: operation.author }], options)),
  ];
}

/** The post of an operation that has not ended, where its result will stand. */
export function renderOpen(operation: Operation, kind: "post" | "edit", options: PostOptions): NewPost[] {
  const [place] = placesOf(operation, options.places);
  if (place === undefined) return [];
  return [{ kind, key: placeKey(operation, place), ...cardAt(operation, place, options) }];
}

/** Each post of an operation as it is now: of what nobody has to be told, a button that leads nowhere. */
export function renderNow(operation: Operation, options: PostOptions): NewPost[] {
  return placesOf(operation, options.places).map((place) => ({
    kind: "edit",
    key: placeKey(operation, place),
    ...cardAt(operation, place, options),
  }));
}

/** Each post of an operation as it is now, and under each a line that tells of the change: an edit alone notifies nobody. */
export function renderChange(operation: Operation, change: Change, options: PostOptions): NewPost[] {
  const posts = placesOf(operation, options.places).flatMap((place): NewPost[] => {
    const key = placeKey(operation, place);
    const words = wordsAt(operation, place, options);
    const { destinations, author, ...edit } = cardAt(operation, place, options);
    const line = renderAnswer([changeLine(operation, change, { words, options })]);
    return [
      { kind: "edit", key, destinations, author, ...edit },
      { kind: "line", key, destinations, author, body: line },
    ];
  });
  const listed = (words: Catalogue) => changeLine(operation, change, { words, options });
  return [...posts, ...listedLine(operation, listed, options)];
}

/** Under a listing, what became of one that on-call has no other post of. */
function listedLine(
  operation: Operation,
  says: (words: Catalogue) => Line,
  { places, teamLocale, wordsOf, describe }: PostOptions,
): NewPost[] {
  const { author, listing } = operation;
  const onCall = listingPlaces(operation, places);
  if (listing === null || onCall.length === 0) return [];
  const words = wordsOf(teamLocale);
  const title = cardTitle(operation, describe(operation, words), words);
  const body = renderAnswer([[{ bold: title }, " · ", ...says(words)]]);
  return [{ kind: "line", key: listingKey(listing), destinations: [...onCall], author, body }];
}

function cardAt(operation: Operation, place: Place, options: PostOptions) {
  const { author } = operation;
  const words = wordsAt(operation, place, options);
  const description = describeAt(operation, place, options);
  const lead = description.toldIn ?? resultOf(operation, place, options);
  const card = {
    operation,
    description,
    reader: readerAt(operation, place, options),
    resultIn: lead?.conversation ?? null,
    ids: description.ways ?? options.ids,
  };
  return {
    destinations: place.destinations,
    author,
    body: renderCard(card, words),
    ...(lead === null ? {} : { linksTo: lead.key }),
  };
}

/** Where it may be moved to a conversation, it is as that may read it. */
function describeAt(operation: Operation, place: Place, options: PostOptions): Description {
  const description = options.describe(operation, wordsAt(operation, place, options));
  const { inFull, isOwnWord } = description.subject;
  const isForAuthor = place.destinations.every((one) => one === operation.author);
  return isForAuthor && isOwnWord === true
    ? { ...description, subject: { inFull, masked: inFull } }
    : description;
}

function readerAt({ author }: Operation, { destinations }: Place, { places }: PostOptions): Reader {
  if (destinations[0] === author) return "author";
  return destinations[0] === places.onCall[0] ? "on-call" : "anybody";
}

/** On-call is shown where the result stands, unless that is somebody's direct message. */
function resultOf(
  operation: Operation,
  { name }: Place,
  { places }: PostOptions,
): NonNullable<Description["toldIn"]> | null {
  const [result] = placesOf(operation, places);
  const conversation = result?.destinations[0] ?? "";
  if (name !== "on-call" || result === undefined || !/^[CG]/.test(conversation)) return null;
  return { key: placeKey(operation, result), conversation };
}

function wordsAt(operation: Operation, place: Place, { teamLocale, wordsOf }: PostOptions): Catalogue {
  const isOwn = place.destinations[0] === operation.author;
  return wordsOf(isOwn && operation.locale !== null ? operation.locale : teamLocale);
}

function changeLine(
  operation: Operation,
  change: Change,
  { words, options }: { words: Catalogue; options: PostOptions },
): Line {
  const { terms, contents } = options.describe(operation, words);
  const { outcomes } = terms ?? words;
  const { author, outcome } = operation;
  if (change.kind === "reported") {
    const { by, as } = change.report;
    return by === author
      ? [{ user: by }, outcomes.says[as]]
      : [{ user: author }, " ", { user: by }, outcomes.says[as]];
  }
  if (change.kind === "receipt") {
    const said = receiptLine(operation, contents, words) ?? [];
    return operation.receipt?.holder === author ? said : [{ user: author }, " ", ...said];
  }
  if (change.kind === "sent_again") {
    return [{ user: change.by.author }, outcomes.sentAgain[change.by.outcome ?? "unknown"]];
  }
  const explained = explainEnd(operation, contents, words);
  const twice = outcome === "accepted" && sentAgainBy(operation) !== null;
  return [
    { user: author },
    outcomes.late[outcome === "unknown" || outcome === null ? "not_sent" : outcome],
    ...(explained === null ? [] : [` ${explained.says}`]),
    ...contradictedReport(operation, terms ?? words),
    ...(twice ? [` ${outcomes.sentTwice}`] : []),
  ];
}

/** People acted on what somebody had said: a late answer that says otherwise names it. */
function contradictedReport(operation: Operation, { outcomes }: Catalogue): Line {
  const report = toReport(operation);
  if (report === null || (report.as === "arrived") === (operation.outcome === "accepted")) return [];
  return [" ", { user: report.by }, outcomes.says[report.as]];
}
