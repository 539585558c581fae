import { whyNothing } from "../../outcomes/acknowledgement.view.ts";
import { plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import { renderModal } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Interaction, Submission } from "../../slack/edge/interaction.ts";
import { type Approved, type Approving, approve } from "./approve.ts";
import { readConfirmForm, renderConfirmForm, wasShownIn } from "./confirm.view.ts";
import { parseDecision } from "./decide.input.ts";
import { ids } from "./ids.ts";
import { obstacleLine } from "./obstacle.view.ts";
import { tellChange } from "./proposal-posts.view.ts";
import { type TemplateDeps, toPostOptions } from "./templates-deps.ts";

/**
 * One click on the card is one act, delivered again or not. The next click is another: what was told as not sent is over
 * for good, and may be approved once more.
 */
export async function clickApprove(click: Click, deps: TemplateDeps): Promise<void> {
  const words = deps.wordsOf(click.person.locale);
  const decided = parseDecision(click.value);
  if (decided === null) {
    await click.ack();
    return click.answer(plainAnswer(words.edge.outdated));
  }
  const { id, revision } = decided;
  const approving = { actId: click.triggerId, proposalId: id, revision, wasShown: () => false };
  await decide(click, approving, deps, async (approved) => {
    await click.ack();
    if (approved.kind === "changed_since") {
      return click.openModal(renderConfirmForm({ act: deps.newId(), id, revision }, approved, words));
    }
    // The card itself says what counts from now on.
    if (approved.kind === "counted" || approved.kind === "sent") return;
    await click.answer(renderAnswer([whyNot(approved, click, deps)]));
  });
}

/** Approved all the same, after a look at what changed. */
export async function submitApproval(submission: Submission, deps: TemplateDeps): Promise<void> {
  const words = deps.wordsOf(submission.person.locale);
  const form = readConfirmForm(submission.view.private_metadata);
  const { act, id, revision } = form;
  const approving = { actId: act, proposalId: id, revision, wasShown: wasShownIn(form) };
  await decide(submission, approving, deps, async (approved) => {
    if (approved.kind === "counted" || approved.kind === "sent") return submission.ack();
    if (approved.kind === "changed_since") {
      const view = renderConfirmForm({ act: deps.newId(), id, revision }, approved, words);
      return submission.ack({ response_action: "update", view });
    }
    const { title } = words.proposals.confirmForm;
    const blocks = [renderLines([whyNot(approved, submission, deps)]).block];
    const view = renderModal({ callbackId: ids.approve, title, close: words.templates.view.close, blocks });
    return submission.ack({ response_action: "update", view });
  });
}

type Chosen = Pick<Approving, "actId" | "proposalId" | "revision" | "wasShown">;

function decide(
  by: Interaction,
  chosen: Chosen,
  deps: TemplateDeps,
  answer: (approved: Approved) => Promise<void>,
): Promise<void> {
  const approving = { ...chosen, by, actor: deps.toActor(by.person) };
  return approve(
    approving,
    {
      ...deps,
      rules: deps.toApprovalRules,
      tellApproved: (proposal, by) => tellChange(proposal, { kind: "approved", by }, toPostOptions(deps)),
    },
    async (approved) => {
      if (approved.kind === "counted" || approved.kind === "sent") {
        deps.changed(approved.proposal);
      }
      await answer(approved);
    },
  );
}

function whyNot(approved: Approved, { person }: Interaction, deps: TemplateDeps): Line {
  const words = deps.wordsOf(person.locale);
  if (approved.kind === "barred") return obstacleLine(approved.obstacle, words);
  return [
    approved.kind === "nothing"
      ? whyNothing(approved.acknowledgement, words)
      : words.proposals.obstacles.gone,
  ];
}
