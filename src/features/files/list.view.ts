import type { ActionsBlock, Button, KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { toShownId } from "../../foreign-id.ts";
import { renderButtons } from "../../lists/list.ts";
import { Cursors, createCursorButtons } from "../../lists/show-list.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, compose } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { banner, renderModal, toOptions } from "../../slack/blocks/modal.ts";
import { type Line, renderContext, renderLines } from "../../slack/blocks/rich-text.ts";
import type { FileFilter, UploadedFileRecord } from "../../store/index.ts";
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

/** Limit of a link in characters; the rest is cut. */
const maxLinkLength = 80;

export function renderFileList(page: FilePage, rights: FileRights, words: Catalogue): Answer {
  const { files, position, hasNext } = page;
  const { list } = words.files;
  const last = files.at(-1);
  const next = hasNext && last !== undefined ? toCursor(last) : null;
  const turns = createCursorButtons(position, next, { actionId: ids.page, words: words.lists });
  const about = files.length === 0 ? list.empty(position.show) : list.scope;
  const head = renderLines([[{ bold: list.title }], [about]]);
  // An empty list needs no filter.
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
  const title = renderLines([fileLine(file)]);
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

function fileLine({ name, type, sizeBytes, width, height }: UploadedFileRecord): Line {
  const pixels = width === null || height === null ? [] : [formatPixels({ width, height })];
  const size = [formatFileSize(sizeBytes), ...pixels].join(", ");
  return [{ bold: formatFileName(name) }, ` · ${type} · ${size}`];
}

export const selections = ["all", "mine", ...fileTypes] as const;
export type FileSelection = (typeof selections)[number];

export const FilePosition = z.object({ show: z.enum(selections), cursors: Cursors });
export type FilePosition = z.infer<typeof FilePosition>;

function toCursor({ uploadedAt, fileId }: UploadedFileRecord): string {
  return `${uploadedAt.getTime()}:${fileId}`;
}

/** `author`: Slack user id of the reader. */
export function toFilter({ show, cursors }: FilePosition, author: string): Omit<FileFilter, "limit"> {
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

/** `before`: id of the deletion that is repeated. */
export const DeleteMetadata = z.object({
  act: z.string(),
  fileId: z.string(),
  before: z.string().optional(),
});
export type DeleteMetadata = z.infer<typeof DeleteMetadata>;

/** A message that used the file; `title` is null when it is no longer stored. */
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
      renderLines([fileLine(file), [{ user: file.author }, " · ", { at: file.uploadedAt }]]).block,
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
    title: words.files.delete.title,
    close: words.common.back,
    blocks: [],
  });
}
