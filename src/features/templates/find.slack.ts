import type { KnownBlock, ModalView } from "@slack/types";
import { storeBudgetMs } from "../../deadline.ts";
import { shortenId } from "../../foreign-id.ts";
import { entryFor } from "../../locales/entry.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { buttonLinkFields } from "../../platform/index.ts";
import { type Answer, plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { shorten, slackLimits, textSize } from "../../slack/blocks/limits.ts";
import {
  type Choice,
  renderInput,
  renderModal,
  suggestedSelect,
  verbatim,
} from "../../slack/blocks/modal.ts";
import { escapeText, renderContext, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Command, Search, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import type { ObservedContent, ObservedTemplate } from "../../store/index.ts";
import type { ProposalSummary } from "./card-title.view.ts";
import type { TemplateContext } from "./context.ts";
import { fields, ids, parseTemplateId } from "./ids.ts";
import { readProposalSummaries } from "./sent.ts";
import { reviewLineGroups, sourceLine } from "./status.view.ts";
import { renderProposalRow, renderTemplate } from "./template.view.ts";

const rowsShown = 5;
const proposalsShown = 5;
const proposalsRead = 50;

export async function handleTemplateCommand(command: Command, context: TemplateContext): Promise<void> {
  const { words } = command;
  if (command.text === "") {
    await command.ack();
    return showFinder(command, context);
  }
  const templateId = parseTemplateId(command.text);
  if (templateId === null) return command.ack(plainAnswer(words.templates.find.notAnId));
  await command.ack();
  await showTemplate(command, templateId, context);
}

export async function openTemplateOrFinder(click: Click, context: TemplateContext): Promise<void> {
  await click.ack();
  const templateId = parseTemplateId(click.value);
  await (templateId === null ? showFinder(click, context) : showTemplate(click, templateId, context));
}

export async function showTextsToCopy(click: Click, context: TemplateContext): Promise<void> {
  await click.ack();
  const { words } = click;
  const templateId = parseTemplateId(click.value);
  if (templateId === null) return click.answer(plainAnswer(words.edge.outdated));
  const seen = await context.within(storeBudgetMs, context.observations.get(templateId));
  if (seen === undefined) return click.answer(plainAnswer(words.templates.loadingFailed));
  await click.answer(renderCopy(templateId, seen?.content ?? null, words));
}

async function showFinder(to: Command | Click, context: TemplateContext): Promise<void> {
  const { words } = to;
  const finder = await context.within(storeBudgetMs, readFinder(to.person, context));
  if (finder === undefined) return to.answer(plainAnswer(words.templates.loadingFailed));
  await to.openModal(renderFinder(finder, words));
}

async function showTemplate(
  to: Command | Click,
  templateId: string,
  context: TemplateContext,
): Promise<void> {
  const { words } = to;
  const view = await context.within(storeBudgetMs, readTemplate(to.person, templateId, context));
  if (view === undefined) return to.answer(plainAnswer(words.templates.loadingFailed));
  await to.openModal(renderTemplate(view, words));
}

export async function submitFinder(submission: Submission, context: TemplateContext): Promise<void> {
  const { person, words, fields: form } = submission;
  const { find, loadingFailed } = words.templates;
  const asked = form.choice(fields.templateId) ?? "";
  const templateId = parseTemplateId(asked);
  if (templateId === null) return submission.refuse(find.notAnId);
  const view = await context.within(storeBudgetMs, readTemplate(person, templateId, context));
  if (view === undefined) return submission.refuse(loadingFailed);
  const response_action = submission.hasRoom ? "push" : "update";
  await submission.ack({ response_action, view: renderTemplate(view, words) });
}

export async function suggestTemplates(
  { words, typed }: Search,
  context: TemplateContext,
): Promise<Choice[]> {
  const search = typed === "" ? {} : { search: typed };
  const seen = await context.observations.list({ ...search, limit: slackLimits.options - 1 });
  return toTemplateChoices(seen, parseTemplateId(typed), words);
}

async function readTemplate(person: Person, templateId: string, context: TemplateContext) {
  const [seen, proposals] = await Promise.all([
    context.observations.get(templateId),
    context.proposals.list({ templateId, states: ["open", "changes_requested"], limit: proposalsShown }),
  ]);
  const mayChange = context.isKnownToPropose(person);
  const toConsole = context.toConsole(wordsOf(person.locale));
  const meant = seen === null ? await context.observations.findMeant(templateId) : undefined;
  return { templateId, seen, proposals, mayChange, toConsole, meant };
}

async function readFinder(person: Person, context: TemplateContext): Promise<FinderContent> {
  const { observations, proposals } = context;
  const [seen, open, mine] = await Promise.all([
    observations.list({ limit: rowsShown }),
    proposals.list({ states: ["open"], limit: proposalsRead }),
    proposals.list({ proposer: person.id, limit: proposalsShown }),
  ]);
  const waiting = open.filter((proposal) => context.mayApprove(person, proposal)).slice(0, proposalsShown);
  return {
    seen,
    waiting: waiting.map((proposal) => ({ proposal, vendors: [] })),
    mine: await readProposalSummaries(mine, context),
    mayImport: context.isKnownToPropose(person),
  };
}

export type FinderContent = {
  seen: readonly ObservedTemplate[];
  waiting: readonly ProposalSummary[];
  mine: readonly ProposalSummary[];
  mayImport: boolean;
};

export function renderFinder({ seen, waiting, mine, mayImport }: FinderContent, words: Catalogue): ModalView {
  const { find } = words.templates;
  return renderModal({
    callbackId: ids.open,
    title: find.title,
    submit: find.submit,
    close: words.common.cancel,
    blocks: [
      ...renderProposals(find.waiting, waiting, words),
      ...renderProposals(find.mine, mine, words, true),
      ...(seen.length === 0 ? [] : [heading(find.seen)]),
      ...seen.flatMap((template) => renderSeen(template, words)),
      ...(seen.length === 0 ? [renderLines([[find.noneSeen]]).block] : []),
      renderInput(fields.templateId, find.choose, suggestedSelect(undefined)),
      ...(mayImport ? actions([button(ids.import, words.templates.imports.title)]) : []),
    ],
  });
}

function heading(text: string): KnownBlock {
  return renderLines([[{ bold: text }]]).block;
}

function renderProposals(
  title: string,
  proposals: readonly ProposalSummary[],
  words: Catalogue,
  isOwn = false,
): KnownBlock[] {
  if (proposals.length === 0) return [];
  return [
    heading(title),
    ...proposals.flatMap((shown) => renderProposalRow(shown, words, { opens: true, isOwn })),
  ];
}

const maxVendors = 4;

function renderSeen(seen: ObservedTemplate, words: Catalogue): KnownBlock[] {
  const { templateId, vendors, content } = seen;
  const reviews = reviewLineGroups(vendors.slice(0, maxVendors), words);
  const grey = reviews.length > 0 || content === null ? reviews : [[sourceLine(content, words)]];
  return [
    {
      type: "section",
      text: verbatim(toLabel(seen, shortenId)),
      accessory: button(`${ids.open}:${templateId}`, words.templates.find.open, templateId),
    },
    ...grey.map((parts) => renderContext(parts).block),
  ];
}

const maxLabelLength = 200;

function toLabel({ content, templateId }: ObservedTemplate, show = (id: string) => id): string {
  const name = content?.name ?? null;
  return name === null ? templateId : `${shorten(name, maxLabelLength)} (${show(templateId)})`;
}

export function toTemplateChoices(
  seen: readonly ObservedTemplate[],
  typedId: string | null,
  { templates: { find } }: Catalogue,
): Choice[] {
  const known = seen.map((template) => ({ value: template.templateId, label: toLabel(template) }));
  const isNew = typedId !== null && known.every(({ value }) => value !== typedId);
  return isNew ? [...known, { value: typedId, label: find.asTyped(typedId) }] : known;
}

/** Answers with each text in its own block, which Slack copies as a whole. */
export function renderCopy(templateId: string, seen: ObservedContent | null, words: Catalogue): Answer {
  const { copy } = words.proposals;
  if (seen === null) return plainAnswer(copy.nothing);
  const head = renderAnswer([[copy.says], [{ code: templateId }], sourceLine(seen, words)]);
  const texts = textsOf(seen, words);
  const blocks = [...head.blocks, ...texts.map(({ label, text }) => renderText(label, text))];
  // No text is cut, since people would paste an incomplete text.
  const fits =
    textSize(blocks) <= slackLimits.messageBlocksText && blocks.length <= slackLimits.messageBlocks;
  if (!fits) return plainAnswer(copy.tooLong);
  return { text: [head.text, ...texts.map(({ text }) => escapeText(text))].join("\n"), blocks };
}

function typeNameOf(type: string | null, { buttonTypes }: Catalogue["send"]): string {
  return type === null ? "" : (entryFor(buttonTypes, type) ?? type);
}

function textsOf({ name, content, buttons }: ObservedContent, { templates, send }: Catalogue) {
  const { fieldNames, links } = templates;
  const texts = [
    { label: fieldNames.name, text: name },
    { label: fieldNames.content, text: content },
    ...(buttons ?? []).flatMap((button, index) => [
      {
        label: `${send.rows.button.name(index + 1)} · ${typeNameOf(button.buttonType, send)}`,
        text: button.buttonName,
      },
      ...buttonLinkFields.map((link) => ({ label: links[link], text: button[link] })),
    ]),
  ];
  return texts.flatMap(({ label, text }) => (text === null || text === "" ? [] : [{ label, text }]));
}

/** Puts label and text into one block: a post has at most 50, and five buttons with four links make 27 texts. */
function renderText(label: string, text: string): KnownBlock {
  return {
    type: "rich_text",
    elements: [
      { type: "rich_text_section", elements: [{ type: "text", text: label, style: { bold: true } }] },
      { type: "rich_text_preformatted", elements: [{ type: "text", text }] },
    ],
  };
}
