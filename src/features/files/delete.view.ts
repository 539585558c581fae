import type { ModalView } from "@slack/types";
import { z } from "zod";
import { toShownId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import type { Description, Ways } from "../../operations/kind.ts";
import { maskDigits } from "../../phone-number.ts";
import { banner, renderModal } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Operation, UploadedFileRecord } from "../../store/index.ts";
import { isUnknownFile, readDelete } from "./delete.ts";
import { recordDetails } from "./describe.view.ts";
import { ids } from "./ids.ts";
import { fileLine } from "./list.view.ts";
import { readDeleted, shownName } from "./stored.ts";

const deleteWays: Ways = {
  settle: ids.settle,
  unsettled: ids.unsettled,
  repeat: null,
  edit: ids.removeAgain,
  isHarmlessTwice: true,
  anew: null,
};

/** What is told of a deletion; null of one that can't be read. */
export function describeDelete(operation: Operation, words: Catalogue): Description | null {
  const asked = readDelete(operation.request);
  if (asked === null) return null;
  const { files } = words;
  const id = toShownId(asked.fileId);
  const name = shownName(asked.name);
  return {
    kind: files.kind.delete,
    subject: { inFull: name, masked: maskDigits(name), isOwnWord: true },
    facts: [{ name: files.facts.type, value: asked.type }],
    details: recordDetails(readDeleted(operation.result), words),
    contents: [],
    ids: id === null ? [] : [{ name: files.fileId, id }],
    ways: {
      ...deleteWays,
      edit: isUnknownFile(operation) ? null : ids.removeAgain,
      editLabel: operation.outcome === "unknown" ? files.delete.again : files.delete.retry,
      editStyle: "danger",
    },
    terms: withTerms(words, "delete"),
  };
}

/** `before`: the deletion that came to nothing, if there was one. */
export const DeleteMetadata = z.object({
  act: z.string(),
  fileId: z.string(),
  before: z.string().optional(),
});
export type DeleteMetadata = z.infer<typeof DeleteMetadata>;

/** A message that used the file, as its history names it; null when it is no longer stored. */
export type FileUse = { title: string | null; author: string | null; at: Date | null };

export function renderDeleteForm(
  metadata: DeleteMetadata,
  { file, uses, hasMore }: { file: UploadedFileRecord; uses: readonly FileUse[]; hasMore: boolean },
  words: Catalogue,
): ModalView {
  const { delete: told } = words.files;
  const used: Line[] = [
    [uses.length === 0 ? told.unused : told.usedBy],
    ...uses.map((use) => useLine(use, words)),
    ...(hasMore ? [["…"]] : []),
  ];
  return renderModal({
    callbackId: ids.remove,
    title: told.title,
    submit: told.submit,
    close: words.common.cancel,
    carries: metadata,
    blocks: [
      renderLines([fileLine(file), [{ user: file.author }, " · ", { at: file.uploadedAt }]]).block,
      banner(told.risk),
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

/** In the place of the form, when there is nothing to confirm any more. */
export function renderDeleteNotice(words: Catalogue): ModalView {
  return renderModal({
    callbackId: ids.remove,
    title: words.files.delete.title,
    close: words.common.back,
    blocks: [],
  });
}
