import { storeBudgetMs, within } from "../../../deadline.ts";
import type { Catalogue } from "../../../locales/index.ts";
import { groupNumber } from "../../../phone-number.ts";
import type { SendBody } from "../../../platform/index.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click, Submission } from "../../../slack/edge/interaction.ts";
import type { SaveResult } from "../../../store/index.ts";
import { addressed } from "../address.input.ts";
import { readSent, withUpload } from "../again.slack.ts";
import { withTypedAgent } from "../agent.ts";
import { saveDraft } from "../drafts.ts";
import { parseForm } from "../form.input.ts";
import { readForm, readWhole, withTemplate, withUnseenVariables } from "../form.slack.ts";
import { readJson } from "../form-body.input.ts";
import { fields, ids } from "../ids.ts";
import { imageIdsOf, isPending } from "../images.ts";
import { noticeWords } from "../issues.view.ts";
import { findContext } from "../lookup.ts";
import type { Parsed, SendInput } from "../send.input.ts";
import { renderSendForm } from "../send.view.ts";
import { formOptions, type SendDeps } from "../send-deps.ts";
import { filledForm, lacksFields, readMetadata, type SendForm, writeJson } from "../send-form.ts";
import { readSendable } from "../stored.ts";
import { findWarnings, type Warning } from "../warnings.ts";
import { warningWords } from "../warnings.view.ts";
import { type LibraryDeps, storeEntry } from "./library.slack.ts";
import { findNamingProblem, toSavedName } from "./naming.ts";
import { renderSaveForm, SaveMetadata } from "./save.view.ts";
import { readSaved, toSaved } from "./saved.ts";

/** The button asks under which name: in the send form, and where its author reads of what was accepted. */
export async function askToSave(click: Click, deps: LibraryDeps): Promise<void> {
  if (click.form === null) return askToSaveSent(click, deps);
  await askToSaveForm(click, click.form, deps);
}

/** Says in the form what is wrong with its message. */
async function askToSaveForm(
  click: Click,
  typed: NonNullable<Click["form"]>,
  deps: LibraryDeps,
): Promise<void> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  const form = readForm(typed.metadata, typed.fields);
  const options = await formOptions(person, deps);
  const show = (changed: SendForm, notice: string) =>
    click.updateModal(renderSendForm(changed, options, notice));
  const say = (notice: string) => show(form, notice);
  const { kind: shown } = readMetadata(typed.metadata);
  if (lacksFields(form, shown)) {
    const open = await readWhole(person, typed, deps);
    if (open === undefined) return say(words.common.tooSlow);
    const { notice, ...whole } = await withTemplate(open.form, deps, words);
    return show(whole, notice ?? words.runs.save.moreFields);
  }
  const unseen = await withUnseenVariables(form, deps, words);
  if (unseen !== null) return show(unseen, unseen.notice ?? words.runs.save.moreFields);
  if (form.image !== null) return say(words.runs.save.noAttached);
  const parsed = parseMessage(form, deps);
  if (!parsed.ok) return say(noticeWords(parsed.issues, deps.rules, words));
  if (isPending(parsed.input.body)) return say(words.runs.save.noAttached);
  if (!(await askForName(click, parsed.input.body, deps))) await say(words.common.tooSlow);
}

async function askToSaveSent(click: Click, deps: LibraryDeps): Promise<void> {
  const operation = await readSent(click, deps);
  if (operation === null) return;
  const words = deps.wordsOf(click.person.locale);
  const whole = readSendable(operation.request);
  const body = whole === null ? null : withTypedAgent(await withUpload(whole, operation, deps), deps.agent);
  // What was uploaded for it may be forgotten by now.
  const isWhole = body !== null && whole !== null && imageIdsOf(body).length === imageIdsOf(whole).length;
  if (!isWhole) return click.answer(plainAnswer(words.outcomes.noLonger));
  if (!(await askForName(click, body, deps))) await click.answer(plainAnswer(words.common.tooSlow));
}

/** Whether the message could be kept meanwhile. */
async function askForName(click: Click, body: SendBody, deps: LibraryDeps): Promise<boolean> {
  const { person } = click;
  const draft = await saveDraft(person, { kind: ids.save, body: toSaved(body) }, deps);
  if (draft === undefined) return false;
  await click.openModal(renderSaveForm({ draft, entry: deps.newId() }, deps.wordsOf(person.locale)));
  return true;
}

/** Whoever it goes to, and when, is said when it is used. */
function parseMessage(form: SendForm, deps: SendDeps): Parsed<SendInput> {
  const rules = { ...deps.rules, recipientPolicy: "confirm" as const, quietAdverts: "off" as const };
  const whom = form.isJson
    ? { [fields.json]: toAnybody(form.values[fields.json] ?? "") }
    : { [fields.to]: anybody, [fields.recipients]: "", [fields.country]: "" };
  return parseForm({ ...form, values: { ...form.values, ...whom } }, { ...deps, rules });
}

const anybody = "01000000000";

/** As it is where it can't be read, which is said then. */
function toAnybody(json: string): string {
  const read = readJson(json);
  if ("problem" in read || typeof read.is !== "object" || read.is === null) return json;
  const body = "message" in read.is ? read.is : { message: read.is };
  return JSON.stringify(addressed({ ...body }, { to: anybody, country: "82" }, null));
}

export async function submitSave(submission: Submission, deps: LibraryDeps): Promise<void> {
  const { person } = submission;
  const words = deps.wordsOf(person.locale);
  if (!deps.maySend(person)) {
    return submission.ackErrors({ [fields.savedName]: words.issues.notAllowed });
  }
  const { draft, entry } = SaveMetadata.parse(JSON.parse(submission.view.private_metadata));
  const name = toSavedName(submission.fields.text(fields.savedName) ?? "");
  const on = fields.savedName;
  const save = async () => {
    const kept = await deps.store.drafts.get(draft, person.id);
    const body = kept === null ? null : readSaved(kept);
    if (body === null) return { on, why: words.common.gone };
    const problem = findNamingProblem(name, { text: body });
    if (problem !== null) return { on, why: words.runs.naming[problem] };
    return saveMessage({ id: entry, name, author: person.id, body: toSaved(body) }, deps);
  };
  const isStored = await storeEntry(submission, { on, save }, deps);
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
  const shown = { ...form, values: { ...form.values, ...nobody }, writtenAt: entry.changedAt };
  const [{ notice, ...withFields }, gone, options] = await Promise.all([
    withTemplate(shown, deps, words),
    findGone(body, deps, words),
    formOptions(person, deps),
  ]);
  const notices = [...gone, ...(notice === undefined ? [] : [notice])];
  const told = notices.length === 0 ? undefined : notices.join("\n");
  await click.openModal(renderSendForm(withFields, options, told));
}

const goneKinds: ReadonlySet<Warning["kind"]> = new Set<Warning["kind"]>([
  "template_unseen",
  "image_deleted",
]);

/** What was there when it was saved, a sentence each. */
async function findGone(body: SendBody, deps: LibraryDeps, words: Catalogue): Promise<string[]> {
  const { senderNumbers } = deps.rules;
  const { from } = body.message;
  const isSenderGone = senderNumbers.length > 0 && !senderNumbers.includes(from);
  const warned = findWarnings(body, await findContext(body, deps, undefined)).filter(({ kind }) =>
    goneKinds.has(kind),
  );
  return [
    ...(isSenderGone ? [words.runs.senderGone(groupNumber({ to: from }))] : []),
    ...warned.map((one) => warningWords(one, words)),
  ];
}
