import type { Button, KnownBlock, ModalView } from "@slack/types";
import { addHours } from "date-fns/addHours";
import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { storeBudgetMs } from "../../deadline.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { storeForm } from "../../outcomes/handlers.ts";
import { plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { plainText, renderInput, renderModal, renderWarning, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { DecisionResult, ObservedTemplate, Proposal, ProposedChange } from "../../store/index.ts";
import { isUndecided } from "../../store/proposals/proposal.ts";
import { formatProposalTitle } from "./card-title.view.ts";
import { templateLine, toShortTemplateName } from "./comment.slack.ts";
import type { TemplateContext } from "./context.ts";
import { fields, ids, parseDecision, toDecisionValue } from "./ids.ts";
import { findObstacle, type ProposalAction } from "./proposal.ts";
import { notificationOfEvents, obstacleLine } from "./proposal-lines.view.ts";
import { createEditProposeForm, parseProposal, readProposeForm } from "./propose.input.ts";
import { findChangeRequest, isApprovalImpossible } from "./propose.slack.ts";
import { renderProposeForm, toProposeErrors } from "./propose.view.ts";
import { digestOfChange } from "./shown.ts";

const RequestForm = z.object({
  id: z.string(),
  revision: z.int(),
  templateId: z.string(),
  name: z.string().nullable(),
});
type RequestForm = z.infer<typeof RequestForm>;

export async function openRequestForm(click: Click, context: TemplateContext): Promise<void> {
  const found = await findProposal(click, "request_changes", context);
  if (found === null) return;
  const { revision } = found;
  const { id, templateId, basis, change } = found.proposal;
  const form = { id, revision, templateId, name: toShortTemplateName(basis?.name ?? change.name) };
  await click.openModal(renderRequestForm(form, click.words));
}

/** `why`: reason above the field after a rejected submission. Slack keeps the typed text in its field. */
export function renderRequestForm(form: RequestForm, words: Catalogue, why?: Line): ModalView {
  const { card, requestForm } = words.proposals;
  return renderModal({
    callbackId: ids.requestChanges,
    title: card.buttons.requestChanges,
    submit: requestForm.submit,
    close: words.common.cancel,
    carries: form,
    blocks: [
      renderLines([templateLine(form.templateId, form.name)]).block,
      ...(why === undefined ? [] : [renderWarning(why)]),
      renderInput(fields.reason, requestForm.label, textInput({ multiline: true })),
    ],
  });
}

export async function openEditForm(click: Click, context: TemplateContext): Promise<void> {
  const found = await findProposal(click, "edit", context);
  if (found === null) return;
  const { proposal, seen } = found;
  const form = createEditProposeForm(context.newId(), proposal, seen?.content ?? null);
  await click.openModal(
    renderProposeForm(form, { seen, asked: findChangeRequest(proposal), words: click.words }),
  );
}

export async function withdrawProposal(click: Click, context: TemplateContext): Promise<void> {
  const found = await findProposal(click, "withdraw", context);
  if (found === null) return;
  const { id } = found.proposal;
  const decided = await context.proposals.withdraw({ id, by: click.person.id }, (withdrawn) =>
    notificationOfEvents(withdrawn, { kind: "withdrawn", by: click.person.id }),
  );
  const late = whyLate(
    decided,
    { deed: "withdraw", revision: found.revision, person: click.person },
    context,
  );
  if (late !== null) return click.answer(renderAnswer([late]));
  if (click.form !== null) await click.updateModal(renderWithdrawnNotice(click.words));
}

/** Opens the modal "More" for everybody: the modal's buttons check rights. */
export async function openMoreActions(click: Click, context: TemplateContext): Promise<void> {
  const found = await readClicked(click, context);
  if (found === null) return;
  const { words } = click;
  await click.openModal(renderMoreActions(found.proposal, words, context.toConsole(words)));
}

function moreButtons(proposal: Proposal, words: Catalogue, toConsole: readonly Button[]): KnownBlock[] {
  const { buttons, confirmWithdraw } = words.proposals.card;
  const value = toDecisionValue(proposal);
  const withdraw: Button = {
    ...button(ids.withdraw, buttons.withdraw, value, "danger"),
    confirm: {
      title: plainText(confirmWithdraw.title),
      text: plainText(confirmWithdraw.says),
      confirm: plainText(buttons.withdraw),
      deny: plainText(words.common.cancel),
    },
  };
  const talk = [
    button(ids.comment, words.templates.comment.title, proposal.templateId),
    button(ids.report, words.templates.report.title, proposal.templateId),
    ...toConsole,
  ];
  if (!isUndecided(proposal)) return actions(talk);
  return [
    ...actions([button(ids.edit, buttons.edit, value), ...talk]),
    { type: "divider" },
    ...actions([withdraw]),
  ];
}

export function renderMoreActions(
  proposal: Proposal,
  words: Catalogue,
  toConsole: readonly Button[] = [],
): ModalView {
  return renderView(words, [
    renderLines([[{ bold: formatProposalTitle(proposal, words) }]]).block,
    ...moreButtons(proposal, words, toConsole),
  ]);
}

export function renderWithdrawnNotice(words: Catalogue): ModalView {
  return renderView(words, [renderLines([[words.proposals.more.withdrawn]]).block]);
}

function renderView(words: Catalogue, blocks: KnownBlock[]): ModalView {
  return renderModal({
    callbackId: ids.more,
    title: words.proposals.more.title,
    close: words.edge.answer.close,
    blocks,
  });
}

export async function submitRequest(submission: Submission, context: TemplateContext): Promise<void> {
  const { person, words } = submission;
  const form = submission.carried(RequestForm);
  const { id, revision } = form;
  const said = submission.fields.wording(fields.reason) ?? "";
  if (isBlank(said)) return submission.refuse(words.issues.missing);
  const deed = { deed: "request_changes" as const, revision, person };
  const taken = await storeForm(submission, context, () =>
    decideNow(deed, id, context, () =>
      context.proposals.requestChanges({ id, revision, by: person.id, words: said }, (requested) =>
        notificationOfEvents(requested, { kind: "changes_requested", by: person.id, words: said }),
      ),
    ),
  );
  if ("why" in taken) return submission.refuse(taken.why);
  const why = taken.stored;
  if (why === null) return submission.ack();
  const view = renderRequestForm(form, words, why);
  return submission.ack({ response_action: "update", view });
}

/** Adds a revision, even if only the reason changed. Equal content keeps other people's approvals. */
export async function submitEdit(submission: Submission, context: TemplateContext): Promise<void> {
  const { person, words } = submission;
  const refuse = (why: string) => submission.ackErrors({ [fields.reason]: why });
  const form = readProposeForm(submission);
  const { edits, templateId } = form;
  if (edits === null) return refuse(words.common.gone);
  const parsed = parseProposal(form, submission.fields);
  if (!parsed.ok) {
    return submission.ackErrors(toProposeErrors(parsed.issues, submission.fields.names(), words));
  }
  const { change, reason } = parsed;
  const deed = { deed: "edit" as const, revision: edits.revision, person };
  const taken = await storeForm(submission, context, async () => {
    const seen = await context.observations.get(templateId);
    const before = await context.proposals.get(edits.id);
    if (before !== null && isLastReviewers(before, { person, change, reason }, context)) {
      return { seen, why: [words.proposals.obstacles.noOne(context.rules.required)] };
    }
    const expiresAt = addHours(context.now(), context.config.templates.proposalExpiresHours);
    const basis = seen?.content ?? null;
    const edit = {
      ...edits,
      by: person.id,
      change,
      contentDigest: digestOfChange(change),
      reason,
      basis,
      expiresAt,
    };
    const why = await decideNow(deed, edits.id, context, () =>
      context.proposals.edit(edit, (edited) => {
        const { revision, revisions, contentDigest } = edited;
        const kind =
          revisions.at(-2)?.contentDigest === contentDigest ? ("kept" as const) : ("edited" as const);
        return notificationOfEvents(edited, { kind, by: person.id, revision });
      }),
    );
    return { seen, why };
  });
  if ("why" in taken) return refuse(taken.why);
  const { seen, why } = taken.stored;
  if (why === null) return submission.ack({ response_action: "clear" });
  return submission.ack({
    response_action: "update",
    view: renderProposeForm(form, { seen, words }, why),
  });
}

/** True if this edit would leave too few people to approve: whoever edits or reopens a proposal becomes an author. */
function isLastReviewers(
  { revisions, contentDigest, reason: before, state }: Proposal,
  { person, change, reason }: { person: Person; change: ProposedChange; reason: string },
  context: TemplateContext,
): boolean {
  const authors = revisions.map(({ by }) => by);
  const isEdited =
    state === "changes_requested" || digestOfChange(change) !== contentDigest || reason !== before;
  return isEdited && isApprovalImpossible([...authors, person.id], context);
}

type Found = { proposal: Proposal; revision: number; seen: ObservedTemplate | null };

/** Finds a button's proposal; if this person may not do the action, answers why and returns null. */
export async function findProposal(
  click: Click,
  deed: ProposalAction,
  context: TemplateContext,
): Promise<Found | null> {
  const { person } = click;
  const found = await readClicked(click, context);
  if (found === null) return null;
  const read = { ...found, actor: context.toActor(person) };
  const obstacle = findObstacle(deed, read, context.toRules());
  if (obstacle === null) return found;
  await click.answer(renderAnswer([obstacleLine(obstacle, wordsOf(person.locale))]));
  return null;
}

async function readClicked(click: Click, context: TemplateContext): Promise<Found | null> {
  const { words } = click;
  await click.ack();
  const refuse = async (why: string): Promise<null> => {
    await click.answer(plainAnswer(why));
    return null;
  };
  const read = parseDecision(click.value);
  if (read === null) return refuse(words.edge.outdated);
  const found = await context.within(storeBudgetMs, readBoth(read.id, context));
  if (found === undefined) return refuse(words.templates.loadingFailed);
  const { proposal, seen } = found;
  if (proposal === null) return refuse(words.proposals.obstacles.gone);
  return { proposal, revision: read.revision, seen };
}

async function readBoth(id: string, { proposals, observations }: TemplateContext) {
  const proposal = await proposals.get(id);
  return { proposal, seen: proposal === null ? null : await observations.get(proposal.templateId) };
}

type Doing = { deed: ProposalAction; revision: number; person: Person };

/** Checks rights again at submission, since a form may have been open for long. The store checks the revision. */
async function decideNow(
  doing: Doing,
  id: string,
  context: TemplateContext,
  decide: () => Promise<DecisionResult>,
): Promise<Line | null> {
  const proposal = await context.proposals.get(id);
  if (proposal === null) return [wordsOf(doing.person.locale).proposals.obstacles.gone];
  const bar = findBar(proposal, { ...doing, revision: proposal.revision }, context);
  return bar ?? whyLate(await decide(), doing, context);
}

function findBar(
  proposal: Proposal,
  { deed, revision, person }: Doing,
  context: TemplateContext,
): Line | null {
  const obstacle = findObstacle(
    deed,
    { proposal, revision, actor: context.toActor(person) },
    context.toRules(),
  );
  return obstacle === null ? null : obstacleLine(obstacle, wordsOf(person.locale));
}

/** Reason why a decision was not stored, such as a colleague's faster decision; null if it was stored. */
function whyLate(decided: DecisionResult, doing: Doing, context: TemplateContext): Line | null {
  if (decided.kind === "done") return null;
  const words = wordsOf(doing.person.locale);
  if (decided.kind === "gone") return [words.proposals.obstacles.gone];
  return findBar(decided.proposal, doing, context) ?? [words.proposals.obstacles.revised];
}
