import type { Catalogue } from "../locales/index.ts";
import type { Operations } from "../operations/index.ts";
import { plainAnswer } from "../slack/blocks/answer.ts";
import { fitsModal } from "../slack/blocks/limits.ts";
import type { Click, Submission } from "../slack/edge/interaction.ts";
import type { Person } from "../slack/people/people.ts";
import type { Operation, Store } from "../store/index.ts";
import { renderNotice, toNotice, withNotice } from "./acknowledgement.view.ts";
import { findLaterTry, findRepeatObstacle, newestTryOf } from "./again.ts";
import { readOwn } from "./handlers.ts";
import {
  formatObstacle,
  parseReason,
  type RepeatContent,
  RepeatMetadata,
  reasonErrors,
  reasonFieldId,
  renderRepeatForm,
  renderRepeatNotice,
} from "./repeat.view.ts";

export type RepeatDeps = {
  /** Action id of the button, and callback id of its form. */
  id: string;
  kind: string;
  operations: Pick<Operations, "perform">;
  store: { operations: Pick<Store["operations"], "get"> };
  newId: () => string;
  /** Sentence for why this person may not send; null if they may. */
  denied: (person: Person, words: Catalogue) => string | null;
  /** Reads what a stored operation would send again; `denied`: sentence for why today's rules forbid it. */
  read: (
    operation: Operation,
    words: Catalogue,
  ) => Promise<(RepeatContent & { request: object; snapshot: object }) | { denied: string }>;
};

/** Opens the form that shows the risk of sending again and asks for a reason. */
export async function openRepeatForm(click: Click, deps: RepeatDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  const operation = await readOwn(click, deps.store.operations, words.outcomes);
  if (operation === null) return;
  const denied = deps.denied(person, words);
  if (denied !== null) return click.answer(plainAnswer(denied));
  const later = findLaterTry(operation);
  if (later !== null) {
    const newer = await deps.store.operations.get(later.id);
    const asked = { kind: "not_again", operation: newer } as const;
    const notice = toNotice(asked, { kind: words.outcomes.message }, words);
    return click.answer(notice === null ? plainAnswer(words.common.gone) : renderNotice(notice));
  }
  const repetition = await readRepetition(operation, deps, words);
  if ("denied" in repetition) return click.answer(plainAnswer(repetition.denied));
  const view = renderRepeatForm({ id: deps.id, act: deps.newId(), operation, repetition }, words);
  if (!fitsModal(view)) return click.answer(plainAnswer(words.repeat.tooLarge));
  await click.openModal(view);
}

/** Sends the stored request again; the store refuses it if there is a newer try than the form showed. */
export async function submitRepeat(submission: Submission, deps: RepeatDeps): Promise<void> {
  const { person, words } = submission;
  const { act, sends, newest } = submission.carried(RepeatMetadata);
  const denied = deps.denied(person, words);
  if (denied !== null) return submission.ackErrors({ [reasonFieldId]: denied });
  const reason = parseReason(submission.fields);
  if (reason === null) return submission.ackErrors(reasonErrors(words));
  const prepare = async () => {
    const original = await deps.store.operations.get(sends);
    if (original === null || original.author !== person.id) return null;
    // The store finds a newer try than the form showed, and the answer then names that try.
    const repetition = await readRepetition(original, deps, words, newestTryOf(original).id === newest);
    if ("denied" in repetition) return repetition;
    const { request, snapshot } = repetition;
    const again = { root: original.root, newest, reason };
    return { conversation: original.conversation, request, snapshot, again };
  };
  await deps.operations.perform({ id: act, kind: deps.kind, by: submission, prepare }, (acknowledgement) => {
    const notice = toNotice(acknowledgement, { kind: words.outcomes.message, isForm: true }, words);
    if (notice === null) return submission.ack();
    const view = withNotice(renderRepeatNotice(deps.id, reason, words), notice);
    return submission.ack({ response_action: "update", view });
  });
}

async function readRepetition(operation: Operation, deps: RepeatDeps, words: Catalogue, isNewest = true) {
  const obstacle = isNewest ? findRepeatObstacle(operation) : null;
  if (obstacle !== null) return { denied: formatObstacle(obstacle, words) };
  return deps.read(operation, words);
}
