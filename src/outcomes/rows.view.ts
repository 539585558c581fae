import type { ActionsBlock, Button, ModalView, SectionBlock } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../locales/index.ts";
import { actSubject, isOfBatch, type Operations } from "../operations/index.ts";
import { type Answer, compose, renderAnswer } from "../slack/blocks/answer.ts";
import { actions, button, toSecondary } from "../slack/blocks/buttons.ts";
import { shorten } from "../slack/blocks/limits.ts";
import { plainText, renderModal } from "../slack/blocks/modal.ts";
import {
  type Line,
  renderContext,
  renderLines,
  toLineText,
  toVerbatimMarkup,
} from "../slack/blocks/rich-text.ts";
import type { Operation, Store, UnknownsCard } from "../store/index.ts";
import { type DisplayState, isUnresolved, sentTimeOf, stateOf } from "./again.ts";
import {
  type Card,
  type DescribedOperation,
  formatCardTitle,
  historyId,
  platformIdOf,
  reportButtons,
  toCardParts,
  toPersonalCard,
} from "./card.view.ts";
import { type Batch, type Presenter, toCard, toDescribedOperation, type Viewer } from "./index.ts";
import { sharedConversation } from "./notifications.ts";
import { readRemedies } from "./reasons.ts";
import { formatFacts } from "./sent.view.ts";

/** Numbers of operations by state. `done`: accepted or reported as arrived. `open`: not ended. */
export type StateCounts = Record<
  "total" | "done" | "refused" | "notSent" | "unknown" | "again" | "open",
  number
>;

export function createBatchPresenter(says: (counts: StateCounts, words: Catalogue) => string): Batch {
  const title: Batch["title"] = (operations, { words }) => {
    const counts = countStates(operations);
    return `${markOf(counts)} ${says(counts, words)}`;
  };
  return {
    title,
    titleInList: (operations, viewer) =>
      `${title(operations, viewer)} · ${formatSubjects(operations, viewer)}`,
    render: (operations, viewer) => {
      const head = renderLines([[{ bold: title(operations, viewer) }]]);
      const form = resolveStep(operations, viewer);
      const isInForm = (one: Operation) => form.length > 0 && isUnresolved(one);
      const rows = operations.map((one) => renderOperationRow(toCard(one, viewer), !isInForm(one)));
      const grey = renderContext(batchContextLines(operations));
      return compose(head, ...rows, ...form, grey);
    },
  };
}

/** Button to the form for several unknown outcomes; a single outcome has its own buttons. */
function resolveStep(operations: readonly Operation[], { presenter, words, reader }: Viewer): ActionsBlock[] {
  const unresolved = reader === "anybody" ? [] : operations.filter(isUnresolved);
  const [first] = unresolved;
  if (first === undefined || unresolved.length === 1) return [];
  const { terms = words } = presenter.describe(first, words);
  return actions([resolveButton(actSubject(first.act), presenter, terms)]);
}

export function resolveButton(of: string, { ids }: Presenter, { outcomes }: Catalogue): Button {
  return button(ids.unresolved, outcomes.several.button, of, "primary");
}

function countStates(operations: readonly Operation[]): StateCounts {
  const states = operations.map(stateOf);
  const of = (...names: DisplayState[]) => states.filter((state) => names.includes(state)).length;
  return {
    total: states.length,
    done: of("accepted", "arrived"),
    refused: of("refused"),
    notSent: of("not_sent", "did_not_arrive"),
    unknown: of("unknown"),
    again: of("sent_again"),
    open: of("under_way"),
  };
}

function markOf({ open, done, total }: StateCounts): string {
  if (open > 0) return "⏳";
  return done === total ? "✅" : "⚠️";
}

/** Row of one operation in a post of several. An unknown outcome has buttons in its row or in a form, but no question. */
export function renderOperationRow(card: Card, hasButtons = true): Answer {
  const { title, why, facts, steps } = toCardParts(card);
  const toLines = (id: string): Line[] => [
    [[title, formatFacts(facts), id].filter((part) => part !== "").join(" · ")],
    ...why,
  ];
  return {
    text: toLines(platformIdOf(card.description)).map(toLineText).join("\n"),
    blocks: [renderLines(toLines("")).block, ...actions(hasButtons ? steps.map(toSecondary) : [])],
  };
}

export function batchContextLines(operations: readonly Operation[]): Line[] {
  const ended = operations.map(({ closedAt, createdAt }) => (closedAt ?? createdAt).getTime());
  const at = new Date(Math.max(...ended));
  return operations.slice(0, 1).flatMap(({ author }): Line[] => [[{ user: author }], [{ at }]]);
}

/** `title`: the act's title if it has several operations. */
export type RowEntry = DescribedOperation & { title?: string | null };

type RowSources = {
  store: { operations: Pick<Store["operations"], "ofAct"> };
  operations: Pick<Operations, "describe">;
  presenterOf: (kind: string) => Presenter | undefined;
};

/** Reads a row per operation. An act of several operations gets one row, where its first operation is. */
export async function readRowEntries(
  operations: readonly Operation[],
  words: Catalogue,
  sources: RowSources,
): Promise<RowEntry[]> {
  const acts = new Set<string>();
  const once = operations.filter((one) => !isOfBatch(one) || acts.size < acts.add(one.act).size);
  return Promise.all(
    once.map(async (one) => ({
      ...toDescribedOperation(one, words, sources.operations),
      title: await readTitle(one, words, sources),
    })),
  );
}

async function readTitle(
  one: Operation,
  words: Catalogue,
  { store, presenterOf }: RowSources,
): Promise<string | null> {
  const presenter = isOfBatch(one) ? presenterOf(one.kind) : undefined;
  if (presenter?.batch === undefined) return null;
  const { title, titleInList = title } = presenter.batch;
  return titleInList(await store.operations.ofAct(one.act), { presenter, words, reader: "anybody" });
}

const maxNamesLength = 100;

export function formatSubjects(operations: readonly Operation[], viewer: Viewer): string {
  const names = operations.map((one) => nameAlone(toCard(one, viewer).subject));
  return shorten(names.join(", "), maxNamesLength);
}

/** Reduces a masked recipient `joon (010-****-0001)` to its name; other subjects stay unchanged. */
function nameAlone(masked: string): string {
  return /^(?<name>.*\S) \((?:…\d*|\d+-\*{4}-\d{4})\)$/.exec(masked)?.groups?.["name"] ?? masked;
}

/** Data in the form: id of on-call's card, or `act:` and the id of an act. */
export const UnresolvedMetadata = z.object({ unknownsCard: z.string() });

const rowsOnCard = 10;
/** Most rows in the form: Slack allows 100 blocks, and a row takes two. Further rows are only counted. */
const rowsInForm = 32;

/** On-call's card of unknown outcomes, each a row. A single one has buttons, several have a form. */
export function renderUnknownsCard(unknownsCard: UnknownsCard, viewer: Viewer): Answer {
  const { id, left, total, unresolved } = unknownsCard;
  const { presenter, words } = viewer;
  const [one] = unresolved;
  if (left === 0 || one === undefined)
    return renderAnswer([[{ bold: words.outcomes.unknownsCard.closed(total) }]]);
  const { terms = words } = presenter.describe(one, words);
  const { several, mayBeSent, askOthers } = terms.outcomes;
  const asks = left === 1 ? `${mayBeSent} ${askOthers}` : several.ask;
  const head = renderLines([[{ bold: several.title(left, total) }], [asks]]);
  const form = left === 1 ? [] : actions([resolveButton(id, presenter, terms)]);
  const rows = renderRows(unknownsCard, { most: rowsOnCard, hasButtons: left === 1 }, () => viewer);
  return compose(head, ...rows, ...form);
}

/** Form with every outcome that a person may resolve. `notice`: answer to their last click. */
export function renderUnknownsForm(
  unknownsCard: UnknownsCard,
  { notice, reader, presenter }: { notice: Line | null; reader: string; presenter: Presenter },
  words: Catalogue,
): ModalView {
  const { none, done } = words.outcomes.unknownsCard;
  const [one] = unknownsCard.unresolved;
  const { outcomes } = (one && presenter.describe(one, words).terms) ?? words;
  const { formTitle, formAsk } = outcomes.several;
  const rows = renderRows(unknownsCard, { most: rowsInForm, hasButtons: true }, ({ author }) => ({
    presenter,
    words,
    reader: author === reader ? "author" : "on-call",
  }));
  return renderModal({
    callbackId: presenter.ids.unresolved,
    title: formTitle,
    close: done,
    carries: { unknownsCard: unknownsCard.id },
    blocks: [
      ...(notice === null ? [] : [renderLines([["⚠️ ", ...notice]]).block]),
      renderLines([[unknownsCard.left === 0 ? none : formAsk]]).block,
      ...rows.flatMap(({ blocks }) => blocks),
    ],
  });
}

/** Rows in the order of sending, as in other systems' logs, then the number of further ones. */
function renderRows(
  { left, unresolved }: UnknownsCard,
  { most, hasButtons }: { most: number; hasButtons: boolean },
  viewerOf: (operation: Operation) => Viewer,
): Answer[] {
  const inOrder = unresolved.toSorted(
    (a, b) => sentTimeOf(a).getTime() - sentTimeOf(b).getTime() || a.step - b.step,
  );
  const shown = inOrder.slice(0, most);
  const [first] = shown;
  const more = left - shown.length;
  const rows = shown.map((one) => renderUnknownRow(one, viewerOf(one), hasButtons));
  if (first === undefined || more === 0) return rows;
  return [...rows, renderAnswer([[viewerOf(first).words.lists.more(more)]])];
}

function renderUnknownRow(operation: Operation, viewer: Viewer, hasButtons: boolean): Answer {
  const { presenter, words } = viewer;
  const { describedIn } = presenter.describe(operation, words);
  const conversation = describedIn?.conversation ?? sharedConversation(operation, presenter.audiences);
  const card = toCard(operation, viewer, conversation);
  const { description } = card;
  const { state, title, facts, sent, grey, ids, steps } = toCardParts(card);
  // A changed state, such as after a later try, needs the full title.
  const heading = state === "unknown" ? `${description.kind} · ${card.subject}` : title;
  const says = [formatFacts(facts), sent ?? ""].filter(Boolean);
  const asks = reportButtons(
    operation,
    { resolve: presenter.ids.resolve, of: description },
    card.words.resolve,
  );
  const toLines = (parts: readonly Line[]): Line[] => [
    [{ bold: heading }, ...says.map((part) => ` · ${part}`)],
    parts.flatMap((part, index) => (index === 0 ? part : [" · ", ...part])),
  ];
  // An operation that was sent again has no steps, but its outcome is still asked for.
  const buttons = actions(!hasButtons ? [] : steps.length > 0 ? steps : asks);
  return {
    text: toLines([...grey, ...ids])
      .map(toLineText)
      .join("\n"),
    blocks: [
      renderLines(toLines(grey)).block,
      ...buttons.map((block) => ({ ...block, block_id: `unresolved.${operation.id}.report` })),
    ],
  };
}

export type ActivityRow = {
  at: Date;
  /** Title for screen readers and for copying. */
  title: string;
  says: readonly string[];
  facts: Line;
  step: Button;
};

const maxTitleLength = 200;
/** Limits in characters, so that ten rows fit an answer. */
const maxSubjectLength = 100;
const maxSentLength = 60;

/** Shows authors what was sent and why it failed; rows of others name author and recipient without a number. */
export function toActivityRow(
  entry: RowEntry,
  words: Catalogue,
  { isEverybodys = false }: { isEverybodys?: boolean } = {},
): ActivityRow {
  const { operation, description, title: several = null } = entry;
  const { createdAt: at, author, act } = operation;
  const who: Line = isEverybodys ? [{ user: author }] : [];
  if (several !== null) {
    const step = button(historyId, words.history.details, act);
    const title = shorten(several, maxTitleLength);
    return { at, title, says: [title], facts: who, step };
  }
  const card = toPersonalCard(entry, isEverybodys ? "anybody" : "author", words, maxSubjectLength);
  const { title, state, explained, sent, steps } = toCardParts(card);
  const byName = formatCardTitle(operation, description, words, nameAlone(card.subject));
  const isFailed = !isEverybodys && (state === "refused" || state === "not_sent");
  const why = shorten((isFailed && explained?.says) || "", maxSubjectLength);
  return {
    at,
    title,
    says: [isEverybodys ? byName : title, ...(why === "" ? [] : [why])],
    facts: [...who, ...(sent === null ? [] : [shorten(sent, maxSentLength)])],
    step: rowButton(card, steps, words),
  };
}

/** Button that opens the details, or edits and sends again; in a list never primary, and with a short label. */
function rowButton(
  { operation, reader, words: own, description: { ways } }: Card,
  steps: readonly Button[],
  words: Catalogue,
): Button {
  const { details, answer, edit } = words.history;
  if (stateOf(operation) === "unknown" && ways !== undefined) return button(historyId, answer, operation.id);
  // Editing doesn't help before the platform's console is used.
  const isMended = reader === "author" && !readRemedies(operation, own).needsConsole;
  const [step] = isMended ? steps : [];
  if (step === undefined) return button(historyId, details, operation.id);
  const plainly = toSecondary(step);
  return step.text.text === words.outcomes.edit ? { ...plainly, text: plainText(edit) } : plainly;
}

/** Renders a row. Names come from other people and are never parsed as markup. */
export function renderActivityRow({ at, says, facts, step }: ActivityRow): SectionBlock {
  const small = facts.map((piece) =>
    typeof piece === "string" ? toVerbatimMarkup(piece) : toLineText([piece]),
  );
  const text = [...says.map(toVerbatimMarkup), [toLineText([{ at }]), ...small].join(" · ")].join("\n");
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true }, accessory: step };
}
