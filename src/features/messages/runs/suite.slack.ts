import type { ModalView } from "@slack/types";
import { storeBudgetMs } from "../../../deadline.ts";
import { wordsOf } from "../../../locales/index.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click, Submission } from "../../../slack/edge/interaction.ts";
import type { Person } from "../../../slack/people/people.ts";
import { fields } from "../ids.ts";
import { issueWords } from "../issues.view.ts";
import { findAll } from "../recipients.input.ts";
import { isTheirs, type LibraryDeps, showLibraryBelow, storeEntry } from "./library.slack.ts";
import { findNamingProblem, toSavedName } from "./naming.ts";
import { mostOperations, readSuite } from "./saved.ts";
import { EditMetadata, renderSuiteForm, toName } from "./suite.view.ts";

/** New, or as it is saved. */
export async function openSuite(click: Click, deps: LibraryDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const form = await deps.within(storeBudgetMs, readForm(person, click.value, deps));
  if (form === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  if (typeof form === "string") return click.answer(plainAnswer(form));
  await click.openModal(form);
}

/** In words why there is none. */
async function readForm({ locale }: Person, id: string, deps: LibraryDeps): Promise<ModalView | string> {
  const words = wordsOf(locale);
  const [entry, saved] = await Promise.all([
    id === "new" ? null : deps.library.get(id),
    deps.library.list("message"),
  ]);
  const suite = id === "new" ? { messages: [], recipients: [] } : entry?.kind === "suite" && readSuite(entry);
  if (!suite) return words.runs.gone;
  // Slack takes no field without a choice.
  if (saved.length === 0) return words.runs.noMessages;
  const { revision = null, name = "" } = entry ?? {};
  const edited = { entry: entry?.id ?? deps.newId(), revision, name };
  return renderSuiteForm({ ...edited, ...suite }, { saved, sources: deps.rules }, words);
}

export async function submitSuite(submission: Submission, deps: LibraryDeps): Promise<void> {
  const { person, fields: typed } = submission;
  const { rules, library } = deps;
  const words = wordsOf(person.locale);
  const refuse = (why: string) => submission.ackErrors({ [fields.suiteName]: why });
  if (!deps.maySend(person)) return refuse(words.issues.notAllowed);
  const { entry, revision } = EditMetadata.parse(JSON.parse(submission.view.private_metadata));
  const name = toSavedName(typed.text(fields.suiteName) ?? "");
  const naming = findNamingProblem(name, "word");
  if (naming !== null) return refuse(words.runs.naming[naming]);
  const messages = typed.choices(fields.messages);
  const recipients = typed.choices(fields.recipients).map((key) => toName(key, rules));
  const found = findAll(recipients, rules);
  if ("problem" in found) {
    return submission.ackErrors({ [fields.recipients]: issueWords(found, rules, words) });
  }
  if (found.recipients.length === 0) return refuse(words.recipients.nobody);
  const count = found.recipients.length * messages.length;
  if (count > mostOperations) {
    return submission.ackErrors({ [fields.recipients]: words.runs.many(count, mostOperations) });
  }
  const body = { messages, recipients };
  const save = async () => {
    if (revision === null) return library.add({ id: entry, kind: "suite", name, author: person.id, body });
    const before = await library.get(entry);
    if (before === null || before.kind !== "suite") return "gone";
    const isAllowed = isTheirs(before, person, deps);
    return isAllowed ? library.change(entry, { name, body, revision, by: person.id }) : "not_theirs";
  };
  const isStored = await storeEntry(submission, { on: fields.suiteName, save }, deps);
  if (isStored) await showLibraryBelow(submission, deps);
}
