import { createHash } from "node:crypto";
import type { Button } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { marks } from "../../locales/marks.ts";
import { actSubject } from "../../operations/index.ts";
import { type DisplayState, isUnresolved, stateOf } from "../../outcomes/again.ts";
import { historyId, retryReasonLines } from "../../outcomes/card.view.ts";
import { type Batch, toCard, type Viewer } from "../../outcomes/index.ts";
import { batchContextLines, formatSubjects, resolveButton } from "../../outcomes/rows.view.ts";
import { type Answer, compose } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { fillLine, type Line, renderContext, renderLines, toLineText } from "../../slack/blocks/rich-text.ts";
import { emptyCellText, renderTable } from "../../slack/blocks/table.ts";
import type { Operation } from "../../store/index.ts";
import { sumCosts } from "./cost.ts";
import { ids } from "./ids.ts";
import { findEarlierRun } from "./runs/past.ts";
import { needsRerun } from "./runs/plan.ts";
import { readSnapshot } from "./stored.ts";
import {
  formatAttentionCounts,
  formatCounts,
  needsAttention,
  renderAttentionRows,
  runCellOf,
} from "./wrong.view.ts";

/** One post for a run or a message to several phones: counts, failures, and a table of all states. */
export const messageBatchPresenter: Batch = {
  title: titleOf,
  titleInList,
  render: (...args) => renderMessages(args, false),
  story: (...args) => renderMessages(args, true),
  earlier: findEarlierRun,
};

function titleOf(operations: readonly Operation[], viewer: Viewer): string {
  const [mark, says] = endOf(operations, viewer);
  return `${mark} ${suiteOf(operations) ?? kindOf(operations, viewer)} · ${says}`;
}

function titleInList(operations: readonly Operation[], viewer: Viewer): string {
  if (suiteOf(operations) !== undefined) return titleOf(operations, viewer);
  return `${titleOf(operations, viewer)} · ${formatSubjects(operations, viewer)}`;
}

/** Limit of counts in a title; the rows name what went wrong. */
const maxCounts = 3;

/** Mark, and the count of each last state, what went wrong first; of many states only how many went wrong. */
function endOf(operations: readonly Operation[], { words }: Viewer): [mark: string, says: string] {
  const { title, counts } = words.recipients;
  const open = operations.filter(({ outcome }) => outcome === null).length;
  if (open > 0) return ["⏳", title.open(open, operations.length)];
  const others = operations.filter((one) => one.outcome !== "accepted" || needsAttention(one));
  const accepted = operations.length - others.length;
  if (others.length === 0) return [marks.accepted, title.done(accepted)];
  const wrong = formatAttentionCounts(others, words);
  const again = ofStates(others, "sent_again");
  const well = formatCounts([
    [accepted, counts.accepted],
    [ofStates(others, "arrived"), counts.reported],
    [again, counts.again],
  ]);
  const mark = again > 0 ? marks.sent_again : accepted > 0 ? marks.accepted : marks.arrived;
  const all = [...wrong, ...well];
  const attention = () => title.attention(others.filter(needsAttention).length, operations.length);
  return [wrong.length > 0 ? "⚠️" : mark, all.length > maxCounts ? attention() : all.join(", ")];
}

function ofStates(operations: readonly Operation[], ...states: readonly DisplayState[]): number {
  return operations.filter((one) => states.includes(stateOf(one))).length;
}

function suiteOf(operations: readonly Operation[]): string | undefined {
  return operations[0] === undefined ? undefined : readSnapshot(operations[0].snapshot).suite;
}

type BatchArgs = Parameters<Batch["render"]>;

function renderMessages([operations, viewer, earlier]: BatchArgs, isStory: boolean): Answer {
  const { words, reader } = viewer;
  const toSteps = isStory ? stepsInStory : stepsUnder;
  // The author reads a post as well, but a story has one reader.
  const hasButtons = !isStory || reader !== "anybody";
  const kind = kindOf(operations, viewer);
  const { rows, left } = renderAttentionRows(operations, viewer, { kind, hasButtons });
  const head = renderLines([
    [{ bold: titleOf(operations, viewer) }],
    ...sumLine(operations, words),
    ...worseLine(operations, earlier, words),
    ...reasonLine(operations, viewer),
    ...(left === 0 ? [] : [[words.recipients.moreWrong(left)]]),
  ]);
  const grey = greyLine(operations, words);
  const table = renderMarks(operations, viewer);
  // Some Slack clients show the table at the end of the post.
  return compose(head, ...rows, table, grey, ...actions(toSteps(operations, viewer)));
}

/** Counts messages that failed now, but not in the suite's previous run. */
function worseLine(
  operations: readonly Operation[],
  earlier: readonly Operation[],
  { recipients }: Catalogue,
): Line[] {
  const keyOf = (one: Operation) => JSON.stringify(runCellOf(one));
  const wasWell = new Set(earlier.filter((one) => !needsAttention(one)).map(keyOf));
  const worse = operations.filter((one) => needsAttention(one) && wasWell.has(keyOf(one))).length;
  const [first] = earlier;
  if (worse === 0 || first === undefined) return [];
  return [fillLine(recipients.worse(worse), { at: { at: first.createdAt } })];
}

function reasonLine(operations: readonly Operation[], viewer: Viewer): Line[] {
  const repeated = operations.filter(({ reason }) => reason !== null).map((one) => toCard(one, viewer));
  const [first] = repeated;
  if (first === undefined) return [];
  const contents = repeated.flatMap(({ description }) => description.contents);
  return retryReasonLines({ ...first, description: { ...first.description, contents } });
}

/** Buttons to report, then to send failures again; if every message was accepted, one for details. */
function stepsUnder(operations: readonly Operation[], viewer: Viewer): Button[] {
  const report = reportStep(operations, viewer);
  if (operations.some(needsRerun)) return [...report, ...againStep(operations, viewer)];
  const [first] = operations.filter(() => operations.every(({ outcome }) => outcome === "accepted"));
  return first === undefined ? report : [button(historyId, viewer.words.history.details, first.act)];
}

/** Buttons in the history, where the author may also repeat a run without failures. */
function stepsInStory(operations: readonly Operation[], viewer: Viewer): Button[] {
  const { reader } = viewer;
  if (reader === "anybody") return [];
  const again = reader === "author" ? againStep(operations, viewer) : [];
  return [...reportStep(operations, viewer), ...again];
}

/** Button to report unknown outcomes, unless a row has it. A post shows it to all; a click by others is refused. */
function reportStep(operations: readonly Operation[], { presenter, words, reader }: Viewer): Button[] {
  const unresolved = operations.filter(isUnresolved);
  const [first] = unresolved;
  const isInRow = reader !== "anybody" && unresolved.length === 1;
  if (first === undefined || isInRow) return [];
  return [resolveButton(actSubject(first.act), presenter, words)];
}

function againStep(operations: readonly Operation[], { words }: Viewer): Button[] {
  const [first] = operations;
  if (first === undefined || operations.some(({ outcome }) => outcome === null)) return [];
  const failed = operations.filter(needsRerun).length;
  const id = failed > 0 ? ids.runAgain : `${ids.runAgain}:all`;
  const isFirst = failed > 0 && !operations.some(isUnresolved);
  const text = words.runs.again.button(failed || operations.length);
  return [button(id, text, first.act, isFirst ? "primary" : undefined)];
}

function sumLine(operations: readonly Operation[], { recipients }: Catalogue): Line[] {
  const asked = operations.filter(({ receipt }) => receipt !== null);
  if (asked.length === 0) return [];
  return [[recipients.counts.arrived(ofStates(asked, "arrived", "looks_wrong"), asked.length)]];
}

/** Author and time; also the accepted messages' total, if the price of each is known. */
function greyLine(operations: readonly Operation[], { confirm, common }: Catalogue) {
  const accepted = operations.filter(({ outcome }) => outcome === "accepted");
  const costs = accepted.flatMap(({ snapshot }) => readSnapshot(snapshot).cost ?? []);
  const { price, unknown } = sumCosts(costs);
  const isKnown = price > 0 && unknown === 0 && costs.length === accepted.length;
  const { says } = confirm.cost;
  return renderContext([...batchContextLines(operations), ...(isKnown ? [[says(common.won(price))]] : [])]);
}

/** Phones as rows, messages as columns. New content gets a new block id, or Slack would not show the edit. */
function renderMarks(operations: readonly Operation[], viewer: Viewer) {
  const { phone: heading, told } = viewer.words.recipients;
  const kind = kindOf(operations, viewer);
  const rows = new Map<string, { phone: string; says: Map<string, string> }>();
  for (const operation of operations) {
    const { phone, message = kind } = runCellOf(operation);
    // Groups rows by number, since two phones without names may look alike when masked.
    const row = rows.get(phone) ?? { phone: toCard(operation, viewer).subject, says: new Map() };
    rows.set(phone, row);
    row.says.set(message, told[stateOf(operation)]);
  }
  const messages = [...new Set([...rows.values()].flatMap(({ says }) => [...says.keys()]))];
  const cells = [...rows.values()].map(({ phone, says }) => [
    phone,
    ...messages.map((message) => says.get(message) ?? emptyCellText),
  ]);
  const lines = [...rows.values()].map(({ phone, says }): Line => {
    return [`${phone}: ${[...says].map((cell) => cell.join(" ")).join(", ")}`];
  });
  const table = renderTable(
    [heading, ...messages].map((column) => ({ heading: column })),
    cells,
  );
  const look = createHash("sha256").update(JSON.stringify(cells)).digest("base64url").slice(0, 16);
  return { text: lines.map(toLineText).join("\n"), block: { ...table, block_id: `table.${look}` } };
}

function kindOf(operations: readonly Operation[], viewer: Viewer): string {
  const named = operations.find(({ outcome }) => outcome === "accepted") ?? operations[0];
  return named === undefined ? "" : toCard(named, viewer).description.kind;
}
