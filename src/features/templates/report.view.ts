import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import type { Choice } from "../../slack/blocks/choices.ts";
import { field, plain, renderModal, suggestedSelect, textInput } from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import { ids } from "./ids.ts";
import { knownStatuses, reportFields, vendors } from "./report.input.ts";
import { statusWords } from "./status.view.ts";

const Metadata = z.object({ act: z.string(), templateId: z.string() });
type ReportForm = z.infer<typeof Metadata>;

export function readReportForm(metadata: string): ReportForm {
  return Metadata.parse(JSON.parse(metadata));
}

/** What somebody read in the platform's console, one vendor by one. */
export function renderReportForm(form: ReportForm, words: Catalogue): ModalView {
  const { report } = words.templates;
  return renderModal({
    callbackId: ids.report,
    title: report.title,
    submit: report.submit,
    close: words.common.cancel,
    metadata: JSON.stringify(form),
    blocks: [
      renderLines([[{ code: form.templateId }]]).block,
      { type: "section", text: plain(report.explain) },
      ...vendors.flatMap((vendor) => [
        field(`${reportFields.status}.${vendor}`, report.status(vendor), suggestedSelect(undefined), {
          optional: true,
        }),
        field(`${reportFields.reason}.${vendor}`, report.reason(vendor), textInput({ multiline: true }), {
          optional: true,
          hint: report.reasonHint,
        }),
      ]),
    ],
  });
}

/** The statuses of the public record in words, and whatever was typed: the list is open. */
export function toStatusChoices(typed: string, words: Catalogue): Choice[] {
  const known = knownStatuses.map((status) => ({ value: status, label: statusWords(status, words) }));
  const wanted = typed.toLowerCase();
  const found = known.filter(({ label }) => label.toLowerCase().includes(wanted));
  const isNew = typed !== "" && known.every(({ value }) => value !== typed);
  return isNew ? [...found, { value: typed, label: words.send.asTyped(typed) }] : found;
}
