import type { KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { plain, renderModal, verbatim } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Proposal, SeenComment, SeenContent, SeenTemplate, SeenVendor } from "../../store/index.ts";
import { cardTitle } from "./card.view.ts";
import { buttonText } from "./change.view.ts";
import { ids } from "./ids.ts";
import { splitPlaceholders } from "./placeholders.ts";
import { toProposedButton } from "./propose-form.ts";
import { parseDate } from "./seen-date.ts";
import { inOrder, seenLine, sideOf, statusWords } from "./status.view.ts";

export type TemplateView = {
  templateId: string;
  seen: SeenTemplate | null;
  /** Those that nobody decided yet. */
  proposals: readonly Proposal[];
  /** Whether this person may propose, comment and report. */
  mayChange: boolean;
};

/** All that was ever seen of one template, and what there is to do about it. */
export function renderTemplate(view: TemplateView, words: Catalogue): ModalView {
  const { templateId, seen, proposals, mayChange } = view;
  const { templates } = words;
  const name = seen?.content?.name;
  const never = [templates.view.neverSeen, ...(mayChange ? [templates.view.changeable] : [])].join(" ");
  const head = renderLines([
    [...(name == null ? [] : [{ bold: name }, " · "]), { code: templateId }],
    [seen === null ? never : templates.view.notCurrent],
  ]);
  return renderModal({
    callbackId: ids.view,
    title: templates.view.title,
    close: templates.view.close,
    blocks: [
      head.block,
      ...(mayChange ? [todo(templateId, words)] : []),
      ...renderContent(seen?.content ?? null, seen, words),
      ...(seen?.vendors ?? []).flatMap((vendor) => renderVendor(vendor, words)),
      ...renderProposals(proposals, words),
    ],
  });
}

function todo(templateId: string, { templates: { view } }: Catalogue): KnownBlock {
  const button = (id: string, text: string) => ({
    ...{ type: "button" as const, action_id: id, text: plain(text), value: templateId },
  });
  return {
    type: "actions",
    elements: [
      { ...button(ids.update, view.propose), style: "primary" },
      button(ids.comment, view.comment),
      button(ids.report, view.report),
    ],
  };
}

function renderContent(
  content: SeenContent | null,
  seen: SeenTemplate | null,
  words: Catalogue,
): KnownBlock[] {
  const { view } = words.templates;
  if (content === null) return seen === null ? [] : [renderLines([[view.noContent]]).block];
  const { buttons, buttonsFrom, dateCreated, dateUpdated, isHidden, from } = content;
  return [
    { type: "divider" },
    renderLines([
      [{ bold: view.content }, " · ", ...seenLine(from, words)],
      markPlaceholders(content.content ?? ""),
      ...(isHidden === true ? [[view.hidden]] : []),
      ...(dateCreated === null && dateUpdated === null
        ? []
        : [[view.dates(toDay(dateCreated), toDay(dateUpdated))]]),
    ]).block,
    renderLines([
      [
        { bold: view.buttons },
        ...(buttonsFrom === undefined ? [] : [" · ", ...seenLine(buttonsFrom, words)]),
      ],
      ...buttonLines(buttons, words),
    ]).block,
  ];
}

/** A placeholder is told apart from what everybody reads. */
function markPlaceholders(content: string): Line {
  return splitPlaceholders(content).map(({ text, isPlaceholder }) => (isPlaceholder ? { code: text } : text));
}

function buttonLines(buttons: SeenContent["buttons"], words: Catalogue): Line[] {
  if (buttons === null || buttons.length === 0) return [[words.templates.view.noButtons]];
  return buttons.map((button, index) => [
    `${index + 1}. `,
    ...markPlaceholders(buttonText(toProposedButton(button), words)),
  ]);
}

/** As the platform wrote it, where it is no date. */
function toDay(date: string | null): string {
  return parseDate(date)?.toISOString().slice(0, 10) ?? (date || "–");
}

/** Of a long conversation the newest part: a view takes 100 blocks. */
const mostComments = 12;

function renderVendor(vendor: SeenVendor, words: Catalogue): KnownBlock[] {
  const { templates } = words;
  const comments = inOrder(vendor.comments);
  const shown = comments.slice(-mostComments);
  const { status, statusFrom, code, reason } = vendor;
  const from: Line = vendor.commentsFrom === null ? [] : [seenLine(vendor.commentsFrom, words)].flat();
  const lines: Line[] = [
    [{ bold: `${vendor.vendor} · ${statusWords(status, words)}` }, ...(code ? [" · ", { code }] : [])],
    seenLine(statusFrom, words),
    ...(reason ? [[`${templates.status.reason}: “${reason}”`]] : []),
    ...(comments.length === 0 ? [[templates.view.noComments]] : []),
    ...(comments.length > shown.length
      ? [[templates.view.earlierComments(comments.length - shown.length)]]
      : []),
    ...(comments.length === 0 || vendor.commentsFrom?.at.getTime() === statusFrom.at.getTime() ? [] : [from]),
  ];
  return [
    { type: "divider" },
    renderLines(lines).block,
    ...shown.map((comment) => renderComment(comment, words)),
  ];
}

/** Who is the heading, what they wrote is plain text of which nothing is read. */
function renderComment(comment: SeenComment, words: Catalogue): KnownBlock {
  const { content, dateCreated } = comment;
  const at = parseDate(dateCreated);
  const when: Line = at === null ? [dateCreated ?? ""] : [{ at }];
  return {
    type: "rich_text",
    elements: [
      ...renderLines([[{ bold: sideOf(comment, words) }, " · ", ...when]]).block.elements,
      {
        type: "rich_text_quote",
        elements: [{ type: "text", text: content === null || content === "" ? "–" : content }],
      },
    ],
  };
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
        ? {
            accessory: {
              ...{ type: "button", action_id: `${ids.open}:${proposal.id}`, value: templateId },
              text: plain(words.templates.find.open),
            },
          }
        : {}),
    },
    renderContext([[{ user: proposer }], [{ at: createdAt }]]).block,
  ];
}
