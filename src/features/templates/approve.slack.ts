import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import type { Acknowledgement, ActSource, Operations } from "../../operations/index.ts";
import { type Notice, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import { banner, renderModal } from "../../slack/blocks/modal.ts";
import { renderContext, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type {
  Notification,
  ObservationTable,
  ObservedContent,
  Proposal,
  ProposalTable,
  StoreTransaction,
} from "../../store/index.ts";
import { resultLines, stillMissing } from "./card.view.ts";
import { nameOf, proposerLines } from "./card-title.view.ts";
import { changedFields, changeLines, toTemplateContent } from "./change.view.ts";
import type { TemplateContext } from "./context.ts";
import { findProposal } from "./decide.slack.ts";
import { ids } from "./ids.ts";
import { type Actor, approversOf, findObstacle, type ProposalObstacle, type Rules } from "./proposal.ts";
import { notificationOfEvents, obstacleLine } from "./proposal-lines.view.ts";
import { comparedLines } from "./propose.view.ts";
import { digestOfContent, hasChangedSince } from "./shown.ts";
import { toUpdateRequest, updateKind } from "./update.ts";

export async function openApprovalForm(click: Click, context: TemplateContext): Promise<void> {
  const found = await findProposal(click, "approve", context);
  if (found === null) return;
  const { proposal, revision, seen } = found;
  const form = { act: context.newId(), id: proposal.id, revision };
  const left = stillMissing(proposal, context.rules);
  const shown = { proposal, seen: seen?.content ?? null, left };
  await click.openModal(renderApprovalForm(form, shown, click.words));
}

/** Takes a form as one act, even if Slack delivers it twice. An update that was not sent needs a new form. */
export async function submitApproval(submission: Submission, context: TemplateContext): Promise<void> {
  const { words } = submission;
  const form = submission.carried(ConfirmForm);
  const { act, id, revision } = form;
  const approving = { actId: act, proposalId: id, revision, ...readShownIn(form) };
  const how = {
    ...context,
    rules: context.toApprovalRules,
    gone: words.proposals.obstacles.gone,
    notificationOfApproval: (proposal: Proposal, by: string) =>
      notificationOfEvents(proposal, {
        kind: "approved",
        by,
        missing: stillMissing(proposal, context.rules),
      }),
  };
  await approve(
    { ...approving, by: submission, actor: context.toActor(submission.person) },
    how,
    async (approved) => {
      if (approved.kind === "counted") submission.delivery.mayStand = true;
      if (approved.kind === "counted" || approved.kind === "sent") return submission.ack();
      if (approved.kind === "changed_since") {
        const left = stillMissing(approved.proposal, context.rules);
        const view = renderApprovalForm({ act, id, revision }, { ...approved, left }, words);
        return submission.ack({ response_action: "update", view });
      }
      const { title } = words.proposals.card.confirmApprove;
      const empty = renderModal({
        callbackId: ids.approve,
        title,
        close: words.edge.answer.close,
        blocks: [],
      });
      const view = withNotice(empty, whyNot(approved, words));
      return submission.ack({ response_action: "update", view });
    },
  );
}

function whyNot(approved: ApprovalResult, words: Catalogue): Notice {
  const { gone } = words.proposals.obstacles;
  if (approved.kind === "denied") return { says: obstacleLine(approved.obstacle, words), steps: [] };
  const notice =
    approved.kind === "nothing"
      ? toNotice(approved.acknowledgement, { kind: words.templates.kind.update }, words)
      : null;
  return notice ?? { says: [gone], steps: [] };
}

/** `seen`: digest of the template's content in the form. `update`: id of the failed update in the form. */
const ConfirmForm = z.object({
  act: z.string(),
  id: z.string(),
  revision: z.int(),
  seen: z.string(),
  update: z.string().nullable().catch(null),
});
type ConfirmForm = z.infer<typeof ConfirmForm>;

function readShownIn(form: ConfirmForm): Pick<ApprovalRequest, "wasShown" | "sawUpdate"> {
  return {
    wasShown: (seen) => form.seen === digestOfContent(seen),
    sawUpdate: (operation) => form.update === operation,
  };
}

/**
 * Compares the change with the last observation; warns if the template changed since the proposal. `left`: approvals
 * needed, including this one.
 */
export function renderApprovalForm(
  form: Pick<ConfirmForm, "act" | "id" | "revision">,
  { proposal, seen, left }: { proposal: Proposal; seen: ObservedContent | null; left: number },
  words: Catalogue,
): ModalView {
  const { confirmForm, card } = words.proposals;
  const { confirmApprove } = card;
  const isChanged = hasChangedSince(proposal.basis, seen);
  const changed = changedFields(toTemplateContent(seen), proposal.change, words);
  const isLast = left <= 1;
  const usual = {
    title: isLast ? confirmApprove.titleLast : confirmApprove.title,
    submit: isLast ? card.buttons.approveLast : card.buttons.approve,
  };
  return renderModal({
    callbackId: ids.approve,
    title: isChanged ? confirmForm.title : usual.title,
    submit: isChanged ? confirmForm.submit : usual.submit,
    close: words.common.cancel,
    carries: {
      ...form,
      seen: digestOfContent(seen),
      update: proposal.operation?.id ?? null,
    },
    blocks: [
      ...(isChanged ? [banner(proposal.basis === null ? confirmForm.firstSeen : confirmForm.changed)] : []),
      renderLines([
        [{ bold: nameOf(proposal) }],
        ...resultLines(proposal, words, true),
        [confirmApprove.says(left)],
        [`⚠️ ${card.effects}`],
        ...proposerLines(proposal, words),
      ]).block,
      renderLines(changeLines(changed, words)).block,
      ...(seen === null ? [] : [renderContext(comparedLines(seen, [], words)).block]),
    ],
  });
}

export type ApproveDeps = {
  proposals: Pick<ProposalTable, "get" | "approve">;
  observations: Pick<ObservationTable, "get">;
  operations: Pick<Operations, "perform">;
  /** Rules with rights as of now: asks Slack about this person and all earlier approvers. */
  rules: (proposal: Proposal, actor: string) => Promise<Rules>;
  /** Thread event of an approval that is not the last; without side effects. */
  notificationOfApproval: (proposal: Proposal, by: string) => Notification;
  /** Direct message if the refusal is known only after the acknowledgement. */
  gone: string;
};

export type ApprovalRequest = {
  /** Id of the form's act, and of the operation. */
  actId: string;
  proposalId: string;
  revision: number;
  by: ActSource;
  actor: Actor;
  wasShown: (seen: ObservedContent | null) => boolean;
  sawUpdate: (operation: string) => boolean;
};

export type ApprovalResult =
  /** `counted`: more approvals are needed. `sent`: none is needed, and the update is on its way. */
  | { kind: "counted" | "sent" }
  | { kind: "denied"; obstacle: ProposalObstacle }
  /** Form to confirm again: it lacked the newest observed content, or a failed update. */
  | { kind: "changed_since"; proposal: Proposal; seen: ObservedContent | null }
  | { kind: "gone" }
  | { kind: "nothing"; acknowledgement: Acknowledgement };

/** Precondition by the store's answer: "alone" commits only the approval, `true` the update too, `false` nothing. */
const along = { counted: "alone", last: true, none: false } as const;

/** Takes or refuses an approval. The last approval and the update are stored in one transaction. */
export async function approve(
  approving: ApprovalRequest,
  deps: ApproveDeps,
  answer: (approved: ApprovalResult) => Promise<void>,
): Promise<void> {
  const { actId, proposalId, revision, by, actor } = approving;
  let before: Found | null = null;
  const prepare = async () => {
    const found = await look(approving, deps);
    before = found;
    if (found.kind !== "open") return { denied: deps.gone };
    const approval = {
      id: proposalId,
      revision,
      by: actor.id,
      operationId: actId,
      required: found.rules.required,
      former: formerOf(found),
    };
    const tell = (counted: Proposal) => deps.notificationOfApproval(counted, actor.id);
    const precondition = async (trx: StoreTransaction) =>
      along[await deps.proposals.approve(trx, approval, tell)];
    return { conversation: null, request: toUpdateRequest(found.proposal), precondition };
  };
  await deps.operations.perform({ id: actId, kind: updateKind, by, prepare }, async (acknowledgement) => {
    await answer(await toApproved(acknowledgement, before, () => look(approving, deps)));
  });
}

/** `open`: may be approved. `sent`: another delivery of this form has sent the update. */
type Found =
  | { kind: "open"; proposal: Proposal; rules: Rules }
  | Extract<ApprovalResult, { kind: "denied" | "changed_since" | "gone" }>
  | { kind: "sent" };

async function look(
  { actId, proposalId, revision, actor, wasShown, sawUpdate }: ApprovalRequest,
  deps: ApproveDeps,
): Promise<Found> {
  const proposal = await deps.proposals.get(proposalId);
  if (proposal === null) return { kind: "gone" };
  const { state, operation } = proposal;
  if (state === "approved" && operation?.id === actId && operation.outcome !== "not_sent") {
    return { kind: "sent" };
  }
  const rules = await deps.rules(proposal, actor.id);
  const obstacle = findObstacle("approve", { proposal, revision, actor }, rules);
  if (obstacle !== null) return { kind: "denied", obstacle };
  const seen = (await deps.observations.get(proposal.templateId))?.content ?? null;
  const isNews = operation !== null && !sawUpdate(operation.id);
  if (isNews || (hasChangedSince(proposal.basis, seen) && !wasShown(seen))) {
    return { kind: "changed_since", proposal, seen };
  }
  return { kind: "open", proposal, rules };
}

function formerOf({ proposal, rules }: Extract<Found, { kind: "open" }>): string[] {
  const counting = approversOf(proposal, rules);
  return proposal.approvals.map(({ by }) => by).filter((by) => !counting.includes(by));
}

async function toApproved(
  acknowledgement: Acknowledgement,
  found: Found | null,
  lookAgain: () => Promise<Found>,
): Promise<ApprovalResult> {
  const nothing = { kind: "nothing" as const, acknowledgement };
  switch (acknowledgement.kind) {
    case "stored":
      return { kind: "sent" };
    case "alone":
      return { kind: "counted" };
    case "duplicate":
      return acknowledgement.operation.outcome === "not_sent" ? nothing : { kind: "sent" };
    case "denied":
    case "overtaken": {
      // No obstacle existed before: a colleague was faster, or the form was delivered again.
      const why = found === null || found.kind === "open" ? await lookAgain() : found;
      return why.kind === "open" ? { kind: "nothing", acknowledgement: { kind: "too_slow" } } : why;
    }
    default:
      return nothing;
  }
}
