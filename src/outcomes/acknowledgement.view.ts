import type { Button, ModalView } from "@slack/types";
import type { Catalogue } from "../locales/index.ts";
import { type Acknowledgement, isOfBatch } from "../operations/index.ts";
import { type Answer, renderAnswer } from "../slack/blocks/answer.ts";
import { actions, button } from "../slack/blocks/buttons.ts";
import { fillLine, type Line, toCommandLine } from "../slack/blocks/rich-text.ts";
import type { Operation } from "../store/index.ts";
import {
  findRepeatObstacle,
  formatStateCounts,
  isUnresolved,
  type RetryObstacle,
  stateOf,
  stateOfTry,
} from "./again.ts";
import { historyId } from "./card.view.ts";

/** A sentence that says why nothing was sent, or may have been, and buttons for the next step. */
export type Notice = { says: Line; steps: readonly Button[] };

export type NoticeOptions = {
  /** Name of the kind that is enqueued: `message`, `upload` … */
  kind: string;
  /** True for a form: its content may differ from an earlier submission's. */
  isForm?: boolean;
};

/** Returns a notice for an acknowledgement; null if the act was stored. */
export function toNotice(
  acknowledgement: Acknowledgement,
  options: NoticeOptions,
  words: Catalogue,
): Notice | null {
  const { common, history } = words;
  const say = (text: string): Notice => ({ says: toCommandLine(text), steps: [] });
  switch (acknowledgement.kind) {
    case "stored":
    case "alone":
      return null;
    case "storing":
      return { says: [common.storing], steps: [button(historyId, history.title.own)] };
    case "not_stored":
      return { says: [common.notStored], steps: [button(historyId, history.title.own)] };
    case "duplicate":
      return noticeBefore(acknowledgement.operation, options, words);
    case "not_again":
      if (acknowledgement.operation === null) return say(common.gone);
      return noticeSince(acknowledgement.operation, options, words);
    case "denied":
      return say(acknowledgement.why);
    case "over_limit":
      return say(overLimitWords(acknowledgement, words));
    case "busy":
      return say(common.busy);
    case "too_slow":
      return say(common.tooSlow);
    case "unsaved":
      return say(common.unsaved);
    default:
      return say(common.gone);
  }
}

/** Kinds with their own daily limit. Images are uploaded first, so a message may exceed the uploads' limit. */
const countedAs: Record<string, "upload" | "comment"> = {
  "files.upload": "upload",
  "templates.comment": "comment",
};

function overLimitWords(
  { of, used, limit, asked }: Extract<Acknowledgement, { kind: "over_limit" }>,
  { issues, recipients }: Catalogue,
): string {
  const left = Math.max(0, limit - used);
  const counted = countedAs[of];
  return left === 0 ? issues.overLimit(limit, counted) : recipients.overLimit(left, asked, counted);
}

function noticeBefore(operation: Operation, options: NoticeOptions, words: Catalogue): Notice {
  const before = words.common.submitted(toEnd(operation, options.kind, words));
  const says = options.isForm !== true ? before : `${before} ${words.common.changesNotSent}`;
  return { says: [says], steps: [button(historyId, words.history.details, operation.id)] };
}

function noticeSince(operation: Operation, options: NoticeOptions, words: Catalogue): Notice {
  const { answer, details } = words.history;
  const steps = [button(historyId, isUnresolved(operation) ? answer : details, operation.id)];
  const obstacle = isUnresolved(operation) ? "unresolved" : findRepeatObstacle(operation);
  const why = obstacle === null ? words.common.gone : formatObstacle(obstacle, words);
  if (operation.id === operation.root) return { says: [why], steps };
  const behind = [
    ...(options.isForm === true ? [words.common.secondNotSent] : []),
    ...(obstacle === "unresolved" ? [words.repeat.unresolved] : []),
  ];
  const by = { user: operation.author };
  const became = toEnd(operation, options.kind, words);
  const already = fillLine(words.repeat.already, { by, at: { at: operation.createdAt }, became });
  return { says: [...already, ...behind.map((says) => ` ${says}`)], steps };
}

/** Outcome of an act as text. Several messages are counted by state; of an image and its message, the message counts. */
function toEnd(operation: Operation, kind: string, words: Catalogue): string {
  const { siblings, outcome } = operation;
  if (isOfBatch(operation)) return formatStateCounts([operation, ...siblings], kind, words);
  const next = siblings.find(({ step }) => step > 0);
  const state = outcome === null || next === undefined ? stateOf(operation) : stateOfTry(next);
  return words.outcomes.title[state](kind);
}

export function withNotice(view: ModalView, { says, steps }: Notice): ModalView {
  const { blocks } = renderNotice({ says: ["⚠️ ", ...says], steps });
  return { ...view, blocks: [...blocks, ...view.blocks] };
}

export function renderNotice({ says, steps }: Notice): Answer {
  return renderAnswer([says], ...actions(steps));
}

export function formatObstacle(obstacle: RetryObstacle, { repeat, outcomes }: Catalogue): string {
  return obstacle === "unresolved" ? `${outcomes.mayBeSent} ${repeat.unresolved}` : repeat.not[obstacle];
}
