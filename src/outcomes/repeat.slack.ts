import type { InputBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { countVisible } from "../blank-text.ts";
import type { Catalogue } from "../locales/index.ts";
import type { Operations } from "../operations/index.ts";
import { plainAnswer } from "../slack/blocks/answer.ts";
import { fitsModal } from "../slack/blocks/limits.ts";
import {
  banner,
  renderInput,
  renderModal,
  renderUncut,
  renderWarning,
  verbatim,
} from "../slack/blocks/modal.ts";
import { type Line, renderLines } from "../slack/blocks/rich-text.ts";
import type { Fields } from "../slack/edge/fields.ts";
import type { Click, Submission } from "../slack/edge/interaction.ts";
import type { Person } from "../slack/people/people.ts";
import type { Operation, Store } from "../store/index.ts";
import { formatObstacle, renderNotice, toNotice, withNotice } from "./acknowledgement.view.ts";
import { findLaterTry, findRepeatObstacle, newestTryOf, toReport } from "./again.ts";
import { readOwnOperation } from "./handlers.ts";

const reasonFieldId = "reason";

/** Limits of a reason in characters, as Slack's input counts them. */
export const reasonLength = { min: 3, longest: 200 } as const;

export function renderReason({ repeat }: Catalogue): InputBlock {
  const size = { min_length: reasonLength.min, max_length: reasonLength.longest };
  return renderInput(
    reasonFieldId,
    repeat.reason,
    { type: "plain_text_input", ...size },
    { hint: repeat.reasonHint },
  );
}

export function reasonErrors({ repeat }: Catalogue): Record<string, string> {
  return { [reasonFieldId]: repeat.reasonSize(reasonLength.min, reasonLength.longest) };
}

/** Line breaks and direction marks, which could make a reason look like a line of this app. */
const layout = /[\s\u202a-\u202e\u2066-\u2069]+/g;

export function toOneLine(typed: string): string {
  return typed.replace(layout, " ").trim();
}

export function parseReason(form: Fields): string | null {
  const reason = toOneLine(form.text(reasonFieldId) ?? "");
  const isTooShort = countVisible(reason) < reasonLength.min;
  return isTooShort || [...reason].length > reasonLength.longest ? null : reason;
}

/** Data in the form: its act, the operation that is sent again, and that operation's newest try. */
const RepeatMetadata = z.object({ act: z.string(), sends: z.string(), newest: z.string() });

export type RepeatContent = {
  warnings?: readonly Line[];
  head?: readonly Line[];
  facts: readonly Line[];
  text: string | null;
};

export function renderRepeatForm(
  form: { id: string; act: string; operation: Operation; repetition: RepeatContent },
  words: Catalogue,
): ModalView {
  const { repeat, common, outcomes } = words;
  const { id, act, operation } = form;
  const report = toReport(operation);
  const reported: Line[] = report === null ? [] : [[{ user: report.by }, outcomes.says[report.as]]];
  const { warnings = [], head = [], facts, text } = form.repetition;
  const isShort = text !== null && text.length <= maxInlineLength && !text.includes("\n");
  const label = { bold: `${words.confirm.text}:` };
  return renderModal({
    callbackId: id,
    title: repeat.title,
    submit: repeat.submit,
    close: common.cancel,
    carries: { act, sends: operation.id, newest: newestTryOf(operation).id },
    blocks: [
      banner(repeat.risk),
      ...(reported.length === 0 ? [] : [renderLines(reported).block]),
      ...warnings.map(renderWarning),
      ...renderUncut([...head, ...(isShort ? [[label, " ", text]] : []), ...facts]),
      ...(text === null || isShort ? [] : [renderLines([[label]]).block]),
      ...(text === null || isShort ? [] : [{ type: "section" as const, text: verbatim(text) }]),
      { type: "divider" },
      renderReason(words),
    ],
  });
}

/** Most characters of a text on its label's line; longer and multi-line texts come below. */
const maxInlineLength = 80;

/** Modal that replaces a form that sent nothing, with the typed reason to copy. The caller adds the cause. */
export function renderRepeatNotice(id: string, reason: string, { repeat, common }: Catalogue): ModalView {
  return renderModal({
    callbackId: id,
    title: repeat.submit,
    close: common.back,
    blocks: [renderLines([[{ bold: repeat.reason }], [reason]]).block],
  });
}

export type RepeatDeps = {
  id: string;
  kind: string;
  operations: Pick<Operations, "perform">;
  store: { operations: Pick<Store["operations"], "get"> };
  newId: () => string;
  denied: (person: Person, words: Catalogue) => string | null;
  /** Reads the content to send again; `denied`: a sentence if today's rules forbid it. */
  read: (
    operation: Operation,
    words: Catalogue,
  ) => Promise<(RepeatContent & { request: object; snapshot: object }) | { denied: string }>;
};

export async function openRepeatForm(click: Click, deps: RepeatDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  const operation = await readOwnOperation(click, deps.store.operations, words.outcomes);
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

/** Sends the stored request again. The store refuses if there is a newer try than the form showed. */
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
    // If there is a newer try than the form showed, the store finds it and the answer names it.
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
