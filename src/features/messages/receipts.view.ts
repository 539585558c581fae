import type { Button, ConfirmationDialog, KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { field, plain, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Operation, Sheet, Store } from "../../store/index.ts";
import { fields, ids } from "./ids.ts";

/** What of a message its holder may know: `SMS` … */
export type KindOf = (operation: Operation, words: Catalogue) => string;

const answers = ["arrived", "looks_wrong", "did_not_arrive"] as const;

/** Who draws the direct messages that ask. */
export const questionsKind = "questions";

/** The direct message that asks, as it is now. */
export async function drawQuestions(
  subject: string,
  {
    receipts,
    kindOf,
    words,
  }: { receipts: Pick<Store["receipts"], "sheet">; kindOf: KindOf; words: Catalogue },
): Promise<Answer | null> {
  const sheet = await receipts.sheet(subject.slice(`${questionsKind}:`.length));
  return sheet === null ? null : renderSheet(sheet, kindOf, words);
}

function renderSheet({ operations }: Sheet, kindOf: KindOf, words: Catalogue): Answer {
  const { receipts } = words;
  const open = operations.filter(isOpen);
  const head = renderLines([[{ bold: headOf(operations, words) }]]);
  const rows = operations.map((operation) => {
    const line = renderLines([...rowLines(operation, kindOf, words)]);
    return { text: line.text, blocks: [line.block, ...rowButtons(operation, words)] };
  });
  const stop: Button = { type: "button", action_id: `${ids.receipts}:stop`, text: plain(receipts.stop) };
  return {
    text: [head.text, ...rows.map(({ text }) => text)].join("\n"),
    blocks: [
      head.block,
      ...rows.flatMap(({ blocks }) => blocks),
      ...(open.length === 0 ? [] : [{ type: "actions" as const, block_id: "receipts", elements: [stop] }]),
    ],
  };
}

function headOf(operations: readonly Operation[], { receipts }: Catalogue): string {
  if (operations.some(isOpen)) return receipts.ask(operations.length);
  const isAnswered = operations.some(({ receipt }) => receipt !== null && receipt.as !== null);
  return isAnswered ? receipts.thanks : receipts.nothingLeft;
}

/** Nobody is asked whether what was refused arrived. */
export function isAsked({ outcome }: Operation): boolean {
  return outcome === "accepted" || outcome === "unknown";
}

function isOpen(operation: Operation): boolean {
  return operation.receipt?.as === null && isAsked(operation);
}

/** It may still arrive, and a finger may have slipped. */
function isTakenBack(operation: Operation): boolean {
  return operation.receipt?.as === "did_not_arrive" && isAsked(operation);
}

/** Who sent what kind at what time; never what it says. */
function rowLines(operation: Operation, kindOf: KindOf, words: Catalogue): Line[] {
  const { receipts } = words;
  const { author, startedAt, createdAt, receipt } = operation;
  const about: Line = [
    `${kindOf(operation, words)} · ${receipts.from} `,
    { user: author },
    " · ",
    { at: startedAt ?? createdAt },
  ];
  if (isOpen(operation)) return [about];
  const as = receipt?.as ?? null;
  return [about, [as === null ? receipts.overtaken : receipts.answered[as]]];
}

function rowButtons(operation: Operation, words: Catalogue): KnownBlock[] {
  if (!isOpen(operation) && !isTakenBack(operation)) return [];
  return [
    { type: "actions", block_id: `receipt.${operation.id}`, elements: receiptButtons(operation, words) },
  ];
}

/** What waits for the holder, on their Home: the least of it. */
export function renderAsked(operation: Operation, kindOf: KindOf, words: Catalogue) {
  const { receipts } = words;
  return {
    about: operation.id,
    since: operation.startedAt ?? operation.createdAt,
    isLast: true,
    says: [
      { bold: receipts.waiting(kindOf(operation, words)) },
      ` · ${receipts.from} `,
      { user: operation.author },
    ],
    steps: receiptButtons(operation, words),
  };
}

function receiptButtons(operation: Operation, words: Catalogue): Button[] {
  const offered = isTakenBack(operation) ? (["arrived"] as const) : answers;
  return offered.map((as) => ({
    type: "button",
    action_id: `${ids.receipt}:${as}`,
    text: plain(words.receipts.buttons[as]),
    value: operation.id,
    ...(as === "did_not_arrive" ? { confirm: askOnceMore(operation, words) } : {}),
  }));
}

/** Where the outcome is unknown, the answer opens the way to sending it again. */
function askOnceMore({ outcome }: Operation, { receipts, settle }: Catalogue): ConfirmationDialog {
  const { title, says, yes, no } = settle.confirm;
  return {
    title: plain(title.did_not_arrive),
    text: plain(outcome === "unknown" ? says.did_not_arrive : receipts.sure),
    confirm: plain(yes),
    deny: plain(no),
  };
}

/** Which message the form is about. */
export type ReceiptMetadata = { operation: string };

const longestWords = 300;

export function renderReceiptForm(operation: string, { receipts, common }: Catalogue): ModalView {
  const { title, what, hint, submit } = receipts.form;
  return renderModal({
    callbackId: ids.receipt,
    title,
    submit,
    close: common.cancel,
    metadata: JSON.stringify({ operation } satisfies ReceiptMetadata),
    blocks: [field(fields.wrong, what, textInput({ multiline: true, longest: longestWords }), { hint })],
  });
}
