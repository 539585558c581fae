import type { ActionsBlock } from "@slack/types";
import type { Catalogue } from "../locales/index.ts";
import type { Ways } from "../operations/description.ts";
import { actSubject, isOfBatch } from "../operations/index.ts";
import type { Answer } from "../slack/blocks/answer.ts";
import { actions, button } from "../slack/blocks/buttons.ts";
import { renderContext } from "../slack/blocks/context.ts";
import { shorten } from "../slack/blocks/limits.ts";
import { type Line, lineText, renderLines } from "../slack/blocks/rich-text.ts";
import type { Operation, Store } from "../store/index.ts";
import { isUnsettled, type State, stateOf } from "./again.ts";
import { type Card, platformIdOf, present } from "./card.view.ts";
import { type Batch, type Seen, type Teller, toCard } from "./index.ts";
import { factsLine } from "./sent.view.ts";

/** How many of a batch stand how; `done` by the platform's word or a person's, `open` of which the request has left. */
export type Counts = Record<"total" | "done" | "refused" | "notSent" | "unknown" | "again" | "open", number>;

/** The one post of all that an act brought: how many, then each with why and with what there is to do about it. */
export function createList(says: (counts: Counts, words: Catalogue) => string): Batch {
  const title: Batch["title"] = (operations, { words }) => {
    const counts = countStates(operations);
    return `${markOf(counts)} ${says(counts, words)}`;
  };
  return {
    title,
    titleInList: (operations, seen) => `${title(operations, seen)} · ${subjectsInShort(operations, seen)}`,
    render: (operations, seen) => {
      const head = renderLines([[{ bold: title(operations, seen) }]]);
      const rows = operations.map((one) => renderRow(toCard(one, seen, null)));
      const grey = renderContext(greyParts(operations));
      return {
        text: [head.text, ...rows.map(({ text }) => text), grey.text].join("\n"),
        blocks: [
          head.block,
          ...rows.flatMap(({ blocks }) => blocks),
          ...reportStep(operations, seen),
          grey.block,
        ],
      };
    },
  };
}

/** Of several that nobody knows there is a form as well. */
function reportStep(operations: readonly Operation[], { teller, words, reader }: Seen): ActionsBlock[] {
  const unsettled = reader === "anybody" ? [] : operations.filter(isUnsettled);
  const [first] = unsettled;
  if (first === undefined || unsettled.length === 1) return [];
  return settleForm(actSubject(first.act), teller.ids, teller.describe(first, words).terms ?? words);
}

/** Opens the form that settles each unknown outcome of a listing or an act. */
export function settleForm(of: string, { unsettled }: Ways, { outcomes }: Catalogue): ActionsBlock[] {
  return actions([button(unsettled, outcomes.several.button, of, "primary")]);
}

function countStates(operations: readonly Operation[]): Counts {
  const states = operations.map(stateOf);
  const of = (...names: State[]) => states.filter((state) => names.includes(state)).length;
  return {
    total: states.length,
    done: of("accepted", "arrived"),
    refused: of("refused"),
    notSent: of("not_sent", "did_not_arrive"),
    unknown: of("unknown"),
    again: of("edited", "sent_again"),
    open: of("under_way"),
  };
}

function markOf({ open, done, total }: Counts): string {
  if (open > 0) return "⏳";
  return done === total ? "✅" : "⚠️";
}

/** One of several in a post, which asks what became of an unknown one by its buttons alone. */
export function renderRow(card: Card): Answer {
  const { title, why, facts, steps } = present(card);
  const toLines = (id: string): Line[] => [
    [[title, factsLine(facts), id].filter((part) => part !== "").join(" · ")],
    ...why,
  ];
  return {
    text: toLines(platformIdOf(card.description)).map(lineText).join("\n"),
    blocks: [renderLines(toLines("")).block, ...actions(steps)],
  };
}

/** Whose they are, and when the last of them ended. */
function greyParts(operations: readonly Operation[]): Line[] {
  const ended = operations.map(({ closedAt, createdAt }) => (closedAt ?? createdAt).getTime());
  const at = new Date(Math.max(...ended));
  return operations.slice(0, 1).flatMap(({ author }): Line[] => [[{ user: author }], [{ at }]]);
}

/** One for each act that brought several, the first that is among them. */
export function onceAnAct(operations: readonly Operation[]): Operation[] {
  const acts = new Set<string>();
  return operations.filter((one) => {
    const isSecond = isOfBatch(one) && acts.has(one.act);
    acts.add(one.act);
    return !isSecond;
  });
}

/** What came of each act that brought several, by its id. */
export async function readTitles(
  operations: readonly Operation[],
  words: Catalogue,
  deps: { operations: Pick<Store["operations"], "ofAct">; tellerOf: (kind: string) => Teller | undefined },
): Promise<ReadonlyMap<string, string>> {
  const titles = operations.filter(isOfBatch).map(async (one): Promise<[string, string][]> => {
    const teller = deps.tellerOf(one.kind);
    if (teller?.batch === undefined) return [];
    const { title, titleInList = title } = teller.batch;
    const act = await deps.operations.ofAct(one.act);
    return [[one.act, titleInList(act, { teller, words, reader: "anybody" })]];
  });
  return new Map((await Promise.all(titles)).flat());
}

/** As many as a line of a list has room for. */
const longestNames = 100;

/** What each is about: recipients by their names, files by theirs. */
export function subjectsInShort(operations: readonly Operation[], seen: Seen): string {
  const names = operations.map((one) => nameAlone(toCard(one, seen, null).description.subject.masked));
  return shorten(names.join(", "), longestNames);
}

/** Of a masked recipient `joon (010-****-0001)` the name; whatever else an operation is about stays as it is. */
export function nameAlone(masked: string): string {
  return /^(?<name>.*\S) \((?:…\d*|\d+-\*{4}-\d{4})\)$/.exec(masked)?.groups?.["name"] ?? masked;
}
