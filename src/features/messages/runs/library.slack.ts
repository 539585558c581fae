import { storeBudgetMs } from "../../../deadline.ts";
import { wordsOf } from "../../../locales/index.ts";
import { type StoreFormDeps, storeForm } from "../../../outcomes/handlers.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click, Command, Submission } from "../../../slack/edge/interaction.ts";
import type { Person } from "../../../slack/people/people.ts";
import type { LibraryEntry, LibraryTable, SaveResult } from "../../../store/index.ts";
import type { SendDeps } from "../send-deps.ts";
import { renderLibrary } from "./library.view.ts";

export type LibraryDeps = SendDeps &
  StoreFormDeps & {
    library: LibraryTable;
    isOperator: (person: Person) => boolean;
    /** For what is only shown. */
    isKnownOperator: (person: Person) => boolean;
  };

/** `/msg-test`, and its button on Home. */
export async function openLibrary(to: Command | Click, deps: LibraryDeps): Promise<void> {
  const { person, words } = to;
  await to.ack();
  if (!deps.maySend(person)) return to.answer(deps.noAccess(words));
  const view = await readLibrary(person, deps);
  if (view === null) return to.answer(plainAnswer(words.common.tooSlow));
  await to.openModal(view);
}

async function readLibrary(person: Person, deps: LibraryDeps, notice?: string) {
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

/** The list that a form stood over is drawn anew; it may be closed by now, and is read again when it is opened. */
export async function showLibraryBelow(submission: Submission, deps: LibraryDeps): Promise<void> {
  const view = await readLibrary(submission.person, deps);
  if (view !== null) await submission.changeBelow(view);
}

/** Asked once more before; the list then stands without it. */
export async function removeSaved(click: Click, deps: LibraryDeps): Promise<void> {
  const { person, value } = click;
  const words = wordsOf(person.locale);
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

async function remove(entryId: string, person: Person, deps: LibraryDeps) {
  const entry = await deps.library.get(entryId);
  const isAllowed = entry !== null && isTheirs(entry, person, deps);
  if (isAllowed) await deps.library.remove(entryId);
  return { entry, isAllowed };
}

/** Changed and deleted by its author and by operators. */
export function isTheirs({ author }: LibraryEntry, person: Person, { isOperator }: LibraryDeps): boolean {
  return author === person.id || isOperator(person);
}

/** What is wrong with a form, on one of its fields. */
export type Wrong = { on: string; why: string };

type Saving = { on: string; save: () => Promise<SaveResult | "not_theirs" | "gone" | Wrong> };

/** Stores what a form holds, or says on a field why not; whether it is stored. */
export async function storeEntry(
  submission: Submission,
  { on, save }: Saving,
  deps: LibraryDeps,
): Promise<boolean> {
  const { runs } = submission.words;
  const { taken, full, changed, notYours, gone } = runs;
  const says = { taken, full, changed, not_theirs: notYours, gone };
  const saving = await storeForm(submission, deps, save);
  const stored = "stored" in saving ? saving.stored : { on, why: saving.why };
  if (stored === "saved") {
    await submission.ack();
    return true;
  }
  const wrong = typeof stored === "string" ? { on, why: says[stored] } : stored;
  await submission.ackErrors({ [wrong.on]: wrong.why });
  return false;
}
