import type { ModalView } from "@slack/types";
import pLimit from "p-limit";
import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { storeForm } from "../../outcomes/handlers.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { banner, plainText, renderInput, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Command, Submission } from "../../slack/edge/interaction.ts";
import type { SlackFile } from "../../slack/files/slack-file.ts";
import { readTextFile, type TextFileProblem } from "../../slack/files/text-file.ts";
import type { Person } from "../../slack/people/people.ts";
import type { EntryState, ImportEntry } from "../../store/index.ts";
import type { TemplateContext } from "./context.ts";
import { fields, ids } from "./ids.ts";
import {
  EntryDetails,
  importLifetimeMs,
  maxImportBytes,
  maxImportKilobytes,
  maxRecords,
  parseRecords,
  type RecordsProblem,
  toImportEntries,
} from "./import.ts";
import { formatStatus, maskAndShorten } from "./status.view.ts";
import { notificationOfImport } from "./status-post.view.ts";

/** Runs one import at a time, since each has a file and its records in memory. */
const oneAtATime = pLimit(1);

export async function openImportForm(to: Command | Click, context: TemplateContext): Promise<void> {
  await to.ack();
  if (!context.mayPropose(to.person)) return to.answer(context.noAccess(to.words));
  await to.openModal(renderImportForm(to.words));
}

/** Shows first that the records are being read, which may take longer than Slack's three seconds. */
export async function submitImport(submission: Submission, context: TemplateContext): Promise<void> {
  const { fields: form, words } = submission;
  const { imports, notAllowed } = words.templates;
  const [file] = form.files(fields.recordsFile);
  const pasted = form.wording(fields.records) ?? "";
  const refuse = (field: string, why: string) => submission.ackErrors({ [field]: why });
  if (!context.mayPropose(submission.person)) return refuse(fields.records, notAllowed);
  if ((file === undefined) === isBlank(pasted)) return refuse(fields.records, imports.eitherOr);
  if ((file?.size ?? 0) > maxImportBytes)
    return refuse(fields.recordsFile, problemWords({ problem: "too_long", size: 0 }, words));
  const read = file === undefined ? parseRecords(pasted) : null;
  if (read !== null && "problem" in read) return refuse(fields.records, problemWords(read, words));
  await submission.ack({ response_action: "update", view: renderImportState([imports.reading], words) });
  const comeBack = (notice: string) => submission.changeModal(renderImportForm(words, { notice, pasted }));
  try {
    await oneAtATime(async () => {
      const found = read ?? (file && (await readFile(file, submission.person, context)));
      if (found === undefined) return;
      if ("problem" in found) return comeBack(problemWords(found, words));
      await submission.changeModal(await keep(found.records, submission, context));
    });
  } catch (error) {
    await comeBack(imports.storeFailed).catch(() => {});
    throw error;
  }
}

async function readFile(file: SlackFile, { id: person }: Person, context: TemplateContext) {
  const read = await readTextFile(file, maxImportBytes, { ...context, person });
  return "problem" in read ? read : parseRecords(read.text);
}

async function keep(records: unknown[], { person, words }: Submission, context: TemplateContext) {
  const entries = await toImportEntries(records, context.observations);
  const id = context.newId();
  const expiresAt = new Date(context.now().getTime() + importLifetimeMs);
  await context.imports.keep({ id, by: person.id, expiresAt, entries });
  return renderImportPlan(id, entries, words);
}

/** Stores the whole import or nothing, then answers. A form submitted twice gets the same answer. */
export async function confirmImport(submission: Submission, context: TemplateContext): Promise<void> {
  const { person, words } = submission;
  const { imports, notAllowed } = words.templates;
  const show = (line: string) =>
    submission.ack({ response_action: "push", view: renderImportState([line], words) });
  if (!context.mayPropose(person)) return show(notAllowed);
  const { id } = submission.carried(z.object({ id: z.string() }));
  const { id: by, locale } = person;
  const taken = await storeForm(submission, context, () =>
    context.imports.confirm(id, by, (imported, trx) =>
      notificationOfImport(imported, { id, by, locale, trx }, context),
    ),
  );
  if ("why" in taken) return show(taken.why);
  if (taken.stored === null) return show(imports.gone);
  const view = renderImportState(importedLines(taken.stored, words), words);
  await submission.ack({ response_action: "update", view });
}

function renderImportForm(
  words: Catalogue,
  { notice, pasted = "" }: { notice?: string; pasted?: string } = {},
): ModalView {
  const { imports } = words.templates;
  return renderModal({
    callbackId: ids.import,
    title: imports.title,
    submit: words.lists.next,
    close: words.common.cancel,
    blocks: [
      ...(notice === undefined ? [] : [banner(notice)]),
      { type: "section", text: plainText(imports.explain(maxRecords, maxImportKilobytes)) },
      renderInput(
        fields.recordsFile,
        imports.file,
        { type: "file_input", max_files: 1, filetypes: ["json", "txt"] },
        { optional: true },
      ),
      renderInput(fields.records, imports.text, textInput({ multiline: true, initial: pasted }), {
        optional: true,
        hint: imports.textHint,
      }),
    ],
  });
}

function problemWords(
  found: RecordsProblem | TextFileProblem,
  { templates: { imports }, issues, files }: Catalogue,
): string {
  switch (found.problem) {
    case "json":
      return issues.json(found);
    case "name_twice":
      return issues.pairTwice(shorten(found.name, maxNameLength));
    case "too_many":
      return imports.tooMany(maxRecords);
    case "no_records":
      return imports.noRecords;
    case "too_long":
      return imports.tooLarge(maxImportKilobytes);
    case "not_read":
      return imports.fileNotRead;
    case "not_utf8":
      return issues.notUtf8;
    case "empty":
      return files.upload.issues.empty;
  }
}

function renderImportState([first = "", ...others]: readonly string[], words: Catalogue): ModalView {
  const { imports } = words.templates;
  return renderModal({
    callbackId: ids.confirmImport,
    title: imports.title,
    close: words.edge.answer.close,
    blocks: [
      renderLines([[others.length > 0 ? { bold: first } : first], ...others.map((line): Line => [line])])
        .block,
    ],
  });
}

/** Most entries in a modal, which has no room for more; further entries are counted ("+3"). */
const maxRows = 20;

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
        ...entries.slice(0, maxRows).flatMap((entry) => entryLines(entry, words)),
        ...(entries.length > maxRows ? [[`+${entries.length - maxRows}`]] : []),
      ]).block,
    ],
  });
}

function countOf(entries: readonly ImportEntry[]): (state: EntryState) => number {
  return (state) => entries.filter((entry) => entry.state === state).length;
}

const maxNameLength = 60;
const maxVendorLength = 32;
/** Most statuses shown of a template; further ones are counted. The platform's API document names two vendors. */
const maxStatuses = 3;

function entryLines({ state, templateId, says }: ImportEntry, words: Catalogue): Line[] {
  const { imports } = words.templates;
  const { data } = EntryDetails.safeParse(says);
  if (data === undefined) return [];
  if ("issues" in data)
    return data.issues.map(({ record, field, problem }) => [
      `⚠️ ${imports.issue(imports.record(record), field, imports.problems[problem])}`,
    ]);
  const { name } = data;
  const statuses = data.statuses.map(({ vendor, before, status }) => {
    const from = before === null ? "" : `${formatStatus(before, words)} → `;
    return `${maskAndShorten(vendor, maxVendorLength)} ${from}${formatStatus(status, words)}`;
  });
  const left = statuses.length - maxStatuses;
  const known = [...statuses.slice(0, maxStatuses), ...(left > 0 ? [`+${left}`] : [])].join(", ");
  const id = templateId ?? "";
  const who: Line =
    name === null ? [{ code: id }] : [{ bold: shorten(name, maxNameLength) }, ` (${shortenId(id)})`];
  return [[state === "new" ? "➕ " : "🔄 ", ...who, ...(known === "" ? [] : [` · ${known}`])]];
}

/** Most problems named after an import; the plan before it has shown more. */
const maxNamed = 5;

function importedLines(entries: readonly ImportEntry[], words: Catalogue): string[] {
  const { imports } = words.templates;
  const count = countOf(entries);
  const [imported, broken, leftOut] = [count("imported"), count("broken"), count("left_out")];
  const issues = entries
    .filter(({ state }) => state === "broken")
    .flatMap((entry) => entryLines(entry, words));
  return [
    imports.done(imported, { all: entries.length, broken }),
    ...(leftOut > 0 ? [imports.leftOut(leftOut)] : []),
    ...issues.slice(0, maxNamed).map((line) => line.join("")),
    ...(broken > 0 ? [imports.fix] : []),
  ];
}
