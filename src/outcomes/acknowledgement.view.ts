import type { Button, ModalView } from "@slack/types";
import type { Catalogue } from "../locales/index.ts";
import { type Acknowledgement, isOfBatch } from "../operations/index.ts";
import { type Answer, renderAnswer } from "../slack/blocks/answer.ts";
import { actions, button } from "../slack/blocks/buttons.ts";
import { type Line, renderLines } from "../slack/blocks/rich-text.ts";
import { withCommands } from "../slack/blocks/sentence.ts";
import type { Operation } from "../store/index.ts";
import { isUnsettled, obstacleOf, unsettledOf } from "./again.ts";
import { historyId } from "./card.view.ts";
import { obstacleWords, renderAlreadyRepeated } from "./repeat.view.ts";
import { isActAccepted, type State, stateOf } from "./state.ts";

/** Why nothing is on its way by this submission, command or click, or not for certain; and what leads on. */
export type Notice = { says: Line; steps: readonly Button[] };

export type NoticeOptions = {
  /** What is taken on, by name. */
  kind: string;
  /** Of a form: opens another one filled with what stands in this one, and sends an unknown again in its place. */
  form?: { renew: string; repeat: string | null };
};

/** Null: it is stored, and on its way. */
export function toNotice(
  acknowledgement: Acknowledgement,
  options: NoticeOptions,
  words: Catalogue,
): Notice | null {
  const { common, outcomes } = words;
  const say = (text: string): Notice => ({ says: withCommands(text), steps: [] });
  switch (acknowledgement.kind) {
    case "stored":
    case "alone":
      return null;
    case "storing":
      return { says: [common.storing], steps: [button(historyId, outcomes.more)] };
    case "duplicate":
      return tellBefore(acknowledgement.operation, options, words);
    case "not_again":
      return { says: whyNotAgain(acknowledgement.operation, words), steps: [] };
    case "barred":
      return say(acknowledgement.why);
    case "over_limit":
      return say(overLimitWords(acknowledgement, words));
    case "busy":
      return say(common.busy);
    case "too_slow":
      return say(common.tooSlow);
    default:
      return say(common.gone);
  }
}

function overLimitWords(
  { used, limit, asked }: Extract<Acknowledgement, { kind: "over_limit" }>,
  { issues, recipients }: Catalogue,
): string {
  const left = Math.max(0, limit - used);
  return left === 0 ? issues.overLimit(limit) : recipients.overLimit(left, asked);
}

/** Submitted again once it was stored: what became of it, and the way to another one. */
function tellBefore(operation: Operation, { kind, form }: NoticeOptions, words: Catalogue): Notice {
  const { common, outcomes, repeat } = words;
  const before = isOfBatch(operation)
    ? common.submittedSeveral
    : common.submitted(outcomes.title[stateOfAct(operation)](kind));
  if (form === undefined) return { says: [before], steps: [] };
  const says = [`${before} ${common.changesNotSent}`];
  // Each of several messages is tried once more from its own row, where what became of its tries is known.
  if (form.repeat !== null && isOfBatch(operation) && !isActAccepted(operation))
    return { says, steps: [button(historyId, outcomes.more, operation.id)] };
  const next = operation.siblings.find(({ step }) => step > 0);
  const [unsettled] = next === undefined ? unsettledOf(operation) : [next].filter(isUnsettled);
  const again =
    unsettled === undefined || form.repeat === null ? null : button(form.repeat, repeat.button, unsettled.id);
  return { says, steps: [again ?? button(form.renew, common.renew, next?.id ?? operation.id)] };
}

/** Of the message, where an image goes before it. */
function stateOfAct(operation: Operation): State {
  const next = operation.siblings.find(({ step }) => step > 0);
  const isOpen = operation.outcome === null;
  if (isOpen || next === undefined) return stateOf(operation);
  return next.outcome === "unknown" ? (next.settledAs ?? "unknown") : (next.outcome ?? "under_way");
}

/** What happened since the form showed the newest try. */
function whyNotAgain(operation: Operation | null, words: Catalogue): Line {
  if (operation === null) return [words.common.gone];
  const obstacle = obstacleOf(operation);
  const by = renderAlreadyRepeated(operation, words);
  if (obstacle === "tried_again") return by;
  const says = obstacleWords(obstacle, words);
  const isLater = operation.id !== operation.root && (obstacle === "open" || obstacle === "unsettled");
  return isLater ? [...by, " ", says] : [says];
}

/** The view with what came of its submission on top. */
export function withNotice(view: ModalView, { says, steps }: Notice): ModalView {
  const above = [renderLines([["⚠️ ", ...says]]).block, ...actions(steps)];
  return { ...view, blocks: [...above, ...view.blocks] };
}

export function renderNotice({ says, steps }: Notice): Answer {
  return renderAnswer([says], ...actions(steps));
}
