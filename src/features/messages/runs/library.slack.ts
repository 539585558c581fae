import type { ModalView } from "@slack/types";
import { storeBudgetMs } from "../../../deadline.ts";
import { wordsOf } from "../../../locales/index.ts";
import { storeForm } from "../../../outcomes/handlers.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click, Command, Submission } from "../../../slack/edge/interaction.ts";
import type { Person } from "../../../slack/people/people.ts";
import type { LibraryEntry, SaveResult } from "../../../store/index.ts";
import { fields } from "../ids.ts";
import { formatIssue } from "../issues.view.ts";
import { findRecipients } from "../recipients.input.ts";
import { withTemplate } from "../send.slack.ts";
import { renderSendForm } from "../send.view.ts";
import { formOptions, type SendDeps } from "../send-deps.ts";
import { filledForm, formatJson } from "../send-form.ts";
import { findNamingProblem, maxRunOperations, readSaved, readSuite, toSavedName } from "./library.ts";
import { renderLibrary, renderSuiteForm, SuiteMetadata, toRecipientName } from "./library.view.ts";

export async function openLibrary(to: Command | Click, deps: SendDeps): Promise<void> {
  const { person, words } = to;
  await to.ack();
  if (!deps.maySend(person)) return to.answer(deps.noAccess(words));
  const view = await readLibrary(person, deps);
  if (view === null) return to.answer(plainAnswer(words.common.tooSlow));
  await to.openModal(view);
}

async function readLibrary(person: Person, deps: SendDeps, notice?: string) {
  const { library, rules } = deps;
  const kinds = Promise.all([library.list("suite"), library.list("message")]);
  const read = await deps.within(storeBudgetMs, kinds);
  if (read === undefined) return null;
  const [suite, message] = read;
  const isOperator = deps.isKnownOperator(person);
  const isOwn = ({ author }: LibraryEntry) => isOperator || author === person.id;
  const hasRecipients = rules.testRecipients.length > 0;
  const all = { entries: { suite, message }, me: person.id, isTheirs: isOwn, hasRecipients };
  return renderLibrary(all, wordsOf(person.locale), notice);
}

/** Renders the library below a submitted form again; the old one stays if the store is too slow. */
async function showLibraryBelow(submission: Submission, deps: SendDeps): Promise<void> {
  const view = await readLibrary(submission.person, deps);
  if (view !== null) await submission.changeBelow(view);
}

export async function removeLibraryEntry(click: Click, deps: SendDeps): Promise<void> {
  const { person, value, words } = click;
  const { runs } = words;
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const removing = await storeForm(click, deps, () => remove(value, person, deps));
  if ("why" in removing) return click.answer(plainAnswer(removing.why));
  const { entry, isAllowed } = removing.stored;
  const notice = entry === null ? runs.gone : isAllowed ? runs.removed(entry.name) : runs.notYours;
  const view = await readLibrary(person, deps, notice);
  await (view === null ? click.answer(plainAnswer(notice)) : click.updateModal(view));
}

async function remove(entryId: string, person: Person, deps: SendDeps) {
  const entry = await deps.library.get(entryId);
  const isAllowed = entry !== null && mayChangeEntry(entry, person, deps);
  if (isAllowed) await deps.library.remove(entryId);
  return { entry, isAllowed };
}

export function mayChangeEntry({ author }: LibraryEntry, person: Person, { isOperator }: SendDeps): boolean {
  return author === person.id || isOperator(person);
}

/** Stores a form's entry, or shows why not in the form. Returns whether it is stored. */
export async function storeEntry(
  submission: Submission,
  save: () => Promise<SaveResult | "notYours" | "gone" | { why: string }>,
  deps: SendDeps,
): Promise<boolean> {
  const saving = await storeForm(submission, deps, save);
  const stored = "stored" in saving ? saving.stored : saving;
  if (stored === "saved") {
    await submission.ack();
    return true;
  }
  await submission.refuse(typeof stored === "string" ? submission.words.runs[stored] : stored.why);
  return false;
}

export async function openSavedMessage(click: Click, deps: SendDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const entry = await deps.within(storeBudgetMs, deps.library.get(click.value));
  if (entry === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  const body = entry === null ? null : readSaved(entry);
  if (entry === null || body === null) return click.answer(plainAnswer(words.runs.gone));
  const form = filledForm({ act: deps.newId() }, body, null);
  const unaddressed = { ...body, message: { ...body.message, to: "" } };
  const nobody = form.isJson ? { [fields.json]: formatJson(unaddressed) } : { [fields.to]: "" };
  const { id, name, revision, changedAt } = entry;
  const saved = { saved: { id, name, revision }, writtenAt: changedAt };
  const shown = { ...form, values: { ...form.values, ...nobody }, ...saved };
  const { notice, ...withFields } = await withTemplate(shown, deps, words);
  await click.openModal(renderSendForm(withFields, formOptions(person, deps), notice));
}

export async function openSuite(click: Click, deps: SendDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const form = await deps.within(storeBudgetMs, readForm(person, click.value, deps));
  if (form === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  if (typeof form === "string") return click.answer(plainAnswer(form));
  await click.openModal(form);
}

async function readForm({ locale }: Person, id: string, deps: SendDeps): Promise<ModalView | string> {
  const words = wordsOf(locale);
  const [entry, saved] = await Promise.all([
    id === "new" ? null : deps.library.get(id),
    deps.library.list("message"),
  ]);
  const suite = id === "new" ? { messages: [], recipients: [] } : entry?.kind === "suite" && readSuite(entry);
  if (!suite) return words.runs.gone;
  // Slack refuses a select without options.
  if (saved.length === 0) return words.runs.noMessages;
  const { revision = null, name = "" } = entry ?? {};
  const edited = { entry: entry?.id ?? deps.newId(), revision, name };
  return renderSuiteForm({ ...edited, ...suite }, { saved, sources: deps.rules }, words);
}

export async function submitSuite(submission: Submission, deps: SendDeps): Promise<void> {
  const { person, fields: typed, words } = submission;
  const { rules, library } = deps;
  if (!deps.maySend(person)) return submission.refuse(words.issues.notAllowed);
  const { entry, revision } = submission.carried(SuiteMetadata);
  const name = toSavedName(typed.text(fields.suiteName) ?? "");
  const naming = findNamingProblem(name, "word");
  if (naming !== null) return submission.refuse(words.runs.naming[naming]);
  const messages = typed.choices(fields.messages);
  const recipients = typed.choices(fields.recipients).map((key) => toRecipientName(key, rules));
  const found = findRecipients(recipients, rules);
  if ("problem" in found) {
    return submission.ackErrors({ [fields.recipients]: formatIssue(found, rules, words) });
  }
  if (found.recipients.length === 0) return submission.refuse(words.recipients.nobody);
  const count = found.recipients.length * messages.length;
  if (count > maxRunOperations) {
    return submission.ackErrors({ [fields.recipients]: words.runs.many(count, maxRunOperations) });
  }
  const body = { messages, recipients };
  const save = async () => {
    if (revision === null) return library.add({ id: entry, kind: "suite", name, author: person.id, body });
    const before = await library.get(entry);
    if (before === null || before.kind !== "suite") return "gone";
    const isAllowed = mayChangeEntry(before, person, deps);
    return isAllowed ? library.change(entry, { name, body, revision, by: person.id }) : "notYours";
  };
  if (await storeEntry(submission, save, deps)) await showLibraryBelow(submission, deps);
}
