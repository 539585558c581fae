import type { ActionsBlock, Button, KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { toShownId } from "../../foreign-id.ts";
import { renderButtons } from "../../lists/list.ts";
import { Cursors, createCursorButtons, encodePosition, showList, turnTo } from "../../lists/show-list.ts";
import { entryFor } from "../../locales/entry.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { formatObstacle, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import { findEditObstacle, toRetry } from "../../outcomes/again.ts";
import { formatCardTitle } from "../../outcomes/card.view.ts";
import { type Answer, compose, plainAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { banner, renderModal, toOptions } from "../../slack/blocks/modal.ts";
import { type Line, renderContext, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Click, Command, Routes, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { FileFilter, Operation, UploadedFileRecord } from "../../store/index.ts";
import { type DeleteRequest, deleteKind, readDelete } from "./delete.ts";
import type { FileDeps } from "./deps.ts";
import { fileTypes, ids } from "./ids.ts";
import { formatFileName, formatFileSize, formatPixels, isPicture } from "./stored.ts";

export type FilePage = {
  position: FilePosition;
  files: readonly UploadedFileRecord[];
  hasNext: boolean;
};

export type FileRights = {
  mayUpload: boolean;
  mayUse: boolean;
  mayDelete: (file: UploadedFileRecord) => boolean;
  isOwn: (file: UploadedFileRecord) => boolean;
};

/** Limit of a link in characters. */
const maxLinkLength = 80;

export function renderFileList(page: FilePage, rights: FileRights, words: Catalogue): Answer {
  const { files, position, hasNext } = page;
  const { list } = words.files;
  const last = files.at(-1);
  const next = hasNext && last !== undefined ? toCursor(last) : null;
  const turns = createCursorButtons(position, next, { actionId: ids.page, words: words.lists });
  const about = files.length === 0 ? list.empty(position.show) : list.scope;
  const head = renderLines([[{ bold: list.title }], [about]]);
  const isNothing = files.length === 0 && position.show === "all" && position.cursors.length === 0;
  const upload = { actionId: ids.uploadForm, text: words.files.upload.title, value: "" };
  const rows = files.map((file) => renderFile(file, rights, words));
  const filter = isNothing ? [] : [filterBlock(position.show, words)];
  return compose(
    head,
    ...filter,
    ...rows,
    ...renderButtons({ turns, buttons: rights.mayUpload ? [upload] : [] }),
  );
}

function renderFile(
  file: UploadedFileRecord,
  rights: FileRights,
  words: Catalogue,
): { text: string; blocks: KnownBlock[] } {
  const title = renderLines([fileLine(file, words)]);
  const parts = greyParts(file, rights, words);
  const id = toShownId(file.fileId);
  const grey = renderContext(parts, id === null ? parts : [...parts, [id]]);
  const buttons = fileButtons(file, rights, words);
  return { text: `${title.text} · ${grey.text}`, blocks: [title.block, grey.block, ...actions(buttons)] };
}

function greyParts(file: UploadedFileRecord, { isOwn }: FileRights, { files }: Catalogue): Line[] {
  const { author, uploadedAt, link, vendorA, vendorB } = file;
  return [
    isOwn(file) ? [files.list.yours] : [`${files.list.by} `, { user: author }],
    [{ at: uploadedAt }],
    ...(file.type === "CHAT" ? [[files.vendors(vendorA !== null, vendorB !== null)]] : []),
    ...(link === null ? [] : [[shorten(link, maxLinkLength)]]),
  ];
}

function fileButtons(
  file: UploadedFileRecord,
  { mayUse, mayDelete }: FileRights,
  { files }: Catalogue,
): Button[] {
  const use = button(ids.use, files.list.use, file.fileId);
  const remove = button(ids.remove, files.list.remove, file.fileId);
  return [...(mayUse && isPicture(file) ? [use] : []), ...(mayDelete(file) ? [remove] : [])];
}

function filterBlock(show: FileSelection, { files }: Catalogue): ActionsBlock {
  const options = toOptions(selections.map((one) => ({ value: one, label: files.list.shows[one] })));
  const chosen = options.find(({ value }) => value === show);
  return {
    type: "actions",
    elements: [
      {
        type: "static_select",
        action_id: ids.filter,
        options,
        ...(chosen === undefined ? {} : { initial_option: chosen }),
      },
    ],
  };
}

function fileLine({ name, type, sizeBytes, width, height }: UploadedFileRecord, { files }: Catalogue): Line {
  const pixels = width === null || height === null ? [] : [formatPixels({ width, height })];
  const size = [formatFileSize(sizeBytes), ...pixels].join(", ");
  const kind = entryFor(files.list.types, type) ?? type;
  return [{ bold: formatFileName(name) }, ` · ${kind} · ${size}`];
}

export const selections = ["all", "mine", ...fileTypes] as const;
export type FileSelection = (typeof selections)[number];

export const FilePosition = z.object({ show: z.enum(selections), cursors: Cursors });
export type FilePosition = z.infer<typeof FilePosition>;

function toCursor({ uploadedAt, fileId }: UploadedFileRecord): string {
  return `${uploadedAt.getTime()}:${fileId}`;
}

/** `author`: Slack user id of the reader. */
function toFilter({ show, cursors }: FilePosition, author: string): Omit<FileFilter, "limit"> {
  const before = readCursor(cursors.at(-1));
  return {
    ...(show === "mine" ? { author } : {}),
    ...(show === "all" || show === "mine" ? {} : { type: show }),
    ...(before === null ? {} : { before }),
  };
}

function readCursor(cursor: string | undefined): Required<FileFilter>["before"] | null {
  const [, ms, fileId] = /^(\d{1,15}):(.+)$/.exec(cursor ?? "") ?? [];
  return ms === undefined || fileId === undefined ? null : { uploadedAt: new Date(Number(ms)), fileId };
}

/** `before`: id of the deletion to repeat. */
export const DeleteMetadata = z.object({
  act: z.string(),
  fileId: z.string(),
  before: z.string().optional(),
});
export type DeleteMetadata = z.infer<typeof DeleteMetadata>;

/** Message that used the file; `title` is null if the message is no longer stored. */
export type FileUse = { title: string | null; author: string | null; at: Date | null };

export function renderDeleteForm(
  metadata: DeleteMetadata,
  { file, uses, hasMore }: { file: UploadedFileRecord; uses: readonly FileUse[]; hasMore: boolean },
  words: Catalogue,
): ModalView {
  const { delete: texts } = words.files;
  const used: Line[] = [
    [uses.length === 0 ? texts.unused : texts.usedBy],
    ...uses.map((use) => useLine(use, words)),
    ...(hasMore ? [["…"]] : []),
  ];
  return renderModal({
    callbackId: ids.remove,
    title: texts.title,
    submit: texts.submit,
    close: words.common.cancel,
    carries: metadata,
    blocks: [
      renderLines([fileLine(file, words), [{ user: file.author }, " · ", { at: file.uploadedAt }]]).block,
      banner(texts.risk),
      renderLines(used).block,
    ],
  });
}

function useLine({ title, author, at }: FileUse, { files }: Catalogue): Line {
  return [
    `• ${title ?? files.delete.forgotten}`,
    ...(author === null ? [] : [" · ", { user: author }]),
    ...(at === null ? [] : [" · ", { at }]),
  ];
}

export function renderDeleteNotice(words: Catalogue): ModalView {
  return renderModal({
    callbackId: ids.remove,
    title: words.files.delete.over,
    close: words.common.back,
    blocks: [],
  });
}

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

/** Checks the right to delete; again at submission, since the file may be gone by then. */
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
