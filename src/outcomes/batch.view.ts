import type { ActionsBlock } from "@slack/types";
import { shortenId } from "../foreign-id.ts";
import type { Catalogue } from "../locales/index.ts";
import type { Ways } from "../operations/description.ts";
import { actSubject } from "../operations/index.ts";
import type { Answer } from "../slack/blocks/answer.ts";
import { plain } from "../slack/blocks/modal.ts";
import { type Line, lineText, renderLines } from "../slack/blocks/rich-text.ts";
import type { Operation } from "../store/index.ts";
import { isUnsettled, sentAgainBy } from "./again.ts";
import { type Card, cardTitle, nextSteps } from "./card.view.ts";
import { explainEnd } from "./reasons.ts";
import { type Seen, toCard } from "./seen.ts";
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

/** The one post of all that an act brought: how many, then each with why and with what there is to do about it. */
export function renderBatch(operations: readonly Operation[], seen: Seen): Answer {
  const { ids } = seen.teller;
  const unsettled = seen.reader === "anybody" ? [] : operations.filter(isUnsettled);
  // One has its buttons beside it, several have a form.
  const isForm = unsettled.length > 1;
  const head = renderLines([[{ bold: batchTitle(operations, seen) }]]);
  const rows = operations.map((one) => {
    const card = toCard(one, seen, null);
    return renderRow(isForm && isUnsettled(one) ? { ...card, reader: "anybody" } : card, seen);
  });
  const [first] = unsettled;
  const form = isForm && first !== undefined ? [settleForm(first, ids, seen.words)] : [];
  return {
    text: [head.text, ...rows.map(({ text }) => text)].join("\n"),
    blocks: [head.block, ...rows.flatMap(({ blocks }) => blocks), ...form, ...giveUpBlock(operations, seen)],
  };
}

export function batchTitle(operations: readonly Operation[], { teller, words }: Seen): string {
  const counts = countStates(operations);
  return `${markOf(counts)} ${teller.batch?.title(counts, words) ?? ""}`;
}

function settleForm({ act }: Operation, { unsettled }: Ways, { outcomes }: Catalogue): ActionsBlock {
  const text = plain(outcomes.listing.button);
  const value = actSubject(act);
  return {
    type: "actions",
    elements: [{ type: "button", action_id: unsettled, text, value, style: "primary" }],
  };
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

/** One of several in a post. */
export function renderRow(card: Card, { teller, words }: Seen): Answer {
  const { operation, description } = card;
  const terms = description.terms ?? words;
  const explained = explainEnd(operation, description.contents, terms);
  const isOver = sentAgainBy(operation) !== null;
  const [platformId] = description.ids;
  const title =
    isWaiting(operation) && teller.batch !== undefined
      ? `${teller.batch.waits(words)} · ${description.subject.masked}`
      : cardTitle(operation, description, words);
  const toLine = (show: (id: string) => string): Line => [
    title,
    ...(platformId === undefined ? [] : [` · ${show(platformId.id)}`]),
    ...(explained === null || isOver ? [] : [` · ${explained.says} ${explained.remedy ?? ""}`.trimEnd()]),
  ];
  // What waits is given up with all that waits.
  const elements = nextSteps({ ...card, ids: { ...card.ids, giveUp: undefined } }, terms);
  const steps = elements.length === 0 ? [] : [{ type: "actions" as const, elements }];
  return { text: lineText(toLine(String)), blocks: [renderLines([toLine(shortenId)]).block, ...steps] };
}

/** All that has not left yet. */
function giveUpBlock(operations: readonly Operation[], { teller: { batch }, words }: Seen): Answer["blocks"] {
  const waiting = operations.find(isWaiting);
  if (waiting === undefined || batch === undefined) return [];
  const { id, label } = batch.giveUp(words);
  const button = { type: "button" as const, action_id: id, text: plain(label), value: waiting.id };
  return [{ type: "actions", elements: [button] }];
}
