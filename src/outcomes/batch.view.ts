import type { ActionsBlock } from "@slack/types";
import type { Catalogue } from "../locales/index.ts";
import type { Ways } from "../operations/description.ts";
import { actSubject } from "../operations/index.ts";
import type { Answer } from "../slack/blocks/answer.ts";
import { actions, button } from "../slack/blocks/buttons.ts";
import { renderContext } from "../slack/blocks/context.ts";
import { type Line, lineText, renderLines } from "../slack/blocks/rich-text.ts";
import type { Operation } from "../store/index.ts";
import { isUnsettled } from "./again.ts";
import { type Card, platformIdOf, present } from "./card.view.ts";
import { type Batch, type Seen, toCard } from "./index.ts";
import { factsLine } from "./sent.view.ts";
import { subjectsInShort } from "./several.ts";
import { type State, stateOf } from "./state.ts";

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
  const [first] = operations;
  if (first === undefined) return [];
  const ended = operations.map(({ closedAt, createdAt }) => (closedAt ?? createdAt).getTime());
  return [[{ user: first.author }], [{ at: new Date(Math.max(...ended)) }]];
}
