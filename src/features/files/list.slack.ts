import { encodePosition, showList, turnTo } from "../../lists/show-list.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { formatObstacle, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import { findEditObstacle, toRetry } from "../../outcomes/again.ts";
import { formatCardTitle } from "../../outcomes/card.view.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Click, Command, Routes, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Operation, UploadedFileRecord } from "../../store/index.ts";
import { type DeleteRequest, deleteKind, readDelete } from "./delete.ts";
import type { FileDeps } from "./deps.ts";
import { ids } from "./ids.ts";
import {
  DeleteMetadata,
  FilePosition,
  type FileRights,
  type FileUse,
  renderDeleteForm,
  renderDeleteNotice,
  renderFileList,
  selections,
  toFilter,
} from "./list.view.ts";
import { isPicture } from "./stored.ts";

type ListDeps = Pick<FileDeps, "files" | "may" | "known" | "noAccess" | "services" | "within">;

const pageRows = 8;
const firstPage: FilePosition = { show: "all", cursors: [] };

export function listRoutes(deps: FileDeps): Routes {
  return {
    commands: {
      [ids.listCommand]: {
        run: (command) => openFileList(command, deps),
        guide: (person) => listGuide(person, deps),
      },
    },
    submissions: { [ids.remove]: (submission) => submitDelete(submission, deps) },
    clicks: {
      [ids.open]: (click) => openFileList(click, deps),
      [ids.page]: (click) => turnTo(click, FilePosition, (position) => showPage(click, position, deps)),
      [ids.filter]: (click) => filterFiles(click, deps),
      [ids.use]: (click) => openSendFormWithFile(click, deps),
      [ids.remove]: (click) => askToDelete(click, deps),
      [ids.removeAgain]: (click) => deleteAgain(click, deps),
    },
  };
}

function listGuide(person: Person, { may }: FileDeps): Guide {
  const { guide, list } = wordsOf(person.locale).files;
  return { ...guide.list, denied: may.list(person) ? null : list.notAllowed };
}

export async function openFileList(to: Command | Click, deps: ListDeps): Promise<void> {
  await showPage(to, firstPage, deps);
}

async function filterFiles(click: Click, deps: ListDeps): Promise<void> {
  const show = selections.find((one) => one === click.value) ?? "all";
  await showPage(click, { show, cursors: [] }, deps);
}

async function showPage(to: Command | Click, position: FilePosition, deps: ListDeps): Promise<void> {
  const { person, words } = to;
  if (!deps.may.list(person)) {
    await to.ack();
    return to.answer(deps.noAccess(words.files.list.notAllowed, words));
  }
  await showList(to, {
    title: words.files.list.title,
    loading: words.files.list.loading,
    within: deps.within,
    retry: { actionId: ids.page, text: words.lists.retry, value: encodePosition(position) },
    read: () => deps.files.list({ ...toFilter(position, person.id), limit: pageRows + 1 }),
    render: (found) => {
      const page = { position, files: found.slice(0, pageRows), hasNext: found.length > pageRows };
      return renderFileList(page, rightsOf(person, deps), words);
    },
    explain: () => null,
  });
}

function rightsOf(person: Person, { known, services }: Pick<ListDeps, "known" | "services">): FileRights {
  return {
    mayUpload: known.upload(person),
    mayUse: known.send(person) && services().sendImage !== undefined,
    mayDelete: (file) => known.delete(file, person),
    isOwn: ({ author }) => author === person.id,
  };
}

export async function openSendFormWithFile(click: Click, deps: ListDeps): Promise<void> {
  const { person, value } = click;
  const { files } = wordsOf(person.locale);
  await click.ack();
  const file = await deps.files.get(value);
  const { sendImage } = deps.services();
  const isThere = file !== null && file.deletedAt === null;
  if (isThere && isPicture(file) && sendImage !== undefined) return sendImage(click, file);
  if (file === null) return click.answer(plainAnswer(files.notListed));
  await click.answer(plainAnswer(isThere ? files.notForMessages : files.alreadyDeleted));
}

const maxUses = 10;

/** Asks to delete, and names the messages that used the file. */
async function askToDelete(click: Click, deps: FileDeps): Promise<void> {
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
  if ("denied" in found) return click.answer(plainAnswer(found.denied));
  const uses = await deps.files.usesOf(fileId, maxUses + 1);
  const shown = await Promise.all(uses.slice(0, maxUses).map((id) => describeUse(id, deps, words)));
  const form = { file: found.file, uses: shown, hasMore: uses.length > maxUses };
  await click.openModal(renderDeleteForm({ act: deps.newId(), ...asked }, form, words));
}

async function describeUse(id: string, { store, operations }: FileDeps, words: Catalogue): Promise<FileUse> {
  const operation = await store.operations.get(id);
  if (operation === null) return { title: null, author: null, at: null };
  const description = operations.describe(operation, words);
  const title = description === null ? null : formatCardTitle(operation, description, words);
  return { title, author: operation.author, at: operation.createdAt };
}

type Found = { file: UploadedFileRecord } | { denied: string };

/** Checks whether the person may delete the file; at submission again, since it may be deleted by then. */
async function findDeletable(fileId: string, person: Person, deps: FileDeps): Promise<Found> {
  const { files } = wordsOf(person.locale);
  const file = await deps.files.get(fileId);
  if (file === null) return { denied: files.notListed };
  if (!deps.may.delete(file, person)) return { denied: files.delete.notYours };
  return file.deletedAt === null ? { file } : { denied: files.alreadyDeleted };
}

async function submitDelete(submission: Submission, deps: FileDeps): Promise<void> {
  const { person } = submission;
  const words = withTerms(wordsOf(person.locale), "delete");
  const { act, fileId, before } = submission.carried(DeleteMetadata);
  const prepare = async () => {
    if (before !== undefined) {
      const again = await findBefore(before, person, deps);
      return "denied" in again ? again : toRepeat(again);
    }
    const found = await findDeletable(fileId, person, deps);
    if ("denied" in found) return found;
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

async function deleteAgain(click: Click, deps: FileDeps): Promise<void> {
  const { person, value: before } = click;
  await click.ack();
  const found = await findBefore(before, person, deps);
  if ("denied" in found) return click.answer(plainAnswer(found.denied));
  await openDeleteForm(click, { fileId: found.before.fileId, before }, deps);
}

type Before = { operation: Operation; before: DeleteRequest };

/** The deletion to repeat, if the person may delete the file now. */
async function findBefore(id: string, person: Person, deps: FileDeps): Promise<Before | { denied: string }> {
  const words = withTerms(wordsOf(person.locale), "delete");
  const operation = await deps.store.operations.get(id);
  const before = operation === null ? null : readDelete(operation.request);
  if (operation === null || before === null) return { denied: words.outcomes.noLonger };
  const obstacle = findEditObstacle(operation);
  if (obstacle !== null && obstacle !== "unresolved") return { denied: formatObstacle(obstacle, words) };
  const found = await findDeletable(before.fileId, person, deps);
  return "denied" in found ? found : { operation, before };
}

function toRepeat({ operation, before }: Before) {
  const { fileId, name, type } = before;
  const isAgain = operation.outcome === "unknown" || before.isAgain === true;
  const request = { fileId, name, type, ...(isAgain ? { isAgain: true as const } : {}) };
  const again = { ...toRetry(operation), isHarmless: true as const };
  return { conversation: operation.conversation, request, again };
}
