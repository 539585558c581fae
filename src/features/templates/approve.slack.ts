import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import { type Notice, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import { banner, renderModal } from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type { ObservedContent, Proposal } from "../../store/index.ts";
import { type Approved, type Approving, approve } from "./approve.ts";
import { resultLines, stillMissing } from "./card.view.ts";
import { cardTitle } from "./card-title.view.ts";
import { changedFields, fittingLines, toContent } from "./change.view.ts";
import type { TemplateContext } from "./context.ts";
import { findProposal } from "./decide.slack.ts";
import { ids } from "./ids.ts";
import { obstacleLine, tellChange } from "./proposal-lines.view.ts";
import { hasChangedSince, sealOfSeen } from "./shown.ts";
import { sourceLine } from "./status.view.ts";

/** Whoever may not approve is told so at once; whoever may is shown once more what goes out. */
export async function clickApprove(click: Click, context: TemplateContext): Promise<void> {
  const found = await findProposal(click, "approve", context);
  if (found === null) return;
  const { proposal, revision, seen } = found;
  const form = { act: context.newId(), id: proposal.id, revision };
  const left = stillMissing(proposal, context.rules);
  const shown = { proposal, seen: seen?.content ?? null, left };
  await click.openModal(renderConfirmForm(form, shown, click.words));
}

/**
 * One form is one act, delivered again or not. The next one is another: what was told as not sent is over for good, and may
 * be approved once more.
 */
export async function submitApproval(submission: Submission, context: TemplateContext): Promise<void> {
  const { words } = submission;
  const form = submission.carried(ConfirmForm);
  const { act, id, revision } = form;
  const approving = { actId: act, proposalId: id, revision, ...readShownIn(form) };
  const how = {
    ...context,
    rules: context.toApprovalRules,
    gone: words.proposals.obstacles.gone,
    tellApproved: (proposal: Proposal, by: string) =>
      tellChange(proposal, { kind: "approved", by, missing: stillMissing(proposal, context.rules) }),
  };
  await approve(
    { ...approving, by: submission, actor: context.toActor(submission.person) },
    how,
    async (approved) => {
      if (approved.kind === "counted") submission.delivery.mayStand = true;
      if (approved.kind === "counted" || approved.kind === "sent") return submission.ack();
      if (approved.kind === "changed_since") {
        const left = stillMissing(approved.proposal, context.rules);
        const view = renderConfirmForm({ act, id, revision }, { ...approved, left }, words);
        return submission.ack({ response_action: "update", view });
      }
      const { title } = words.proposals.card.confirmApprove;
      const empty = renderModal({
        ...{ callbackId: ids.approve, title, close: words.templates.view.close },
        blocks: [],
      });
      const view = withNotice(empty, whyNot(approved, words));
      return submission.ack({ response_action: "update", view });
    },
  );
}

function whyNot(approved: Approved, words: Catalogue): Notice {
  const { gone } = words.proposals.obstacles;
  if (approved.kind === "barred") return { says: obstacleLine(approved.obstacle, words), steps: [] };
  const notice =
    approved.kind === "nothing"
      ? toNotice(approved.acknowledgement, { kind: words.templates.kind.update }, words)
      : null;
  return notice ?? { says: [gone], steps: [] };
}

/** `seen`: what it shows that the template has become; `update`: which update it shows to have come to nothing. */
const ConfirmForm = z.object({
  act: z.string(),
  id: z.string(),
  revision: z.int(),
  seen: z.string(),
  update: z.string().nullable().catch(null),
});
type ConfirmForm = z.infer<typeof ConfirmForm>;

/** What its person knew who submits it. */
function readShownIn(form: ConfirmForm): Pick<Approving, "wasShown" | "sawUpdate"> {
  return {
    wasShown: (seen) => form.seen === sealOfSeen(seen),
    sawUpdate: (operation) => form.update === operation,
  };
}

/** Before an approval, of which `left` are still needed: what goes out, over what was seen last, and whether that has changed since it was proposed. */
export function renderConfirmForm(
  form: Pick<ConfirmForm, "act" | "id" | "revision">,
  { proposal, seen, left }: { proposal: Proposal; seen: ObservedContent | null; left: number },
  words: Catalogue,
): ModalView {
  const { confirmForm, card } = words.proposals;
  const { confirmApprove } = card;
  const isChanged = hasChangedSince(proposal.basis, seen);
  const changed = changedFields(toContent(seen), proposal.change, words);
  const isLast = left <= 1;
  const usual = {
    title: isLast ? confirmApprove.titleLast : confirmApprove.title,
    submit: isLast ? card.buttons.approveLast : confirmApprove.yes,
  };
  return renderModal({
    callbackId: ids.approve,
    title: isChanged ? confirmForm.title : usual.title,
    submit: isChanged ? confirmForm.submit : usual.submit,
    close: words.common.cancel,
    carries: {
      ...form,
      seen: sealOfSeen(seen),
      update: proposal.operation?.id ?? null,
    },
    blocks: [
      ...(isChanged ? [banner(proposal.basis === null ? confirmForm.firstSeen : confirmForm.changed)] : []),
      renderLines([
        [{ bold: cardTitle(proposal, words) }],
        ...resultLines(proposal, words),
        [confirmApprove.says(left)],
      ]).block,
      ...(seen === null ? [] : [renderLines([[`${card.comparedWith} `, ...sourceLine(seen, words)]]).block]),
      renderLines(fittingLines(changed, words)).block,
    ],
  });
}
