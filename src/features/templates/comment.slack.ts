import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { storeBudgetMs } from "../../deadline.ts";
import { shortenId } from "../../foreign-id.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
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
import { fields, ids, parseDecision, parseTemplateId } from "./ids.ts";
import type { TemplateDeps } from "./templates-deps.ts";

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

/** From a proposal's card, or from a template's view. */
export async function openCommentForm(click: Click, deps: TemplateDeps): Promise<void> {
  const form = await toForm(click, deps);
  if (form === null) return;
  const { words } = click;
  const { name, lastWords } = await readLast(form, words, deps);
  await click.openModal(renderCommentForm({ ...form, name }, words, { lastWords }));
}

/** Whoever writes waits no longer for what was written before. */
const momentMs = 300;

async function readLast(
  { templateId, name }: Pick<WordsForm, "templateId" | "name">,
  words: Catalogue,
  { sightings, within }: TemplateDeps,
): Promise<{ name: string | null; lastWords: KnownBlock[] }> {
  const seen = await within(momentMs, sightings.get(templateId)).catch(() => undefined);
  const lastWords = renderLastWords(seen?.vendors ?? [], words);
  return { name: toFormName(seen?.content?.name) ?? name, lastWords };
}

/** The button under a comment that had no effect: the form again with its words in it, for whoever wrote it. */
export async function openCommentAgain(click: Click, deps: TemplateDeps): Promise<void> {
  const { person } = click;
  const { operations } = deps.store;
  const words = withTerms(wordsOf(person.locale), "comment");
  await click.ack();
  const operation = await readOwn(click, operations, words.outcomes);
  if (operation === null) return;
  if (!deps.mayPropose(person)) return click.answer(deps.noAccess(words));
  const asked = readComment(operation.request);
  if (asked === null) return click.answer(plainAnswer(words.outcomes.noLonger));
  const obstacle = obstacleToEdit(operation);
  if (obstacle !== null) return click.answer(plainAnswer(obstacleWords(obstacle, words)));
  const { templateId, comment } = asked;
  const { name, lastWords } = await readLast({ templateId, name: null }, words, deps);
  const form = { ...toNextAct(operation, deps.newId()), templateId, name, proposal: null };
  await click.openModal(renderCommentForm(form, words, { typed: comment, lastWords }));
}

async function toForm(click: Click, deps: TemplateDeps): Promise<WordsForm | null> {
  const { person, value } = click;
  const words = wordsOf(person.locale);
  await click.ack();
  if (!deps.mayPropose(person)) {
    await click.answer(deps.noAccess(words));
    return null;
  }
  const decided = parseDecision(value);
  const form = { act: deps.newId(), name: null };
  if (decided === null) {
    const templateId = parseTemplateId(value);
    if (templateId !== null) return { ...form, templateId, proposal: null };
    await click.answer(plainAnswer(words.edge.outdated));
    return null;
  }
  const proposal = await deps.within(storeBudgetMs, deps.proposals.get(decided.id));
  if (proposal !== undefined && proposal !== null) {
    const { templateId, basis, change } = proposal;
    return { ...form, templateId, name: toFormName(basis?.name ?? change.name), proposal: decided };
  }
  const why = proposal === null ? words.proposals.obstacles.gone : words.templates.loadingFailed;
  await click.answer(plainAnswer(why));
  return null;
}

/** What is asked about lies open for a day at most. */
const draftLifeMs = 24 * 60 * 60_000;
const Draft = z.object({ comment: z.string() });

/** First what was written is kept and asked about, then that and nothing else goes to the vendor's side. */
export async function submitComment(submission: Submission, deps: TemplateDeps): Promise<void> {
  const form = readWordsForm(submission.view.private_metadata);
  if (form.draft === undefined) return askBefore(submission, form, deps);
  const { person, words } = submission;
  const say = (notice: Notice) => {
    const view = withNotice(renderCommentAsked(form, null, words), notice);
    return submission.ack({ response_action: "update", view });
  };
  if (!deps.mayPropose(person)) return say({ says: [words.templates.notAllowed], steps: [] });
  const { act, templateId, name, draft } = form;
  const prepare = async () => {
    const kept = await deps.store.drafts.get(draft, person.id);
    const written = Draft.safeParse(kept?.body).data;
    if (written === undefined) return null;
    return { conversation: null, request: { templateId, ...written, name }, ...againOf(form) };
  };
  await deps.operations.perform(
    { id: act, kind: commentKind, by: submission, prepare },
    (acknowledgement) => {
      const options = { kind: words.templates.kind.comment, isForm: true };
      const notice = toNotice(acknowledgement, options, withTerms(words, "comment"));
      return notice === null ? submission.ack({ response_action: "clear" }) : say(notice);
    },
  );
}

async function askBefore(submission: Submission, form: WordsForm, deps: TemplateDeps): Promise<void> {
  const { person, hasRoom } = submission;
  const words = wordsOf(person.locale);
  const comment = submission.fields.wording(fields.comment) ?? "";
  const refuse = (why: string) => submission.ackErrors({ [fields.comment]: why });
  if (!deps.mayPropose(person)) return refuse(words.templates.notAllowed);
  if (isBlank(comment)) return refuse(words.propose.form.missing);
  const id = deps.newId();
  const draft = {
    ...{ id, author: person.id, kind: commentKind, body: { comment } satisfies z.infer<typeof Draft> },
    expiresAt: new Date(deps.now().getTime() + draftLifeMs),
  };
  const kept = await storeInTime(
    deps.store.drafts.save(draft).then(() => id),
    { within: deps.within, onFailure: deps.onStoreFailure },
  );
  if (kept === undefined) return refuse(words.common.tooSlow);
  const view = renderCommentAsked({ ...form, draft: id, isAlone: !hasRoom }, comment, words);
  await submission.ack({ response_action: hasRoom ? "push" : "update", view });
}

/** From the question back to its form. */
export async function backToCommentForm(click: Click, deps: TemplateDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  if (click.form === null) return;
  const { draft = "", isAlone: _, ...form } = readWordsForm(click.form.metadata);
  const kept = await deps.within(storeBudgetMs, deps.store.drafts.get(draft, person.id));
  if (kept === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  // A form that was opened before comments were kept has its words in its field.
  const typed = Draft.safeParse(kept?.body).data?.comment ?? click.form.fields.wording(fields.comment);
  if (typed === undefined) return click.answer(plainAnswer(words.common.gone));
  const { lastWords } = await readLast(form, words, deps);
  await click.updateModal(renderCommentForm(form, words, { typed, lastWords }));
}
