import type { ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { banner, field, renderModal, verbatim } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Operation } from "../../store/index.ts";
import type { Obstacle } from "./again.ts";
import { fields, ids } from "./ids.ts";
import { reasonSize } from "./repeat.input.ts";
import { renderReport, toReport } from "./report.view.ts";
import { renderFacts } from "./send.view.ts";
import { readStored } from "./stored.ts";

/** Ids that come back with the form: of this act, and of the operation that it sends again. */
export type RepeatMetadata = { act: string; repeats: string };

/** The risk, all of what would be sent, and a reason to be typed. */
export function renderRepeatForm(act: string, operation: Operation, words: Catalogue): ModalView {
  const { repeat, common } = words;
  const message = readStored(operation.request) ?? { to: "", from: "" };
  const report = toReport(operation);
  const reason = {
    type: "plain_text_input" as const,
    min_length: reasonSize.shortest,
    max_length: reasonSize.longest,
  };
  return renderModal({
    callbackId: ids.repeat,
    title: repeat.title,
    submit: repeat.submit,
    close: common.cancel,
    metadata: JSON.stringify({ act, repeats: operation.id } satisfies RepeatMetadata),
    blocks: [
      banner(repeat.risk),
      renderLines([...renderFacts(message, words), ...(report === null ? [] : [renderReport(report, words)])])
        .block,
      { type: "divider" },
      ...(message.text === undefined || message.text === ""
        ? []
        : [{ type: "section" as const, text: verbatim(message.text) }]),
      field(fields.reason, repeat.reason, reason, { hint: repeat.reasonHint }),
    ],
  });
}

/** The form's place taken by why nothing was sent. */
export function renderRepeatNotice(line: Line, { repeat, common }: Catalogue): ModalView {
  return renderModal({
    callbackId: ids.repeat,
    title: repeat.title,
    close: common.back,
    blocks: [renderLines([line]).block],
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
