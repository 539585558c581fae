import type { ModalView } from "@slack/types";
import { z } from "zod";
import { nameUndrawn } from "../../blank-text.ts";
import { shortenId } from "../../foreign-id.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { banner, field, plain, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, type Piece, type Quote, renderLines } from "../../slack/blocks/rich-text.ts";
import { fitsModal } from "../../slack/blocks/size.ts";
import type { TextFileProblem } from "../../slack/files/text-file.ts";
import type { EntryState, ImportEntry } from "../../store/index.ts";
import type { Stretch } from "./difference.ts";
import { fields, ids } from "./ids.ts";
import {
  EntrySays,
  longestImportKilobytes,
  mostJson,
  mostRecords,
  parseRecord,
  type RecordIssue,
  type RecordsProblem,
  readRecords,
} from "./import.ts";
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

/** Shown of so many that a modal has no room for all: these fit, whatever they hold. */
const fewRows = 20;

/** Shows what importing them would change, before anything is. */
export function renderImportPlan(id: string, entries: readonly ImportEntry[], words: Catalogue): ModalView {
  const all = renderPlan(id, { entries, shown: entries }, words);
  return fitsModal(all) ? all : renderPlan(id, { entries, shown: entries.slice(0, fewRows) }, words);
}

function renderPlan(
  id: string,
  { entries, shown }: { entries: readonly ImportEntry[]; shown: readonly ImportEntry[] },
  words: Catalogue,
): ModalView {
  const { imports } = words.templates;
  const count = countOf(entries);
  const importable = planned.reduce((sum, state) => sum + count(state), 0);
  const parts = [...planned, "older", "broken"] as const;
  const plan = parts.filter((one) => count(one) > 0).map((one) => imports.will[one](count(one)));
  const lines = shown
    .flatMap((row) => entryWords(row, words))
    // Broken ones come last.
    .toSorted((a, b) => Number(a.templateId === "") - Number(b.templateId === ""))
    .flatMap(entryLines);
  const left = entries.length - shown.length;
  return renderModal({
    callbackId: ids.confirmImport,
    title: imports.title,
    close: words.common.cancel,
    carries: { id },
    ...(importable > 0 ? { submit: imports.submit(importable) } : {}),
    blocks: [
      renderLines([
        [{ bold: importable > 0 ? imports.nothingYet : imports.nothingLeft }, ` ${imports.plan(plan)}`],
      ]).block,
      renderLines([...lines, ...(left > 0 ? [[`+${left}`]] : [])]).block,
    ],
  });
}

/** Imported once they are confirmed. */
const planned = ["new", "changed", "same"] as const;

function countOf(entries: readonly ImportEntry[]): (state: EntryState) => number {
  const byState = Map.groupBy(entries, ({ state }) => state);
  return (state) => byState.get(state)?.length ?? 0;
}

/** A change of one's content sets it apart from the next. */
function entryLines({ name, templateId, says, change }: EntryWords): (Line | Quote)[] {
  if (templateId === "") return [[`⚠️ ${says}`]];
  const line: Line =
    name === null
      ? [{ code: templateId }, ` · ${says}`]
      : [{ bold: name }, ` (${shortenId(templateId)}) · ${says}`];
  return [line, ...(change === undefined ? [] : [{ quote: [change] }])];
}

const longestName = 60;
/** There are two vendors. */
const mostStatuses = 4;

/** `templateId`: empty where nobody can tell. */
type EntryWords = { name: string | null; templateId: string; says: string; change?: Line };

/** Tells a person of a record. */
export function entryWords(
  { state, templateId, says }: Pick<ImportEntry, "state" | "templateId"> & { says: unknown },
  words: Catalogue,
): EntryWords[] {
  const { imports } = words.templates;
  const { data } = EntrySays.safeParse(says);
  if (data === undefined) return [];
  if ("issues" in data)
    return data.issues.map((issue) => ({
      name: null,
      templateId: "",
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
  return [
    {
      name: data.name === null ? null : shorten(data.name, longestName),
      templateId: templateId ?? "",
      says: lead === undefined ? known.join(", ") : imports.entry(lead, known.join(", ")),
      ...(data.content === undefined ? {} : { change: data.content.map(toPiece) }),
    },
  ];
}

function toPiece({ kind, text }: Stretch): Piece {
  if (kind === "same") return text;
  return kind === "removed" ? { removed: text } : { added: text };
}

function issueLine(
  { record, field: path, problem }: RecordIssue,
  { templates: { imports } }: Catalogue,
): string {
  return imports.issue(imports.record(record), path, imports.problems[problem]);
}

/** Named after the import; its plan named all. */
const mostNamed = { imported: 5, broken: 3 } as const;

/** Says what became of them. */
export function importedLines(entries: readonly ImportEntry[], words: Catalogue): string[] {
  const { imports } = words.templates;
  const count = countOf(entries);
  const [imported, broken, leftOut] = [count("imported"), count("broken"), count("left_out")];
  const wordsOfFirst = (state: keyof typeof mostNamed) =>
    entries
      .filter((entry) => entry.state === state)
      .slice(0, mostNamed[state])
      .flatMap((entry) => entryWords(entry, words));
  return [
    imports.done(imported, { all: entries.length, broken }),
    ...wordsOfFirst("imported").map(({ name, templateId, says }) =>
      [name ?? templateId, ...(says === "" ? [] : [says])].join(" · "),
    ),
    ...(imported > mostNamed.imported ? [`+${imported - mostNamed.imported}`] : []),
    ...(leftOut > 0 ? [imports.leftOut(leftOut)] : []),
    ...wordsOfFirst("broken").map(({ says }) => `⚠️ ${says}`),
    ...(broken > 0 ? [imports.fix(broken)] : []),
  ];
}
