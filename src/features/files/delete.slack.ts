import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { renderNotice, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import { obstacleToEdit, toAgain } from "../../outcomes/again.ts";
import { cardTitle } from "../../outcomes/card.view.ts";
import { obstacleWords } from "../../outcomes/repeat.view.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Operation, UploadedFileRecord } from "../../store/index.ts";
import { type DeleteRequest, deleteKind, readDelete } from "./delete.ts";
import { DeleteMetadata, type FileUse, renderDeleteForm, renderDeleteNotice } from "./delete.view.ts";
import type { FileDeps } from "./deps.ts";

/** A form that names more would be read by nobody. */
const mostUses = 10;

/** The button of a file: the form that names what used it, and asks once more. */
export async function askToDelete(click: Click, deps: FileDeps): Promise<void> {
  await click.ack();
  await openDeleteForm(click, { fileId: click.value }, deps);
}

async function openDeleteForm(
  click: Click,
  asked: Pick<DeleteMetadata, "fileId" | "before">,
  deps: FileDeps,
): Promise<void> {
  const { fileId } = asked;
  const { words } = click;
  const found = await findDeletable(fileId, click.person, deps);
  if ("barred" in found) return click.answer(plainAnswer(found.barred));
  const uses = await deps.files.usesOf(fileId, mostUses + 1);
  const shown = await Promise.all(uses.slice(0, mostUses).map((id) => describeUse(id, deps, words)));
  const form = { file: found.file, uses: shown, hasMore: uses.length > mostUses };
  await click.openModal(renderDeleteForm({ act: deps.newId(), ...asked }, form, words));
}

async function describeUse(id: string, { store, operations }: FileDeps, words: Catalogue): Promise<FileUse> {
  const operation = await store.operations.get(id);
  if (operation === null) return { title: null, author: null, at: null };
  const description = operations.describe(operation, words);
  const title = description === null ? null : cardTitle(operation, description, words);
  return { title, author: operation.author, at: operation.createdAt };
}

type Found = { file: UploadedFileRecord } | { barred: string };

/** Asked again when it is submitted: somebody may have been faster. */
async function findDeletable(fileId: string, person: Person, deps: FileDeps): Promise<Found> {
  const { files } = wordsOf(person.locale);
  const file = await deps.files.get(fileId);
  if (file === null) return { barred: files.notListed };
  if (!deps.may.delete(file, person)) return { barred: files.delete.notYours };
  return file.deletedAt === null ? { file } : { barred: files.alreadyDeleted };
}

export async function submitDelete(submission: Submission, deps: FileDeps): Promise<void> {
  const { person } = submission;
  const words = withTerms(wordsOf(person.locale), "delete");
  const { act, fileId, before } = submission.carried(DeleteMetadata);
  const prepare = async () => {
    if (before !== undefined) {
      const again = await findBefore(before, person, deps);
      return "barred" in again ? again : toRepeat(again);
    }
    const found = await findDeletable(fileId, person, deps);
    if ("barred" in found) return found;
    const { name, type } = found.file;
    return { conversation: null, request: { fileId, name, type } };
  };
  await deps.operations.perform({ id: act, kind: deleteKind, by: submission, prepare }, (acknowledgement) => {
    const notice = toNotice(acknowledgement, { kind: words.files.kind.delete }, words);
    if (notice === null) return submission.ack({ response_action: "clear" });
    const view = withNotice(renderDeleteNotice(words), notice);
    return submission.ack({ response_action: "update", view });
  });
}

/**
 * The button under a deletion that failed, or of which nobody knows: gone is gone, so that one may be repeated at once,
 * and any other is asked about once more.
 */
export async function deleteAgain(click: Click, deps: FileDeps): Promise<void> {
  const { person, value, triggerId: act } = click;
  const words = withTerms(wordsOf(person.locale), "delete");
  const prepare = async () => {
    const found = await findBefore(value, person, deps);
    if ("barred" in found) return found;
    return found.operation.outcome === "unknown" ? toRepeat(found) : null;
  };
  await deps.operations.perform(
    { id: act, kind: deleteKind, by: click, prepare },
    async (acknowledgement) => {
      await click.ack();
      if (acknowledgement.kind === "gone") await askOnceMore(click, deps);
      else {
        const notice = toNotice(acknowledgement, { kind: words.files.kind.delete }, words);
        if (notice !== null) await click.answer(renderNotice(notice));
      }
    },
  );
}

/** Under a deletion that certainly had no effect. */
async function askOnceMore(click: Click, deps: FileDeps): Promise<void> {
  const { person, value: before } = click;
  const found = await findBefore(before, person, deps);
  if ("barred" in found) return click.answer(plainAnswer(found.barred));
  await openDeleteForm(click, { fileId: found.before.fileId, before }, deps);
}

type Before = { operation: Operation; before: DeleteRequest };

/** What is to be done once more, by whoever may delete the file now. */
async function findBefore(id: string, person: Person, deps: FileDeps): Promise<Before | { barred: string }> {
  const words = withTerms(wordsOf(person.locale), "delete");
  const operation = await deps.store.operations.get(id);
  const before = operation === null ? null : readDelete(operation.request);
  if (operation === null || before === null) return { barred: words.outcomes.noLonger };
  const obstacle = obstacleToEdit(operation);
  if (obstacle !== null && obstacle !== "unsettled") return { barred: obstacleWords(obstacle, words) };
  const found = await findDeletable(before.fileId, person, deps);
  return "barred" in found ? found : { operation, before };
}

function toRepeat({ operation, before }: Before) {
  const { fileId, name, type } = before;
  const isAgain = operation.outcome === "unknown" || before.isAgain === true;
  const request = { fileId, name, type, ...(isAgain ? { isAgain: true as const } : {}) };
  const again = { ...toAgain(operation), isHarmless: true as const };
  return { conversation: operation.conversation, request, again };
}
