import type { ActionsBlock } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { plain } from "../../slack/blocks/modal.ts";
import { isDirectMessage } from "../../slack/posts/conversation.ts";
import type { NewPost, Operation, Transition } from "../../store/index.ts";
import { obstacleToEdit } from "./again.ts";
import { ids } from "./ids.ts";
import { type Report, renderReport, toReport } from "./report.view.ts";
import { nameMessage, type ResultOptions, renderResultLines } from "./result.view.ts";

/** Where results go when the author chose no conversation, and who hears of an unknown outcome. */
export type ResultPlaces = { results: string | null; onCall: string | null };

export type PostOptions = ResultOptions & { places: ResultPlaces };

/** The posts that tell of a message's end: to the conversation, and of an unknown one to author and on-call too. */
export function renderResultPosts(
  operation: Operation,
  transition: Transition,
  options: PostOptions,
): NewPost[] {
  const lines = renderResultLines(operation, transition, options);
  if (operation.outcome !== "unknown") {
    const body = renderAnswer(lines, ...editButton(operation, options.words));
    const places = transition === "corrected" ? toAll(operation, options) : [toUsual(operation, options)];
    return places.map((place) => toPost(operation, place, body));
  }
  return toAll(operation, options).map((place) => {
    const buttons = unknownButtons(operation, place.destinations[0], options);
    const asked = buttons.length === 0 ? lines : [...lines, [options.words.settle.ask]];
    return toPost(operation, place, renderAnswer(asked, ...buttons));
  });
}

/** The posts that tell what a person found out, to all who were told that nobody knew. */
export function renderReportPosts(operation: Operation, report: Report, options: PostOptions): NewPost[] {
  const { words } = options;
  const { kind, to } = nameMessage(operation, options);
  const reported = { ...operation, settledBy: report.by, settledAs: report.as, settledAt: report.at };
  const body = renderAnswer(
    [
      [{ bold: words.settle.heading[report.as](kind, to) }],
      renderReport(report, words),
      [words.settle.onlyReported],
      [`${words.result.askedBy} `, { user: operation.author }],
    ],
    ...editButton(reported, words),
  );
  return toAll(operation, options).map((place) => toPost(operation, place, body));
}

/** What takes the place of a post whose buttons have been used: the same, and what came of it. */
export function renderUsedPost(operation: Operation, options: PostOptions): Answer {
  const { words } = options;
  const report = toReport(operation);
  const isCorrected = operation.correctedAt !== null;
  const lines = renderResultLines(operation, isCorrected ? "corrected" : "closed", options);
  if (isCorrected || report === null) return renderAnswer(lines);
  return renderAnswer([...lines, renderReport(report, words), [words.settle.onlyReported]]);
}

/** One of the places where an operation is told; with its id, the name is the key of the post there. */
type Place = {
  name: "result" | "author" | "on-call";
  destinations: [first: string, ...others: string[]];
};

function toUsual({ conversation, author }: Operation, { places }: PostOptions): Place {
  // A direct message has two names: the conversation's, and the person's. By one of them it is told once.
  const chosen = isDirectMessage(conversation) ? author : conversation;
  const [first = author, ...others] = new Set([chosen, places.results, author].filter((one) => one !== null));
  return { name: "result", destinations: [first, ...others] };
}

/** The usual place, the author's direct message, and on-call; each once. */
function toAll(operation: Operation, options: PostOptions): Place[] {
  const { author } = operation;
  const { onCall } = options.places;
  const usual = toUsual(operation, options);
  const [first] = usual.destinations;
  const all: Place[] = [usual];
  if (first !== author) all.push({ name: "author", destinations: [author] });
  if (onCall !== null && first !== onCall) all.push({ name: "on-call", destinations: [onCall, author] });
  return all;
}

function toPost({ id, author }: Operation, { name, destinations }: Place, body: Answer): NewPost {
  return { kind: "post", key: `operation:${id}:${name}`, destinations, body, author };
}

/** Only who can know is asked: the author, who may also send it again, and on-call. */
function unknownButtons(operation: Operation, place: string, { words, places }: PostOptions): ActionsBlock[] {
  const { settle, repeat } = words;
  const isAuthor = place === operation.author;
  if (!isAuthor && place !== places.onCall) return [];
  const { arrived, did_not_arrive } = settle.buttons;
  return actions(operation, [
    [`${ids.settle}:arrived`, arrived],
    [`${ids.settle}:did_not_arrive`, did_not_arrive],
    ...(isAuthor ? [[ids.repeat, repeat.button] as const] : []),
  ]);
}

/** Only what had no effect may be edited and sent. */
function editButton(operation: Operation, { result }: Catalogue): ActionsBlock[] {
  return obstacleToEdit(operation) === null ? actions(operation, [[ids.edit, result.editAndSend]]) : [];
}

function actions(
  { id }: Operation,
  buttons: readonly (readonly [actionId: string, text: string])[],
): ActionsBlock[] {
  return [
    {
      type: "actions",
      elements: buttons.map(([actionId, text]) => ({
        type: "button",
        action_id: actionId,
        text: plain(text),
        value: id,
      })),
    },
  ];
}
