import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click, Submission } from "../../../slack/edge/interaction.ts";
import type { Person } from "../../../slack/people/people.ts";
import type { SaveResult } from "../../../store/index.ts";
import { fields, ids } from "../ids.ts";
import { formatIssues } from "../issues.view.ts";
import { withAddresses } from "../recipients.input.ts";
import { type ParseResult, parseForm, type SendInput } from "../send.input.ts";
import { addMissingFields, readSendForm } from "../send.slack.ts";
import { hasImagePlaceholder } from "../send.ts";
import { renderSendForm } from "../send.view.ts";
import { formOptions, type SendDeps, saveDraft } from "../send-deps.ts";
import { parseJsonText, type SavedAs, type SendForm } from "../send-form.ts";
import { mayChangeEntry, storeEntry } from "./library.slack.ts";
import { findNamingProblem, readSaved, toSaved, toSavedName } from "./library.ts";
import { renderSaveForm, SaveMetadata } from "./library.view.ts";

export async function openSaveForm(click: Click, deps: SendDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  if (click.form === null) return;
  const form = readSendForm(click.form);
  const options = formOptions(person, deps);
  const show = (changed: SendForm, notice: string) =>
    click.updateModal(renderSendForm(changed, options, notice));
  const say = (notice: string) => show(form, notice);
  const whole = await addMissingFields(form, click.form.fields.names(), click, deps);
  if (whole !== null) return show(whole, whole.notice ?? words.runs.save.moreFields);
  if (form.image !== null) return say(words.runs.save.noAttached);
  const parsed = parseMessage(form, deps);
  if (!parsed.ok) return say(formatIssues(parsed.issues, deps.rules, words));
  if (hasImagePlaceholder(parsed.input.body)) return say(words.runs.save.noAttached);
  const { body } = parsed.input;
  const draft = await saveDraft(person, { kind: ids.save, body: toSaved(body) }, deps);
  if (draft === undefined) return say(words.common.tooSlow);
  const metadata = { draft, entry: deps.newId(), saved: form.saved };
  await click.openModal(renderSaveForm(metadata, body.message.text, words));
}

/** Parses the message without the rules on recipient and time of day, which are checked when it is sent. */
function parseMessage(form: SendForm, deps: SendDeps): ParseResult<SendInput> {
  const rules = { ...deps.rules, recipientPolicy: "confirm" as const, quietAdverts: "off" as const };
  const whom = form.isJson
    ? { [fields.json]: toAnybody(form.values[fields.json] ?? "") }
    : { [fields.to]: anybody, [fields.recipients]: "", [fields.country]: "" };
  return parseForm({ ...form, values: { ...form.values, ...whom } }, { ...deps, rules });
}

const anybody = "01000000000";

/** Sets the recipient of a message in JSON. Invalid JSON is returned unchanged, and refused later. */
function toAnybody(json: string): string {
  const read = parseJsonText(json);
  if ("problem" in read || typeof read.is !== "object" || read.is === null) return json;
  const body = "message" in read.is ? read.is : { message: read.is };
  return JSON.stringify(withAddresses({ ...body }, { to: anybody, country: "82" }, null));
}

export async function submitSave(submission: Submission, deps: SendDeps): Promise<void> {
  const { person, words } = submission;
  if (!deps.maySend(person)) return submission.refuse(words.issues.notAllowed);
  const { draft, entry, saved } = submission.carried(SaveMetadata);
  const name = toSavedName(submission.fields.text(fields.savedName) ?? "");
  const save = async () => {
    const kept = await deps.store.drafts.get(draft, person.id);
    const body = kept === null ? null : readSaved(kept);
    if (body === null) return { why: words.common.gone };
    const problem = findNamingProblem(name, { text: body });
    if (problem !== null) return { why: words.runs.naming[problem] };
    return saveMessage(person, { id: entry, name, body: toSaved(body), saved }, deps);
  };
  if (await storeEntry(submission, save, deps))
    await submission.answer(plainAnswer(words.runs.save.saved(name)));
}

/** Saves a message. Replaces the author's message of that name; for operators also the message that filled the form. */
async function saveMessage(
  person: Person,
  { id, name, body, saved }: { id: string; name: string; body: object; saved: SavedAs | undefined },
  deps: SendDeps,
): Promise<SaveResult> {
  const { library } = deps;
  const before = await library.find("message", name);
  const isNew = before === null || before.id === id;
  if (!isNew && before.author === person.id) {
    return library.change(before.id, { name, body, revision: before.revision, by: person.id });
  }
  if (!isNew && before.id === saved?.id && mayChangeEntry(before, person, deps)) {
    return library.change(before.id, { name, body, revision: saved.revision, by: person.id });
  }
  return library.add({ id, kind: "message", name, author: person.id, body });
}
