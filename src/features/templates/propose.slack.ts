import { addHours } from "date-fns/addHours";
import { storeBudgetMs } from "../../deadline.ts";
import type { Catalogue } from "../../locales/index.ts";
import { storeForm } from "../../outcomes/handlers.ts";
import { buttonTypes } from "../../platform/index.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import { addRow, removeRow } from "../../slack/blocks/buttons.ts";
import { type Choice, renderModal } from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Search, Submission } from "../../slack/edge/interaction.ts";
import type { Proposal, ProposedChange } from "../../store/index.ts";
import type { TemplateContext } from "./context.ts";
import { buttonListId, fields, ids } from "./ids.ts";
import { isReviewImpossible } from "./proposal.ts";
import { notificationOfProposal } from "./proposal-lines.view.ts";
import { createNewProposeForm, type ProposeForm, parseProposal, readProposeForm } from "./propose.input.ts";
import { renderProposeForm, toProposeErrors } from "./propose.view.ts";
import { findTemplateCards, findUnobservedChange } from "./sent.ts";
import { digestOfChange } from "./shown.ts";

export async function openProposeForm(click: Click, context: TemplateContext): Promise<void> {
  const { person, words, value: templateId } = click;
  await click.ack();
  if (!context.mayPropose(person)) return click.answer(context.noAccess(words));
  if (context.review === null) return click.answer(plainAnswer(words.templates.guide.noReviewChannel));
  if (isApprovalImpossible([person.id], context)) {
    return click.answer(plainAnswer(words.proposals.obstacles.noOne(context.rules.required)));
  }
  const found = await context.within(storeBudgetMs, readLatest(templateId, context));
  if (found === undefined) return click.answer(plainAnswer(words.templates.loadingFailed));
  const { seen, unseen } = found;
  const form = createNewProposeForm(context.newId(), templateId, seen?.content ?? null, unseen?.change);
  const notice = unseen === null ? undefined : [words.propose.form.unseen];
  await click.openModal(renderProposeForm(form, { seen, words }, notice));
}

/** Reads the last observation, and a change sent since: a rejection would be about that change. */
async function readLatest(templateId: string, { observations, proposals }: TemplateContext) {
  const [seen, { sent }] = await Promise.all([
    observations.get(templateId),
    findTemplateCards(proposals, templateId),
  ]);
  return { seen, unseen: findUnobservedChange(sent, seen?.content ?? null) };
}

export const proposeFormChanges: Readonly<
  Record<string, (click: Click, context: TemplateContext) => Promise<void>>
> = {
  [`${ids.update}/${buttonListId}.buttonType`]: (click, context) => change(click, context, (form) => form),
  [`${ids.edit}/${buttonListId}.buttonType`]: (click, context) => change(click, context, (form) => form),
  [ids.preview]: (click, context) => change(click, context, (form) => ({ ...form, isPreviewed: true })),
  [ids.addButton]: (click, context) =>
    change(click, context, (form) => addRow(form, buttonListId, "buttonName")),
  [ids.removeButton]: (click, context) =>
    change(click, context, (form) => removeRow(form, [buttonListId], click.actionId)),
};

async function change(
  click: Click,
  context: TemplateContext,
  make: (form: ProposeForm) => ProposeForm,
): Promise<void> {
  await click.ack();
  if (click.form === null) return;
  const form = make(readProposeForm(click.form));
  const [seen, edited] = await Promise.all([
    context.observations.get(form.templateId),
    form.edits === null ? null : context.proposals.get(form.edits.id),
  ]);
  const details = { seen, asked: findChangeRequest(edited) };
  await click.updateModal(renderProposeForm(form, { ...details, words: click.words }));
}

export function findChangeRequest(proposal: Proposal | null): Proposal["decision"] {
  return proposal?.state === "changes_requested" ? proposal.decision : null;
}

export async function suggestButtonTypes({ words, typed }: Search): Promise<Choice[]> {
  const known = buttonTypes.map((value) => ({ value, label: words.send.buttonTypes[value] }));
  return matchChoices(known, typed, words);
}

/** Choices whose label contains the typed text, then the typed text itself: any value is allowed. */
export function matchChoices(known: readonly Choice[], typed: string, { send }: Catalogue): Choice[] {
  const wanted = typed.toLowerCase();
  const found = known.filter(({ label }) => label.toLowerCase().includes(wanted));
  const isNew = typed !== "" && known.every(({ value }) => value !== typed);
  return isNew ? [...found, { value: typed, label: send.asTyped(typed) }] : found;
}

/** Stores a proposal. A form submitted twice is one proposal, so people may submit again after "too slow". */
export async function submitProposal(submission: Submission, context: TemplateContext): Promise<void> {
  const { person, words } = submission;
  const { review } = context;
  const refuse = (why: string) => submission.ackErrors({ [fields.reason]: why });
  if (!context.mayPropose(person)) return refuse(words.templates.notAllowed);
  if (review === null) return refuse(words.templates.guide.noReviewChannel);
  const form = readProposeForm(submission);
  const parsed = parseProposal(form, submission.fields);
  if (!parsed.ok) {
    return submission.ackErrors(toProposeErrors(parsed.issues, submission.fields.names(), words));
  }
  const { change: proposed, reason } = parsed;
  const taken = await storeForm(submission, context, async () => {
    const seen = await context.observations.get(form.templateId);
    return await context.proposals.add(
      {
        ...{
          id: form.act,
          templateId: form.templateId,
          change: proposed,
          contentDigest: digestOfChange(proposed),
          reason,
        },
        proposer: person.id,
        locale: person.locale,
        basis: seen?.content ?? null,
        expiresAt: addHours(context.now(), context.config.templates.proposalExpiresHours),
      },
      (proposal) => notificationOfProposal(proposal, context),
    );
  });
  if ("why" in taken) return refuse(taken.why);
  const { stored } = taken;
  if (!stored.isNew && isOther(stored.proposal, parsed)) return refuse(words.propose.form.already);
  await submission.ack({ response_action: "update", view: renderProposed(review, words) });
}

/** True if this form was stored before, with other content. */
function isOther(
  { revisions, reason }: Proposal,
  typed: { change: ProposedChange; reason: string },
): boolean {
  return revisions[0]?.contentDigest !== digestOfChange(typed.change) || reason !== typed.reason;
}

/** True if too few people could approve; false while a group's members are unknown. */
export function isApprovalImpossible(
  authors: readonly string[],
  { rules }: Pick<TemplateContext, "rules">,
): boolean {
  return isReviewImpossible(authors, { required: rules.required, reviewers: rules.mayReview() });
}

function renderProposed(review: string, { propose, edge }: Catalogue) {
  return renderModal({
    callbackId: ids.view,
    title: propose.form.title,
    close: edge.answer.close,
    closesAll: true,
    blocks: [renderLines([[`${propose.form.sent} `, { conversation: review }]]).block],
  });
}
