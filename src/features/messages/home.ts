import { wordsOf } from "../../locales/index.ts";
import type { ReadHomeSection } from "../feature.ts";
import { ids } from "./ids.ts";
import { createQuestionItem, type ReceiptDeps } from "./receipts.slack.ts";
import { sendKind } from "./send.ts";

/** Limit of questions read; Home shows the first ones and counts the others. */
const maxQuestions = 50;

/** Parts that are read separately, so that each may fail alone: sending, today's use, questions to a phone's owner. */
export function createHomeReaders(deps: ReceiptDeps): ReadHomeSection[] {
  const { config, people, store, formatOf, quota, kindOf } = deps;
  const sending: ReadHomeSection = (person) => {
    const words = wordsOf(person.locale);
    if (!deps.maySend(person)) return { denied: words.issues.notAllowed };
    const button = { actionId: ids.open, text: words.send.title, style: "primary" as const };
    const tests = { actionId: ids.library, text: words.runs.title };
    return { buttons: [button, tests], firstSteps: words.home.sending };
  };
  const today: ReadHomeSection = async (person) => {
    if (!people.isKnownToBeOn(config.people.senders, person)) return {};
    const { day, limit } = quota();
    const used = await store.operations.countUsed(person.id, { day, kind: sendKind });
    if (used === 0) return {};
    const format = formatOf(person.locale);
    return { today: [wordsOf(person.locale).home.today(format.number(used), format.number(limit))] };
  };
  const receipts: ReadHomeSection = async (person) => {
    const words = wordsOf(person.locale);
    const [isStopped, asked] = await Promise.all([
      store.receipts.isStopped(person.id),
      store.receipts.waiting(person.id, maxQuestions),
    ]);
    const isPhoneOwner = config.messages.testRecipients.some(({ phoneOwner }) => phoneOwner === person.id);
    const change = isStopped ? "resume" : "stop";
    const button = { actionId: `${ids.receipts}:${change}`, text: words.receipts[change] };
    return {
      buttons: isPhoneOwner || isStopped ? [button] : [],
      waiting: asked.map((operation) => createQuestionItem(operation, { kindOf, words })),
    };
  };
  return [sending, today, receipts];
}
