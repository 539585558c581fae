import { storeBudgetMs } from "../../deadline.ts";
import { wordsOf } from "../../locales/index.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import type { Choice } from "../../slack/blocks/choices.ts";
import { slackLimits } from "../../slack/blocks/limits.ts";
import type { Click, Command, Search, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import { renderCopy } from "./copy.view.ts";
import { type Finder, renderFinder, toTemplateChoices } from "./find.view.ts";
import { fields, parseTemplateId } from "./ids.ts";
import { isOld } from "./old.ts";
import { readShown } from "./sent.ts";
import { renderTemplate } from "./template.view.ts";
import type { TemplateDeps } from "./templates-deps.ts";

const rowsShown = 5;
const proposalsShown = 5;
const proposalsRead = 50;

/** `/msg-template [id]` */
export async function openTemplates(command: Command, deps: TemplateDeps): Promise<void> {
  const { words } = command;
  if (command.text === "") {
    await command.ack();
    return showFinder(command, deps);
  }
  const templateId = parseTemplateId(command.text);
  if (templateId === null) return command.ack(plainAnswer(words.templates.find.notAnId));
  await command.ack();
  await showTemplate(command, templateId, deps);
}

/** A button that leads to one template, or to all of them. */
export async function clickOpen(click: Click, deps: TemplateDeps): Promise<void> {
  await click.ack();
  const templateId = parseTemplateId(click.value);
  await (templateId === null ? showFinder(click, deps) : showTemplate(click, templateId, deps));
}

/** What was seen last of a template, for this person to paste where the platform wants one to act. */
export async function copyForConsole(click: Click, deps: TemplateDeps): Promise<void> {
  await click.ack();
  const { words } = click;
  const templateId = parseTemplateId(click.value);
  if (templateId === null) return click.answer(plainAnswer(words.edge.outdated));
  const seen = await deps.within(storeBudgetMs, deps.sightings.get(templateId));
  if (seen === undefined) return click.answer(plainAnswer(words.templates.loadingFailed));
  await click.answer(renderCopy(templateId, seen?.content ?? null, words));
}

async function showFinder(to: Command | Click, deps: TemplateDeps): Promise<void> {
  const { words } = to;
  const finder = await deps.within(storeBudgetMs, readFinder(to.person, deps));
  if (finder === undefined) return to.answer(plainAnswer(words.templates.loadingFailed));
  await to.openModal(renderFinder(finder, words));
}

async function showTemplate(to: Command | Click, templateId: string, deps: TemplateDeps): Promise<void> {
  const { words } = to;
  const view = await deps.within(storeBudgetMs, readTemplate(to.person, templateId, deps));
  if (view === undefined) return to.answer(plainAnswer(words.templates.loadingFailed));
  await to.openModal(renderTemplate(view, words));
}

/** By what was chosen, or typed where nothing was seen to choose from. */
export async function submitFinder(submission: Submission, deps: TemplateDeps): Promise<void> {
  const { person, fields: form } = submission;
  const words = wordsOf(person.locale);
  const { find, loadingFailed } = words.templates;
  const asked = form.choice(fields.templateId) ?? form.text(fields.templateId) ?? "";
  const templateId = parseTemplateId(asked);
  if (templateId === null) return submission.ackErrors({ [fields.templateId]: find.notAnId });
  const view = await deps.within(storeBudgetMs, readTemplate(person, templateId, deps));
  if (view === undefined) return submission.ackErrors({ [fields.templateId]: loadingFailed });
  const response_action = submission.hasRoom ? "push" : "update";
  await submission.ack({ response_action, view: renderTemplate(view, words) });
}

/** Those that were seen, by a part of their name or id, and whatever id was typed. */
export async function suggestTemplates({ person, typed }: Search, deps: TemplateDeps): Promise<Choice[]> {
  const search = typed === "" ? {} : { search: typed };
  const seen = await deps.sightings.list({ ...search, limit: slackLimits.options - 1 });
  return toTemplateChoices(seen, parseTemplateId(typed), wordsOf(person.locale));
}

async function readTemplate(person: Person, templateId: string, deps: TemplateDeps) {
  const [seen, proposals] = await Promise.all([
    deps.sightings.get(templateId),
    deps.proposals.list({ templateId, states: ["open", "changes_requested"], limit: proposalsShown }),
  ]);
  const mayChange = deps.isKnownToPropose(person);
  const toConsole = deps.toConsole(wordsOf(person.locale));
  const meant = seen === null ? await deps.sightings.findMeant(templateId) : undefined;
  return { templateId, seen, proposals, mayChange, isOld: isOld(seen, deps.now()), toConsole, meant };
}

async function readFinder(person: Person, deps: TemplateDeps): Promise<Finder> {
  const { sightings, proposals } = deps;
  const [seen, open, mine] = await Promise.all([
    sightings.list({ limit: rowsShown }),
    proposals.list({ states: ["open"], limit: proposalsRead }),
    proposals.list({ proposer: person.id, limit: proposalsShown }),
  ]);
  const waiting = open.filter((proposal) => deps.mayApprove(person, proposal)).slice(0, proposalsShown);
  return {
    seen,
    waiting: waiting.map((proposal) => ({ proposal, vendors: [] })),
    mine: await readShown(mine, deps),
    mayImport: deps.isKnownToPropose(person),
  };
}
