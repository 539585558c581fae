import type { Button, ConfirmationDialog, KnownBlock, ModalView } from "@slack/types";
import { tellApart } from "../../lists/tell-apart.ts";
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
  const chosen = [...open, ...operations.filter((one) => !open.includes(one))].slice(0, mostRows);
  // Of a run in the order of its table; else as on Home, the newest first.
  const inOrder = isRun ? operations : operations.toReversed();
  const shown = inOrder.filter((one) => chosen.includes(one));
  const [first] = operations;
  const head = renderLines([
    [{ bold: headOf(operations, telling.words) }],
    ...(isRun && first !== undefined ? [runLine(first, telling.words)] : []),
  ]);
  const says = isRun ? messagesOf(shown, telling) : sendersOf(shown, telling);
  const rows = shown.map((one, index) => renderRow(one, says[index] ?? [], telling));
  const left = operations.length - shown.length;
  const more = left === 0 ? [] : [renderLines([[receipts.more(left)]])];
  const all =
    open.length > 1 ? [button(`${ids.receipt}:${allArrived}`, receipts.allArrived, id, "primary")] : [];
  const stop: KnownBlock[] =
    open.length === 0
      ? []
      : [
          { type: "divider" },
          {
            type: "actions",
            block_id: "receipts",
            elements: [button(`${ids.receipts}:stop`, receipts.stop)],
          },
        ];
  return {
    text: [head, ...rows, ...more].map(({ text }) => text).join("\n"),
    blocks: [
      head.block,
      ...actions(all).map((block) => ({ ...block, block_id: "receipts.all" })),
      ...rows.flatMap(({ blocks }) => blocks),
      ...more.map(({ block }) => block),
      ...stop,
    ],
  };
}

/** Which message of a run; to which of their phones where they hold several. */
function messagesOf(operations: readonly Operation[], { kindOf, words }: Telling): Line[] {
  const names = operations.map(({ about }) => readAbout(about).recipient);
  const areSeveral = new Set(names).size > 1;
  return operations.map((one, index) => {
    const name = areSeveral ? (names[index] ?? null) : null;
    return [[kindOf(one, words), ...(name === null ? [] : [name])].join(" · ")];
  });
}

/** Who sent what kind when; never what it says. */
function sendersOf(operations: readonly Operation[], { kindOf, words }: Telling): Line[] {
  const rows = operations.map((one) => ({
    one,
    says: `${kindOf(one, words)} ${one.author}`,
    at: sentAt(one),
  }));
  const alike = tellApart(rows);
  return rows.map(({ one }, index) => [
    `${kindOf(one, words)} · `,
    ...fromLine(one, alike[index] === true ? "second" : "minute", words),
  ]);
}

function renderRow(operation: Operation, says: Line, telling: Telling): Answer {
  const line = renderLines([[...says, ...answerOf(operation, telling)]]);
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
  return [...(suite === undefined ? [] : [`${suite} · `]), ...fromLine(operation, "minute", words)];
}

function fromLine(operation: Operation, to: "minute" | "second", { receipts }: Catalogue): Line {
  const at = sentAt(operation);
  return [`${receipts.from} `, { user: operation.author }, " · ", to === "second" ? { at, to } : { at }];
}

function sentAt({ startedAt, createdAt }: Operation): Date {
  return startedAt ?? createdAt;
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

/** What they said of it, behind which it is; nothing while it is asked. */
function answerOf(operation: Operation, { words: { receipts }, isPictureWanted }: Telling): Line {
  if (isOpen(operation)) return [];
  const as = operation.receipt?.as ?? null;
  const picture = as === "looks_wrong" && isPictureWanted ? ` ${receipts.picture}` : "";
  return [" · ", as === null ? receipts.overtaken : `${receipts.answered[as]}${picture}`];
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
    since: sentAt(operation),
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
    confirm: plain(yes.did_not_arrive),
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
