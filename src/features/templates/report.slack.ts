import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import { storeForm } from "../../outcomes/handlers.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import {
  type Choice,
  plainText,
  renderInput,
  renderModal,
  suggestedSelect,
  textInput,
} from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Search, Submission } from "../../slack/edge/interaction.ts";
import type { TemplateContext } from "./context.ts";
import { buttonListId, fields, ids, parseTemplateId } from "./ids.ts";
import { notificationOfObservation } from "./proposal-lines.view.ts";
import { matchChoices } from "./propose.slack.ts";
import {
  parseReport,
  type ReportIssue,
  reportFieldIds,
  reviewStatuses,
  vendorNames,
} from "./report.input.ts";
import { formatStatus } from "./status.view.ts";

export async function openReportForm(click: Click, context: TemplateContext): Promise<void> {
  const { person, words } = click;
  await click.ack();
  const templateId = parseTemplateId(click.value);
  if (templateId === null) return click.answer(plainAnswer(words.edge.outdated));
  if (!context.mayPropose(person)) return click.answer(context.noAccess(words));
  await click.openModal(renderReportForm({ act: context.newId(), templateId }, words));
}

export async function suggestStatuses({ words, typed }: Pick<Search, "words" | "typed">): Promise<Choice[]> {
  const known = reviewStatuses.map((status) => ({ value: status, label: formatStatus(status, words) }));
  return matchChoices(known, typed, words);
}

/** Stores a report, refreshes cards and posts changed statuses. Later proposals are compared with it. */
export async function submitReport(submission: Submission, context: TemplateContext): Promise<void> {
  const { person, words } = submission;
  if (!context.mayPropose(person)) return submission.refuse(words.templates.notAllowed);
  const parsed = parseReport(submission.fields);
  if (!parsed.ok) return submission.ackErrors(renderReportErrors(parsed.issues, words));
  const { act: id, templateId } = submission.carried(ReportForm);
  const { vendors, content } = parsed;
  const { id: by, locale } = person;
  const { observations, review } = context;
  const taken = await storeForm(submission, context, async () => {
    const seen = await observations.get(templateId);
    const template = { templateId, name: seen?.content?.name ?? null };
    return observations.report({ id, templateId, by, vendors, content }, (recorded, trx) =>
      notificationOfObservation(trx, recorded, { id, template, by, locale, review }, context.proposals),
    );
  });
  if ("why" in taken) return submission.refuse(taken.why);
  if (taken.stored === "other") return submission.refuse(words.templates.alreadyTaken);
  await submission.ack({ response_action: "update", view: renderReportDone(templateId, words) });
}

const ReportForm = z.object({ act: z.string(), templateId: z.string() });
type ReportForm = z.infer<typeof ReportForm>;

export function renderReportForm(form: ReportForm, words: Catalogue): ModalView {
  const { report, fieldNames } = words.templates;
  const optional = { optional: true };
  return renderModal({
    callbackId: ids.report,
    title: report.title,
    submit: report.submit,
    close: words.common.cancel,
    carries: form,
    blocks: [
      renderLines([[{ code: form.templateId }]]).block,
      { type: "section", text: plainText(report.explain) },
      ...vendorNames.flatMap((vendor): KnownBlock[] => [
        renderInput(
          `${reportFieldIds.status}.${vendor}`,
          report.status(vendor),
          suggestedSelect(undefined),
          optional,
        ),
        renderInput(
          `${reportFieldIds.reason}.${vendor}`,
          report.reason(vendor),
          textInput({ multiline: true }),
          {
            optional: true,
            hint: report.reasonHint,
          },
        ),
      ]),
      { type: "divider" },
      renderInput(fields.name, fieldNames.name, textInput({ longest: maxNameLength }), optional),
      renderInput(fields.content, fieldNames.content, textInput({ multiline: true }), optional),
      renderInput(buttonListId, fieldNames.buttons, textInput({ multiline: true }), {
        optional: true,
        hint: report.buttonsHint,
      }),
    ],
  });
}

const maxNameLength = 200;

export function renderReportDone(templateId: string, words: Catalogue): ModalView {
  const { report } = words.templates;
  return renderModal({
    callbackId: ids.view,
    title: report.title,
    close: words.edge.answer.close,
    closesAll: true,
    blocks: [
      renderLines([[report.done]]).block,
      ...actions([button(ids.update, words.propose.form.title, templateId, "primary")]),
    ],
  });
}

function renderReportErrors(
  issues: readonly ReportIssue[],
  { templates: { report } }: Catalogue,
): Record<string, string> {
  const words = (issue: ReportIssue) => {
    if (issue.problem === "button") return report.badButton(issue.line);
    return issue.problem === "nothing" ? report.nothing : report.noStatus;
  };
  return Object.fromEntries(issues.map((issue) => [issue.field, words(issue)]));
}
