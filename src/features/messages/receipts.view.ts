import type { Button, ConfirmationDialog, KnownBlock, ModalView } from "@slack/types";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { actSubject, isOfBatch } from "../../operations/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { field, plain, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Picture } from "../../slack/posts/queue.ts";
import type { Operation, Sheet, Store } from "../../store/index.ts";
import { fields, ids } from "./ids.ts";
import { readAbout } from "./stored.ts";

/** What of a message its holder may know: `SMS` … */
export type KindOf = (operation: Operation, words: Catalogue) => string;

const answers = ["arrived", "looks_wrong", "did_not_arrive"] as const;

/** Behind the colon of the button that says it of all. */
export const allArrived = "all_arrived";

/** The direct message that asks, as it is now, and where a picture of what looks wrong is wanted. */
export async function drawQuestions(
  subject: string,
  {
    receipts,
    posts,
    kindOf,
    words,
  }: {
    receipts: Pick<Store["receipts"], "sheet">;
    posts: Pick<Store["posts"], "find">;
    kindOf: KindOf;
    words: Catalogue;
  },
): Promise<Picture | null> {
  const sheet = await receipts.sheet(subject.slice(subject.indexOf(":") + 1));
  if (sheet === null) return null;
  const wrong = sheet.operations.find(({ receipt }) => receipt?.as === "looks_wrong");
  const result = wrong === undefined ? null : await posts.find(actSubject(wrong.act), "result");
  // A direct message is nobody else's to see.
  const link = result !== null && /^[CG]/.test(result.channel) ? result : null;
  const links = [{ says: words.delivery.link, to: link }];
  return { ...renderSheet(sheet, { kindOf, words, isPictureWanted: link !== null }), links };
}

type Telling = { kindOf: KindOf; words: Catalogue; isPictureWanted: boolean };

/** Two blocks each, of the fifty that Slack takes. */
const mostRows = 20;

function renderSheet({ id, operations }: Sheet, telling: Telling): Answer {
  const { receipts } = telling.words;
  const isRun = operations.some(isOfBatch);
  const open = operations.filter(isOpen);
  const shown = [...open, ...operations.filter((one) => !open.includes(one))].slice(0, mostRows);
  const [first] = operations;
  const head = renderLines([
    [{ bold: headOf(operations, telling.words) }],
    ...(isRun && first !== undefined ? [runLine(first, telling.words)] : []),
  ]);
  const rows = operations.filter((one) => shown.includes(one)).map((one) => renderRow(one, isRun, telling));
  const left = operations.length - shown.length;
  const more = left === 0 ? [] : [renderLines([[receipts.more(left)]])];
  const all =
    isRun && open.length > 1
      ? [button(`${ids.receipt}:${allArrived}`, receipts.allArrived, id, "primary")]
      : [];
  const stop = open.length === 0 ? [] : [button(`${ids.receipts}:stop`, receipts.stop)];
  return {
    text: [head, ...rows, ...more].map(({ text }) => text).join("\n"),
    blocks: [
      head.block,
      ...actions(all).map((block) => ({ ...block, block_id: "receipts.all" })),
      ...rows.flatMap(({ blocks }) => blocks),
      ...more.map(({ block }) => block),
      ...actions(stop).map((block) => ({ ...block, block_id: "receipts" })),
    ],
  };
}

function renderRow(operation: Operation, isRun: boolean, telling: Telling): Answer {
  const line = renderLines(rowLines(operation, isRun, telling));
  return { text: line.text, blocks: [line.block, ...rowButtons(operation, telling.words)] };
}

function headOf(operations: readonly Operation[], { receipts }: Catalogue): string {
  if (operations.some(isOpen)) {
    return receipts.ask(operations.length, !operations.some(({ outcome }) => outcome === "unknown"));
  }
  const isAnswered = operations.some(({ receipt }) => receipt !== null && receipt.as !== null);
  return isAnswered ? receipts.thanks : receipts.nothingLeft;
}

/** All of a run is one person's, and of one time. */
function runLine(operation: Operation, words: Catalogue): Line {
  const { suite } = readAbout(operation.about);
  return [...(suite === undefined ? [] : [`${suite} · `]), ...fromLine(operation, words)];
}

function fromLine({ author, startedAt, createdAt, messageId }: Operation, { receipts }: Catalogue): Line {
  return [
    ...[`${receipts.from} `, { user: author }, " · ", { at: startedAt ?? createdAt, to: "second" } as const],
    ...(messageId === null ? [] : [` · ${shortenId(messageId)}`]),
  ];
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

/** Who sent what kind at what time; never what it says. Of a run, which message to which of their phones. */
function rowLines(operation: Operation, isRun: boolean, telling: Telling): Line[] {
  const { kindOf, words, isPictureWanted } = telling;
  const { receipts } = words;
  const { about, receipt } = operation;
  const { recipient } = readAbout(about);
  const kind = kindOf(operation, words);
  const says: Line = isRun
    ? [[kind, ...(recipient === null ? [] : [recipient])].join(" · ")]
    : [`${kind} · `, ...fromLine(operation, words)];
  if (isOpen(operation)) return [says];
  const as = receipt?.as ?? null;
  const picture = as === "looks_wrong" && isPictureWanted ? ` ${receipts.picture}` : "";
  return [says, [as === null ? receipts.overtaken : `${receipts.answered[as]}${picture}`]];
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

/** `kind`: of which of them, where several are asked about. */
export function renderReceiptForm(
  { operation, kind }: ReceiptMetadata & { kind: string },
  { receipts, common }: Catalogue,
): ModalView {
  const { title, what, hint, submit } = receipts.form;
  return renderModal({
    callbackId: ids.receipt,
    title,
    submit,
    close: common.cancel,
    metadata: JSON.stringify({ operation } satisfies ReceiptMetadata),
    blocks: [
      renderLines([[{ bold: kind }]]).block,
      field(fields.wrong, what, textInput({ multiline: true, longest: longestWords }), { hint }),
    ],
  });
}
