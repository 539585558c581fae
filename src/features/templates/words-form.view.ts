import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { FormAct } from "../../outcomes/again.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { banner, field, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { fields, ids } from "./ids.ts";

/**
 * What comes back with a form of one field: ids and how the template is called. `draft`: under what the store keeps the words
 * that are asked about; `isAlone`: no form lies below that question.
 */
const Metadata = FormAct.extend({
  templateId: z.string(),
  name: z.string().nullable().catch(null),
  proposal: z.object({ id: z.string(), revision: z.int() }).nullable().catch(null),
  draft: z.string().optional().catch(undefined),
  isAlone: z.boolean().optional().catch(undefined),
});
export type WordsForm = z.infer<typeof Metadata>;

const longestName = 100;

/** A template's name as a form has room for it; null where it isn't known. */
export function toFormName(name: string | null | undefined): string | null {
  return name ? shorten(name, longestName) : null;
}

export function readWordsForm(metadata: string): WordsForm {
  return Metadata.parse(JSON.parse(metadata));
}

/** A comment to the vendor's side. `typed`: what a new form begins with; `lastWords`: what it answers. */
export function renderCommentForm(
  form: WordsForm,
  words: Catalogue,
  { typed, lastWords = [] }: { typed?: string; lastWords?: readonly KnownBlock[] } = {},
): ModalView {
  const { comment } = words.templates;
  return renderWordsForm(form, {
    ...{ id: ids.comment, name: fields.comment, label: comment.label, words },
    title: comment.title,
    around: comment.on,
    notice: banner(comment.warning),
    beside: lastWords,
    submit: comment.next,
    typed,
  });
}

/** What goes to the vendor's side as it stands there; null: it came to nothing, and the way back is left. */
export function renderCommentAsked(form: WordsForm, comment: string | null, words: Catalogue): ModalView {
  const { templates, common, confirm } = words;
  const isAlone = form.isAlone === true;
  return renderModal({
    callbackId: ids.comment,
    title: templates.comment.ask,
    ...(comment === null ? {} : { submit: templates.comment.submit }),
    close: isAlone ? common.cancel : common.back,
    carries: form,
    blocks: [
      ...(comment === null
        ? []
        : [
            renderLines([[`${templates.comment.notSent} · `, ...templateLine(form)], { quote: [[comment]] }])
              .block,
            banner(templates.comment.warning),
          ]),
      ...(isAlone ? actions([button(ids.back, confirm.edit)]) : []),
    ],
  });
}

/** `why`: it came back, with the words still in their field. */
export function renderRequestForm(form: WordsForm, words: Catalogue, why?: Line): ModalView {
  const { requestForm } = words.proposals;
  const notice = why === undefined ? null : renderLines([["⚠️ ", ...why]]).block;
  return renderWordsForm(form, {
    ...{ id: ids.requestChanges, name: fields.reason, words, notice },
    ...requestForm,
  });
}

type Shape = {
  id: string;
  name: string;
  title: string;
  /** What the form is, around the template. */
  around?: { before: string; after: string };
  label: string;
  submit: string;
  notice: KnownBlock | null;
  /** In sight of whoever writes. */
  beside?: readonly KnownBlock[];
  words: Catalogue;
  typed?: string | undefined;
};

function renderWordsForm(form: WordsForm, shape: Shape): ModalView {
  return renderModal({
    callbackId: shape.id,
    title: shape.title,
    submit: shape.submit,
    close: shape.words.common.cancel,
    carries: form,
    blocks: [
      renderLines([headLine(form, shape)]).block,
      ...(shape.beside ?? []),
      ...(shape.notice === null ? [] : [shape.notice]),
      field(shape.name, shape.label, textInput({ multiline: true, initial: shape.typed })),
    ],
  });
}

function headLine(form: WordsForm, { around = { before: "", after: "" } }: Shape): Line {
  return [around.before, ...templateLine(form), around.after];
}

function templateLine({ templateId, name }: WordsForm): Line {
  return name === null ? [{ code: shortenId(templateId) }] : [{ bold: name }, ` (${shortenId(templateId)})`];
}
