import type { ModalView } from "@slack/types";
import { z } from "zod";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { type Notice, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import { banner, renderModal } from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Interaction, Submission } from "../../slack/edge/interaction.ts";
import type { Proposal, SeenContent } from "../../store/index.ts";
import { type Approved, type Approving, approve } from "./approve.ts";
import { resultLines, stillMissing } from "./card.view.ts";
import { cardTitle } from "./card-title.view.ts";
import { changedFields, fittingLines, toContent } from "./change.view.ts";
import { findProposal } from "./decide.slack.ts";
import { ids } from "./ids.ts";
import { obstacleLine, tellChange } from "./proposal-lines.view.ts";
import { hasChangedSince, sealOfSeen } from "./shown.ts";
import { sourceLine } from "./status.view.ts";
import type { TemplateDeps } from "./templates-deps.ts";

/** Whoever may not approve is told so at once; whoever may is shown once more what goes out. */
export async function clickApprove(click: Click, deps: TemplateDeps): Promise<void> {
  const found = await findProposal(click, "approve", deps);
  if (found === null) return;
  const { proposal, revision, seen } = found;
  const form = { act: deps.newId(), id: proposal.id, revision };
  const left = stillMissing(proposal, deps.rules);
  const shown = { proposal, seen: seen?.content ?? null, left };
  await click.openModal(renderConfirmForm(form, shown, click.words));
}

/**
 * One form is one act, delivered again or not. The next one is another: what was told as not sent is over for good, and may
 * be approved once more.
 */
export async function submitApproval(submission: Submission, deps: TemplateDeps): Promise<void> {
  const { words } = submission;
  const form = readConfirmForm(submission.view.private_metadata);
  const { act, id, revision } = form;
  const approving = { actId: act, proposalId: id, revision, ...readShownIn(form) };
  const how = {
    ...deps,
    rules: deps.toApprovalRules,
    gone: words.proposals.obstacles.gone,
    tellApproved: (proposal: Proposal, by: string) =>
      tellChange(proposal, { kind: "approved", by, missing: stillMissing(proposal, deps.rules) }),
  };
  await approve(
    { ...approving, by: submission, actor: deps.toActor(submission.person) },
    how,
    async (approved) => {
      if (approved.kind === "counted") submission.delivery.mayStand = true;
      if (approved.kind === "counted" || approved.kind === "sent") return submission.ack();
      if (approved.kind === "changed_since") {
        const left = stillMissing(approved.proposal, deps.rules);
        const view = renderConfirmForm({ act, id, revision }, { ...approved, left }, words);
        return submission.ack({ response_action: "update", view });
      }
      const { title } = words.proposals.card.confirmApprove;
      const empty = renderModal({
        ...{ callbackId: ids.approve, title, close: words.templates.view.close },
        blocks: [],
      });
      const view = withNotice(empty, whyNot(approved, submission, deps));
      return submission.ack({ response_action: "update", view });
    },
  );
}

function whyNot(approved: Approved, { person }: Interaction, _deps: TemplateDeps): Notice {
  const words = wordsOf(person.locale);
  const { gone } = words.proposals.obstacles;
  if (approved.kind === "barred") return { says: obstacleLine(approved.obstacle, words), steps: [] };
  const notice =
    approved.kind === "nothing"
      ? toNotice(approved.acknowledgement, { kind: words.templates.kind.update }, words)
      : null;
  return notice ?? { says: [gone], steps: [] };
}

/** `seen`: what it shows that the template has become; `update`: which update it shows to have come to nothing. */
const Metadata = z.object({
  act: z.string(),
  id: z.string(),
  revision: z.int(),
  seen: z.string(),
  update: z.string().nullable().catch(null),
});
type ConfirmForm = z.infer<typeof Metadata>;

function readConfirmForm(metadata: string): ConfirmForm {
  return Metadata.parse(JSON.parse(metadata));
}

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
  { proposal, seen, left }: { proposal: Proposal; seen: SeenContent | null; left: number },
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
