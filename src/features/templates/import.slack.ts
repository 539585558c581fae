import pLimit from "p-limit";
import { isBlank } from "../../blank-text.ts";
import { wordsOf } from "../../locales/index.ts";
import { storeForm } from "../../outcomes/handlers.ts";
import type { Click, Command, Submission } from "../../slack/edge/interaction.ts";
import type { SlackFile } from "../../slack/files/slack-file.ts";
import { readTextFile, type TextFileDeps } from "../../slack/files/text-file.ts";
import type { Person } from "../../slack/people/people.ts";
import type { ImportTable } from "../../store/index.ts";
import { fields } from "./ids.ts";
import { importLifeMs, longestImportBytes, readImport } from "./import.ts";
import {
  fileProblemWords,
  importedLines,
  pastedProblemWords,
  readImportId,
  recordsProblemWords,
  renderImportForm,
  renderImportPlan,
  renderImportState,
} from "./import.view.ts";
import { tellImported } from "./status-post.view.ts";
import type { TemplateDeps } from "./templates-deps.ts";

/** Each holds a file and all its records in memory. */
const oneAtATime = pLimit(1);

export type ImportFormDeps = TemplateDeps &
  TextFileDeps & {
    imports: ImportTable;
  };

/** `/msg-template import`, or the button that leads there. */
export async function openImportForm(to: Command | Click, deps: ImportFormDeps): Promise<void> {
  const { person, words } = to;
  await to.ack();
  if (!deps.mayPropose(person)) return to.answer(deps.noAccess(words));
  await to.openModal(renderImportForm(words));
}

/** Slack waits for three seconds and so many records may take longer: the form first says that they are read. */
export async function submitImport(submission: Submission, deps: ImportFormDeps): Promise<void> {
  const { person, fields: form } = submission;
  const words = wordsOf(person.locale);
  const { imports, notAllowed } = words.templates;
  const [file] = form.files(fields.recordsFile);
  const pasted = form.wording(fields.records) ?? "";
  const refuse = (field: string, why: string) => submission.ackErrors({ [field]: why });
  if (!deps.mayPropose(person)) return refuse(fields.records, notAllowed);
  if (file === undefined && isBlank(pasted)) return refuse(fields.records, imports.neither);
  if (file !== undefined && !isBlank(pasted)) return refuse(fields.records, imports.both);
  if ((file?.size ?? 0) > longestImportBytes) {
    const why = fileProblemWords({ problem: "too_long", size: file?.size ?? 0 }, words);
    return refuse(fields.recordsFile, why);
  }
  const wrong = file === undefined ? await pastedProblemWords(pasted, words) : null;
  if (wrong !== null) return refuse(fields.records, wrong);
  await submission.ack({ response_action: "update", view: renderImportState([imports.reading], words) });
  try {
    const shown = await oneAtATime(() => readAndShow(person, file ?? pasted, deps));
    await submission.changeModal(
      "why" in shown ? renderImportForm(words, { notice: shown.why, pasted }) : shown.view,
    );
  } catch (error) {
    await submission
      .changeModal(renderImportForm(words, { notice: imports.storeFailed, pasted }))
      .catch(() => {});
    throw error;
  }
}

async function readAndShow(person: Person, given: SlackFile | string, deps: ImportFormDeps) {
  const words = wordsOf(person.locale);
  const text =
    typeof given === "string" ? { text: given } : await readTextFile(given, longestImportBytes, deps);
  if ("problem" in text) return { why: fileProblemWords(text, words) };
  const read = await readImport(text.text, deps.sightings);
  if ("problem" in read) return { why: recordsProblemWords(read, words) };
  const id = deps.newId();
  const expiresAt = new Date(deps.now().getTime() + importLifeMs);
  await deps.imports.keep({ id, by: person.id, expiresAt, ...read });
  return { view: renderImportPlan(id, read.entries, words) };
}

/** Stored whole or not at all before it is answered; the same form again says what it said. */
export async function confirmImport(submission: Submission, deps: ImportFormDeps): Promise<void> {
  const { person, words } = submission;
  const { imports, notAllowed } = words.templates;
  const show = (...lines: string[]) =>
    submission.ack({ response_action: "push", view: renderImportState(lines, words) });
  if (!deps.mayPropose(person)) return show(notAllowed);
  const id = readImportId(submission.view.private_metadata);
  const { id: by, locale } = person;
  const taken = await storeForm(submission, deps, () =>
    deps.imports.confirm(id, by, (imported, trx) => tellImported(imported, { id, by, locale, trx }, deps)),
  );
  if ("why" in taken) return show(taken.why);
  if (taken.stored === null) return show(imports.gone);
  const view = renderImportState(importedLines(taken.stored, words), words);
  await submission.ack({ response_action: "update", view });
}
