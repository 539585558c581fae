import { storeBudgetMs, within } from "../../../deadline.ts";
import { type StoreFormDeps, storeForm } from "../../../outcomes/store-in-time.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click, Command, Submission } from "../../../slack/edge/interaction.ts";
import type { Person } from "../../../slack/people/people.ts";
import type { LibraryEntry, LibraryTable, SaveResult } from "../../../store/index.ts";
import { splitChosen } from "../address.input.ts";
import { readDraft, saveDraft } from "../drafts.ts";
import { parseForm } from "../form.input.ts";
import { readForm } from "../form.slack.ts";
import { fields, ids } from "../ids.ts";
import { isPending } from "../images.ts";
import { issueWords, noticeWords } from "../issues.view.ts";
import { findAll } from "../recipients.input.ts";
import type { Parsed, SendInput } from "../send.input.ts";
import { renderSendForm } from "../send.view.ts";
import { formOptions, type SendDeps } from "../send-deps.ts";
import { filledForm, type SendForm, writeJson } from "../send-form.ts";
import {
  renderLibrary,
  renderSaveForm,
  renderSuiteForm,
  SaveMetadata,
  SuiteMetadata,
  toName,
} from "./library.view.ts";
import { findNamingProblem, mostOperations, readSaved, readSuite, toSaved } from "./saved.ts";

export type LibraryDeps = SendDeps &
  StoreFormDeps & {
    library: LibraryTable;
    isOperator: (person: Person) => boolean;
    /** For what is only shown. */
    isKnownOperator: (person: Person) => boolean;
  };

/** `/msg-test`, and its button on Home. */
export async function openLibrary(to: Command | Click, deps: LibraryDeps): Promise<void> {
  const { person } = to;
  const words = deps.wordsOf(person.locale);
  await to.ack();
  if (!deps.maySend(person)) return to.answer(deps.noAccess(words));
  const view = await readLibrary(person, deps);
  if (view === null) return to.answer(plainAnswer(words.common.tooSlow));
  await to.openModal(view);
}

async function readLibrary(person: Person, deps: LibraryDeps, notice?: string) {
  const { library } = deps;
  const read = await within(storeBudgetMs, Promise.all([library.list("suite"), library.list("message")]));
  if (read === undefined) return null;
  const [suites, messages] = read;
  const isOperator = deps.isKnownOperator(person);
  const isTheirs = ({ author }: LibraryEntry) => isOperator || author === person.id;
  return renderLibrary({ suites, messages, isTheirs }, deps.wordsOf(person.locale), notice);
}

/** The button of the send form: asks under which name, or says in the form what is wrong with its message. */
export async function askToSave(click: Click, deps: LibraryDeps): Promise<void> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  if (click.form === null) return;
  const form = readForm(click.form.metadata, click.form.fields);
  const say = (notice: string) => click.updateModal(renderSendForm(form, formOptions(person, deps), notice));
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
  const name = (submission.fields.text(fields.savedName) ?? "").trim();
  const kept = await readDraft(person, draft, deps);
  if (kept === undefined) return refuse(words.common.tooSlow);
  const body = kept === null ? null : readSaved(kept);
  if (kept === null || body === null) return refuse(words.common.gone);
  const problem = findNamingProblem(name, { text: body });
  if (problem !== null) return refuse(words.runs.naming[problem]);
  const saving = await storeForm(submission, deps, () =>
    saveMessage({ id: entry, name, author: person.id, body: toSaved(body) }, deps),
  );
  const why = "why" in saving ? saving.why : saveProblem(saving.stored, words.runs);
  if (why !== null) return refuse(why);
  await submission.ack();
  await submission.answer(plainAnswer(words.runs.save.saved(name)));
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

function saveProblem(
  result: SaveResult,
  runs: { taken: string; full: string; changed: string },
): string | null {
  return result === "saved" ? null : runs[result];
}

/** A saved message in the send form, where it can be sent, changed and saved again. */
export async function useSaved(click: Click, deps: LibraryDeps): Promise<void> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const entry = await deps.library.get(click.value);
  const body = entry === null ? null : readSaved(entry);
  if (body === null) return click.answer(plainAnswer(words.runs.gone));
  const form = filledForm({ act: deps.newId() }, body, null);
  const unaddressed = { ...body, message: { ...body.message, to: "" } };
  const nobody = form.isJson ? { [fields.json]: writeJson(unaddressed) } : { [fields.to]: "" };
  const values = { ...form.values, ...nobody };
  await click.openModal(renderSendForm({ ...form, values }, formOptions(person, deps)));
}

/** New, or as it is saved. */
export async function openSuite(click: Click, deps: LibraryDeps): Promise<void> {
  const { person, value } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const [entry, saved] = await Promise.all([
    value === "new" ? null : deps.library.get(value),
    deps.library.list("message"),
  ]);
  const suite = entry === null ? null : readSuite(entry);
  if (value !== "new" && (entry === null || suite === null)) {
    return click.answer(plainAnswer(words.runs.gone));
  }
  const form = {
    ...{ entry: entry?.id ?? deps.newId(), revision: entry?.revision ?? null, name: entry?.name ?? "" },
    ...(suite ?? { messages: [], recipients: [] }),
  };
  await click.openModal(renderSuiteForm(form, { saved, sources: deps.rules }, words));
}

export async function submitSuite(submission: Submission, deps: LibraryDeps): Promise<void> {
  const { person, fields: typed } = submission;
  const words = deps.wordsOf(person.locale);
  const { runs } = words;
  const refuse = (on: string, why: string) => submission.ackErrors({ [on]: why });
  if (!deps.maySend(person)) return refuse(fields.suiteName, words.issues.notAllowed);
  const { entry, revision } = SuiteMetadata.parse(JSON.parse(submission.view.private_metadata));
  const name = (typed.text(fields.suiteName) ?? "").trim();
  const problem = findNamingProblem(name, "suite");
  if (problem !== null) return refuse(fields.suiteName, runs.naming[problem]);
  const messages = typed.choices(fields.messages);
  const names = splitChosen(typed.choices(fields.recipients).join("\n"));
  const recipients = names.map((key) => toName(key, deps.rules));
  const found = findAll(recipients, deps.rules);
  if ("problem" in found) return refuse(fields.recipients, issueWords(found, deps.rules, words));
  const count = found.recipients.length * messages.length;
  if (count > mostOperations) return refuse(fields.recipients, runs.many(count, mostOperations));
  const saving = await storeForm(submission, deps, async (): Promise<SaveResult | "not_theirs"> => {
    const body = { messages, recipients };
    if (revision === null)
      return deps.library.add({ id: entry, kind: "suite", name, author: person.id, body });
    const before = await deps.library.get(entry);
    if (before !== null && !isTheirs(before, person, deps)) return "not_theirs";
    return deps.library.change(entry, { name, body, revision });
  });
  if ("why" in saving) return refuse(fields.suiteName, saving.why);
  const { stored } = saving;
  const why = stored === "not_theirs" ? runs.notYours : saveProblem(stored, runs);
  if (why !== null) return refuse(fields.suiteName, why);
  await submission.ack();
}

function isTheirs({ author }: LibraryEntry, person: Person, { isOperator }: LibraryDeps): boolean {
  return author === person.id || isOperator(person);
}

/** Asked once more before; the list then stands without it. */
export async function removeSaved(click: Click, deps: LibraryDeps): Promise<void> {
  const { person, value } = click;
  const words = deps.wordsOf(person.locale);
  const { runs } = words;
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const entry = await deps.library.get(value);
  const isAllowed = entry !== null && isTheirs(entry, person, deps);
  if (isAllowed) await deps.library.remove(value);
  const says = entry === null ? runs.gone : isAllowed ? runs.removed(entry.name) : runs.notYours;
  const view = await readLibrary(person, deps, says);
  if (view === null) return click.answer(plainAnswer(says));
  await click.updateModal(view);
}
