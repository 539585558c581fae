import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { FormAct } from "../../outcomes/form-act.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { banner, field, plain, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { fields, ids } from "./ids.ts";

/** What comes back with a form of one field: ids, how the template is called, and how far it is. */
const Metadata = FormAct.extend({
  templateId: z.string(),
  name: z.string().nullable().catch(null),
  proposal: z.object({ id: z.string(), revision: z.int() }).nullable().catch(null),
  isAsked: z.boolean().catch(false),
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

/**
 * A comment to the vendor's side. Submitted once it asks whether to send, with the words still in their field, so that
 * what is sent is what stands there then. `typed`: what a new form begins with; `lastWords`: what it answers.
 */
export function renderCommentForm(
  form: WordsForm,
  words: Catalogue,
  { typed, lastWords = [] }: { typed?: string; lastWords?: readonly KnownBlock[] } = {},
): ModalView {
  const { comment } = words.templates;
  return renderWordsForm(form, {
    ...{ id: ids.comment, name: fields.comment, label: comment.label, words },
    title: form.isAsked ? comment.ask : comment.title,
    ...(form.isAsked ? { state: comment.notSent } : { around: comment.to }),
    notice: banner(comment.warning),
    beside: lastWords,
    submit: form.isAsked ? comment.submit : comment.next,
    ...(form.proposal === null ? {} : { hint: comment.noteInstead }),
    typed,
  });
}

/** A note to the team: nothing of it leaves Slack and the store. */
export function renderNoteForm(form: WordsForm, words: Catalogue): ModalView {
  const { note } = words.templates;
  return renderWordsForm(form, {
    ...{ id: ids.note, name: fields.note, title: note.title, label: note.label, submit: note.submit, words },
    notice: { type: "section", text: plain(`🗒️ ${note.warning}`) },
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
  /** In front of the template's name. */
  state?: string;
  /** What the form is, around the template. */
  around?: { before: string; after: string };
  label: string;
  submit: string;
  notice: KnownBlock | null;
  /** In sight of whoever writes. */
  beside?: readonly KnownBlock[];
  words: Catalogue;
  hint?: string;
  typed?: string | undefined;
};

function renderWordsForm(form: WordsForm, shape: Shape): ModalView {
  return renderModal({
    callbackId: shape.id,
    title: shape.title,
    submit: shape.submit,
    close: shape.words.common.cancel,
    metadata: JSON.stringify(form),
    blocks: [
      renderLines([headLine(form, shape)]).block,
      ...(shape.beside ?? []),
      ...(shape.notice === null ? [] : [shape.notice]),
      field(
        shape.name,
        shape.label,
        textInput({ multiline: true, initial: shape.typed }),
        shape.hint === undefined ? {} : { hint: shape.hint },
      ),
    ],
  });
}

function headLine(
  { templateId, name }: WordsForm,
  { state, around = { before: "", after: "" } }: Shape,
): Line {
  const lead = state === undefined ? [] : [`${state} · `];
  const template: Line =
    name === null ? [{ code: shortenId(templateId) }] : [{ bold: name }, ` (${shortenId(templateId)})`];
  return [...lead, around.before, ...template, around.after];
}
