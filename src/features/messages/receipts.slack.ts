import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { storeForm } from "../../outcomes/handlers.ts";
import { notificationOfArrivals, notificationOfChange } from "../../outcomes/notifications.ts";
import { toOneLine } from "../../outcomes/repeat.view.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type { People, Person } from "../../slack/people/people.ts";
import {
  canHaveArrived,
  type Notification,
  type Operation,
  type PhoneOwnerAnswer,
  type Store,
  type StoreTransaction,
} from "../../store/index.ts";
import { fields } from "./ids.ts";
import {
  allArrivedChoice,
  type FormatKind,
  formatKindAndPhone,
  ReceiptMetadata,
  receiptAnswers,
  renderReceiptForm,
} from "./receipts.view.ts";
import type { SendDeps } from "./send-deps.ts";
import { readReply, readSnapshot, readStored, toKindName } from "./stored.ts";

export type ReceiptDeps = SendDeps & { kindOf: FormatKind };

/** Stores a phone owner's answer; "looks wrong" opens a form first. */
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

/** Handles the button on Home that stops or resumes the questions. */
export async function switchReceiptQuestions(click: Click, { store, home }: SendDeps): Promise<void> {
  const { person, actionId, words } = click;
  await click.ack();
  const isStop = actionId.endsWith(":stop");
  await (isStop ? store.receipts.stop(person.id) : store.receipts.resume(person.id));
  // Home now shows the opposite button.
  home.changed(person.id);
  await click.answer(plainAnswer(words.receipts[isStop ? "stopped" : "resumed"]));
}

/** Answers every open question of one direct message with "arrived". */
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

/** Stores an answer. Returns a sentence for why it was not stored, or null. */
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
    // The form was submitted twice, since its first answer left open whether it was stored.
    const isAgain = as === "looks_wrong" && receipt?.as === as && receipt.words === said;
    return isAgain ? null : words.receipts.already;
  }
  deps.received(countedKind(result.operation), as);
  return null;
}

/** The platform's message type, for a metric; "other" if unknown. */
function countedKind({ request, result }: Operation): string {
  return readReply(result).type ?? toKindName(readStored(request)?.type) ?? "other";
}

/** Kind of the posts that ask a phone's owner. */
export const questionsKind = "questions";

type Asking = { store: Pick<Store, "receipts">; people: Pick<People, "isKnownOutsider"> };

/** Asks the phone owner whether a message arrived, once message and run have ended. Guests can't answer and aren't asked. */
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
