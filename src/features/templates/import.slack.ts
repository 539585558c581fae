import pLimit from "p-limit";
import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { storeForm } from "../../outcomes/handlers.ts";
import type { Click, Command, Submission } from "../../slack/edge/interaction.ts";
import type { SlackFile } from "../../slack/files/slack-file.ts";
import { readTextFile } from "../../slack/files/text-file.ts";
import type { TemplateContext } from "./context.ts";
import { fields } from "./ids.ts";
import { compareRecords, importLifeMs, longestImportBytes, readRecords } from "./import.ts";
import {
  importedLines,
  problemWords,
  renderImportForm,
  renderImportPlan,
  renderImportState,
} from "./import.view.ts";
import { tellImported } from "./status-post.view.ts";

/** Each holds a file and all its records in memory. */
const oneAtATime = pLimit(1);

/** `/msg-template import`, or the button that leads there. */
export async function openImportForm(to: Command | Click, context: TemplateContext): Promise<void> {
  await to.ack();
  if (!context.mayPropose(to.person)) return to.answer(context.noAccess(to.words));
  await to.openModal(renderImportForm(to.words));
}

/** Slack waits for three seconds and so many records may take longer: the form first says that they are read. */
export async function submitImport(submission: Submission, context: TemplateContext): Promise<void> {
  const { fields: form, words } = submission;
  const { imports, notAllowed } = words.templates;
  const [file] = form.files(fields.recordsFile);
  const pasted = form.wording(fields.records) ?? "";
  const refuse = (field: string, why: string) => submission.ackErrors({ [field]: why });
  if (!context.mayPropose(submission.person)) return refuse(fields.records, notAllowed);
  if ((file === undefined) === isBlank(pasted)) return refuse(fields.records, imports.eitherOr);
  if ((file?.size ?? 0) > longestImportBytes)
    return refuse(fields.recordsFile, problemWords({ problem: "too_long", size: 0 }, words));
  const read = file === undefined ? readRecords(pasted) : null;
  if (read !== null && "problem" in read) return refuse(fields.records, problemWords(read, words));
  await submission.ack({ response_action: "update", view: renderImportState([imports.reading], words) });
  const comeBack = (notice: string) => submission.changeModal(renderImportForm(words, { notice, pasted }));
  try {
    await oneAtATime(async () => {
      const found = read ?? (file && (await readFile(file, context)));
      if (found === undefined) return;
      if ("problem" in found) return comeBack(problemWords(found, words));
      await submission.changeModal(await keep(found.records, submission, context));
    });
  } catch (error) {
    await comeBack(imports.storeFailed).catch(() => {});
    throw error;
  }
}

async function readFile(file: SlackFile, context: TemplateContext) {
  const read = await readTextFile(file, longestImportBytes, context);
  return "problem" in read ? read : readRecords(read.text);
}

async function keep(records: unknown[], { person, words }: Submission, context: TemplateContext) {
  const entries = await compareRecords(records, context.observations);
  const id = context.newId();
  const expiresAt = new Date(context.now().getTime() + importLifeMs);
  await context.imports.keep({ id, by: person.id, expiresAt, entries });
  return renderImportPlan(id, entries, words);
}

/** Stored whole or not at all before it is answered; the same form again says what it said. */
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
      tellImported(imported, { id, by, locale, trx }, context),
    ),
  );
  if ("why" in taken) return show(taken.why);
  if (taken.stored === null) return show(imports.gone);
  const view = renderImportState(importedLines(taken.stored, words), words);
  await submission.ack({ response_action: "update", view });
}
