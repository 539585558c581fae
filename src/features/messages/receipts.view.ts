import type { Button, ConfirmationDialog, KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import { sentTimeOf } from "../../outcomes/again.ts";
import { groupDigits } from "../../phone-number.ts";
import { type Answer, compose } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { plainText, renderInput, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { PostToRender, RenderedPost } from "../../slack/posts/queue.ts";
import { canHaveArrived, type Operation, type Store } from "../../store/index.ts";
import type { WaitingItem } from "../feature.ts";
import { fields, ids } from "./ids.ts";
import { readSnapshot, readStored } from "./stored.ts";

/** Names a message by its kind ("SMS"), since a phone's owner may not read its text in Slack. */
export type FormatKind = (operation: Operation, words: Catalogue) => string;

export const receiptAnswers = ["arrived", "looks_wrong", "did_not_arrive"] as const;

/** Suffix of the action id of the button that answers all questions with "arrived". */
export const allArrivedChoice = "all_arrived";

/** The post with a phone owner's questions; null if its messages are gone. */
export async function renderQuestions(
  { subject, destination }: Pick<PostToRender, "subject" | "destination">,
  { receipts, ...wording }: Wording & { receipts: Pick<Store["receipts"], "questionnaire"> },
): Promise<RenderedPost | null> {
  const id = subject.slice(subject.indexOf(":") + 1);
  const operations = await receipts.questionnaire(destination, id);
  return operations.length === 0 ? null : renderQuestionnaire(id, operations, wording);
}

type Wording = { kindOf: FormatKind; words: Catalogue };

/** Rows of two blocks; Slack allows 50 blocks in a post. Further rows are counted. */
const maxRows = 20;

function renderQuestionnaire(id: string, operations: readonly Operation[], wording: Wording): Answer {
  const { receipts } = wording.words;
  const open = operations.filter(isOpen);
  const chosen = [...new Set([...open, ...operations])].slice(0, maxRows);
  // Rows are in the order in which the phone received the messages.
  const shown = operations
    .toSorted((a, b) => sentTimeOf(a).getTime() - sentTimeOf(b).getTime())
    .filter((one) => chosen.includes(one));
  const head = renderLines([[{ bold: headOf(operations, wording.words) }]]);
  const rows = shown.map((one) => renderRow(one, wording));
  const left = operations.length - shown.length;
  const more = left === 0 ? [] : [renderLines([[wording.words.lists.more(left)]])];
  const all =
    open.length > 1 ? [button(`${ids.receipt}:${allArrivedChoice}`, receipts.allArrived, id, "primary")] : [];
  const forAll = actions(all).map((block) => ({ ...block, block_id: "receipts.all" }));
  return compose(head, ...forAll, ...rows, ...more);
}

/** Message by its kind or saved name and its phone, never by its text. */
export function formatKindAndPhone(operation: Operation, { kindOf, words }: Wording): string {
  const [kind, phone] = [kindOf(operation, words), readSnapshot(operation.snapshot).recipient];
  return phone === null ? kind : `${kind} · ${phone}`;
}

function renderRow(operation: Operation, wording: Wording): Answer {
  const { words } = wording;
  const sender = readStored(operation.request)?.from ?? "";
  const from = sender === "" ? [] : [words.outcomes.sentFrom(groupDigits({ to: sender }))];
  const says = [formatKindAndPhone(operation, wording), ...from].join(" · ");
  const by: Line = [` · ${words.receipts.from} `, { user: operation.author }];
  const line = renderLines([
    [`${says} · `, { at: sentTimeOf(operation) }, ...by, ...answerOf(operation, words)],
  ]);
  return { text: line.text, blocks: [line.block, ...rowButtons(operation, wording.words)] };
}

function headOf(operations: readonly Operation[], { receipts }: Catalogue): string {
  if (operations.some(isOpen)) {
    return receipts.ask(operations.length, !operations.some(({ outcome }) => outcome === "unknown"));
  }
  const isAnswered = operations.some(({ receipt }) => receipt !== null && receipt.as !== null);
  return isAnswered ? receipts.thanks : receipts.nothingLeft;
}

function isOpen(operation: Operation): boolean {
  return operation.receipt?.as === null && canHaveArrived(operation);
}

/** Whether "did not arrive" can be corrected: the message may be late, or the wrong button was pressed. */
function isTakenBack(operation: Operation): boolean {
  return operation.receipt?.as === "did_not_arrive" && canHaveArrived(operation);
}

/** The phone owner's answer; nothing while the question is open. */
function answerOf(operation: Operation, { receipts }: Catalogue): Line {
  if (isOpen(operation)) return [];
  const as = operation.receipt?.as ?? null;
  return [" · ", as === null ? receipts.overtaken : receipts.buttons[as]];
}

function rowButtons(operation: Operation, words: Catalogue): KnownBlock[] {
  if (!isOpen(operation) && !isTakenBack(operation)) return [];
  return [
    { type: "actions", block_id: `receipt.${operation.id}`, elements: receiptButtons(operation, words) },
  ];
}

/** A question on the phone owner's Home. */
export function createQuestionItem(operation: Operation, wording: Wording): WaitingItem {
  const { words } = wording;
  const { receipts } = words;
  return {
    about: operation.id,
    since: sentTimeOf(operation),
    isLast: true,
    says: [
      { bold: receipts.waiting(formatKindAndPhone(operation, wording)) },
      ` · ${receipts.from} `,
      { user: operation.author },
    ],
    steps: receiptButtons(operation, words),
  };
}

function receiptButtons(operation: Operation, words: Catalogue): Button[] {
  const { buttons, afterAll } = words.receipts;
  const offered = isTakenBack(operation) ? (["arrived"] as const) : receiptAnswers;
  return offered.map((as) => ({
    type: "button",
    action_id: `${ids.receipt}:${as}`,
    text: plainText(offered.length === 1 ? afterAll : buttons[as]),
    value: operation.id,
    ...(as === "did_not_arrive" ? { confirm: askOnceMore(words) } : {}),
  }));
}

/** Confirmation of "did not arrive". */
function askOnceMore({ receipts, resolve }: Catalogue): ConfirmationDialog {
  const { asks, yes, no } = resolve.confirm;
  return {
    title: plainText(asks(yes.did_not_arrive)),
    text: plainText(receipts.sure),
    confirm: plainText(yes.did_not_arrive),
    deny: plainText(no),
  };
}

export const ReceiptMetadata = z.object({ operation: z.string() });

const maxAnswerLength = 300;

/** `kind`: kind and phone of the message, shown above the field. */
export function renderReceiptForm(
  { operation, kind }: z.infer<typeof ReceiptMetadata> & { kind: string },
  { receipts, common }: Catalogue,
): ModalView {
  const { title, what, hint, submit } = receipts.form;
  return renderModal({
    callbackId: ids.receipt,
    title,
    submit,
    close: common.cancel,
    carries: { operation },
    blocks: [
      renderLines([[{ bold: kind }]]).block,
      renderInput(fields.wrong, what, textInput({ multiline: true, longest: maxAnswerLength }), { hint }),
    ],
  });
}
