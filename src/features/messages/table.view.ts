import { createHash } from "node:crypto";
import type { Button } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { againLines, historyId } from "../../outcomes/card.view.ts";
import { type Batch, type Seen, toCard } from "../../outcomes/index.ts";
import { type State, stateOf } from "../../outcomes/state.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { type Line, lineText, renderLines } from "../../slack/blocks/rich-text.ts";
import { noValue, renderTable } from "../../slack/blocks/table.ts";
import type { Operation } from "../../store/index.ts";
import { sumCosts } from "./cost.ts";
import { ids } from "./ids.ts";
import { isDoubtful, isFailed } from "./runs/again.ts";
import { findEarlier } from "./runs/past.ts";
import { readAbout, readStored } from "./stored.ts";
import { isWrong, renderWrong } from "./wrong.view.ts";

/** One post of all that several phones were sent: what became of how many, what went wrong, and a mark for each. */
export const messageTable: Batch = { title: titleOf, render: renderMessages, earlier: findEarlier };

/** Nobody has said yet whether it arrived. */
const unsaid: ReadonlySet<State> = new Set<State>(["accepted", "unknown"]);

function titleOf(operations: readonly Operation[], seen: Seen): string {
  const { title } = seen.words.recipients;
  const states = operations.map(stateOf);
  const total = states.length;
  const open = states.filter((state) => state === "under_way").length;
  const accepted = operations.filter(({ outcome }) => outcome === "accepted").length;
  const isWell = accepted === total && !operations.some(isWrong);
  const says = open > 0 ? title.open(open, total) : (isWell ? title.done : title.mixed)(accepted, total);
  return `${says} · ${suiteOf(operations) ?? kindOf(operations, seen)}`;
}

function suiteOf(operations: readonly Operation[]): string | undefined {
  return operations[0] === undefined ? undefined : readAbout(operations[0].about).suite;
}

function renderMessages(operations: readonly Operation[], seen: Seen, earlier: readonly Operation[]): Answer {
  const { words } = seen;
  const { rows, form, left } = renderWrong(operations, seen);
  const sum = sumLine(operations, words);
  const head = renderLines([
    [{ bold: titleOf(operations, seen) }],
    ...(sum === "" ? [] : [[sum]]),
    ...worseLine(operations, earlier, words),
    ...reasonLine(operations, seen),
    ...(left === 0 ? [] : [[words.recipients.moreWrong(left)]]),
  ]);
  const grey = greyLine(operations, words);
  const table = renderMarks(operations, seen);
  const steps = stepsOf(operations, words);
  return {
    text: [head.text, ...rows.map(({ text }) => text), table.text, grey.text].join("\n"),
    blocks: [
      head.block,
      ...rows.flatMap(({ blocks }) => blocks),
      ...form,
      grey.block,
      ...actions(steps),
      // Some clients show a table at the end of its message wherever it stands.
      table.block,
    ],
  };
}

/** Since the suite's last run, of the messages and phones that both have. */
function worseLine(
  operations: readonly Operation[],
  earlier: readonly Operation[],
  { recipients }: Catalogue,
): Line[] {
  const wasWell = new Set(earlier.filter((one) => !isWrong(one)).map(cellKey));
  const worse = operations.filter((one) => isWrong(one) && wasWell.has(cellKey(one))).length;
  const [first] = earlier;
  if (worse === 0 || first === undefined) return [];
  const { before, after } = recipients.worse;
  return [[before(worse), { at: first.createdAt }, after(worse)]];
}

function cellKey({ about, request }: Operation): string {
  const { to = "", country = "82" } = readStored(request) ?? {};
  return JSON.stringify([readAbout(about).message, country, to]);
}

/** Typed once for all that may arrive twice. */
function reasonLine(operations: readonly Operation[], seen: Seen): Line[] {
  const repeated = operations.filter(({ reason }) => reason !== null).map((one) => toCard(one, seen, null));
  const [first] = repeated;
  if (first === undefined) return [];
  const contents = repeated.flatMap(({ description }) => description.contents);
  return againLines({ ...first, description: { ...first.description, contents } });
}

/** Once all of it has ended: again all of it or what failed, and its story. */
function stepsOf(operations: readonly Operation[], { runs, history }: Catalogue): Button[] {
  const [first] = operations;
  if (first === undefined) return [];
  const story = button(historyId, history.details, first.id);
  if (operations.some(({ outcome }) => outcome === null)) return [story];
  const failed = operations.filter(isFailed);
  // What arrives twice can't be undone.
  const style = failed.some(isDoubtful) ? "danger" : "primary";
  const again = [
    ...(failed.length === 0
      ? []
      : [button(`${ids.runAgain}:failed`, runs.again.failed(failed.length), first.act, style)]),
    ...(failed.length === operations.length
      ? []
      : [button(`${ids.runAgain}:all`, runs.again.all(operations.length), first.act, "danger")]),
  ];
  return [...again, story];
}

/** What holders and the platform said, of how many each; holders of whom nobody is asked aren't counted. */
function sumLine(operations: readonly Operation[], { recipients }: Catalogue): string {
  const { counts } = recipients;
  const states = operations.map(stateOf);
  const of = (state: State) => states.filter((one) => one === state).length;
  const asked = operations.filter(({ receipt }) => receipt !== null);
  const silent = asked.filter((one) => one.receipt?.as === null && unsaid.has(stateOf(one))).length;
  // Before the first of them has answered, and while each may.
  const mayAnswer = asked.every(({ receipt }) => receipt?.asking !== "over");
  const isWaiting = mayAnswer && silent === asked.length;
  const wrong: Part[] = [
    [of("looks_wrong"), counts.looksWrong],
    [of("did_not_arrive"), counts.missing],
    [of("refused"), counts.refused],
    [of("not_sent"), counts.notSent],
    [of("unknown"), counts.unknown],
  ];
  const arrivals = asked.filter((one) => stateOf(one) === "arrived").length;
  const isCounted = asked.length > 0 && !isWaiting;
  const says = sayParts(wrong);
  const all = wrong.reduce((sum, [count]) => sum + count, 0);
  return [
    ...(isCounted ? [counts.arrived(arrivals, asked.length)] : []),
    ...sayParts([[isWaiting ? silent : 0, counts.waiting]]),
    ...(says.length > 1 ? [counts.toCheck(all, says.join(", "))] : says),
    ...sayParts([
      [isWaiting ? 0 : silent, counts.silent],
      [of("sent_again") + of("edited"), counts.again],
    ]),
  ].join(" · ");
}

type Part = readonly [count: number, say: (count: number) => string];

function sayParts(parts: readonly Part[]): string[] {
  return parts.flatMap(([count, say]) => (count === 0 ? [] : [say(count)]));
}

/** Whose it is, when the last of it ended, and what was accepted costs, where the price of each is known. */
function greyLine(operations: readonly Operation[], { confirm, common }: Catalogue) {
  const [first] = operations;
  if (first === undefined) return renderContext([]);
  const ended = operations.map(({ closedAt, createdAt }) => (closedAt ?? createdAt).getTime());
  const accepted = operations.filter(({ outcome }) => outcome === "accepted");
  const costs = accepted.flatMap(({ about }) => readAbout(about).cost ?? []);
  const { price, unknown } = sumCosts(costs);
  const isKnown = price > 0 && unknown === 0 && costs.length === accepted.length;
  const { says } = confirm.cost;
  return renderContext([
    [{ user: first.author }],
    [{ at: new Date(Math.max(...ended)) }],
    ...(isKnown ? [[says(common.won(price))]] : []),
  ]);
}

/**
 * As a cell tells it: of what was accepted, whether its holder was asked, or that it has none, where any was asked; of what
 * is open, that it waits.
 */
type Mark = State | "waiting" | "asked" | "no_answer" | "not_asked" | "no_holder";

function markOf(operation: Operation, isAnyAsked: boolean): Mark {
  const state = stateOf(operation);
  if (state === "under_way") return operation.state === "stored" ? "waiting" : "under_way";
  if (state !== "accepted" || !isAnyAsked) return state;
  if (operation.receipt === null) {
    return readAbout(operation.about).holder === null ? "no_holder" : "not_asked";
  }
  return operation.receipt.asking === "over" ? "no_answer" : "asked";
}

/** Phones down and messages across. Its block has another id for each look: Slack shows an edited table as it was else. */
function renderMarks(operations: readonly Operation[], seen: Seen) {
  const { phone: heading, cells: marks, told } = seen.words.recipients;
  const kind = kindOf(operations, seen);
  const isAnyAsked = operations.some(({ receipt }) => receipt !== null);
  const cells = operations.map((operation) => ({
    ...toCell(operation, kind, seen),
    mark: markOf(operation, isAnyAsked),
  }));
  const phones = new Map(cells.map(({ number, phone }) => [number, phone]));
  const messages = [...new Set(cells.map(({ message }) => message))];
  const rows = [...phones].map(([number, phone]) => {
    const across = messages.map(
      (message) => cells.find((cell) => cell.number === number && cell.message === message)?.mark,
    );
    return { phone, across };
  });
  const shown = rows.map(({ phone, across }) => [
    phone,
    ...across.map((mark) => (mark === undefined ? noValue : marks[mark])),
  ]);
  const lines = rows.map(({ phone, across }): Line => {
    const says = messages.flatMap((message, column) => {
      const mark = across[column];
      return mark === undefined ? [] : [`${message} ${told[mark]}`];
    });
    return [`${phone}: ${says.join(", ")}`];
  });
  const table = renderTable(
    [heading, ...messages].map((column) => ({ heading: column })),
    shown,
  );
  const look = createHash("sha256").update(JSON.stringify(shown)).digest("base64url").slice(0, 16);
  return { text: lines.map(lineText).join("\n"), block: { ...table, block_id: `table.${look}` } };
}

/** Of one message to several phones, which the platform names with each that it accepts. */
function kindOf(operations: readonly Operation[], seen: Seen): string {
  const named = operations.find(({ outcome }) => outcome === "accepted") ?? operations[0];
  return named === undefined ? "" : toCard(named, seen, null).description.kind;
}

/** Two phones without a name may be masked alike, so that the number tells them apart here. */
function toCell(operation: Operation, kind: string, seen: Seen) {
  const { subject } = toCard(operation, seen, null).description;
  const { to = "", country = "82" } = readStored(operation.request) ?? {};
  return {
    number: `${country} ${to}`,
    phone: subject.masked,
    message: readAbout(operation.about).message ?? kind,
  };
}
