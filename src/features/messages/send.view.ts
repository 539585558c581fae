import type { KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { textBytes } from "../../platform/index.ts";
import { slackLimits } from "../../slack/blocks/limits.ts";
import {
  banner,
  conversationSelect,
  field,
  plain,
  renderModal,
  select,
  textInput,
  verbatim,
} from "../../slack/blocks/modal.ts";
import { type Line, type Piece, renderLines } from "../../slack/blocks/rich-text.ts";
import { isDirectMessage } from "../../slack/posts/conversation.ts";
import { fields, ids, type Kind, kinds } from "./ids.ts";
import { issueWords } from "./issues.view.ts";
import type { FieldIssue, SendInput, SendRules, Typed } from "./send.input.ts";
import { likelyKind, smsBytes } from "./send.ts";
import type { StoredMessage } from "./stored.ts";

/**
 * Ids that come back with the form. `draft` is absent on a form that has stored nothing yet; `repeats` is the unknown
 * outcome that was reported as not arrived, so that of all ways to send it again one at most succeeds.
 */
export type SendMetadata = { act: string; draft?: string | undefined; repeats?: string | undefined };

export type SendForm = {
  act: string;
  repeats?: string | undefined;
  initial: Partial<Typed>;
  rules: SendRules;
  /** Why the form came back. */
  notice?: string;
};

export function renderSendForm(form: SendForm, words: Catalogue): ModalView {
  const { act, repeats, initial, rules } = form;
  const { send } = words;
  const senders = rules.senderNumbers.map((number) => ({ value: number, label: number }));
  const blocks: KnownBlock[] = [
    field(fields.to, send.to, textInput({ initial: initial.to }), { hint: send.toHint }),
    field(fields.text, send.text, textInput({ initial: initial.text, multiline: true }), {
      hint: send.textHint,
    }),
    field(
      fields.kind,
      send.kind,
      select(
        kinds.map((kind) => ({ value: kind, label: send.kinds[kind] })),
        initial.kind ?? "auto",
      ),
      { hint: send.kindHint },
    ),
    senders.length > 0
      ? field(fields.from, send.from, select(senders, initial.from ?? senders[0]?.value), {
          hint: send.fromHint,
        })
      : field(fields.from, send.from, textInput({ initial: initial.from }), { hint: send.fromHint }),
    field(fields.subject, send.subject, textInput({ initial: initial.subject }), {
      hint: send.subjectHint,
      optional: true,
    }),
    field(fields.country, send.country, textInput({ initial: initial.country }), {
      hint: send.countryHint,
      optional: true,
    }),
    field(fields.channel, send.channel, conversationSelect(initial.conversation ?? null), {
      hint: send.channelHint,
      optional: true,
    }),
  ];
  return renderModal({
    callbackId: ids.sendForm,
    title: send.title,
    submit: send.submit,
    close: words.common.cancel,
    metadata: JSON.stringify({ act, repeats } satisfies SendMetadata),
    blocks: [...toNotices(form, words).map(banner), ...blocks],
  });
}

function toNotices({ notice, initial }: SendForm, { send }: Catalogue): string[] {
  const longest = slackLimits.inputLength;
  const isCut = [initial.to, initial.text, initial.subject].some((typed = "") => typed.length > longest);
  return [...(notice === undefined ? [] : [notice]), ...(isCut ? [send.cut(longest)] : [])];
}

export type Confirmation = { act: string; draft: string; repeats?: string | undefined; input: SendInput };

/** The last look before it costs money, so everything stands here in full. */
export function renderConfirmation(
  { act, draft, repeats, input }: Confirmation,
  words: Catalogue,
): ModalView {
  const { confirm, common } = words;
  const { message } = input.body;
  const sizeBytes = textBytes(message.text ?? "");
  const lines: Line[] = [
    ...renderFacts(message, words),
    [{ bold: `${confirm.result}: ` }, toPlace(input.conversation, confirm)],
  ];
  const isLongSms = message.type === "SMS" && sizeBytes > smsBytes;
  return renderModal({
    callbackId: ids.confirmation,
    title: confirm.title,
    submit: confirm.submit,
    close: common.back,
    metadata: JSON.stringify({ act, draft, repeats } satisfies SendMetadata),
    blocks: [
      { type: "section", text: plain(confirm.costs) },
      renderLines(lines).block,
      ...(isLongSms ? [banner(confirm.smsTooLong(common.bytes(sizeBytes)))] : []),
      { type: "divider" },
      { type: "section", text: verbatim(message.text ?? "") },
    ],
  });
}

function toPlace(conversation: string | null, words: Catalogue["confirm"]): Piece {
  if (conversation === null) return words.resultUsual;
  return isDirectMessage(conversation) ? words.resultDirect : { conversation };
}

/** All that would be sent but the text, with the recipient in full: for the sender's own eyes. */
export function renderFacts(message: StoredMessage, { confirm, common }: Catalogue): Line[] {
  return [
    [{ bold: `${confirm.recipient}: ` }, message.to, toCountry(message, confirm.country)],
    [{ bold: `${confirm.kind}: ` }, message.type ?? confirm.autoKind(likelyKind(message))],
    [{ bold: `${confirm.size}: ` }, common.bytes(textBytes(message.text ?? ""))],
    [{ bold: `${confirm.sender}: ` }, message.from],
    ...(message.subject === undefined ? [] : [[{ bold: `${confirm.subject}: ` }, message.subject]]),
  ];
}

function toCountry(message: Pick<StoredMessage, "country">, word: string): string {
  return message.country === undefined ? "" : ` (${word} ${message.country})`;
}

/** One sentence a field; the first issue of a field counts, the next shows once that is mended. */
export function renderFieldErrors(issues: readonly FieldIssue[], rules: SendRules, words: Catalogue) {
  const errors: Record<string, string> = {};
  for (const { field: name, issue } of issues) errors[name] ??= issueWords(issue, rules, words);
  return errors;
}

/** The same issues for the quick command, which has no fields to show them on. */
export function renderIssueLines(issues: readonly FieldIssue[], rules: SendRules, words: Catalogue): Line[] {
  return issues.map(({ field: name, issue }) => [
    { bold: `${labelOf(name, words)}: ` },
    issueWords(issue, rules, words),
  ]);
}

function labelOf(name: string, { send }: Catalogue): string {
  const labels: Record<string, string> = {
    [fields.to]: send.to,
    [fields.text]: send.text,
    [fields.from]: send.from,
    [fields.subject]: send.subject,
    [fields.country]: send.country,
  };
  return labels[name] ?? name;
}

/** What to fill the form with so that a message can be edited and sent again. */
export function toTyped(message: StoredMessage, conversation: string | null): Partial<Typed> {
  const kind: Kind = kinds.find((known) => known === message.type) ?? "auto";
  return {
    kind,
    to: message.to,
    from: message.from,
    text: message.text ?? "",
    subject: message.subject,
    country: message.country,
    // The form's selector offers no direct messages.
    conversation: isDirectMessage(conversation) ? null : conversation,
  };
}
