import type { Catalogue } from "../../locales/index.ts";
import type { Operations } from "../../operations/index.ts";
import { isDone, whyNothing } from "../../outcomes/acknowledgement.view.ts";
import { obstacleToEdit } from "../../outcomes/again.ts";
import { cardTitle } from "../../outcomes/card.view.ts";
import { obstacleWords } from "../../outcomes/repeat.view.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { FileTable, Store, UploadedFileRecord } from "../../store/index.ts";
import { deleteKind, readDelete } from "./delete.ts";
import { type FileUse, readDeleteMetadata, renderDeleteForm, renderDeleteNotice } from "./delete.view.ts";
import { type ListingDeps, mayDelete } from "./list.slack.ts";

export type DeletingDeps = ListingDeps & {
  files: FileTable;
  operations: Pick<Operations, "perform" | "describe">;
  store: { operations: Pick<Store["operations"], "get"> };
  newId: () => string;
};

/** A form that names more would be read by nobody. */
const mostUses = 10;

/** The button of a file: the form that names what used it, and asks once more. */
export async function askToDelete(click: Click, deps: DeletingDeps): Promise<void> {
  const { person, value } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  const found = await findDeletable(value, person, deps);
  if ("barred" in found) return click.answer(plainAnswer(found.barred));
  const uses = await deps.files.usesOf(value, mostUses + 1);
  const shown = await Promise.all(uses.slice(0, mostUses).map((id) => describeUse(id, deps, words)));
  const form = { file: found.file, uses: shown, hasMore: uses.length > mostUses };
  await click.openModal(renderDeleteForm({ act: deps.newId(), fileId: value }, form, words));
}

async function describeUse(
  id: string,
  { store, operations }: DeletingDeps,
  words: Catalogue,
): Promise<FileUse> {
  const operation = await store.operations.get(id);
  if (operation === null) return { title: null, author: null, at: null };
  const description = operations.describe(operation, words);
  const title = description === null ? null : cardTitle(operation, description, words);
  return { title, author: operation.author, at: operation.createdAt };
}

type Found = { file: UploadedFileRecord } | { barred: string };

/** Asked again when it is submitted: somebody may have been faster. */
async function findDeletable(fileId: string, person: Person, deps: DeletingDeps): Promise<Found> {
  const { files } = deps.wordsOf(person.locale);
  const file = await deps.files.get(fileId);
  if (file === null) return { barred: files.notListed };
  if (!mayDelete(file, person, deps)) return { barred: files.delete.notYours };
  return file.deletedAt === null ? { file } : { barred: files.alreadyDeleted };
}

export async function submitDelete(submission: Submission, deps: DeletingDeps): Promise<void> {
  const { person, wasHeldUp } = submission;
  const words = deps.wordsOf(person.locale);
  const { act, fileId } = readDeleteMetadata(submission.view.private_metadata);
  const prepare = async () => {
    const found = await findDeletable(fileId, person, deps);
    if ("barred" in found) return found;
    const { name, type } = found.file;
    return { author: person.id, conversation: null, locale: person.locale, request: { fileId, name, type } };
  };
  await deps.operations.perform({ id: act, kind: deleteKind, prepare, wasHeldUp }, (acknowledgement) => {
    if (isDone(acknowledgement)) return submission.ack({ response_action: "clear" });
    const view = renderDeleteNotice(whyNothing(acknowledgement, words), words);
    return submission.ack({ response_action: "update", view });
  });
}

/** The button under a deletion that failed, or of which nobody knows: gone is gone, so it may be repeated at once. */
export async function deleteAgain(click: Click, deps: DeletingDeps): Promise<void> {
  const { person, value, triggerId: act, wasHeldUp } = click;
  const words = deps.wordsOf(person.locale);
  const prepare = async () => {
    const operation = await deps.store.operations.get(value);
    const asked = operation === null ? null : readDelete(operation.request);
    if (operation === null || asked === null) return { barred: words.outcomes.noLonger };
    if (operation.author !== person.id && !deps.isOperator(person))
      return { barred: words.files.delete.notYours };
    const obstacle = operation.repeatedBy === act ? null : obstacleToEdit(operation);
    if (obstacle !== null && obstacle !== "unsettled") return { barred: obstacleWords(obstacle, words) };
    const isAgain = operation.outcome === "unknown" || asked.isAgain === true;
    const { fileId, name, type } = asked;
    const request = { fileId, name, type, ...(isAgain ? { isAgain: true as const } : {}) };
    const { conversation } = operation;
    return { author: person.id, conversation, locale: person.locale, request, repeats: operation.id };
  };
  await deps.operations.perform(
    { id: act, kind: deleteKind, prepare, wasHeldUp },
    async (acknowledgement) => {
      await click.ack();
      if (!isDone(acknowledgement)) await click.answer(plainAnswer(whyNothing(acknowledgement, words)));
    },
  );
}
