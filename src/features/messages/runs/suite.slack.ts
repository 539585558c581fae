import type { ModalView } from "@slack/types";
import { storeBudgetMs } from "../../../deadline.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click, Submission } from "../../../slack/edge/interaction.ts";
import type { LibraryEntry } from "../../../store/index.ts";
import { fields } from "../ids.ts";
import { issueWords } from "../issues.view.ts";
import { withMade } from "../names.ts";
import { findAll, findNamed, type NameSources } from "../recipients.input.ts";
import { isTheirs, type LibraryDeps, showLibraryBelow, storeEntry, type Wrong } from "./library.slack.ts";
import { findNamingProblem, toSavedName } from "./naming.ts";
import { mostOperations, readGroups, readSuite } from "./saved.ts";
import { EditMetadata, renderGroupForm, renderSuiteForm, toName } from "./suite.view.ts";

/** New, or as it is saved. */
export async function openSuite(click: Click, deps: LibraryDeps): Promise<void> {
  const words = deps.wordsOf(click.person.locale);
  await open(click, deps, async (entry) => {
    const [saved, made] = await Promise.all([deps.library.list("message"), deps.groups()]);
    const suite = entry === null ? { messages: [], recipients: [] } : readSuite(entry);
    const sources = { ...deps.rules, groups: withMade(deps.rules, made) };
    if (suite === null || (entry !== null && entry.kind !== "suite")) return null;
    // Slack takes no field without a choice.
    if (saved.length === 0) return words.runs.noMessages;
    return renderSuiteForm({ ...toEdited(entry, deps), ...suite }, { saved, sources }, words);
  });
}

export async function openGroup(click: Click, deps: LibraryDeps): Promise<void> {
  const words = deps.wordsOf(click.person.locale);
  await open(click, deps, async (entry) => {
    const [group = null] = entry === null ? [{ members: [] }] : readGroups([entry]);
    if (group === null || (entry !== null && entry.kind !== "group")) return null;
    const { members } = group;
    return renderGroupForm({ ...toEdited(entry, deps), members }, membersOnly(deps.rules), words);
  });
}

function toEdited(entry: LibraryEntry | null, { newId }: LibraryDeps) {
  return { entry: entry?.id ?? newId(), revision: entry?.revision ?? null, name: entry?.name ?? "" };
}

/** A group holds no groups. */
function membersOnly({ testRecipients }: NameSources): NameSources {
  return { testRecipients };
}

/** Words: why there is no form. */
type ToForm = (entry: LibraryEntry | null) => Promise<ModalView | string | null>;

async function open(click: Click, deps: LibraryDeps, toForm: ToForm): Promise<void> {
  const { person, value } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const read = async () => {
    const entry = value === "new" ? null : await deps.library.get(value);
    return entry === null && value !== "new" ? null : toForm(entry);
  };
  const form = await deps.within(storeBudgetMs, read());
  if (form === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  if (form === null || typeof form === "string") return click.answer(plainAnswer(form ?? words.runs.gone));
  await click.openModal(form);
}

export async function submitSuite(submission: Submission, deps: LibraryDeps): Promise<void> {
  const { runs } = deps.wordsOf(submission.person.locale);
  const messages = submission.fields.choices(fields.messages);
  await submitNamed(submission, deps, {
    kind: "suite",
    readSources: async () => ({ ...deps.rules, groups: withMade(deps.rules, await deps.groups()) }),
    toBody: (recipients) => ({ messages, recipients }),
    findWrong: (_name, phones) => {
      const count = phones * messages.length;
      const isMany = count > mostOperations;
      return isMany ? { on: fields.recipients, why: runs.many(count, mostOperations) } : null;
    },
  });
}

export async function submitGroup(submission: Submission, deps: LibraryDeps): Promise<void> {
  const { naming } = deps.wordsOf(submission.person.locale).runs;
  await submitNamed(submission, deps, {
    kind: "group",
    readSources: async () => membersOnly(deps.rules),
    toBody: (members) => ({ members }),
    // The operator's come first, so that nobody could send to this one.
    findWrong: (name) =>
      findNamed(name, deps.rules) === null ? null : { on: fields.suiteName, why: naming.operators },
  });
}

type Named = {
  kind: "suite" | "group";
  /** Whom it may name. */
  readSources: () => Promise<NameSources>;
  toBody: (names: readonly string[]) => object;
  findWrong: (name: string, phones: number) => Wrong | null;
};

async function submitNamed(
  submission: Submission,
  deps: LibraryDeps,
  { kind, readSources, toBody, findWrong }: Named,
): Promise<void> {
  const { person, fields: typed } = submission;
  const words = deps.wordsOf(person.locale);
  const refuse = (why: string) => submission.ackErrors({ [fields.suiteName]: why });
  if (!deps.maySend(person)) return refuse(words.issues.notAllowed);
  const { entry, revision } = EditMetadata.parse(JSON.parse(submission.view.private_metadata));
  const name = toSavedName(typed.text(fields.suiteName) ?? "");
  const naming = findNamingProblem(name, "word");
  if (naming !== null) return refuse(words.runs.naming[naming]);
  const save = async () => {
    const sources = await readSources();
    const names = typed.choices(fields.recipients).map((key) => toName(key, sources));
    const found = findAll(names, sources);
    if ("problem" in found) return { on: fields.recipients, why: issueWords(found, deps.rules, words) };
    const { length: phones } = found.recipients;
    if (phones === 0) return { on: fields.suiteName, why: words.recipients.nobody };
    const wrong = findWrong(name, phones);
    if (wrong !== null) return wrong;
    const body = toBody(names);
    if (revision === null) return deps.library.add({ id: entry, kind, name, author: person.id, body });
    const before = await deps.library.get(entry);
    if (before === null || before.kind !== kind) return "gone";
    const isAllowed = isTheirs(before, person, deps);
    return isAllowed ? deps.library.change(entry, { name, body, revision, by: person.id }) : "not_theirs";
  };
  const isStored = await storeEntry(submission, { on: fields.suiteName, save }, deps);
  if (isStored) await showLibraryBelow(submission, deps);
}
