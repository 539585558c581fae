import type { InputBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { countVisible } from "../blank-text.ts";
import type { Catalogue } from "../locales/index.ts";
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
import type { Operation } from "../store/index.ts";
import { newestTryOf, type RetryObstacle, toReport } from "./again.ts";

/** Block id of the field for the reason to send again. */
export const reasonFieldId = "reason";

/** Size of a reason in characters, as Slack's input counts. */
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

/** Error of the field if the reason is too short or too long. */
export function reasonErrors({ repeat }: Catalogue): Record<string, string> {
  return { [reasonFieldId]: repeat.reasonSize(reasonLength.min, reasonLength.longest) };
}

/** Line breaks and direction marks, with which a reason could look like a line of the app's own. */
const layout = /[\s\u202a-\u202e\u2066-\u2069]+/g;

/** Typed text on one line, so that it can be shown among the app's own. */
export function toOneLine(typed: string): string {
  return typed.replace(layout, " ").trim();
}

/** The reason on one line; null if it is too short or too long. */
export function parseReason(form: Fields): string | null {
  const reason = toOneLine(form.text(reasonFieldId) ?? "");
  const isTooShort = countVisible(reason) < reasonLength.min;
  return isTooShort || [...reason].length > reasonLength.longest ? null : reason;
}

/** Data that the form carries: its act, the operation that it sends again, and that operation's newest try. */
export const RepeatMetadata = z.object({ act: z.string(), sends: z.string(), newest: z.string() });

/** Content that would be sent again, in full for its sender; `head`: facts above a short text. */
export type RepeatContent = {
  warnings?: readonly Line[];
  head?: readonly Line[];
  facts: readonly Line[];
  text: string | null;
};

/** Form with the risk, warnings, everything that would be sent, the report if there is one, and a field for the reason. */
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

/** Limit in characters of a text on its label's line; a longer one, or one of several lines, comes below. */
const maxInlineLength = 80;

/** Modal that replaces a form that sent nothing: the typed reason, to be copied. The caller adds why. */
export function renderRepeatNotice(id: string, reason: string, { repeat, common }: Catalogue): ModalView {
  return renderModal({
    callbackId: id,
    title: repeat.title,
    close: common.back,
    blocks: [renderLines([[{ bold: repeat.reason }], [reason]]).block],
  });
}

export function formatObstacle(obstacle: RetryObstacle, { repeat, outcomes }: Catalogue): string {
  return obstacle === "unresolved" ? `${outcomes.mayBeSent} ${repeat.unresolved}` : repeat.not[obstacle];
}
