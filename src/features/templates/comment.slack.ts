import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { storeBudgetMs } from "../../deadline.ts";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { type Notice, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import { againOf, FormAct, obstacleToEdit, toNextAct } from "../../outcomes/again.ts";
import { readOwn, storeInTime } from "../../outcomes/handlers.ts";
import { obstacleWords } from "../../outcomes/repeat.view.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { banner, field, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import { commentKind, readComment } from "./comment.ts";
import { renderLastWords } from "./comments.view.ts";
import type { TemplateContext } from "./context.ts";
import { fields, ids, parseTemplateId } from "./ids.ts";

/** Comes back with the form, and with the question whether to send; `draft`: the store's id of the words that it asks about. */
const CommentForm = FormAct.extend({
  templateId: z.string(),
  name: z.string().nullable().catch(null),
  draft: z.string().optional(),
});
type CommentForm = z.infer<typeof CommentForm>;

const longestName = 100;

/** A template's name as a form can carry and show it; null where it isn't known. */
export function toFormName(name: string | null | undefined): string | null {
  return name ? shorten(name, longestName) : null;
}

/** `name`: as a form carries it. */
export function templateLine(templateId: string, name: string | null): Line {
  const id = shortenId(templateId);
  return name ? [{ bold: name }, ` (${id})`] : [{ code: id }];
}

/** A comment to the vendor's side. `typed`: what a new form begins with; `lastWords`: what it answers. */
export function renderCommentForm(
  form: CommentForm,
  words: Catalogue,
  { typed, lastWords = [] }: { typed?: string; lastWords?: readonly KnownBlock[] } = {},
): ModalView {
  const { comment } = words.templates;
  return renderModal({
    callbackId: ids.comment,
    title: comment.title,
    submit: comment.next,
    close: words.common.cancel,
    carries: form,
    blocks: [
      renderLines([[comment.on.before, ...templateLine(form.templateId, form.name), comment.on.after]]).block,
      ...lastWords,
      banner(comment.warning),
      field(fields.comment, comment.label, textInput({ multiline: true, initial: typed })),
    ],
  });
}

/** Shows what goes to the vendor's side as it stands there. Null: it came to nothing, and the way back is left. */
export function renderCommentAsked(form: CommentForm, written: string | null, words: Catalogue): ModalView {
  const { comment } = words.templates;
  const head: Line = [`${comment.notSent} · `, ...templateLine(form.templateId, form.name)];
  return renderModal({
    callbackId: ids.comment,
    title: comment.ask,
    ...(written === null ? {} : { submit: comment.submit }),
    close: words.common.cancel,
    carries: form,
    blocks: [
      ...(written === null
        ? []
        : [renderLines([head, { quote: [[written]] }]).block, banner(comment.warning)]),
      ...actions([button(ids.back, words.confirm.edit)]),
    ],
  });
}

/** From a proposal's card, or from a template's view. */
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

/** Whoever writes waits no longer for what was written before. */
const momentMs = 300;

async function readLast(templateId: string, words: Catalogue, { observations, within }: TemplateContext) {
  const seen = await within(momentMs, observations.get(templateId)).catch(() => undefined);
  return {
    name: toFormName(seen?.content?.name),
    lastWords: renderLastWords(seen?.vendors ?? [], words),
  };
}

/** The button under a comment that had no effect: the form again with its words in it, for whoever wrote it. */
export async function openCommentAgain(click: Click, context: TemplateContext): Promise<void> {
  const words = withTerms(click.words, "comment");
  await click.ack();
  const operation = await readOwn(click, context.store.operations, words.outcomes);
  if (operation === null) return;
  if (!context.mayPropose(click.person)) return click.answer(context.noAccess(words));
  const asked = readComment(operation.request);
  if (asked === null) return click.answer(plainAnswer(words.outcomes.noLonger));
  const obstacle = obstacleToEdit(operation);
  if (obstacle !== null) return click.answer(plainAnswer(obstacleWords(obstacle, words)));
  const { templateId, comment } = asked;
  const { name, lastWords } = await readLast(templateId, words, context);
  const form = { ...toNextAct(operation, context.newId()), templateId, name };
  await click.openModal(renderCommentForm(form, words, { typed: comment, lastWords }));
}

/** What is asked about lies open for a day at most. */
const draftLifeMs = 24 * 60 * 60_000;
const Draft = z.object({ comment: z.string() });

/** First what was written is kept and asked about, then that and nothing else goes to the vendor's side. */
export async function submitComment(submission: Submission, context: TemplateContext): Promise<void> {
  const form = submission.carried(CommentForm);
  if (form.draft === undefined) return askBefore(submission, form, context);
  const { person, words } = submission;
  const say = (notice: Notice) => {
    const view = withNotice(renderCommentAsked(form, null, words), notice);
    return submission.ack({ response_action: "update", view });
  };
  if (!context.mayPropose(person)) return say({ says: [words.templates.notAllowed], steps: [] });
  const { act, templateId, name, draft } = form;
  const prepare = async () => {
    const kept = await context.store.drafts.get(draft, person.id);
    const written = Draft.safeParse(kept?.body).data;
    if (written === undefined) return null;
    return { conversation: null, request: { templateId, ...written, name }, ...againOf(form) };
  };
  await context.operations.perform(
    { id: act, kind: commentKind, by: submission, prepare },
    (acknowledgement) => {
      const options = { kind: words.templates.kind.comment, isForm: true };
      const notice = toNotice(acknowledgement, options, withTerms(words, "comment"));
      return notice === null ? submission.ack({ response_action: "clear" }) : say(notice);
    },
  );
}

async function askBefore(submission: Submission, form: CommentForm, context: TemplateContext): Promise<void> {
  const { person, words } = submission;
  const { now, within, onStoreFailure, store } = context;
  const comment = submission.fields.wording(fields.comment) ?? "";
  if (!context.mayPropose(person)) return submission.refuse(words.templates.notAllowed);
  if (isBlank(comment)) return submission.refuse(words.propose.form.missing);
  const id = context.newId();
  const body: z.infer<typeof Draft> = { comment };
  const expiresAt = new Date(now().getTime() + draftLifeMs);
  const saved = store.drafts.save({ id, author: person.id, kind: commentKind, body, expiresAt });
  const kept = await storeInTime(
    saved.then(() => id),
    { within, onFailure: onStoreFailure },
  );
  if (kept === undefined) return submission.refuse(words.common.tooSlow);
  const view = renderCommentAsked({ ...form, draft: id }, comment, words);
  await submission.ack({ response_action: "update", view });
}

/** From the question back to its form. */
export async function backToCommentForm(click: Click, context: TemplateContext): Promise<void> {
  const { person, words } = click;
  await click.ack();
  if (click.form === null) return;
  const { draft = "", ...form } = click.form.carried(CommentForm);
  const kept = await context.within(storeBudgetMs, context.store.drafts.get(draft, person.id));
  if (kept === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  const typed = Draft.safeParse(kept?.body).data?.comment;
  if (typed === undefined) return click.answer(plainAnswer(words.common.gone));
  const { lastWords } = await readLast(form.templateId, words, context);
  await click.updateModal(renderCommentForm(form, words, { typed, lastWords }));
}
