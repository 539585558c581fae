import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { FormAct } from "../../outcomes/again.ts";
import { formatNumber, groupDigits } from "../../phone-number.ts";
import type { CountryPrice, SendBody } from "../../platform/index.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import {
  plainText,
  renderModal,
  renderUncut,
  renderWarning,
  splitForSections,
  verbatim,
} from "../../slack/blocks/modal.ts";
import { fillLine, type Line, type Piece, renderLines, toLineText } from "../../slack/blocks/rich-text.ts";
import { isDirectMessage } from "../../slack/posts/queue.ts";
import type { ObservationSource } from "../../store/index.ts";
import { costOf, findCommonCost, formatCost } from "./cost.ts";
import { type IdNames, toLabelledFields } from "./describe.view.ts";
import { ids } from "./ids.ts";
import { kindOf } from "./kinds/index.ts";
import { textSizeOf, wireTypeOf } from "./kinds/record.ts";
import { countriesOf, type SendInput } from "./send.input.ts";
import { withImage } from "./send.ts";
import type { StoredMessage } from "./stored.ts";
import { type FilledTemplate, fillTemplate } from "./template-text.ts";
import { findWarnings, type SendContext, type Warning, warningLine } from "./warnings.ts";

/** Facts next to the message; null if reading them took too long. */
export type ConfirmationContext = SendContext & {
  prices: readonly CountryPrice[] | null;
  usedToday: number | null;
  limit: number;
};

export const ConfirmationMetadata = FormAct.extend({
  draft: z.string().catch(""),
  /** Time when the content was written, if that was before the form was opened. */
  writtenAt: z.coerce.date().optional().catch(undefined),
  hasImage: z.boolean().catch(false),
  /** Set if no form is open below the confirmation. */
  isAlone: z.boolean().catch(false),
});
export type ConfirmationMetadata = z.infer<typeof ConfirmationMetadata>;

export type Confirmation = Omit<ConfirmationMetadata, "hasImage"> & {
  input: SendInput;
  known: ConfirmationContext;
  doubts?: readonly Warning[];
};

/** Limit in characters of a text on its label's line; longer or multi-line texts get a block below. */
const maxInlineLength = 200;

/** Confirmation before a message costs money: shows everything in full. */
export function renderConfirmation(asked: Confirmation, words: Catalogue): ModalView {
  const confirmation = { ...asked, input: withNamedImage(asked.input) };
  const template = fillTemplate(asked.input.body.message, asked.known.template);
  const { act, again, draft, writtenAt, input, known, isAlone } = confirmation;
  const { confirm, common } = words;
  const named = { images: known.images, template };
  const [recipient = [], ...others] = allLines(input, named, words);
  const texts = textsIn(input.body, template, words);
  const long = texts.filter((one) => !isShort(one));
  const found = [...(confirmation.doubts ?? []), ...findWarnings(input.body, known, countriesOf(input))];
  const doubts = found.map((one) => warningLine(one, words));
  const over = overLimit(known, input.others.length + 1, words);
  const lines: Line[] = [
    recipient,
    [{ bold: `${confirm.price}: ` }, priceWords(confirmation, words)],
    ...texts.filter(isShort).map(toLine),
    ...others,
    [{ bold: `${confirm.result}: ` }, conversationPiece(input.conversation, confirm)],
  ];
  return renderModal({
    callbackId: ids.confirmation,
    title: over === null ? confirm.title : confirm.over,
    ...(over === null ? { submit: doubts.length === 0 ? confirm.submit : confirm.submitAnyway } : {}),
    close: isAlone ? common.cancel : common.back,
    carries: {
      act,
      again,
      draft,
      writtenAt,
      hasImage: input.image !== null,
      isAlone,
    },
    blocks: [
      ...(over === null ? [] : [renderWarning([over])]),
      ...[...doubts, ...cheaperLine(confirmation, words)].map(renderWarning),
      ...(over === null ? [{ type: "section" as const, text: plainText(costsWords(input, words)) }] : []),
      ...renderUncut(lines),
      ...long.flatMap(renderText),
      ...(isAlone ? actions([button(ids.back, confirm.edit)]) : []),
    ],
  });
}

/** Text with the label above it, which ends in a colon. */
type Text = { label: Line; text: string };

function textsIn(body: SendBody, template: FilledTemplate | null, words: Catalogue): Text[] {
  const { confirm, templates } = words;
  const { text } = body.message;
  const ownName = template === null ? confirm.text : `${words.send.fallback} · ${confirm.text}`;
  const own = text === undefined ? [] : [{ label: [{ bold: `${ownName}:` }], text }];
  if (template === null || template.text === null) return own;
  const { filled, from, buttons, buttonsFrom } = template.text;
  const labelOf = (name: string, { kind, at, by }: ObservationSource): Line => [
    { bold: name },
    " (",
    ...fillLine(templates.seen[kind], { at: { at }, by: { user: by } }),
    "):",
  ];
  const name = text === undefined ? confirm.text : confirm.templateText;
  const label =
    from === buttonsFrom
      ? [{ bold: `${confirm.templateButtons}:` }]
      : labelOf(confirm.templateButtons, buttonsFrom);
  return [
    { label: labelOf(name, from), text: filled },
    ...(buttons === "" ? [] : [{ label, text: buttons }]),
    ...own,
  ];
}

function isShort({ text }: Text): boolean {
  return text.trim() !== "" && text.length <= maxInlineLength && !text.includes("\n");
}

function toLine({ label, text }: Text): Line {
  return [...label, " ", text];
}

function renderText({ label, text }: Text): KnownBlock[] {
  const parts = text === "" ? [text] : splitForSections(text);
  return [
    renderLines([label]).block,
    ...parts.map((part): KnownBlock => ({ type: "section", text: verbatim(part) })),
  ];
}

/** Message of a run in full, under its name and without recipients. */
export function renderRunMessage(
  title: Line,
  body: SendBody,
  named: IdNames,
  words: Catalogue,
): KnownBlock[] {
  const [, ...all] = allMessageLines(body, words, named);
  const lines = all.filter((line) => named.said?.has(toLineText(line)) !== true);
  const texts = textsIn(body, named.template ?? null, words);
  const [long, short] = [texts.filter((one) => !isShort(one)), texts.filter(isShort)];
  return [...renderUncut([title, ...short.map(toLine), ...lines]), ...long.flatMap(renderText)];
}

function costsWords({ testRecipient, others }: SendInput, { confirm, recipients }: Catalogue): string {
  return testRecipient === null ? `⚠️ ${confirm.costs}` : recipients.costs(others.length + 1);
}

function allLines({ body, testRecipient, others }: SendInput, named: IdNames, words: Catalogue): Line[] {
  const [one = [], ...message] = allMessageLines(body, words, named);
  const { recipients, confirm } = words;
  if (others.length === 0 && testRecipient?.name == null) return [one, ...message];
  const { to, country = "82" } = body.message;
  const all = [{ to, country, name: testRecipient?.name ?? null }, ...others];
  const shown = all.map(({ name, ...number }) =>
    name === null ? formatNumber(number) : `${name} (${formatNumber(number)})`,
  );
  const label = all.length === 1 ? confirm.recipient : recipients.label;
  return [labelled(label, shown.join(", ")), ...message];
}

/** Replaces the confirmation if nothing was sent. The message is in the form below, or a button opens it. */
export function renderUnsentConfirmation(
  form: ConfirmationMetadata,
  { confirm, common, send }: Catalogue,
): ModalView {
  const { isAlone } = form;
  return renderModal({
    callbackId: ids.confirmation,
    title: send.title,
    close: isAlone ? common.cancel : common.back,
    carries: form,
    blocks: isAlone ? actions([button(ids.back, confirm.edit)]) : [],
  });
}

/** Shows an attached image by its name, since it gets a file id only at the upload. */
function withNamedImage(input: SendInput): SendInput {
  const { image, body } = input;
  return image === null ? input : { ...input, body: withImage(body, image.file.name || image.file.id) };
}

/** Says that the daily limit forbids this many messages; null if it allows them or today's count is unknown. */
export function overLimit(
  { usedToday, limit }: Pick<ConfirmationContext, "usedToday" | "limit">,
  count: number,
  { recipients }: Catalogue,
): string | null {
  const left = usedToday === null ? count : limit - usedToday;
  return left < count ? recipients.overLimitSoon(Math.max(0, left), count) : null;
}

export function labelled(label: string, words: string): Line {
  return [{ bold: `${label}: ` }, words];
}

export function conversationPiece(conversation: string | null, words: Catalogue["confirm"]): Piece {
  if (conversation === null) return words.resultUsual;
  return isDirectMessage(conversation) ? words.resultDirect : { conversation };
}

/** Lines common to every message. Only for the sender: the recipient's number is whole. */
export function messageLines(message: StoredMessage, words: Catalogue): Line[] {
  const { confirm } = words;
  // A template has its own text; the message's text replaces it where the template fails.
  const isMeasured = message.text !== undefined && wireTypeOf(message) !== "ATA";
  return [
    [{ bold: `${confirm.recipient}: ` }, groupDigits(message), toCountry(message, confirm.country)],
    labelled(confirm.kind, formatMessageKind(message, words)),
    ...(isMeasured ? [labelled(confirm.size, sizeWords(message, words))] : []),
    labelled(confirm.sender, groupDigits({ to: message.from })),
    ...(message.subject === undefined ? [] : [labelled(confirm.subject, message.subject)]),
  ];
}

function toCountry({ country }: Pick<StoredMessage, "country">, word: string): string {
  return country === undefined ? "" : ` (${word} ${country})`;
}

export function formatMessageKind(message: StoredMessage, { confirm, send }: Catalogue): string {
  const type = wireTypeOf(message);
  if (message.type === undefined && kindOf(message).options === undefined) return confirm.autoKind(type);
  const name = entryFor(send.types, type);
  return name === undefined ? type : `${name} (${type})`;
}

function sizeWords(message: StoredMessage, { confirm, common }: Catalogue): string {
  const { size, limit, unit } = textSizeOf(message);
  return size > limit ? common[unit](size) : confirm.sizeOf[unit](size, limit);
}

/** Lines with all that is sent except the text, which has a block of its own. */
export function allMessageLines(body: SendBody, words: Catalogue, known?: IdNames): Line[] {
  const others = toLabelledFields(body, words, known).map(({ name, value }) => labelled(name, value));
  return [...messageLines(body.message, words), ...others];
}

function priceWords({ input, known }: Confirmation, { confirm, recipients, common }: Catalogue): string {
  const cost = findCommonCost(input, known.prices);
  if (cost === null) return confirm.priceUnknown;
  const count = input.others.length + 1;
  const { price, fallback } = cost;
  const words = { confirm, common };
  if (count === 1 || price === null) return formatCost(cost, words);
  const ofAll = fallback && { ...fallback, price: fallback.price && fallback.price * count };
  const all = formatCost({ price: price * count, fallback: ofAll }, words);
  return recipients.priceOfAll(count, common.won(price), all);
}

function cheaperLine({ input, known }: Confirmation, { confirm, common }: Catalogue): Line[] {
  const { cheaper, price } = costOf(input.body.message, known.prices ?? []);
  if (cheaper === null || price === null) return [];
  return [[confirm.cheaper(common.bytes(cheaper.bytes), common.won(cheaper.price), common.won(price))]];
}
