import type { Button, ConfirmationDialog, KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { sentTimeOf } from "../../outcomes/again.ts";
import { storeForm } from "../../outcomes/handlers.ts";
import { notificationOfArrivals, notificationOfChange } from "../../outcomes/notifications.ts";
import { toOneLine } from "../../outcomes/repeat.slack.ts";
import { groupDigits } from "../../phone-number.ts";
import { type Answer, compose, plainAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { plainText, renderInput, renderModal, textInput } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type { People, Person } from "../../slack/people/people.ts";
import type { PostToRender, RenderedPost } from "../../slack/posts/queue.ts";
import {
  canHaveArrived,
  type Notification,
  type Operation,
  type PhoneOwnerAnswer,
  type Store,
  type StoreTransaction,
} from "../../store/index.ts";
import type { WaitingItem } from "../feature.ts";
import { fields, ids } from "./ids.ts";
import type { SendDeps } from "./send-deps.ts";
import { readReply, readSnapshot, readStored, toKindName } from "./stored.ts";

/** Names a message by its kind ("SMS"): a phone's owner may not read its text in Slack. */
export type FormatKind = (operation: Operation, words: Catalogue) => string;

const receiptAnswers = ["arrived", "looks_wrong", "did_not_arrive"] as const;

const allArrivedChoice = "all_arrived";

/** Renders a phone owner's questions; null if the messages are gone. */
export async function renderQuestions(
  { subject, destination }: Pick<PostToRender, "subject" | "destination">,
  { receipts, ...wording }: Wording & { receipts: Pick<Store["receipts"], "questionnaire"> },
): Promise<RenderedPost | null> {
  const id = subject.slice(subject.indexOf(":") + 1);
  const operations = await receipts.questionnaire(destination, id);
  return operations.length === 0 ? null : renderQuestionnaire(id, operations, wording);
}

type Wording = { kindOf: FormatKind; words: Catalogue };

/** Limit of rows, of two blocks each; Slack allows 50 blocks in a post. Further rows are counted. */
const maxRows = 20;

function renderQuestionnaire(id: string, operations: readonly Operation[], wording: Wording): Answer {
  const { receipts } = wording.words;
  const open = operations.filter(isOpen);
  const chosen = [...new Set([...open, ...operations])].slice(0, maxRows);
  // Order in which the phone received the messages.
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

/** Names a message by kind or saved name and by phone, never by its text. */
function formatKindAndPhone(operation: Operation, { kindOf, words }: Wording): string {
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

export type ReceiptDeps = SendDeps & { kindOf: FormatKind };

export async function answerReceipt(click: Click, deps: ReceiptDeps): Promise<void> {
  const { person, actionId, value, words } = click;
  await click.ack();
  const [, choice = ""] = actionId.split(":");
  if (choice === "looks_wrong") return openReceiptForm(click, deps);
  if (choice === allArrivedChoice) return answerAll(click, deps);
  const as = receiptAnswers.find((one) => one === choice);
  if (as === undefined) return click.answer(plainAnswer(words.edge.outdated));
  const problem = await answer(person, { id: value, as, said: null }, deps);
  if (problem !== null) await click.answer(plainAnswer(problem));
}

async function openReceiptForm(click: Click, deps: ReceiptDeps): Promise<void> {
  const { person, value, words } = click;
  const operation = await deps.store.operations.get(value);
  const denied = whyNotAnswered(operation, person, words);
  if (operation === null || denied !== null)
    return click.answer(plainAnswer(denied ?? words.receipts.notAsked));
  const kind = formatKindAndPhone(operation, { kindOf: deps.kindOf, words });
  await click.openModal(renderReceiptForm({ operation: value, kind }, words));
}

function whyNotAnswered(operation: Operation | null, { id }: Person, { receipts }: Catalogue): string | null {
  const receipt = operation?.receipt ?? null;
  if (operation === null || receipt === null || receipt.phoneOwner !== id) return receipts.notAsked;
  if (!canHaveArrived(operation)) return receipts.overtaken;
  return receipt.as === null ? null : receipts.already;
}

export async function submitReceipt(submission: Submission, deps: SendDeps): Promise<void> {
  const { operation: id } = submission.carried(ReceiptMetadata);
  const said = toOneLine(submission.fields.text(fields.wrong) ?? "") || null;
  const taken = await storeForm(submission, deps, () =>
    answer(submission.person, { id, as: "looks_wrong", said }, deps),
  );
  const why = "why" in taken ? taken.why : taken.stored;
  await (why === null ? submission.ack() : submission.refuse(why));
}

export async function switchReceiptQuestions(click: Click, { store, home }: SendDeps): Promise<void> {
  const { person, actionId, words } = click;
  await click.ack();
  const isStop = actionId.endsWith(":stop");
  await (isStop ? store.receipts.stop(person.id) : store.receipts.resume(person.id));
  // Home shows the opposite button afterwards.
  home.changed(person.id);
  await click.answer(plainAnswer(words.receipts[isStop ? "stopped" : "resumed"]));
}

async function answerAll(click: Click, deps: SendDeps): Promise<void> {
  const { person, value, words } = click;
  const answered = await deps.store.receipts.allArrived(value, {
    by: person.id,
    notificationFor: (operations) => notificationOfArrivals(operations, person.id),
  });
  for (const operation of answered) deps.received(countedKind(operation), "arrived");
  if (answered.length === 0) await click.answer(plainAnswer(words.receipts.already));
}

type Answered = { id: string; as: PhoneOwnerAnswer; said: string | null };

/** Stores an answer. Returns the reason why it was not stored, or null. */
async function answer(person: Person, { id, as, said }: Answered, deps: SendDeps): Promise<string | null> {
  const words = wordsOf(person.locale);
  const result = await deps.store.receipts.answer(id, {
    by: person.id,
    as,
    words: said,
    notificationFor: (operation) =>
      notificationOfChange(operation, { kind: "receipt", operation: operation.id, as, words: said }),
  });
  if (result.kind === "not_asked") return words.receipts.notAsked;
  if (result.kind === "overtaken") return words.receipts.overtaken;
  if (result.kind === "already") {
    const { receipt } = result.operation;
    // A second submission is no error: its first answer left open whether it was stored.
    const isAgain = as === "looks_wrong" && receipt?.as === as && receipt.words === said;
    return isAgain ? null : words.receipts.already;
  }
  deps.received(countedKind(result.operation), as);
  return null;
}

/** Message type for a metric; "other" if unknown. */
function countedKind({ request, result }: Operation): string {
  return readReply(result).type ?? toKindName(readStored(request)?.type) ?? "other";
}

export const questionsKind = "questions";

type Asking = { store: Pick<Store, "receipts">; people: Pick<People, "isKnownOutsider"> };

/** Asks the phone owner whether a message arrived, after message and run have ended. Skips guests, who can't answer. */
export function createPhoneOwnerAsker({ store, people }: Asking) {
  return async (trx: StoreTransaction, operation: Operation): Promise<Notification> => {
    const asked = await store.receipts.ask(trx, operation, ({ snapshot }) => {
      const { phoneOwner } = readSnapshot(snapshot);
      return phoneOwner === null || people.isKnownOutsider(phoneOwner) ? null : phoneOwner;
    });
    return {
      posts: asked.map(({ subject, phoneOwner }) => ({
        subject,
        audience: "phoneOwner",
        kind: questionsKind,
        destinations: [phoneOwner],
      })),
    };
  };
}
