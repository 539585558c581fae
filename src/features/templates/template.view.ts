import { isDeepStrictEqual } from "node:util";
import type { Button, KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { fitsModal, shorten } from "../../slack/blocks/limits.ts";
import { renderModal, verbatim } from "../../slack/blocks/modal.ts";
import { type Line, renderContext, renderLines } from "../../slack/blocks/rich-text.ts";
import type {
  ObservationSource,
  ObservedButton,
  ObservedContent,
  ObservedTemplate,
  ObservedVendor,
  Proposal,
} from "../../store/index.ts";
import { formatSummaryTitle, type ProposalSummary, toChangeRequestSummary } from "./card-title.view.ts";
import { formatButton } from "./change.view.ts";
import { markPlaceholders } from "./difference.ts";
import { ids } from "./ids.ts";
import { toProposedButton } from "./propose.input.ts";
import {
  formatStatus,
  readDate,
  renderComments,
  seenLineWithAge,
  sourceLine,
  sourcesOf,
} from "./status.view.ts";

export type TemplateView = {
  templateId: string;
  seen: ObservedTemplate | null;
  proposals: readonly Proposal[];
  mayChange: boolean;
  toConsole?: readonly Button[];
  /** Observed id that differs from the typed one only in case and surrounding signs. */
  meant?: string | undefined;
};

/** Limits in characters of a text or comment: the first with which the view fits a modal, else `minLength`. */
const lengths = [10_000, 1000];
const minLength = 150;
const maxNameLength = 64;
const maxCodeLength = 256;
/** Most entries of each list, so that the view fits a modal. */
const most = { vendors: 10, buttons: 20, comments: 5, codes: 4 };

/** Shows all that was observed of a template, within Slack's limits: a modal beyond them would not open. */
export function renderTemplate(view: TemplateView, words: Catalogue): ModalView {
  const longest = lengths.find((one) => fitsModal(renderView(view, one, words))) ?? minLength;
  return renderView(view, longest, words);
}

function renderView(view: TemplateView, longest: number, words: Catalogue): ModalView {
  const { templateId, seen, mayChange, meant, toConsole = [] } = view;
  const open = meant === undefined ? [] : [button(`${ids.open}:${meant}`, words.templates.find.open, meant)];
  const { templates } = words;
  const { content = null, vendors = [] } = seen ?? {};
  const shown = vendors.slice(0, most.vendors);
  const sources = [...shown.map((one) => one.statusFrom), ...(content === null ? [] : sourcesOf(content))];
  // A source common to all statuses and texts is named once.
  const only = sources.slice(0, sources.every((one) => isDeepStrictEqual(one, sources[0])) ? 1 : 0);
  const written = renderComments(shown, { most: most.comments, longest }, words);
  return renderModal({
    callbackId: ids.view,
    title: templates.templateId,
    close: words.edge.answer.close,
    blocks: [
      renderLines([
        ...headLines(view, words),
        ...shown.flatMap((vendor) => vendorLines(vendor, { longest, isSaid: only.length === 1 }, words)),
        ...moreThan(shown, vendors),
      ]).block,
      ...renderProposals(view.proposals, words),
      ...(seen === null
        ? []
        : [
            renderContext([notCurrentLine(only[0], words)]).block,
            ...renderContent(content, { longest, isSaid: only.length === 1 }, words),
            ...renderConversation(shown, written, words),
          ]),
      ...actions([...open, ...(mayChange ? todo(view, words) : []), ...toConsole]),
      ...(seen === null ? [] : renderIds(templateId, content, shown, words)),
    ],
  });
}

function notCurrentLine(from: ObservationSource | undefined, words: Catalogue): Line {
  const { notCurrent } = words.templates.view;
  return from === undefined ? [notCurrent.alone] : [notCurrent.from, ...seenLineWithAge(from, words)];
}

const maxTitleLength = 200;

function headLines({ templateId, seen, mayChange, meant }: TemplateView, words: Catalogue): Line[] {
  const { view } = words.templates;
  const name = seen?.content?.name ?? null;
  const never = [view.neverSeen, ...(mayChange ? [view.changeable] : [])].join(" ");
  return [
    [name ? { bold: shorten(name, maxTitleLength) } : { code: templateId }],
    ...(seen === null ? [[never]] : []),
    ...(meant === undefined ? [] : [[view.meant(meant)]]),
  ];
}

/** `longest`: limit of a text in characters. `isSaid`: set if its source is shown elsewhere. */
type Room = { longest: number; isSaid: boolean };

function vendorLines(
  { vendor, status, statusFrom, reason }: ObservedVendor,
  { longest, isSaid }: Room,
  words: Catalogue,
): Line[] {
  const from = isSaid ? [] : [" · ", ...seenLineWithAge(statusFrom, words)];
  return [
    [`${shorten(vendor, maxNameLength)} · `, { bold: formatStatus(status, words) }, ...from],
    ...(reason ? [[`${words.templates.status.reason}: “${shorten(reason, longest)}”`]] : []),
  ];
}

/** Buttons of possible actions. The comment button says "Answer" if a vendor's conversation has comments. */
function todo({ templateId, seen }: TemplateView, { proposals, propose, templates }: Catalogue): Button[] {
  const isWritten = seen?.vendors.some((one) => one.comments.length > 0) === true;
  const update = button(ids.update, propose.form.title, templateId, seen === null ? undefined : "primary");
  const report = button(
    ids.report,
    templates.report.title,
    templateId,
    seen === null ? "primary" : undefined,
  );
  const { answer } = templates.view;
  const comment = button(ids.comment, isWritten ? answer : templates.comment.title, templateId);
  if (seen === null) return [report, update, comment];
  const copy = button(ids.copy, proposals.card.buttons.copy, templateId);
  const isShown = seen.content !== null && (seen.content.content ?? seen.content.buttons) !== null;
  return [update, comment, report, ...(isShown ? [copy] : [])];
}

function renderContent(
  content: ObservedContent | null,
  { longest, isSaid }: Room,
  words: Catalogue,
): KnownBlock[] {
  const { view, fieldNames } = words.templates;
  if (content === null) return [renderLines([[{ bold: fieldNames.content }], [view.notSeen]]).block];
  const { content: text, buttons, isHidden } = content;
  return [
    renderLines([
      [{ bold: fieldNames.content }, ...(isSaid ? [] : [" · ", ...sourceLine(content, words)])],
      text ? markPlaceholders(shorten(text, longest)) : [text === null ? view.notSeen : view.empty],
    ]).block,
    renderLines([
      [{ bold: fieldNames.buttons }],
      ...buttonLines(buttons, longest, words),
      ...(isHidden === true ? [[view.hidden]] : []),
    ]).block,
  ];
}

function buttonLines(buttons: readonly ObservedButton[] | null, longest: number, words: Catalogue): Line[] {
  const { noButtons, notSeen } = words.templates.view;
  if (buttons === null) return [[notSeen]];
  if (buttons.length === 0) return [[noButtons]];
  const lines = buttons
    .slice(0, most.buttons)
    .map((button, index) => [
      `${index + 1}. `,
      ...markPlaceholders(shorten(formatButton(toProposedButton(button), words), longest)),
    ]);
  return [...lines, ...moreThan(lines, buttons)];
}

function moreThan(shown: readonly unknown[], all: readonly unknown[]): Line[] {
  return all.length > shown.length ? [[`+${all.length - shown.length}`]] : [];
}

function renderConversation(
  vendors: readonly ObservedVendor[],
  { blocks, hidden }: ReturnType<typeof renderComments>,
  words: Catalogue,
): KnownBlock[] {
  const { view } = words.templates;
  if (blocks.length === 0) return [renderLines([[view.noComments]]).block];
  const sources = vendors.flatMap(({ vendor, statusFrom, comments, commentsFrom: from }): Line[] => {
    if (comments.length === 0 || from === null || isDeepStrictEqual(from, statusFrom)) return [];
    return [[`${shorten(vendor, maxNameLength)} · `, ...seenLineWithAge(from, words)]];
  });
  const left = hidden === 0 ? [] : [[view.earlierComments(hidden)]];
  return [renderLines([[{ bold: view.comments }], ...sources, ...left]).block, ...blocks];
}

function renderIds(
  templateId: string,
  content: ObservedContent | null,
  vendors: readonly ObservedVendor[],
  words: Catalogue,
): KnownBlock[] {
  const { templates } = words;
  const { pfId = null, dateCreated = null, dateUpdated = null, channelFrom } = content ?? {};
  const dates = [
    ...(dateCreated ? [templates.view.created(toDay(dateCreated))] : []),
    ...(dateUpdated ? [templates.view.changed(toDay(dateUpdated))] : []),
  ];
  const parts: { says: Line; from: ObservationSource | undefined }[] = [
    { says: [`${templates.templateId} `, { code: templateId }], from: undefined },
    ...vendors
      .filter(({ code }) => code)
      .slice(0, most.codes)
      .map(({ vendor, code, codeFrom }) => ({
        says: [`${shorten(vendor, maxNameLength)} `, { code: shorten(code ?? "", maxCodeLength) }],
        from: codeFrom,
      })),
    ...(pfId ? [{ says: [templates.view.channel(shorten(pfId, maxCodeLength))], from: channelFrom }] : []),
    ...(dates.length === 0 ? [] : [{ says: [dates.join(" · ")], from: channelFrom }]),
  ];
  const together = parts.filter(({ from }) => from === undefined).map(({ says }) => says);
  const apart = parts.flatMap(({ says, from }) =>
    from === undefined ? [] : [[says, seenLineWithAge(from, words)]],
  );
  return [{ type: "divider" }, ...[together, ...apart].map((line) => renderContext(line).block)];
}

function toDay(date: string): string {
  return readDate(date)?.toISOString().slice(0, 10) ?? shorten(date, maxNameLength);
}

const maxProposals = 5;

function renderProposals(proposals: readonly Proposal[], words: Catalogue): KnownBlock[] {
  if (proposals.length === 0) return [];
  return [
    renderLines([[{ bold: words.templates.view.proposals }]]).block,
    ...proposals
      .slice(0, maxProposals)
      .flatMap((proposal) => renderProposalRow({ proposal, vendors: [] }, words)),
  ];
}

/** `isOwn`: row for its proposer, with the reviewer's request for changes. */
export function renderProposalRow(
  shown: ProposalSummary,
  words: Catalogue,
  { opens = false, isOwn = false }: { opens?: boolean; isOwn?: boolean } = {},
): KnownBlock[] {
  const { proposal } = shown;
  const { proposer, createdAt, reason, templateId } = proposal;
  const asked = isOwn ? toChangeRequestSummary(proposal) : null;
  const title = [formatSummaryTitle(shown, words), ...(asked === null ? [] : [asked])].join(" · ");
  return [
    {
      type: "section",
      text: verbatim(`${title}\n${words.proposals.card.reason(reason)}`),
      ...(opens
        ? { accessory: button(`${ids.open}:${proposal.id}`, words.templates.find.open, templateId) }
        : {}),
    },
    renderContext([[{ user: proposer }], [{ at: createdAt }]]).block,
  ];
}
