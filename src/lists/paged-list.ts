import type { ActionsBlock } from "@slack/types";
import { z } from "zod";
import type { Format } from "../locales/format.ts";
import type { Catalogue } from "../locales/index.ts";
import { type Answer, plainAnswer } from "../slack/blocks/answer.ts";
import { actions } from "../slack/blocks/buttons.ts";
import { type Choice, toOptions } from "../slack/blocks/choices.ts";
import { plain } from "../slack/blocks/modal.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { Column, Row } from "../slack/blocks/table.ts";
import type { Click } from "../slack/edge/interaction.ts";
import { type ListButton, type ListView, pageButtons, renderList } from "./list.ts";
import { toPages } from "./pages.ts";

/** A list that was read as a whole and is shown page by page. */
export type PagedList = {
  title: string;
  /** Null where it says nothing of what was read. */
  readAt: Date | null;
  /** What was read is only the beginning. */
  isCut: boolean;
  /** Something of it can't be read. */
  hasGaps: boolean;
  /** What needs somebody to act, before all else. */
  urgent?: readonly Line[];
  /** What else holds for all of it, in a few words each. */
  about: readonly string[];
  /** Below that, above the rows: how one of them is opened, by its choice or by what is typed. */
  opens?: Opening | undefined;
  layout?: ListView["layout"];
  columns: readonly Column[];
  rows: readonly Row[];
  /** From 0; the last one when the list has become shorter since it was asked for. */
  page: number;
  empty: readonly Line[];
  notes: readonly Line[];
  /** The buttons' id, and the value that asks for a page; null: a page that stays as it is. */
  turn: { actionId: string; valueFor: (page: number) => string } | null;
  /** Buttons beside those. */
  buttons: readonly ListButton[];
};

/** `typed`: for more rows than a menu holds. */
export type Opening = {
  typed: Line;
  actionId: string;
  placeholder: string;
  choices: readonly Choice[];
};

export function renderPagedList(
  list: PagedList,
  { words, format }: { words: Catalogue["lists"]; format: Format },
): Answer {
  const { page, rows, before } = findPage(list);
  const [from, to, total] = [before + 1, before + rows.length, list.rows.length];
  const isPart = rows.length < total;
  const part = isPart ? [words.part(format.number(from), format.number(to), format.number(total))] : [];
  const { before: asOf, after } = words.asOf;
  const read: Line[] =
    list.readAt === null
      ? []
      : [
          [
            asOf,
            { at: list.readAt },
            [after, ...[...list.about, ...part].map((one) => ` · ${one}`)].join(""),
          ],
        ];
  const menu = list.opens === undefined ? [] : menuOf(list.opens);
  const typed = list.opens === undefined || menu.length > 0 ? [] : [list.opens.typed];
  const { text, blocks } = renderList({
    title: list.title,
    about: [
      ...(list.urgent ?? []),
      ...read,
      ...typed,
      ...(list.isCut ? [[words.cut(format.number(total))]] : []),
      ...(list.hasGaps ? [[words.gaps]] : []),
    ],
    layout: list.layout,
    columns: list.columns,
    rows,
    empty: list.empty,
    notes: list.notes,
    turns: isPart && list.turn !== null ? turnsAt({ page, isLast: to === total }, list.turn, words) : [],
    buttons: list.buttons,
  });
  return { text, blocks: blocks.toSpliced(1, 0, ...menu) };
}

/** None where one of the choices can't stand in it, or as one with another. */
function menuOf({ actionId, placeholder, choices }: Opening): ActionsBlock[] {
  const options = toOptions(choices);
  if (options.length < choices.length || options.length === 0) return [];
  const menu = { type: "static_select", placeholder: plain(placeholder), options } as const;
  return actions([{ ...menu, action_id: actionId }]);
}

/** In the place of the button that leads nowhere: the first page is read again, the last one leads back to it. */
function turnsAt(
  { page, isLast }: { page: number; isLast: boolean },
  { actionId, valueFor }: NonNullable<PagedList["turn"]>,
  { back, next, first }: Catalogue["lists"],
): ListButton[] {
  return pageButtons(actionId, {
    back: page > 0 ? { text: back, value: valueFor(page - 1) } : null,
    next: isLast ? { text: first, value: valueFor(0) } : { text: next, value: valueFor(page + 1) },
  });
}

type Found = { page: number; rows: readonly Row[]; before: number };

/** The page that is asked for, or else the last one; `before`: how many rows the pages before it have. */
function findPage({ columns, rows, page }: PagedList): Found {
  let found: Found | undefined;
  for (const pageRows of toPages(columns, rows)) {
    found =
      found === undefined
        ? { page: 0, rows: pageRows, before: 0 }
        : { page: found.page + 1, rows: pageRows, before: found.before + found.rows.length };
    if (found.page >= page) break;
  }
  return found ?? { page: 0, rows: [], before: 0 };
}

/** A page's number as a button's value. */
export const Page = z.int().min(0).max(999_999);

/** Does what a list's button asks for; a value that is none of this version's is answered with `outdated`. */
export async function turnTo<T>(
  click: Click,
  shape: z.ZodType<T>,
  { show, outdated }: { show: (wanted: T) => Promise<void>; outdated: string },
): Promise<void> {
  const wanted = parseValue(shape, click.value);
  if (wanted !== null) return show(wanted);
  await click.ack();
  await click.answer(plainAnswer(outdated));
}

/** A button's value comes back from outside, where anybody could have changed it: null for what doesn't fit. */
export function parseValue<T>(shape: z.ZodType<T>, value: string): T | null {
  try {
    return shape.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}
