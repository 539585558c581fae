import { wordsOf } from "../../locales/index.ts";
import { storeForm } from "../../outcomes/handlers.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import type { Choice } from "../../slack/blocks/choices.ts";
import type { Click, Search, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import { parseTemplateId } from "./ids.ts";
import { parseReport, reportFields } from "./report.input.ts";
import {
  readReportForm,
  renderReportErrors,
  renderReported,
  renderReportForm,
  toStatusChoices,
} from "./report.view.ts";
import { tellSeen } from "./tell.ts";
import type { TemplateDeps } from "./templates-deps.ts";

export async function openReportForm(click: Click, deps: TemplateDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  const templateId = parseTemplateId(click.value);
  if (templateId === null) return click.answer(plainAnswer(words.edge.outdated));
  if (!deps.mayPropose(person)) return click.answer(deps.noAccess(words));
  await click.openModal(renderReportForm({ act: deps.newId(), templateId }, words));
}

export async function suggestStatuses({ person, typed }: Search, _deps: TemplateDeps): Promise<Choice[]> {
  return toStatusChoices(typed, wordsOf(person.locale));
}

/** Stored as this person's word: it changes cards, is told where a status differs, and is what proposals are compared with. */
export async function submitReport(submission: Submission, deps: TemplateDeps): Promise<void> {
  const { person, words } = submission;
  const first = submission.fields.names()[0] ?? reportFields.status;
  const refuse = (why: string) => submission.ackErrors({ [first]: why });
  if (!deps.mayPropose(person)) return refuse(words.templates.notAllowed);
  const parsed = parseReport(submission.fields);
  if (!parsed.ok) return submission.ackErrors(renderReportErrors(parsed.issues, words));
  const { act, templateId } = readReportForm(submission.view.private_metadata);
  const { vendors, content } = parsed;
  const reported = { id: act, templateId, by: person.id, vendors, content };
  const taken = await storeForm(submission, deps, () => store(reported, person, deps));
  if ("why" in taken) return refuse(taken.why);
  if (taken.stored === "other") return refuse(words.templates.alreadyTaken);
  await submission.ack({ response_action: "update", view: renderReported(templateId, words) });
}

async function store(
  request: Parameters<TemplateDeps["sightings"]["report"]>[0],
  { locale }: Person,
  deps: TemplateDeps,
): ReturnType<TemplateDeps["sightings"]["report"]> {
  const { sightings, review } = deps;
  const seen = await sightings.get(request.templateId);
  const template = { templateId: request.templateId, name: seen?.content?.name ?? null };
  const { id, by } = request;
  return sightings.report(request, (recorded, trx) =>
    tellSeen(trx, recorded, { id, template, by, locale, review }, deps),
  );
}
