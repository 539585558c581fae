import type { ModalView } from "@slack/types";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { banner, field, plain, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { TextFileProblem } from "../../slack/files/text-file.ts";
import type { EntryState, ImportEntry } from "../../store/index.ts";
import { fields, ids } from "./ids.ts";
import { EntrySays, longestImportKilobytes, mostRecords, type RecordsProblem } from "./import.ts";
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
        optional: true,
        hint: imports.textHint,
      }),
    ],
  });
}

export function problemWords(
  found: RecordsProblem | TextFileProblem,
  { templates: { imports }, issues }: Catalogue,
): string {
  switch (found.problem) {
    case "json":
      return issues.json(found);
    case "too_many":
      return imports.tooMany(mostRecords);
    case "no_records":
      return imports.noRecords;
    case "too_long":
      return imports.tooLarge(longestImportKilobytes);
    case "not_read":
      return imports.fileNotRead;
    case "not_utf8":
      return issues.notUtf8;
    case "empty":
      return issues.emptyFile;
  }
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

/** What a modal has room for, whatever stands in it. */
const mostRows = 20;

/** Shows what importing them would change, before anything is. */
export function renderImportPlan(id: string, entries: readonly ImportEntry[], words: Catalogue): ModalView {
  const { imports } = words.templates;
  const count = countOf(entries);
  const importable = entries.length - count("broken");
  const states = ["new", "known", "broken"] as const;
  const plan = states.filter((one) => count(one) > 0).map((one) => imports.will[one](count(one)));
  return renderModal({
    callbackId: ids.confirmImport,
    title: imports.title,
    close: words.common.cancel,
    carries: { id },
    ...(importable > 0 ? { submit: imports.submit(importable) } : {}),
    blocks: [
      renderLines([
        [{ bold: importable > 0 ? imports.nothingYet : imports.nothingLeft }, ` ${plan.join(", ")}.`],
      ]).block,
      renderLines([
        ...entries.slice(0, mostRows).flatMap((entry) => entryLines(entry, words)),
        ...(entries.length > mostRows ? [[`+${entries.length - mostRows}`]] : []),
      ]).block,
    ],
  });
}

function countOf(entries: readonly ImportEntry[]): (state: EntryState) => number {
  return (state) => entries.filter((entry) => entry.state === state).length;
}

const longestName = 60;
const longestVendor = 32;
/** There are two vendors. */
const mostStatuses = 3;

function entryLines({ templateId, says }: ImportEntry, words: Catalogue): Line[] {
  const { imports } = words.templates;
  const { data } = EntrySays.safeParse(says);
  if (data === undefined) return [];
  if ("issues" in data)
    return data.issues.map(({ record, field, problem }) => [
      `⚠️ ${imports.issue(imports.record(record), field, imports.problems[problem])}`,
    ]);
  const { name } = data;
  const statuses = data.statuses.map(({ vendor, before, status }) => {
    const from = before === null ? "" : `${statusWords(before, words)} → `;
    return `${foreign(vendor, longestVendor)} ${from}${statusWords(status, words)}`;
  });
  const left = statuses.length - mostStatuses;
  const known = [...statuses.slice(0, mostStatuses), ...(left > 0 ? [`+${left}`] : [])].join(", ");
  const id = templateId ?? "";
  const who: Line =
    name === null ? [{ code: id }] : [{ bold: shorten(name, longestName) }, ` (${shortenId(id)})`];
  return [[...who, ...(known === "" ? [] : [` · ${known}`])]];
}

/** Broken entries named once more after an import; its plan named all. */
const mostNamed = 5;

/** Says what became of them. */
export function importedLines(entries: readonly ImportEntry[], words: Catalogue): string[] {
  const { imports } = words.templates;
  const count = countOf(entries);
  const [imported, broken, leftOut] = [count("imported"), count("broken"), count("left_out")];
  const issues = entries
    .filter(({ state }) => state === "broken")
    .flatMap((entry) => entryLines(entry, words));
  return [
    imports.done(imported, { all: entries.length, broken }),
    ...(leftOut > 0 ? [imports.leftOut(leftOut)] : []),
    ...issues.slice(0, mostNamed).map((line) => line.join("")),
    ...(broken > 0 ? [imports.fix] : []),
  ];
}
