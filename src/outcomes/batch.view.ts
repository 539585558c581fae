import { shortenId } from "../foreign-id.ts";
import type { Catalogue } from "../locales/index.ts";
import { type Answer, renderAnswer } from "../slack/blocks/answer.ts";
import { plain } from "../slack/blocks/modal.ts";
import { type Line, lineText, renderLines } from "../slack/blocks/rich-text.ts";
import type { Batch, NewPost, Operation } from "../store/index.ts";
import { sentAgainBy } from "./again.ts";
import { cardTitle, nextSteps } from "./card.view.ts";
import { batchKey, usualPlace } from "./places.ts";
import type { PostOptions } from "./posts.view.ts";
import { explainEnd } from "./reasons.ts";
import { type State, stateOf } from "./state.ts";

/** How many of a batch stand how; `done` by the platform's word or a person's, `open` of which the request has left. */
export type Counts = Record<
  "total" | "done" | "refused" | "notSent" | "unknown" | "again" | "open" | "waiting",
  number
>;

/** What a feature whose acts bring several says of them together. */
export type BatchWords = {
  title: (counts: Counts, words: Catalogue) => string;
  /** For one that has not left yet. */
  waits: (words: Catalogue) => string;
  giveUp: (words: Catalogue) => { id: string; label: string };
};

/**
 * The one post of each batch as it stands now; it is there from the first time on that any of it is told. `ended` has
 * just ended: after the last one a line says so, since an edit alone notifies nobody.
 */
export function renderBatches(
  batches: readonly Batch[],
  ended: Operation | null,
  options: PostOptions,
): NewPost[] {
  return batches.flatMap(({ id, operations }): NewPost[] => {
    const [first] = operations;
    const { batch, places, teamLocale, wordsOf } = options;
    if (first === undefined || batch === undefined) return [];
    const { author, locale } = first;
    const { destinations } = usualPlace(first, places);
    const words = wordsOf(destinations[0] === author && locale !== null ? locale : teamLocale);
    const counts = countStates(operations);
    const title = `${markOf(counts)} ${batch.title(counts, words)}`;
    const post = { key: batchKey(id), destinations, author };
    const edit: NewPost = {
      kind: "edit",
      ...post,
      body: renderBatch(operations, title, { ...options, words }),
    };
    if (counts.open + counts.waiting > 0 || ended?.act !== id) return [edit];
    return [edit, { kind: "line", ...post, body: renderAnswer([[{ user: author }, ` ${title}`]]) }];
  });
}

function countStates(operations: readonly Operation[]): Counts {
  const states = operations.map(stateOf);
  const of = (...names: State[]) => states.filter((state) => names.includes(state)).length;
  const waiting = operations.filter(isWaiting).length;
  return {
    total: states.length,
    done: of("accepted", "arrived"),
    refused: of("refused"),
    notSent: of("not_sent", "did_not_arrive"),
    unknown: of("unknown"),
    again: of("edited", "sent_again"),
    open: of("under_way") - waiting,
    waiting,
  };
}

/** For its turn, or for its file: until its request leaves its author can give it up. */
function isWaiting({ state }: Operation): boolean {
  return state === "stored";
}

function markOf({ open, waiting, done, total }: Counts): string {
  if (open + waiting > 0) return "⏳";
  return done === total ? "✅" : "⚠️";
}

type Rendering = PostOptions & { words: Catalogue };

/** How many, then each with why and with what there is to do about it. */
function renderBatch(operations: readonly Operation[], title: string, options: Rendering): Answer {
  const head = renderLines([[{ bold: title }]]);
  const rows = operations.map((one) => renderRow(one, options));
  return {
    text: [head.text, ...rows.map(({ text }) => text)].join("\n"),
    blocks: [head.block, ...rows.flatMap(({ blocks }) => blocks), ...giveUpBlock(operations, options)],
  };
}

function renderRow(operation: Operation, { describe, ids, words, batch }: Rendering): Answer {
  const description = describe(operation, words);
  const explained = explainEnd(operation, description.contents, description.terms ?? words);
  const isOver = sentAgainBy(operation) !== null;
  const [platformId] = description.ids;
  const toLine = (show: (id: string) => string): Line => [
    isWaiting(operation) && batch !== undefined
      ? `${batch.waits(words)} · ${description.subject.masked}`
      : cardTitle(operation, description, words),
    ...(platformId === undefined ? [] : [` · ${show(platformId.id)}`]),
    ...(explained === null || isOver ? [] : [` · ${explained.says} ${explained.remedy ?? ""}`.trimEnd()]),
  ];
  const card = { operation, reader: "anybody" as const, ids: description.ways ?? ids };
  const elements = nextSteps(card, description.terms ?? words);
  const steps = elements.length === 0 ? [] : [{ type: "actions" as const, elements }];
  return { text: lineText(toLine(String)), blocks: [renderLines([toLine(shortenId)]).block, ...steps] };
}

/** All that has not left yet. */
function giveUpBlock(operations: readonly Operation[], { batch, words }: Rendering): Answer["blocks"] {
  const waiting = operations.find(isWaiting);
  if (waiting === undefined || batch === undefined) return [];
  const { id, label } = batch.giveUp(words);
  const button = { type: "button" as const, action_id: id, text: plain(label), value: waiting.id };
  return [{ type: "actions", elements: [button] }];
}
