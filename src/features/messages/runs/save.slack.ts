import { storeBudgetMs, within } from "../../../deadline.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click, Submission } from "../../../slack/edge/interaction.ts";
import type { SaveResult } from "../../../store/index.ts";
import { readDraft, saveDraft } from "../drafts.ts";
import { parseForm } from "../form.input.ts";
import { readForm } from "../form.slack.ts";
import { fields, ids } from "../ids.ts";
import { isPending } from "../images.ts";
import { noticeWords } from "../issues.view.ts";
import type { Parsed, SendInput } from "../send.input.ts";
import { renderSendForm } from "../send.view.ts";
import { formOptions, type SendDeps } from "../send-deps.ts";
import { filledForm, type SendForm, writeJson } from "../send-form.ts";
import { type LibraryDeps, storeEntry } from "./library.slack.ts";
import { findNamingProblem, toSavedName } from "./naming.ts";
import { renderSaveForm, SaveMetadata } from "./save.view.ts";
import { readSaved, toSaved } from "./saved.ts";

/** The button of the send form: asks under which name, or says in the form what is wrong with its message. */
export async function askToSave(click: Click, deps: LibraryDeps): Promise<void> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  if (click.form === null) return;
  const form = readForm(click.form.metadata, click.form.fields);
  const options = await formOptions(person, deps);
  const say = (notice: string) => click.updateModal(renderSendForm(form, options, notice));
  if (form.image !== null) return say(words.runs.save.noAttached);
  const parsed = parseMessage(form, deps);
  if (!parsed.ok) return say(noticeWords(parsed.issues, deps.rules, words));
  if (isPending(parsed.input.body)) return say(words.runs.save.noAttached);
  const draft = await saveDraft(person, { kind: ids.save, body: toSaved(parsed.input.body) }, deps);
  if (draft === undefined) return say(words.common.tooSlow);
  await click.openModal(renderSaveForm({ draft, entry: deps.newId() }, words));
}

/** Whoever it goes to, and when, is said when it is used. */
function parseMessage(form: SendForm, deps: SendDeps): Parsed<SendInput> {
  const anybody = { [fields.to]: "010-0000-0000", [fields.recipients]: "", [fields.country]: "" };
  const rules = { ...deps.rules, recipientPolicy: "confirm" as const, quietAdverts: "off" as const };
  const values = form.isJson ? form.values : { ...form.values, ...anybody };
  return parseForm({ ...form, values }, { ...deps, rules });
}

export async function submitSave(submission: Submission, deps: LibraryDeps): Promise<void> {
  const { person } = submission;
  const words = deps.wordsOf(person.locale);
  const refuse = (why: string) => submission.ackErrors({ [fields.savedName]: why });
  if (!deps.maySend(person)) return refuse(words.issues.notAllowed);
  const { draft, entry } = SaveMetadata.parse(JSON.parse(submission.view.private_metadata));
  const name = toSavedName(submission.fields.text(fields.savedName) ?? "");
  const kept = await readDraft(person, draft, deps);
  if (kept === undefined) return refuse(words.common.tooSlow);
  const body = kept === null ? null : readSaved(kept);
  if (kept === null || body === null) return refuse(words.common.gone);
  const problem = findNamingProblem(name, { text: body });
  if (problem !== null) return refuse(words.runs.naming[problem]);
  const save = () => saveMessage({ id: entry, name, author: person.id, body: toSaved(body) }, deps);
  const isStored = await storeEntry(submission, { on: fields.savedName, save }, deps);
  if (isStored) await submission.answer(plainAnswer(words.runs.save.saved(name)));
}

/** One of theirs with that name is replaced. */
async function saveMessage(
  entry: { id: string; name: string; author: string; body: object },
  { library }: LibraryDeps,
): Promise<SaveResult> {
  const before = await library.find("message", entry.name);
  if (before !== null && before.author === entry.author && before.id !== entry.id) {
    return library.change(before.id, { ...entry, revision: before.revision });
  }
  return library.add({ ...entry, kind: "message" });
}

/** A saved message in the send form, where it can be sent, changed and saved again. */
export async function useSaved(click: Click, deps: LibraryDeps): Promise<void> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const entry = await within(storeBudgetMs, deps.library.get(click.value));
  if (entry === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  const body = entry === null ? null : readSaved(entry);
  if (entry === null || body === null) return click.answer(plainAnswer(words.runs.gone));
  const form = filledForm({ act: deps.newId() }, body, null);
  const unaddressed = { ...body, message: { ...body.message, to: "" } };
  const nobody = form.isJson ? { [fields.json]: writeJson(unaddressed) } : { [fields.to]: "" };
  const values = { ...form.values, ...nobody };
  const saved = { ...form, values, writtenAt: entry.changedAt };
  await click.openModal(renderSendForm(saved, await formOptions(person, deps)));
}
