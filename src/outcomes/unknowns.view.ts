import type { ModalView } from "@slack/types";
import type { Catalogue } from "../locales/index.ts";
import { type Answer, renderAnswer } from "../slack/blocks/answer.ts";
import { actions } from "../slack/blocks/buttons.ts";
import { renderModal } from "../slack/blocks/modal.ts";
import { type Line, lineText, renderLines } from "../slack/blocks/rich-text.ts";
import type { Listing, Operation } from "../store/index.ts";
import { settleForm } from "./batch.view.ts";
import { present } from "./card.view.ts";
import { type Seen, type Teller, toCard } from "./index.ts";
import { factsLine, sentGlance } from "./sent.view.ts";
import { reportButtons } from "./steps.view.ts";
import { sharedPlace } from "./telling.ts";

/** Which card, act, or author's a form shows. */
export type UnsettledMetadata = { listing: string };

const authors = "by";

/** In the place of a card's id: all of that kind that an author sent. */
export function ofAuthor({ author, kind }: Pick<Operation, "author" | "kind">): string {
  return [authors, author, kind].join(":");
}

/** Null of a card or an act. */
export function toAuthor(id: string): Pick<Operation, "author" | "kind"> | null {
  const [head, author = "", ...kind] = id.split(":");
  return head === authors ? { author, kind: kind.join(":") } : null;
}

const rowsOnCard = 10;
/** Slack takes 100 blocks in a form: two for each, and the lines above and below. */
const rowsInForm = 32;

/** On-call's card of several unknown outcomes, each with its buttons; when none is left, that, and nothing to press. */
export function renderUnknownsCard(listing: Listing, seen: Seen): Answer {
  const { id, left, total, unsettled } = listing;
  const { teller, words } = seen;
  const [one] = unsettled;
  if (left === 0 || one === undefined)
    return renderAnswer([[{ bold: words.outcomes.listing.closed(total) }]]);
  const { terms = words } = teller.describe(one, words);
  const { several, mayBeSent, ask } = terms.outcomes;
  const asks = left === 1 ? `${mayBeSent} ${ask}` : several.ask;
  const head = renderLines([[{ bold: several.title(left, total) }], [asks]]);
  const rows = renderRows(listing, rowsOnCard, () => seen);
  const form = left === 1 ? [] : settleForm(id, teller.ids, terms);
  return {
    text: [head.text, ...rows.map(({ text }) => text)].join("\n"),
    blocks: [head.block, ...rows.flatMap(({ blocks }) => blocks), ...form],
  };
}

/** All that a person may settle; `notice`: what came of the click before. */
export function renderUnknownsForm(
  listing: Listing,
  { notice, reader, teller }: { notice: Line | null; reader: string; teller: Teller },
  words: Catalogue,
): ModalView {
  const { none, done } = words.outcomes.listing;
  const [one] = listing.unsettled;
  const { outcomes } = (one && teller.describe(one, words).terms) ?? words;
  const { formTitle, formAsk } = outcomes.several;
  const rows = renderRows(listing, rowsInForm, ({ author }) => ({
    ...{ teller, words },
    reader: author === reader ? "author" : "on-call",
  }));
  return renderModal({
    callbackId: teller.ids.unsettled,
    title: formTitle,
    close: done,
    carries: { listing: listing.id },
    blocks: [
      ...(notice === null ? [] : [renderLines([["⚠️ ", ...notice]]).block]),
      renderLines([[listing.left === 0 ? none : formAsk]]).block,
      ...rows.flatMap(({ blocks }) => blocks),
    ],
  });
}

/** In the order of sending, which is that of another system's log; last, how many more there are. */
function renderRows(
  { left, unsettled }: Listing,
  most: number,
  seenOf: (operation: Operation) => Seen,
): Answer[] {
  const sentAt = ({ startedAt, createdAt }: Operation) => (startedAt ?? createdAt).getTime();
  const inOrder = unsettled.toSorted((a, b) => sentAt(a) - sentAt(b) || a.step - b.step);
  const shown = inOrder.slice(0, most);
  const [first] = shown;
  const more = left - shown.length;
  const rows = shown.map((one) => renderRow(one, seenOf(one)));
  if (first === undefined || more === 0) return rows;
  return [...rows, renderAnswer([[seenOf(first).words.outcomes.listing.more(more)]])];
}

function renderRow(operation: Operation, seen: Seen): Answer {
  const { teller, words, reader } = seen;
  const { toldIn } = teller.describe(operation, words);
  const card = toCard(operation, seen, toldIn?.conversation ?? sharedPlace(operation, teller.places));
  const { description } = card;
  const { title, facts, grey, ids, steps } = present(card);
  const says = [factsLine(facts), (reader === "author" && sentGlance(description)) || ""].filter(Boolean);
  const { settle } = description.terms ?? words;
  const asks = reportButtons(operation, { settle: teller.ids.settle, of: description }, settle);
  const toLines = (parts: readonly Line[]): Line[] => [
    [{ bold: title }, ...says.map((part) => ` · ${part}`)],
    parts.flatMap((part, index) => (index === 0 ? part : [" · ", ...part])),
  ];
  // One that was sent again since is still to be reported.
  const buttons = actions(steps.length > 0 ? steps : asks);
  return {
    text: toLines([...grey, ...ids])
      .map(lineText)
      .join("\n"),
    blocks: [
      renderLines(toLines(grey)).block,
      ...buttons.map((block) => ({ ...block, block_id: `unsettled.${operation.id}.report` })),
    ],
  };
}
