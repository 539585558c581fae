import pLimit from "p-limit";
import { isBlank } from "../../blank-text.ts";
import { storeBudgetMs } from "../../deadline.ts";
import { storeForm } from "../../outcomes/store-in-time.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import { slackLimits } from "../../slack/blocks/limits.ts";
import type { Click, Command, Submission } from "../../slack/edge/interaction.ts";
import type { SlackFile } from "../../slack/files/slack-file.ts";
import { readTextFile, type TextFileDeps } from "../../slack/files/text-file.ts";
import type { Person } from "../../slack/people/people.ts";
import type { ImportTable } from "../../store/index.ts";
import { fields } from "./ids.ts";
import { importLifeMs, longestImportBytes, readImport, runImport } from "./import.ts";
import {
  allOlder,
  fileProblemWords,
  importedLines,
  mostNamed,
  pastedProblemWords,
  readImportId,
  recordsProblemWords,
  renderImportForm,
  renderImportPage,
  renderImportState,
  rowsShown,
} from "./import.view.ts";
import type { TemplateDeps } from "./templates-deps.ts";

/** Each holds a file and all its records in memory. */
const oneAtATime = pLimit(1);

export type ImportFormDeps = TemplateDeps &
  TextFileDeps & {
    imports: ImportTable;
    /** It goes on by itself, once the store is there again. */
    onImportFailure: (error: unknown) => void;
  };

/** `/msg-template import`, or the button that leads there. */
export async function openImportForm(to: Command | Click, deps: ImportFormDeps): Promise<void> {
  const { person } = to;
  const words = deps.wordsOf(person.locale);
  await to.ack();
  if (!deps.mayPropose(person)) return to.answer(deps.noAccess(words));
  await to.openModal(renderImportForm(words));
}

/** Slack waits for three seconds and so many records may take longer: the form first says that they are read. */
export async function submitImport(submission: Submission, deps: ImportFormDeps): Promise<void> {
  const { person, fields: form } = submission;
  const words = deps.wordsOf(person.locale);
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
  const words = deps.wordsOf(person.locale);
  const text =
    typeof given === "string" ? { text: given } : await readTextFile(given, longestImportBytes, deps);
  if ("problem" in text) return { why: fileProblemWords(text, words) };
  const read = await readImport(text.text, deps.sightings);
  if ("problem" in read) return { why: recordsProblemWords(read, words) };
  const id = deps.newId();
  const expiresAt = new Date(deps.now().getTime() + importLifeMs);
  const { locale } = person;
  await deps.imports.keep({ id, kind: "import", by: person.id, locale, expiresAt, ...read });
  const view = await readPage(id, { person, page: 0 }, deps);
  return view === null ? { why: words.templates.imports.gone } : { view };
}

/** Null: it is gone, or somebody else's. */
async function readPage(
  id: string,
  { person, page }: { person: Person; page: number },
  { imports, wordsOf }: ImportFormDeps,
) {
  const [made, rows, older] = await Promise.all([
    imports.get(id),
    imports.list(id, { offset: page * rowsShown, limit: rowsShown }),
    imports.list(id, { state: "older", offset: 0, limit: slackLimits.options - 1 }),
  ]);
  if (made === null || made.by !== person.id) return null;
  return renderImportPage({ made, rows, older, page }, wordsOf(person.locale));
}

/** Another page of what was read, above which what was chosen stays. */
export async function turnImportPage(click: Click, deps: ImportFormDeps): Promise<void> {
  const { person, form, value } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  const page = Number(value);
  if (form === null || !Number.isSafeInteger(page) || page < 0)
    return click.answer(plainAnswer(words.edge.outdated));
  const view = await deps.within(
    storeBudgetMs,
    readPage(readImportId(form.metadata), { person, page }, deps),
  );
  if (view === undefined) return click.answer(plainAnswer(words.templates.loadingFailed));
  if (view === null) return click.answer(plainAnswer(words.templates.imports.gone));
  await click.updateModal(view);
}

/** One press, many reports: stored before it is answered, and carried on wherever it was left. */
export async function confirmImport(submission: Submission, deps: ImportFormDeps): Promise<void> {
  const { person, fields: form } = submission;
  const words = deps.wordsOf(person.locale);
  const { imports, notAllowed } = words.templates;
  const show = (...lines: string[]) =>
    submission.ack({ response_action: "push", view: renderImportState(lines, words) });
  if (!deps.mayPropose(person)) return show(notAllowed);
  const id = readImportId(submission.view.private_metadata);
  const chosen = form.choices(fields.older);
  const older = chosen.includes(allOlder) ? allOlder : chosen.map(Number).filter(Number.isSafeInteger);
  const taken = await storeForm(submission, deps, () => deps.imports.confirm(id, person.id, older));
  if ("why" in taken) return show(taken.why);
  if (taken.stored === "gone") return show(imports.gone);
  await submission.ack({ response_action: "update", view: renderImportState([imports.underWay], words) });
  try {
    const made = await deps.imports.get(id);
    if (made !== null) await runImport(made, deps);
  } catch (error) {
    return deps.onImportFailure(error);
  }
  const first = (state: keyof typeof mostNamed) =>
    deps.imports.list(id, { state, offset: 0, limit: mostNamed[state] });
  const [done, reported, broken] = await Promise.all([
    deps.imports.get(id),
    first("reported"),
    first("broken"),
  ]);
  if (done === null) return;
  await submission.changeModal(renderImportState(importedLines({ ...done, reported, broken }, words), words));
}
