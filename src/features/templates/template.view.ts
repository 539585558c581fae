import type { Button, KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { renderModal, verbatim } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { roomIn } from "../../slack/blocks/size.ts";
import type { Proposal, SeenButton, SeenFrom, SeenTemplate, SeenVendor } from "../../store/index.ts";
import { askedGlance, type ShownProposal, shownTitle } from "./card-title.view.ts";
import { buttonText } from "./change.view.ts";
import { fillRoom, memberLines, type ShownComments } from "./comments.view.ts";
import { markPlaceholders } from "./difference.ts";
import { ids } from "./ids.ts";
import { toProposedButton } from "./propose.input.ts";
import { agedLine, oneSight, parseDate, statusWords } from "./status.view.ts";

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
  /** The id that was probably meant by one that was never seen. */
  meant?: string | undefined;
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

/** How much of what was seen stands in a view; `aside`: what a part of it says of when and from what it was seen. */
type Shown = {
  cut: Cut;
  vendors: readonly SeenVendor[];
  comments: ShownComments;
  aside: (from: SeenFrom | null | undefined) => Line;
};

/** In bytes: all but the comments leaves so much to them, or is cut. */
const leastForComments = 50_000;
/** As many as one reply's are kept; there are two. */
const mostVendors = 10;

/**
 * All that was ever seen of one template, and what there is to do about it, within what Slack takes: nothing can be done
 * about a template whose view doesn't open. How it stands, what it says and what its reviewers wrote come first, ids last.
 */
export function renderTemplate(view: TemplateView, words: Catalogue): ModalView {
  const vendors = (view.seen?.vendors ?? []).slice(0, mostVendors);
  const isOne = view.seen !== null && oneSight(view.seen) !== null;
  const aside: Shown["aside"] = (from) => (isOne || from == null ? [] : [" · ", ...agedLine(from, words)]);
  const shown = { vendors, aside };
  const bare = (cut: Cut) => renderView(view, { ...shown, cut, comments: { blocks: [], hidden: 1 } }, words);
  const asItCame: Cut = (text) => text;
  const cut = roomIn(bare(asItCame)).bytes >= leastForComments ? asItCame : shorten;
  const comments = fillRoom(vendors, roomIn(bare(cut)), words);
  return renderView(view, { ...shown, cut, comments }, words);
}

function renderView(view: TemplateView, shown: Shown, words: Catalogue): ModalView {
  const { seen, mayChange, meant, toConsole = [] } = view;
  const open = meant === undefined ? [] : [button(`${ids.open}:${meant}`, words.templates.find.open, meant)];
  const { templates } = words;
  return renderModal({
    callbackId: ids.view,
    title: templates.view.title,
    close: templates.view.close,
    blocks: [
      renderLines([...headLines(view, words, shown), ...vendorLines(seen, shown, words)]).block,
      ...(seen === null ? [] : [renderContext([[templates.view.notCurrent]]).block]),
      ...renderContent(seen, shown, words),
      ...renderConversation(seen, shown, words),
      ...actions([...open, ...(mayChange ? todo(view, words) : []), ...toConsole]),
      ...renderProposals(view.proposals, words),
      ...renderEarlier(shown, words),
      ...(seen === null ? [] : renderIds(seen, shown, words)),
    ],
  });
}

/** When and from what all of it was seen stands beside the name, if that is one sighting. */
function headLines(
  { templateId, seen, mayChange, isOld, meant }: TemplateView,
  words: Catalogue,
  { aside }: Shown,
): Line[] {
  const { view } = words.templates;
  const { name, nameFrom } = seen?.content ?? {};
  const title: Line = [name ? { bold: shorten(name, longestName) } : { code: templateId }];
  const one = seen === null ? null : oneSight(seen);
  const never = [[view.neverSeen, ...(mayChange ? [view.changeable] : [])].join(" ")];
  return [
    [...title, ...(one === null ? aside(nameFrom) : [" · ", ...agedLine(one, words)])],
    ...(seen === null ? [never] : []),
    ...(meant === undefined ? [] : [[view.meant(meant)]]),
    ...(isOld ? [[`⚠️ ${view.old}`]] : []),
  ];
}

/** How it stands with each vendor, and why. */
function vendorLines(seen: SeenTemplate | null, { vendors, cut, aside }: Shown, words: Catalogue): Line[] {
  const lines = vendors.flatMap(({ vendor, status, statusFrom, reason }): Line[] => [
    [`${shorten(vendor, longestVendor)} · `, { bold: statusWords(status, words) }, ...aside(statusFrom)],
    ...(reason ? [[`${words.templates.status.reason}: “${cut(reason, longest.reason)}”`]] : []),
  ]);
  return [...lines, ...moreThan(vendors, seen?.vendors ?? [])];
}

/** Where something was written, the vendor is answered. */
function todo({ templateId, seen }: TemplateView, { proposals, templates: { view } }: Catalogue): Button[] {
  const isWritten = seen?.vendors.some(({ comments }) => comments.length > 0) === true;
  return [
    button(ids.update, view.propose, templateId, "primary"),
    button(ids.comment, isWritten ? view.answer : view.comment, templateId),
    button(ids.report, view.report, templateId),
    button(ids.copy, proposals.card.buttons.copy, templateId),
  ];
}

function renderContent(seen: SeenTemplate | null, { cut, aside }: Shown, words: Catalogue): KnownBlock[] {
  const { view } = words.templates;
  const content = seen?.content ?? null;
  if (content === null) return seen === null ? [] : [renderLines([[view.noContent]]).block];
  const { buttons, buttonsFrom, isHidden, from } = content;
  return [
    renderLines([
      [{ bold: view.content }, ...aside(from)],
      content.content === null ? [view.noContent] : markPlaceholders(cut(content.content, longest.content)),
    ]).block,
    renderLines([
      [{ bold: view.buttons }, ...aside(buttonsFrom)],
      ...buttonLines(buttons, cut, words),
      ...(isHidden === true ? [[view.hidden]] : []),
    ]).block,
  ];
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

/** As many comments as remind of a conversation; those before them stand below the content. */
const newestShown = 3;

/** What was written to each other last, and when and from what it was seen. */
function renderConversation(
  seen: SeenTemplate | null,
  { vendors, comments, aside }: Shown,
  words: Catalogue,
): KnownBlock[] {
  const { view } = words.templates;
  if (seen === null) return [];
  const written = vendors.filter((one) => one.comments.length > 0);
  if (written.length === 0) return [renderLines([[view.noComments]]).block];
  const sources = Map.groupBy(written, ({ commentsFrom }) => JSON.stringify(commentsFrom));
  const seenFrom = [...sources.values()].flatMap(([first]) => aside(first?.commentsFrom));
  return [
    renderLines([[{ bold: view.comments }, ...seenFrom]]).block,
    ...comments.blocks.slice(-newestShown),
  ];
}

function renderEarlier(
  { comments: { blocks, hidden } }: Shown,
  { templates: { view } }: Catalogue,
): KnownBlock[] {
  const earlier = blocks.slice(0, -newestShown);
  if (earlier.length === 0 && hidden === 0) return [];
  const left = hidden === 0 ? [] : [[view.earlierComments(hidden)]];
  return [{ type: "divider" }, renderLines([[{ bold: view.earlier }], ...left]).block, ...earlier];
}

/** What is looked up elsewhere, and when the platform says that it was written. */
function renderIds(
  { templateId, content }: SeenTemplate,
  { vendors, aside }: Shown,
  words: Catalogue,
): KnownBlock[] {
  const { templates } = words;
  const { name = null, pfId = null, dateCreated = null, dateUpdated = null, placeFrom } = content ?? {};
  const isDated = dateCreated !== null || dateUpdated !== null;
  const place = [
    ...(pfId ? [templates.view.channel(shorten(pfId, longestCode))] : []),
    ...(isDated ? [templates.view.dates(toDay(dateCreated), toDay(dateUpdated))] : []),
  ];
  const lines: Line[] = [
    ...(name ? [[`${templates.templateId} `, { code: templateId }]] : []),
    ...vendors.flatMap(({ vendor, code, codeFrom }): Line[] =>
      code
        ? [[`${shorten(vendor, longestVendor)} `, { code: shorten(code, longestCode) }, ...aside(codeFrom)]]
        : [],
    ),
    ...memberLines(vendors, words),
    ...place.map((one) => [one, ...aside(placeFrom)]),
  ];
  if (lines.length === 0) return [];
  return [{ type: "divider" }, ...smallPrint(lines).map((parts) => renderContext(parts).block)];
}

/** A small grey line is of so many elements. */
const longestPrint = 5;

/** On as few lines as there may be, unless who showed it stands beside any of them. */
function smallPrint(lines: readonly Line[]): Line[][] {
  const isPlain = lines.every((line) => line.every((piece) => typeof piece === "string" || "code" in piece));
  const most = isPlain ? longestPrint : 1;
  return lines.flatMap((_, index) => (index % most === 0 ? [lines.slice(index, index + most)] : []));
}

/** As the platform wrote it, where it is no date. */
function toDay(date: string | null): string {
  return parseDate(date)?.toISOString().slice(0, 10) ?? (shorten(date ?? "", longestDate) || "–");
}

/** More of them wait for nobody. */
const mostProposals = 5;

function renderProposals(proposals: readonly Proposal[], words: Catalogue): KnownBlock[] {
  if (proposals.length === 0) return [];
  return [
    { type: "divider" },
    renderLines([[{ bold: words.templates.view.proposals }]]).block,
    ...proposals.slice(0, mostProposals).flatMap((proposal) => renderRow({ proposal, vendors: [] }, words)),
  ];
}

/**
 * A proposal on two lines, with who and when below; its card is in the conversation for reviews. `isOwn`: its proposer reads
 * it, and what a reviewer asked for with it.
 */
export function renderRow(
  shown: ShownProposal,
  words: Catalogue,
  { opens = false, isOwn = false }: { opens?: boolean; isOwn?: boolean } = {},
): KnownBlock[] {
  const { proposal } = shown;
  const { proposer, createdAt, reason, templateId } = proposal;
  const asked = isOwn ? askedGlance(proposal) : null;
  const title = [shownTitle(shown, words), ...(asked === null ? [] : [asked])].join(" · ");
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
