import type { Button, KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { renderModal, verbatim } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { roomIn } from "../../slack/blocks/size.ts";
import type { Proposal, SeenButton, SeenTemplate, SeenVendor } from "../../store/index.ts";
import { cardTitle } from "./card.view.ts";
import { buttonText } from "./change.view.ts";
import { fillRoom, type ShownComments } from "./comments.view.ts";
import { ids } from "./ids.ts";
import { splitPlaceholders } from "./placeholders.ts";
import { toProposedButton } from "./propose-form.ts";
import { agedLine, codeSource, parseDate, seenLine, statusWords } from "./status.view.ts";

export type TemplateView = {
  templateId: string;
  seen: SeenTemplate | null;
  /** Those that nobody decided yet. */
  proposals: readonly Proposal[];
  /** Whether this person may propose, comment and report. */
  mayChange: boolean;
  /** Some of it was seen so long ago that somebody should look. */
  isOld: boolean;
  /** The button there, if there is one. */
  toConsole?: readonly Button[];
};

/** A text of the platform's as it came, or what there is room for. */
type Cut = (text: string, longest: number) => string;

/** In characters, of what is cut at all: in bytes and with each placeholder marked about ten times as much. */
const longest = { content: 3000, button: 150, reason: 300 };
const mostButtons = 20;
const longestName = 200;
const longestVendor = 64;
const longestCode = 256;
/** For what is no date. */
const longestDate = 64;

/** How much of what was seen stands in a view. */
type Shown = { cut: Cut; vendors: readonly SeenVendor[]; comments: ShownComments };

/** In bytes: all but the comments leaves so much to them, or is cut. */
const leastForComments = 50_000;
/** As many as one reply's are kept; there are two. */
const mostVendors = 10;

/**
 * All that was ever seen of one template, and what there is to do about it, within what Slack takes: nothing can be done
 * about a template whose view doesn't open.
 */
export function renderTemplate(view: TemplateView, words: Catalogue): ModalView {
  const vendors = (view.seen?.vendors ?? []).slice(0, mostVendors);
  const bare = (cut: Cut) => renderView(view, { cut, vendors, comments: { blocks: [], hidden: 0 } }, words);
  const asItCame: Cut = (text) => text;
  const cut = roomIn(bare(asItCame)).bytes >= leastForComments ? asItCame : shorten;
  const comments = fillRoom(vendors, roomIn(bare(cut)), words);
  return renderView(view, { cut, vendors, comments }, words);
}

function renderView(view: TemplateView, shown: Shown, words: Catalogue): ModalView {
  const { templateId, seen, proposals, mayChange, toConsole = [] } = view;
  const { templates } = words;
  const { name, nameFrom } = seen?.content ?? {};
  const never = [templates.view.neverSeen, ...(mayChange ? [templates.view.changeable] : [])].join(" ");
  const head = renderLines([
    [...(name == null ? [] : [{ bold: shorten(name, longestName) }, " · "]), { code: templateId }],
    ...(nameFrom === undefined ? [] : [[`${templates.fieldNames.name} · `, ...seenLine(nameFrom, words)]]),
    [seen === null ? never : templates.view.notCurrent],
    ...(view.isOld ? [[`⚠️ ${templates.view.old}`]] : []),
  ]);
  return renderModal({
    callbackId: ids.view,
    title: templates.view.title,
    close: templates.view.close,
    blocks: [
      head.block,
      ...actions([...(mayChange ? todo(view, words) : []), ...toConsole]),
      ...renderContent(seen, shown, words),
      ...shown.vendors.flatMap((vendor) => renderVendor(vendor, shown, words)),
      ...moreThan(shown.vendors, seen?.vendors ?? []).map((line) => renderLines([line]).block),
      ...renderConversation(view, shown, words),
      ...renderProposals(proposals, words),
    ],
  });
}

/** Where something was written, the vendor is answered below that. */
function todo({ templateId, seen }: TemplateView, { proposals, templates: { view } }: Catalogue): Button[] {
  const isWritten = seen?.vendors.some(({ comments }) => comments.length > 0) === true;
  return [
    button(ids.update, view.propose, templateId, "primary"),
    ...(isWritten ? [] : [button(ids.comment, view.comment, templateId)]),
    button(ids.report, view.report, templateId),
    button(ids.copy, proposals.card.buttons.copy, templateId),
  ];
}

function renderContent(seen: SeenTemplate | null, { cut }: Shown, words: Catalogue): KnownBlock[] {
  const { view } = words.templates;
  const content = seen?.content ?? null;
  if (content === null) return seen === null ? [] : [renderLines([[view.noContent]]).block];
  const { buttons, buttonsFrom, dateCreated, dateUpdated, isHidden, from, pfId, placeFrom } = content;
  return [
    { type: "divider" },
    renderLines([
      [{ bold: view.content }, " · ", ...agedLine(from, words)],
      content.content === null ? [view.noContent] : markPlaceholders(cut(content.content, longest.content)),
      ...(isHidden === true ? [[view.hidden]] : []),
      ...(pfId === null || pfId === "" ? [] : [[view.channel(shorten(pfId, longestCode))]]),
      ...(dateCreated === null && dateUpdated === null
        ? []
        : [[view.dates(toDay(dateCreated), toDay(dateUpdated))]]),
      ...(placeFrom === undefined ? [] : [seenLine(placeFrom, words)]),
    ]).block,
    renderLines([
      [
        { bold: view.buttons },
        ...(buttonsFrom === undefined ? [] : [" · ", ...seenLine(buttonsFrom, words)]),
      ],
      ...buttonLines(buttons, cut, words),
    ]).block,
  ];
}

/** A placeholder is told apart from what everybody reads. */
function markPlaceholders(content: string): Line {
  return splitPlaceholders(content).map(({ text, isPlaceholder }) => (isPlaceholder ? { code: text } : text));
}

function buttonLines(buttons: readonly SeenButton[] | null, cut: Cut, words: Catalogue): Line[] {
  const { noButtons, buttonsNotSeen } = words.templates.view;
  if (buttons === null) return [[buttonsNotSeen]];
  if (buttons.length === 0) return [[noButtons]];
  const lines = buttons
    .slice(0, mostButtons)
    .map((button, index) => [
      `${index + 1}. `,
      ...markPlaceholders(cut(buttonText(toProposedButton(button), words), longest.button)),
    ]);
  return [...lines, ...moreThan(lines, buttons)];
}

/** How many there are beside those that are shown. */
function moreThan(shown: readonly unknown[], all: readonly unknown[]): Line[] {
  return all.length > shown.length ? [[`+${all.length - shown.length}`]] : [];
}

/** As the platform wrote it, where it is no date. */
function toDay(date: string | null): string {
  return parseDate(date)?.toISOString().slice(0, 10) ?? (shorten(date ?? "", longestDate) || "–");
}

function renderVendor(vendor: SeenVendor, { cut }: Shown, words: Catalogue): KnownBlock[] {
  const { status, statusFrom, reason } = vendor;
  const name = shorten(vendor.vendor, longestVendor);
  const code = shorten(vendor.code ?? "", longestCode);
  const lines: Line[] = [
    [
      { bold: `${name} · ${statusWords(status, words)}` },
      ...(code === "" ? [] : [" · ", { code }, ...codeSource(vendor, words)]),
    ],
    agedLine(statusFrom, words),
    ...(reason ? [[`${words.templates.status.reason}: “${cut(reason, longest.reason)}”`]] : []),
  ];
  return [{ type: "divider" }, renderLines(lines).block];
}

/** What was written to each other, when and from what it was seen, and the way to answer. */
function renderConversation(
  { templateId, seen, mayChange }: TemplateView,
  { vendors, comments }: Shown,
  words: Catalogue,
): KnownBlock[] {
  const { view } = words.templates;
  if (seen === null) return [];
  const written = vendors.filter((one) => one.comments.length > 0);
  const sources = Map.groupBy(written, ({ commentsFrom }) => JSON.stringify(commentsFrom));
  const seenFrom = [...sources.values()].flatMap(([first]) =>
    first?.commentsFrom == null ? [] : [agedLine(first.commentsFrom, words)],
  );
  const lines: Line[] = [
    [{ bold: view.comments }],
    ...(written.length === 0 ? [[view.noComments]] : seenFrom),
    ...(comments.hidden === 0 ? [] : [[view.earlierComments(comments.hidden)]]),
  ];
  return [
    { type: "divider" },
    renderLines(lines).block,
    ...comments.blocks,
    ...(mayChange && written.length > 0 ? actions([button(ids.comment, view.answer, templateId)]) : []),
  ];
}

/** More of them wait for nobody. */
const mostProposals = 5;

function renderProposals(proposals: readonly Proposal[], words: Catalogue): KnownBlock[] {
  if (proposals.length === 0) return [];
  return [
    { type: "divider" },
    renderLines([[{ bold: words.templates.view.proposals }]]).block,
    ...proposals.slice(0, mostProposals).flatMap((proposal) => renderRow(proposal, words)),
  ];
}

/** A proposal on two lines, with who and when below; its card is in the conversation for reviews. */
export function renderRow(proposal: Proposal, words: Catalogue, open = false): KnownBlock[] {
  const { proposer, createdAt, reason, templateId } = proposal;
  return [
    {
      type: "section",
      text: verbatim(`${cardTitle(proposal, words)}\n“${reason}”`),
      ...(open
        ? { accessory: button(`${ids.open}:${proposal.id}`, words.templates.find.open, templateId) }
        : {}),
    },
    renderContext([[{ user: proposer }], [{ at: createdAt }]]).block,
  ];
}
