import type { Catalogue } from "../../locales/index.ts";
import { type DisplayState, isUnresolved, stateOf, toReport } from "../../outcomes/again.ts";
import { type Card, quoted, reasonLine, toCardParts } from "../../outcomes/card.view.ts";
import { toCard, type Viewer } from "../../outcomes/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { actions, toSecondary } from "../../slack/blocks/buttons.ts";
import { type Line, renderLines, toLineText } from "../../slack/blocks/rich-text.ts";
import type { Operation } from "../../store/index.ts";
import { readSnapshot, readStored } from "./stored.ts";

/** States that get a row with reason and buttons above the table. */
const wrong: ReadonlySet<DisplayState> = new Set<DisplayState>([
  "refused",
  "not_sent",
  "unknown",
  "looks_wrong",
  "did_not_arrive",
]);

export function runCellOf({ snapshot, request }: Operation): { phone: string; message: string | undefined } {
  const { to = "", country = "82" } = readStored(request) ?? {};
  return { phone: `${country} ${to}`, message: readSnapshot(snapshot).message };
}

export function needsAttention(operation: Operation): boolean {
  return wrong.has(stateOf(operation));
}

export function formatAttentionCounts(operations: readonly Operation[], { recipients }: Catalogue): string[] {
  const { counts } = recipients;
  const of = (state: DisplayState) => operations.filter((one) => stateOf(one) === state).length;
  return formatCounts([
    [of("refused"), counts.refused],
    [of("not_sent"), counts.notSent],
    [of("unknown"), counts.unknown],
    [of("looks_wrong"), counts.looksWrong],
    [of("did_not_arrive"), counts.missing],
  ]);
}

export function formatCounts(parts: readonly (readonly [number, (count: number) => string])[]): string[] {
  return parts.flatMap(([count, say]) => (count === 0 ? [] : [say(count)]));
}

/** Limit of rows, of two blocks each; Slack allows 50 blocks in a post. Further rows are counted. */
const maxRows = 10;

/**
 * One row for each combination of message, state and reason, with the names of its phones. `kind`: name of messages
 * without one. `left`: number of messages without a row, which are only in the table.
 */
export function renderAttentionRows(
  operations: readonly Operation[],
  viewer: Viewer,
  { kind, hasButtons }: { kind: string; hasButtons: boolean },
) {
  const { words, reader } = viewer;
  const cards = operations.filter(needsAttention).map((one) => toCard(one, viewer));
  const groups = alike(cards, kind, words);
  const unresolved = reader === "anybody" ? [] : operations.filter(isUnresolved);
  const isInForm = (one: Operation) => unresolved.length > 1 && isUnresolved(one);
  const shown = groups.slice(0, maxRows);
  return {
    rows: shown.map((group) => renderGroup(group, (one) => hasButtons && !isInForm(one))),
    left: groups.slice(maxRows).reduce((sum, { cards: more }) => sum + more.length, 0),
  };
}

type Group = { cards: readonly [Card, ...Card[]]; message: string; why: Line };

function alike(cards: readonly Card[], kind: string, words: Viewer["words"]): Group[] {
  const all = cards.map((card) => ({
    card,
    why: whyOf(card, words),
    message: runCellOf(card.operation).message ?? kind,
  }));
  const groups = Map.groupBy(all, ({ card, why, message }) =>
    JSON.stringify([stateOf(card.operation), toLineText(why), message]),
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : { ...first, cards: [first.card, ...others.map(({ card }) => card)] },
  );
}

function phoneOf({ operation, subject }: Card): string {
  return readSnapshot(operation.snapshot).recipient ?? subject;
}

function whyOf(card: Card, words: Viewer["words"]): Line {
  const { operation, description } = card;
  const { receipt } = operation;
  if (receipt !== null && receipt.as !== null)
    return [{ user: receipt.phoneOwner }, quoted(receipt, description.contents, words)];
  const report = toReport(operation);
  if (report !== null) return [{ user: report.by }];
  const { explained } = toCardParts(card);
  return explained === null ? [] : reasonLine(explained.says, explained.remedy);
}

function renderGroup({ cards, message, why }: Group, hasButtons: (operation: Operation) => boolean): Answer {
  const [card] = cards;
  const { operation, words } = card;
  const { state, steps } = toCardParts(card);
  const phones = cards.length === 1 ? [card.subject] : new Set(cards.map(phoneOf));
  const title = `${words.outcomes.title[state](message)} · ${[...phones].join(", ")}`;
  const line = renderLines([why.length === 0 ? [title] : [title, " · ", ...why]]);
  const shown = cards.length === 1 && hasButtons(operation) ? steps.map(toSecondary) : [];
  return { text: line.text, blocks: [line.block, ...actions(shown)] };
}
