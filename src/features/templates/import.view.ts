import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { nameUndrawn } from "../../blank-text.ts";
import { shortenId } from "../../foreign-id.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import type { Choice } from "../../slack/blocks/choices.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import { banner, field, multiSelect, plain, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, type Quote, renderLines } from "../../slack/blocks/rich-text.ts";
import type { TextFileProblem } from "../../slack/files/text-file.ts";
import type { Import, ImportEntry } from "../../store/index.ts";
import { fields, ids } from "./ids.ts";
import { parseRecord, type RecordIssue } from "./import.input.ts";
import { EntrySays, longestImportKilobytes } from "./import.ts";
import { mostJson, mostRecords, type RecordsProblem, readRecords } from "./records.ts";
import { foreign, statusWords } from "./status.view.ts";

/** Takes records as a file or pasted; with why they came back, and what was pasted. */
export function renderImportForm(
  words: Catalogue,
  { notice, pasted = "" }: { notice?: string; pasted?: string } = {},
): ModalView {
  const { imports } = words.templates;
  return renderModal({
    callbackId: ids.import,
    title: imports.title,
    submit: imports.next,
    close: words.common.cancel,
    blocks: [
      ...(notice === undefined ? [] : [banner(notice)]),
      { type: "section", text: plain(imports.explain(mostRecords, longestImportKilobytes)) },
      field(
        fields.recordsFile,
        imports.file,
        { type: "file_input", max_files: 1, filetypes: ["json", "txt"] },
        { optional: true },
      ),
      field(fields.records, imports.text, textInput({ multiline: true, initial: pasted }), {
        ...{ optional: true, hint: imports.textHint },
      }),
    ],
  });
}

export function fileProblemWords(read: TextFileProblem, { templates, issues }: Catalogue): string {
  if (read.problem === "too_long") return templates.imports.tooLarge(longestImportKilobytes);
  if (read.problem === "not_read") return templates.imports.fileNotRead;
  return read.problem === "not_utf8" ? issues.notUtf8 : issues.emptyFile;
}

export function recordsProblemWords(found: RecordsProblem, { templates, issues }: Catalogue): string {
  const { imports } = templates;
  switch (found.problem) {
    case "json":
      return issues.json(found);
    case "twice":
      return nameUndrawn(issues.pairTwice(shorten(found.name, longestName)));
    case "too_many":
      return imports.tooMany(mostRecords);
    case "no_records":
      return imports.noRecords;
    default:
      return imports.excess[found.problem](found.line, mostJson);
  }
}

/** A field's error has room for so many. */
const mostIssues = 3;

/** Why a pasted text leads nowhere, where it stands; null where any of it can be read. */
export async function pastedProblemWords(pasted: string, words: Catalogue): Promise<string | null> {
  const found = await readRecords(pasted);
  if ("problem" in found) return recordsProblemWords(found, words);
  const parsed = found.records.map((record, index) => parseRecord(record, index + 1));
  if (parsed.some(({ ok }) => ok)) return null;
  const issues = parsed.flatMap((record) => (record.ok ? [] : record.issues));
  return issues
    .slice(0, mostIssues)
    .map((issue) => issueLine(issue, words))
    .join(" ");
}

/** In the form's place, with nothing to submit. */
export function renderImportState([first = "", ...others]: readonly string[], words: Catalogue): ModalView {
  const { imports, view } = words.templates;
  return renderModal({
    callbackId: ids.confirmImport,
    title: imports.title,
    close: view.close,
    blocks: [
      renderLines([[others.length > 0 ? { bold: first } : first], ...others.map((line): Line => [line])])
        .block,
    ],
  });
}

const Metadata = z.object({ id: z.string() });

export function readImportId(metadata: string): string {
  return Metadata.parse(JSON.parse(metadata)).id;
}

export const rowsShown = 20;
/** Stands for all older ones, among their ids. */
export const allOlder = "all";

export type ImportPage = {
  made: Import;
  rows: readonly ImportEntry[];
  /** As many as a choice has room for beside “all”. */
  older: readonly ImportEntry[];
  page: number;
};

/** What importing them would change, before anything is. */
export function renderImportPage({ made, rows, older, page }: ImportPage, words: Catalogue): ModalView {
  const { imports } = words.templates;
  const { broken, ...readable } = made.counts;
  const all = Object.values(readable).reduce((sum, count) => sum + count, broken);
  const canImport = all > broken;
  // What is done with the others comes first.
  const lines = rows
    .flatMap((row) => entryWords(row, words))
    .toSorted((a, b) => Number(a.templateId === "") - Number(b.templateId === ""))
    .flatMap(entryLines);
  return renderModal({
    callbackId: ids.confirmImport,
    title: imports.title,
    close: words.common.cancel,
    metadata: JSON.stringify({ id: made.id }),
    ...(canImport ? { submit: submitWords(made.counts, words) } : {}),
    blocks: [
      renderLines([planLine(made.counts, canImport, words)]).block,
      ...renderOlder(older, made.counts.older, words),
      ...(lines.length === 0 ? [] : [renderLines(lines).block]),
      ...renderTurns(page, { shown: rows.length, all }, words),
    ],
  });
}

/** What importing does, without the older ones that may still be chosen. */
const taken = ["new", "changed", "same"] as const;

function submitWords(counts: Import["counts"], { templates: { imports } }: Catalogue): string {
  const count = taken.reduce((sum, state) => sum + counts[state], 0);
  return counts.older > 0 || count === 0 ? imports.submit : imports.submitAll(count);
}

/** What will be done, and what won't. */
function planLine(counts: Import["counts"], canImport: boolean, words: Catalogue): Line {
  const { imports } = words.templates;
  const states = [...taken, "older", "broken"] as const;
  const parts = states.filter((one) => counts[one] > 0).map((one) => imports.will[one](counts[one]));
  return [
    { bold: canImport ? imports.nothingYet : imports.nothingLeft },
    ...(parts.length === 0 ? [] : [` ${imports.plan(parts)}`]),
  ];
}

/** How many there are, and of which state. */
export function countWords(counts: Partial<Import["counts"]>, { templates: { imports } }: Catalogue) {
  const states = (["broken", "older", "changed", "new", "same"] as const).filter((state) => counts[state]);
  return {
    all: imports.records(states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)),
    each: states.map((state) => imports.counts[state](counts[state] ?? 0)),
  };
}

function renderOlder(older: readonly ImportEntry[], count: number, words: Catalogue): KnownBlock[] {
  if (older.length === 0) return [];
  const { imports } = words.templates;
  const choices: Choice[] = [
    { value: allOlder, label: imports.allOlder(count) },
    ...older.map((entry) => ({ value: String(entry.id), label: titleOf(entry) })),
  ];
  const element = multiSelect(choices, [], slackLimits.options);
  return [field(fields.older, imports.older, element, { optional: true, hint: imports.olderHint })];
}

function renderTurns(
  page: number,
  { shown, all }: { shown: number; all: number },
  { templates: { imports }, lists }: Catalogue,
): KnownBlock[] {
  if (all <= rowsShown) return [];
  const from = page * rowsShown;
  const last = Math.ceil(all / rowsShown) - 1;
  return [
    renderLines([[imports.page(from + 1, from + shown, all)]]).block,
    ...actions([
      button(`${ids.importPage}:back`, lists.back, String(page === 0 ? last : page - 1)),
      button(`${ids.importPage}:next`, lists.next, String(page === last ? 0 : page + 1)),
    ]),
  ];
}

/** What changes of one sets it apart from the next. */
function entryLines({ name, templateId, says, change }: EntryWords): (Line | Quote)[] {
  if (templateId === "") return [[`⚠️ ${says}`]];
  const line: Line =
    name === null
      ? [{ code: templateId }, ` · ${says}`]
      : [{ bold: name }, ` (${shortenId(templateId)}) · ${says}`];
  return [line, ...(change === undefined ? [] : [{ quote: [[change]] }])];
}

const longestName = 60;
/** There are two vendors. */
const mostStatuses = 4;

function titleOf({ templateId, says }: { templateId: string; says: unknown }): string {
  const { data } = EntrySays.safeParse(says);
  return data === undefined ? templateId : entryTitle({ name: nameIn(data), templateId });
}

function nameIn(says: EntrySays): string | null {
  return "name" in says && says.name !== null ? shorten(says.name, longestName) : null;
}

/** With its whole id. */
export function entryTitle({ name, templateId }: Pick<EntryWords, "name" | "templateId">): string {
  return name === null ? templateId : `${name} (${templateId})`;
}

/** `templateId`: empty where nobody can tell. */
type EntryWords = {
  name: string | null;
  templateId: string;
  says: string;
  /** How its content is otherwise. */
  change?: string;
};

/** What a person reads of a record before it is reported. */
export function entryWords(
  { state, templateId, says }: Pick<ImportEntry, "state" | "templateId"> & { says: unknown },
  words: Catalogue,
): EntryWords[] {
  const { imports } = words.templates;
  const { data } = EntrySays.safeParse(says);
  if (data === undefined) return [];
  if ("issues" in data)
    return data.issues.map((issue) => ({
      ...{ name: null, templateId: "" },
      says: imports.skipped(issueLine(issue, words), shorten(data.called ?? "", longestName)),
    }));
  const statuses = data.statuses.slice(0, mostStatuses).map(({ vendor, before, status }) => {
    const from = before === null ? "" : `${statusWords(before, words)} → `;
    return `${foreign(vendor)} ${from}${statusWords(status, words)}`;
  });
  const isNew = state === "new" || data.isNew === true;
  const parts = isNew ? [] : data.parts.map((part) => imports.parts[part]);
  const left = data.statuses.length - statuses.length;
  const known = [...parts, ...statuses, ...(left > 0 ? [`+${left}`] : [])];
  const lead = isNew ? imports.states.new : entryFor(imports.states, state);
  const told = lead === undefined ? known.join(", ") : imports.entry(lead, known.join(", "));
  const { content } = data;
  const change = content === undefined ? {} : { change: changeWords(content) };
  return [{ name: nameIn(data), templateId, says: told, ...change }];
}

/** Lines that only go or only come stand alone. */
function changeWords({ before, after }: { before: string; after: string }): string {
  if (after === "") return `− “${before}”`;
  return before === "" ? `+ “${after}”` : `“${before}” → “${after}”`;
}

function issueLine(
  { record, field: path, problem }: RecordIssue,
  { templates: { imports } }: Catalogue,
): string {
  return imports.issue(imports.record(record), path, imports.problems[problem]);
}

/** How many are named after the import: its page named all. */
export const mostNamed = { reported: 5, broken: 3 } as const;

/** What became of it; `reported` and `broken`: the first of what was imported, and of what could not be read. */
export function importedLines(
  {
    counts,
    broken,
    reported = [],
  }: Pick<Import, "counts"> & { broken: readonly ImportEntry[]; reported?: readonly ImportEntry[] },
  words: Catalogue,
): string[] {
  const { imports } = words.templates;
  const all = counts.reported + counts.left_out + counts.broken;
  return [
    imports.done(counts.reported, { all, broken: counts.broken }),
    ...reported
      .flatMap((entry) => entryWords(entry, words))
      .map(({ name, templateId, says }) => [name ?? templateId, ...(says === "" ? [] : [says])].join(" · ")),
    ...(counts.reported > reported.length && reported.length > 0
      ? [`+${counts.reported - reported.length}`]
      : []),
    ...(counts.left_out > 0 ? [imports.leftOut(counts.left_out)] : []),
    ...broken.flatMap((entry) => entryWords(entry, words)).map(({ says }) => `⚠️ ${says}`),
    ...(counts.broken > 0 ? [imports.fix(counts.broken)] : []),
  ];
}
