import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { formatObstacle, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import { FormAct, findEditObstacle, toFurtherTry, toNextAct } from "../../outcomes/again.ts";
import { readOwnOperation } from "../../outcomes/handlers.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { banner, renderInput, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { fillLine, type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import { type CommentRequest, commentKind, readComment } from "./comment.ts";
import type { TemplateContext } from "./context.ts";
import { fields, ids, parseTemplateId } from "./ids.ts";
import { renderLastComments } from "./status.view.ts";

/** `isAsked`: set if the form already asks whether to send the comment. */
const CommentForm = FormAct.extend({
  templateId: z.string(),
  name: z.string().nullable().catch(null),
  isAsked: z.boolean().optional(),
});
type CommentForm = z.infer<typeof CommentForm>;

const maxNameLength = 100;

export function toShortTemplateName(name: string | null | undefined): string | null {
  return name ? shorten(name, maxNameLength) : null;
}

export function templateLine(templateId: string, name: string | null): Line {
  const id = shortenId(templateId);
  return name ? [{ bold: name }, ` (${id})`] : [{ code: id }];
}

/** `typed`: initial text. `lastWords`: newest comments, to which this one replies. */
export function renderCommentForm(
  form: CommentForm,
  words: Catalogue,
  { typed, lastWords = [] }: { typed?: string; lastWords?: readonly KnownBlock[] } = {},
): ModalView {
  const { comment } = words.templates;
  const isAsked = form.isAsked === true;
  return renderModal({
    callbackId: ids.comment,
    title: isAsked ? comment.ask : comment.title,
    submit: isAsked ? comment.submit : words.lists.next,
    close: words.common.cancel,
    carries: form,
    blocks: [
      renderLines([fillLine(comment.on, { template: templateLine(form.templateId, form.name) })]).block,
      ...lastWords,
      ...(isAsked ? [banner(comment.warning)] : []),
      renderInput(fields.comment, comment.label, textInput({ multiline: true, initial: typed })),
    ],
  });
}

export async function openCommentForm(click: Click, context: TemplateContext): Promise<void> {
  const { words } = click;
  await click.ack();
  const templateId = parseTemplateId(click.value);
  if (templateId === null) return click.answer(plainAnswer(words.edge.outdated));
  if (!context.mayPropose(click.person)) return click.answer(context.noAccess(words));
  const { name, lastWords } = await readLast(templateId, words, context);
  const form = { act: context.newId(), templateId, name };
  await click.openModal(renderCommentForm(form, words, { lastWords }));
}

/** Time to read the template's name and newest comments; after it, the form opens without them. */
const momentMs = 300;

async function readLast(templateId: string, words: Catalogue, { observations, within }: TemplateContext) {
  const seen = await within(momentMs, observations.get(templateId)).catch(() => undefined);
  return {
    name: toShortTemplateName(seen?.content?.name),
    lastWords: renderLastComments(seen?.vendors ?? [], words),
  };
}

export async function reopenCommentForm(click: Click, context: TemplateContext): Promise<void> {
  const words = withTerms(click.words, "comment");
  await click.ack();
  const operation = await readOwnOperation(click, context.store.operations, words.outcomes);
  if (operation === null) return;
  if (!context.mayPropose(click.person)) return click.answer(context.noAccess(words));
  const asked = readComment(operation.request);
  if (asked === null) return click.answer(plainAnswer(words.outcomes.noLonger));
  const obstacle = findEditObstacle(operation);
  if (obstacle !== null) return click.answer(plainAnswer(formatObstacle(obstacle, words)));
  const { templateId, comment } = asked;
  const { name, lastWords } = await readLast(templateId, words, context);
  const form = { ...toNextAct(operation, context.newId()), templateId, name };
  await click.openModal(renderCommentForm(form, words, { typed: comment, lastWords }));
}

/** Asks for confirmation at the first submission; the second sends the text that is in the field then. */
export async function submitComment(submission: Submission, context: TemplateContext): Promise<void> {
  const { person, words } = submission;
  const form = submission.carried(CommentForm);
  const comment = submission.fields.wording(fields.comment) ?? "";
  if (!context.mayPropose(person)) return submission.refuse(words.templates.notAllowed);
  if (isBlank(comment)) return submission.refuse(words.issues.missing);
  const asked = renderCommentForm({ ...form, isAsked: true }, words, { typed: comment });
  if (form.isAsked !== true) return submission.ack({ response_action: "update", view: asked });
  const { act, templateId, name } = form;
  const request: CommentRequest = { templateId, comment, name };
  const prepare = async () => ({ conversation: null, request, ...toFurtherTry(form) });
  await context.operations.perform(
    { id: act, kind: commentKind, by: submission, prepare },
    (acknowledgement) => {
      const options = { kind: words.templates.kind.comment, isForm: true };
      const notice = toNotice(acknowledgement, options, withTerms(words, "comment"));
      if (notice === null) return submission.ack({ response_action: "clear" });
      return submission.ack({ response_action: "update", view: withNotice(asked, notice) });
    },
  );
}
