import type { ModalView } from "@slack/types";
import type { Catalogue } from "../locales/index.ts";
import { banner, field, renderModal, renderWhole, verbatim } from "../slack/blocks/modal.ts";
import { type Line, renderLines } from "../slack/blocks/rich-text.ts";
import type { Operation } from "../store/index.ts";
import type { Obstacle } from "./again.ts";
import { reasonField, reasonSize } from "./repeat.input.ts";
import { toReport } from "./report.ts";

/** Ids that come back with the form: of this act, and of the operation that it sends again. */
export type RepeatMetadata = { act: string; repeats: string };

/** What would be sent again, for the sender's own eyes. */
export type Repetition = { facts: readonly Line[]; text: string | null };

/** The risk, all of what would be sent, and a reason to be typed. */
export function renderRepeatForm(
  form: { id: string; act: string; operation: Operation; repetition: Repetition },
  words: Catalogue,
): ModalView {
  const { repeat, common, outcomes } = words;
  const { id, act, operation } = form;
  const report = toReport(operation);
  const reported: Line[] = report === null ? [] : [[{ user: report.by }, outcomes.says[report.as]]];
  const reason = {
    type: "plain_text_input" as const,
    min_length: reasonSize.shortest,
    max_length: reasonSize.longest,
  };
  const { facts, text } = form.repetition;
  return renderModal({
    callbackId: id,
    title: repeat.title,
    submit: repeat.submit,
    close: common.cancel,
    metadata: JSON.stringify({ act, repeats: operation.id } satisfies RepeatMetadata),
    blocks: [
      banner(repeat.risk),
      ...renderWhole([...facts, ...reported]),
      { type: "divider" },
      ...(text === null ? [] : [{ type: "section" as const, text: verbatim(text) }]),
      field(reasonField, repeat.reason, reason, { hint: repeat.reasonHint }),
    ],
  });
}

/** The form's place taken by why nothing was sent, with what was typed, to be copied for another try. */
export function renderRepeatNotice(
  id: string,
  { why, reason }: { why: Line; reason: string },
  { repeat, common }: Catalogue,
): ModalView {
  return renderModal({
    callbackId: id,
    title: repeat.title,
    close: common.back,
    blocks: [renderLines([why, [{ bold: repeat.reason }], [reason]]).block],
  });
}

/** `repeated` is the operation that sent it again, null when it is gone from the store. */
export function renderAlreadyRepeated(repeated: Operation | null, { repeat }: Catalogue): Line {
  if (repeated === null) return [`${repeat.already}.`];
  const { author, createdAt } = repeated;
  return [`${repeat.already}${repeat.alreadyBy}`, { user: author }, " (", { at: createdAt }, ")."];
}

export function obstacleWords(obstacle: Obstacle, { repeat }: Catalogue): string {
  if (obstacle === "repeated") return `${repeat.already}.`;
  return obstacle === "unsettled" ? repeat.unsettled : repeat.not[obstacle];
}
