import type { ActionsBlock, Button, HeaderBlock, KnownBlock } from "@slack/types";
import { tellApart } from "../../lists/tell-apart.ts";
import type { Catalogue } from "../../locales/index.ts";
import { isUnsettled } from "../../outcomes/again.ts";
import { type Entry, stateTitle } from "../../outcomes/card.view.ts";
import { sentGlance } from "../../outcomes/sent.view.ts";
import { nextSteps } from "../../outcomes/steps.view.ts";
import { ofAuthor } from "../../outcomes/unknowns.view.ts";
import { button } from "../../slack/blocks/buttons.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { plain } from "../../slack/blocks/modal.ts";
import { type Line, lineText, type Piece, renderLines } from "../../slack/blocks/rich-text.ts";
import type { HomeSection, Waiting } from "../feature.ts";

/** The rest is counted. */
const mostWaiting = 6;
const mostAsked = 3;
const mostOthers = 5;
const mostNames = 3;

/** Of a recipient or a file, which others chose. */
const longestSubject = 100;

/** What features ask of this person; an unknown outcome of one's own phone waits as that, and is not asked a second time. */
export function listAsked({
  sections,
  open,
}: {
  sections: readonly HomeSection[];
  open: readonly Entry[];
}): Waiting[] {
  const known = new Set(open.map(({ operation }) => operation.id));
  return sections
    .flatMap((section) => section.waiting ?? [])
    .filter(({ about }) => known.size < known.add(about).size);
}

/** The newest first, and what can wait is last. The direct messages have all of that. */
export function waitingBlocks(
  open: readonly Open[],
  asked: readonly Waiting[],
  words: Catalogue,
): KnownBlock[] {
  const count = open.length + asked.length;
  if (count === 0) return [];
  const first = [...openRows(open, "author", words), ...asked.filter(({ isLast }) => isLast !== true)];
  const last = asked.filter(({ isLast }) => isLast === true);
  const shown = newestFirst(last).slice(0, mostAsked);
  const rows = [
    ...newestFirst(first).slice(0, mostWaiting),
    // What is answered at once stands in the order of sending.
    ...[...Map.groupBy(shown, ({ among, about }) => among?.step.value ?? about).values()].flatMap((group) =>
      group.toReversed(),
    ),
  ];
  const [more, moreAsked] = [first.length - mostWaiting, last.length - mostAsked];
  return [
    heading(words.home.waiting(count)),
    ...rowBlocks(rows, "waiting", words),
    ...(more > 0 ? [renderLines([[words.home.more(more)]]).block] : []),
    ...(moreAsked > 0 ? [renderLines([[words.home.moreAsked(moreAsked)]]).block] : []),
  ];
}

/** Of who is on call: what others sent. */
export function othersBlocks(open: readonly Open[], words: Catalogue): KnownBlock[] {
  if (open.length === 0) return [];
  const rows = newestFirst(openRows(open, "on-call", words));
  const more = rows.length - mostOthers;
  return [
    heading(words.home.unknown(open.length)),
    ...(rows.some(({ began }) => began === undefined) ? [renderContext([[words.home.askSender]]).block] : []),
    ...rowBlocks(rows.slice(0, mostOthers), "others", words),
    ...(more > 0 ? [renderLines([[words.home.more(more)]]).block] : []),
  ];
}

function newestFirst(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => b.since.getTime() - a.since.getTime());
}

function rowBlocks(rows: readonly Row[], name: string, { home }: Catalogue): KnownBlock[] {
  const alike = tellApart(rows.map(({ says, since }) => ({ says: lineText(says), at: since })));
  return rows.flatMap((row, index): KnownBlock[] => {
    const { says, since, began, steps, among } = row;
    const isFirst = among !== undefined && rows[index - 1]?.among?.step.value !== among.step.value;
    const time: Line =
      began === undefined
        ? [timePiece(since, alike[index])]
        : [home.since.before, { at: began }, home.since.after];
    return [
      ...(isFirst
        ? [renderLines([among.says]).block, ...stepBlock([among.step], `${name}.${index}.all`)]
        : []),
      renderLines([[...says, " · ", ...time]]).block,
      ...stepBlock(steps, `${name}.${index}`),
    ];
  });
}

export function timePiece(at: Date, isAlike: boolean | undefined): Piece {
  return isAlike === true ? { at, to: "second" } : { at };
}

/** Rows of the same buttons need names of their own. The page's one primary button is below them. */
export function stepBlock(steps: readonly Button[], name: string): ActionsBlock[] {
  const elements = steps.map(({ style, ...step }) => (style === "danger" ? { ...step, style } : step));
  return steps.length === 0 ? [] : [{ type: "actions", block_id: name, elements }];
}

/** `toConsole`: where an upload or a template can be seen. */
export type Open = Entry & { toConsole?: readonly Button[] };

/** Several are told by the time of the first. */
type Row = Waiting & { began?: Date };

/** Unknown outcomes of one author and kind are a row: one with its answers, several with the form that has them all. */
function openRows(open: readonly Open[], reader: "author" | "on-call", words: Catalogue): Row[] {
  const rows = Map.groupBy(open, ({ operation }) =>
    isUnsettled(operation) ? ofAuthor(operation) : operation.id,
  );
  return [...rows].flatMap(([of, entries]) => {
    const [one] = entries;
    if (one === undefined) return [];
    return entries.length === 1
      ? openRow(one, reader, words)
      : severalRow(of, [one, ...entries.slice(1)], reader, words);
  });
}

function openRow(entry: Open, reader: "author" | "on-call", words: Catalogue): Row {
  const { operation, description, toConsole = [] } = entry;
  const isInConsole = isUnsettled(operation) && description.terms !== undefined;
  // Several to one phone are told apart by what they say, which is their author's to read.
  const sent = reader === "author" ? sentGlance(description) : null;
  const title: Piece = { bold: stateTitle(entry, shorten(subjectFor(reader, entry), longestSubject), words) };
  return {
    about: operation.id,
    since: sentAt(entry),
    says: [title, ...(sent === null ? [] : [` · ${sent}`]), ...authorPieces(reader, operation)],
    // Whoever has to say what became of a message asks its phone.
    steps: [...nextSteps({ operation, description, reader, words }), ...(isInConsole ? toConsole : [])],
  };
}

/** `of`: what their form is asked for. */
function severalRow(
  of: string,
  [newest, ...others]: [Entry, ...Entry[]],
  reader: "author" | "on-call",
  words: Catalogue,
): Row {
  const all = [newest, ...others];
  const { terms = words, ways } = newest.description;
  const { title, button: label } = terms.outcomes.several;
  const names = [...new Set(all.map((entry) => subjectFor(reader, entry)))];
  const more = names.length > mostNames ? ` ${words.home.more(names.length - mostNames)}` : "";
  const about = `${shorten(names.slice(0, mostNames).join(", "), longestSubject)}${more}`;
  return {
    about: of,
    since: sentAt(newest),
    began: new Date(Math.min(...all.map((entry) => sentAt(entry).getTime()))),
    says: [
      { bold: `${title(all.length, all.length)} · ${about}` },
      ...authorPieces(reader, newest.operation),
    ],
    steps: ways === undefined ? [] : [button(ways.unsettled, label, of)],
  };
}

function subjectFor(reader: "author" | "on-call", { description: { subject } }: Entry): string {
  return reader === "author" ? subject.inFull : subject.masked;
}

function authorPieces(reader: "author" | "on-call", { author }: Entry["operation"]): Line {
  return reader === "author" ? [] : [" · ", { user: author }];
}

function sentAt({ operation: { startedAt, createdAt } }: Entry): Date {
  return startedAt ?? createdAt;
}

export function heading(text: string): HeaderBlock {
  return { type: "header", text: plain(text) };
}
