import { isDeepStrictEqual } from "node:util";
import type { InputBlock, KnownBlock, ModalView } from "@slack/types";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { reasonLength } from "../../outcomes/repeat.slack.ts";
import { buttonLinkFields, linkFieldsOf, countCharacters as sizeOf } from "../../platform/index.ts";
import { actions, button, renderRows as renderRowList, rowKeys } from "../../slack/blocks/buttons.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { banner, renderInput, renderModal, suggestedSelect, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderContext, renderLines } from "../../slack/blocks/rich-text.ts";
import type {
  ObservedContent,
  ObservedTemplate,
  ObservedVendor,
  Proposal,
  ProposedChange,
} from "../../store/index.ts";
import { maxNamedLength } from "./change.view.ts";
import { markPlaceholders } from "./difference.ts";
import { buttonListId, fields, ids } from "./ids.ts";
import {
  hasRows,
  maxButtonRows,
  maxLengths,
  type ProposalIssue,
  type ProposeForm,
  parseProposedChange,
  toMetadata,
} from "./propose.input.ts";
import { isRejected, renderReviewerComment, reviewLineGroups, sourceLine, sourcesOf } from "./status.view.ts";

/** `asked`: a reviewer's request to change the edited proposal. */
export type ProposeOptions = {
  seen: ObservedTemplate | null;
  asked?: Proposal["decision"];
  words: Catalogue;
};

export function renderProposeForm(
  form: ProposeForm,
  { seen, asked = null, words }: ProposeOptions,
  notice?: Line,
): ModalView {
  const { propose, common } = words;
  const { form: said } = propose;
  return renderModal({
    callbackId: form.edits === null ? ids.update : ids.edit,
    title: form.edits === null ? said.title : said.editTitle,
    submit: form.edits === null ? said.submit : words.runs.save.submit,
    close: common.cancel,
    carries: toMetadata(form),
    blocks: [
      ...(notice === undefined ? [] : [renderLines([["⚠️ ", ...notice]]).block]),
      renderLines(headLines(form.templateId, seen, words)).block,
      ...(form.edits === null ? [] : [renderLines([[said.again]]).block]),
      ...(asked === null ? [] : renderAsked(asked)),
      ...renderReviewerComment(seen?.vendors ?? [], words),
      ...(seen?.content == null
        ? actions([button(ids.report, words.templates.report.title, form.templateId)])
        : []),
      ...renderTexts(form, seen, words),
      ...actions([button(ids.preview, said.preview)]),
      ...(form.isPreviewed ? renderPreview(form, words) : []),
      ...renderRows(form, words),
      renderReason(form, words),
      ...(seen?.content?.name == null
        ? []
        : [renderContext([[`${words.templates.templateId} ${form.templateId}`]]).block]),
    ],
  });
}

function headLines(templateId: string, seen: ObservedTemplate | null, words: Catalogue): Line[] {
  const { content = null, vendors = [] } = seen ?? {};
  return [
    [content?.name == null ? { code: templateId } : { bold: content.name }],
    ...reviewLineGroups(vendors, words).map(([says = [], from = []]) => [...says, " · ", ...from]),
    ...(content === null ? [[words.propose.form.neverSeen]] : comparedLines(content, vendors, words)),
    ...vendors
      .filter((vendor) => isRejected(vendor) && vendor.reason)
      .map(({ vendor, reason }) => [`${vendor} · ${words.templates.status.reason}: “${reason}”`]),
  ];
}

/** Names the source of the compared content, unless a vendor's status has the same source. */
export function comparedLines(
  content: ObservedContent,
  vendors: readonly Pick<ObservedVendor, "statusFrom">[],
  words: Catalogue,
): Line[] {
  const [from, ...others] = sourcesOf(content);
  const isSaid = vendors.some(({ statusFrom }) => isDeepStrictEqual(statusFrom, from));
  if (isSaid && others.length === 0) return [];
  return [[`${words.proposals.card.comparedWith} `, ...sourceLine(content, words)]];
}

/** Limit in characters of a reviewer's request. */
const maxRequestLength = 600;

function renderAsked({ by, at, words: said }: NonNullable<Proposal["decision"]>): KnownBlock[] {
  if (by === null || said === null) return [];
  return [renderLines([[{ user: by }, " · ", { at }], { quote: [[shorten(said, maxRequestLength)]] }]).block];
}

function renderTexts({ values }: ProposeForm, seen: ObservedTemplate | null, words: Catalogue): KnownBlock[] {
  const { form } = words.propose;
  const { fieldNames } = words.templates;
  const name = values[fields.name];
  const content = values[fields.content];
  // A field with known content can't be emptied; an unknown field may stay empty, and then isn't changed.
  const isOptional = seen?.content == null;
  return [
    name === undefined
      ? doesNotFit("name", words)
      : renderInput(fields.name, fieldNames.name, textInput({ initial: name, longest: maxLengths.name }), {
          optional: isOptional || seen?.content?.name == null,
        }),
    content === undefined
      ? doesNotFit("content", words)
      : renderInput(fields.content, fieldNames.content, textInput({ initial: content, multiline: true }), {
          optional: isOptional || seen?.content?.content == null,
          hint: form.contentHint,
        }),
  ];
}

function doesNotFit(name: "name" | "content" | "buttons", { propose, templates }: Catalogue): KnownBlock {
  return banner(propose.form.doesNotFit(templates.fieldNames[name]));
}

function renderReason({ values }: ProposeForm, { propose }: Catalogue): InputBlock {
  const { form } = propose;
  const input = textInput({ initial: values[fields.reason], longest: reasonLength.longest });
  return renderInput(fields.reason, form.reason, input, { hint: form.reasonHint });
}

function renderRows(form: ProposeForm, words: Catalogue): KnownBlock[] {
  if (!hasRows(form)) return [doesNotFit("buttons", words)];
  const { remove, add } = words.send.rows.button;
  return renderRowList({
    keys: rowKeys(buttonListId, form.values),
    fields: (key, number) => rowFields(key, number, form, words),
    remove: (key, number) => button(`${ids.removeButton}:${key}`, remove(number)),
    add: button(ids.addButton, add),
    most: maxButtonRows,
  });
}

function rowFields(key: number, number: number, { values }: ProposeForm, words: Catalogue): InputBlock[] {
  const { send } = words;
  const block = (name: string) => `${buttonListId}.${key}.${name}`;
  const label = (name: "buttonName" | "buttonType" | ButtonLink) =>
    `${send.rows.button.name(number)} · ${send.fields[name].label}`;
  const typed = (name: string) => values[block(name)] ?? "";
  const type = typed("buttonType");
  const chosen = type === "" ? undefined : { value: type, label: entryFor(send.buttonTypes, type) ?? type };
  const line = (name: string) => textInput({ initial: typed(name), longest: maxLengths.rowValue });
  const links = shownLinks(type, typed);
  return [
    renderInput(block("buttonName"), label("buttonName"), line("buttonName")),
    renderInput(block("buttonType"), label("buttonType"), suggestedSelect(chosen), { dispatch: true }),
    ...links.map((link) => renderInput(block(link), label(link), line(link), { optional: true })),
  ];
}

type ButtonLink = (typeof buttonLinkFields)[number];

const allLinks = linkFieldsOf("-");

function shownLinks(type: string, typed: (name: string) => string) {
  const own = linkFieldsOf(type.trim());
  return allLinks.filter((link) => own.includes(link) || typed(link) !== "");
}

function renderPreview(form: ProposeForm, words: Catalogue): KnownBlock[] {
  const content = form.values[fields.content] ?? "";
  const lines = [
    ...(content === "" ? [] : [{ quote: [markPlaceholders(content)] }]),
    ...formatChangeWarnings(parseProposedChange(form), words).map((warning): Line => [`⚠️ ${warning}`]),
  ];
  return lines.length === 0 ? [] : [renderLines(lines).block, { type: "divider" }];
}

export function toProposeErrors(
  issues: readonly ProposalIssue[],
  names: readonly string[],
  words: Catalogue,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const home = names.includes(issue.field) ? issue.field : fields.reason;
    errors[home] ??= issueWords(issue, words);
  }
  return errors;
}

function issueWords(issue: ProposalIssue, { propose: { form }, issues, repeat }: Catalogue): string {
  switch (issue.problem) {
    case "missing":
    case "malformed":
      return issues[issue.problem];
    case "stray":
      return issues.stray(issue.character);
    case "too_long":
      return form.tooLong(issue.size, issue.limit);
    case "linkless":
      return form.linkless;
    case "reason":
      return repeat.reasonSize(reasonLength.min, reasonLength.longest);
    case "nothing_changed":
      return form.nothingChanged;
  }
}

/** Limits of the platform's public record, in characters and counts; they only cause warnings. */
const known = { buttons: 5, buttonName: 14, link: 100, content: 1000, name: 100 } as const;

export function formatChangeWarnings(
  { name = "", content = "", buttons = [] }: ProposedChange,
  { propose: { warnings } }: Catalogue,
): string[] {
  return [
    ...(sizeOf(name) > known.name ? [warnings.name(sizeOf(name))] : []),
    ...(sizeOf(content) > known.content ? [warnings.content(sizeOf(content))] : []),
    ...(/#\{(?![^{}\n]+\})/u.test(content) ? [warnings.openPlaceholder] : []),
    ...(buttons.length > known.buttons ? [warnings.buttons(buttons.length)] : []),
    ...buttons.flatMap((button) => {
      const size = sizeOf(button.buttonName);
      const maxLinkLength = Math.max(...buttonLinkFields.map((link) => sizeOf(button[link] ?? "")));
      const named = shorten(button.buttonName, maxNamedLength);
      return [
        ...(size > known.buttonName ? [warnings.buttonName(named, size)] : []),
        ...(maxLinkLength > known.link ? [warnings.link(named, maxLinkLength)] : []),
      ];
    }),
  ];
}
