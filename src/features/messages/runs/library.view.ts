import type { ActionsBlock, Button, KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { renderButtons } from "../../../lists/list.ts";
import { turnsAt } from "../../../lists/paged-list.ts";
import type { Catalogue } from "../../../locales/index.ts";
import { actions, button } from "../../../slack/blocks/buttons.ts";
import { shorten } from "../../../slack/blocks/limits.ts";
import { banner, plain, renderModal } from "../../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../../slack/blocks/rich-text.ts";
import type { LibraryEntry, LibraryKind } from "../../../store/index.ts";
import { ids } from "../ids.ts";
import { readSaved, readSuite } from "./saved.ts";

export type Library = {
  entries: Readonly<Record<LibraryKind, readonly LibraryEntry[]>>;
  /** Who looks: of what is their own it isn't said whose it is. */
  me: string;
  /** This person may change it. */
  isTheirs: (entry: LibraryEntry) => boolean;
  /** There is anybody to send to. */
  hasRecipients: boolean;
};

/** All kinds in one look, or one of them page by page; also what a button that turns the page brings back. */
export const LibraryPlace = z.object({
  kind: z.enum(["suite", "message"]).optional(),
  page: z.int().min(0).catch(0),
});
export type LibraryPlace = z.infer<typeof LibraryPlace>;

export const overview: LibraryPlace = { page: 0 };

/** Two blocks each, of the hundred that a modal takes. */
const rowsInOverview = 10;
const rowsOnPage = 20;

/** `/msg-test`: what there is to run, with what each person may do about it. */
export function renderLibrary(
  library: Library,
  { place, words, notice }: { place: LibraryPlace; words: Catalogue; notice?: string | undefined },
): ModalView {
  const { runs } = words;
  const { kind, page } = place;
  return renderModal({
    callbackId: ids.library,
    title: runs.title,
    close: runs.done,
    metadata: JSON.stringify(place),
    blocks: [
      ...(notice === undefined ? [] : [banner(notice)]),
      ...(kind === undefined ? renderOverview(library, words) : renderPage(library, kind, { page, words })),
    ],
  });
}

function renderOverview(library: Library, words: Catalogue): KnownBlock[] {
  const { runs } = words;
  const { entries, hasRecipients } = library;
  const hasMessages = entries.message.length > 0;
  const style = entries.suite.length === 0 ? "primary" : undefined;
  const kinds: [kind: LibraryKind, empty: string, steps: Button[]][] = [
    // Without a message there is nothing to put into one.
    [
      "suite",
      runs.noSuites,
      hasMessages && hasRecipients ? [button(ids.suite, runs.newSuite, "new", style)] : [],
    ],
    ["message", runs.noMessages, hasMessages ? [] : [button(ids.open, runs.write, "", "primary")]],
  ];
  return [
    ...(hasRecipients ? [] : [banner(words.recipients.nobody)]),
    ...kinds.flatMap(([kind, empty, steps]) => {
      const all = entries[kind];
      const isMore = all.length > rowsInOverview;
      const value = JSON.stringify({ kind, page: 0 } satisfies LibraryPlace);
      return [
        heading(runs.kinds[kind], all.length === 0 ? empty : null),
        ...all.slice(0, rowsInOverview).flatMap((entry) => renderRow(entry, library, words)),
        ...named(
          `steps.${kind}`,
          actions([...steps, ...(isMore ? [button(ids.turn, runs.all(all.length), value)] : [])]),
        ),
      ];
    }),
  ];
}

function renderPage(
  library: Library,
  kind: LibraryKind,
  { page: asked, words }: { page: number; words: Catalogue },
): KnownBlock[] {
  const { runs, lists } = words;
  const all = library.entries[kind];
  const page = Math.min(asked, Math.max(0, Math.ceil(all.length / rowsOnPage) - 1));
  const [from, to] = [page * rowsOnPage, Math.min((page + 1) * rowsOnPage, all.length)];
  const valueFor = (turned: number) => JSON.stringify({ kind, page: turned } satisfies LibraryPlace);
  const part = lists.part(String(Math.min(from + 1, to)), String(to), String(all.length));
  return [
    heading(runs.kinds[kind], part),
    ...all.slice(from, to).flatMap((entry) => renderRow(entry, library, words)),
    ...renderButtons({
      turns: turnsAt({ page, isLast: to === all.length }, { actionId: ids.turn, valueFor }, lists),
      buttons: [{ actionId: `${ids.turn}:all`, text: runs.overview, value: JSON.stringify(overview) }],
    }),
  ];
}

function heading(title: string, says: string | null): KnownBlock {
  return renderLines([[{ bold: title }], ...(says === null ? [] : [[says]])]).block;
}

function renderRow(entry: LibraryEntry, { entries, me, isTheirs }: Library, words: Catalogue): KnownBlock[] {
  const { runs } = words;
  const [use, change] = stepsOf(entry, entries.suite.length === 1, words);
  const own = isTheirs(entry) ? [...change, removeButton(entry, words)] : [];
  const by: Line = entry.author === me ? [] : [` · ${runs.by} `, { user: entry.author }];
  return [
    renderLines([[{ bold: entry.name }, aboutWords(entry, words), ...by]]).block,
    ...named(`library.${entry.kind}.${entry.id}`, actions([...use, ...own])),
  ];
}

/** Buttons with the same id stand in blocks of their own. */
function named(blockId: string, blocks: readonly ActionsBlock[]): ActionsBlock[] {
  return blocks.map((block) => ({ ...block, block_id: blockId }));
}

/** As much of a message as tells it from others: whoever reads this may read and send it. */
const longestGlance = 60;

/** Empty of a message without a text. */
export function glanceOf(text: string | undefined): string {
  const line = text?.trim().replace(/\s+/g, " ") ?? "";
  return line === "" ? "" : `“${shorten(line, longestGlance)}”`;
}

function aboutWords(entry: LibraryEntry, { runs }: Catalogue): string {
  const glance = entry.kind === "message" ? glanceOf(readSaved(entry)?.message.text) : "";
  if (glance !== "") return ` · ${glance}`;
  const suite = entry.kind === "suite" ? readSuite(entry) : null;
  return suite === null ? "" : ` · ${runs.counts(suite.messages.length, suite.recipients)}`;
}

/** `isOnly`: among several suites none is the one to run. */
function stepsOf(
  { id, kind }: LibraryEntry,
  isOnly: boolean,
  { runs }: Catalogue,
): [use: Button[], change: Button[]] {
  if (kind === "message") return [[button(ids.useSaved, runs.use, id)], []];
  return [
    [button(ids.run, runs.run, id, isOnly ? "primary" : undefined)],
    [button(ids.suite, runs.edit, id)],
  ];
}

function removeButton({ id, name }: LibraryEntry, { runs, common }: Catalogue): Button {
  return {
    ...button(ids.removeSaved, runs.remove.button, id),
    confirm: {
      style: "danger",
      title: plain(runs.remove.title),
      text: plain(runs.remove.says(name)),
      confirm: plain(runs.remove.title),
      deny: plain(common.cancel),
    },
  };
}
