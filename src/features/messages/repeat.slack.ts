import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import type { Acceptance } from "../../operations/index.ts";
import { plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type { Operation } from "../../store/index.ts";
import { isDone, mayBeSubmittedAgain, whyNothing } from "./acceptance.view.ts";
import { obstacleToRepeat } from "./again.ts";
import { fields } from "./ids.ts";
import { issueWords } from "./issues.view.ts";
import { findRuleIssue, parseReason, reasonSize } from "./repeat.input.ts";
import {
  obstacleWords,
  type RepeatMetadata,
  renderAlreadyRepeated,
  renderRepeatForm,
  renderRepeatNotice,
} from "./repeat.view.ts";
import type { SendDeps } from "./send.slack.ts";
import { sendKind } from "./send.ts";
import { readSendable } from "./stored.ts";

const Metadata = z.object({ act: z.string(), repeats: z.string() });

/** The button under an unknown outcome: the form that shows the risk and asks for a reason. */
export async function openRepeatForm(click: Click, deps: SendDeps): Promise<void> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  const operation = await deps.store.operations.get(click.value);
  if (operation === null) return click.answer(plainAnswer(words.result.noLonger));
  if (operation.author !== person.id) return click.answer(plainAnswer(words.repeat.onlyAuthor));
  if (!deps.maySend(person)) return click.answer(plainAnswer(words.issues.notAllowed));
  if (operation.repeatedBy !== null) {
    const repeated = await deps.store.operations.get(operation.repeatedBy);
    return click.answer(renderAnswer([renderAlreadyRepeated(repeated, words)]));
  }
  const refusal = whyRefused(operation, deps, words);
  if (refusal !== null) return click.answer(plainAnswer(refusal));
  await click.openModal(renderRepeatForm(deps.newId(), operation, words));
}

/** Sends the stored body once more, as an act of its own that can happen once for each unknown outcome. */
export async function submitRepeat(submission: Submission, deps: SendDeps): Promise<void> {
  const { person } = submission;
  const words = deps.wordsOf(person.locale);
  const { act, repeats }: RepeatMetadata = Metadata.parse(JSON.parse(submission.view.private_metadata));
  if (!deps.maySend(person)) return submission.ackErrors({ [fields.reason]: words.issues.notAllowed });
  const reason = parseReason(submission.fields);
  if (reason === null) {
    const { shortest, longest } = reasonSize;
    return submission.ackErrors({ [fields.reason]: words.repeat.reasonSize(shortest, longest) });
  }
  let refusal: string | null = null;
  const prepare = async () => {
    const original = await deps.store.operations.get(repeats);
    if (original === null || original.author !== person.id) return null;
    refusal = whyRefused(original, deps, words, act);
    if (refusal !== null) return null;
    const { author, conversation } = original;
    const request = readSendable(original.request);
    if (request === null) return null;
    return { author, conversation, request, repeats, reason, quota: deps.quota() };
  };
  const { wasHeldUp } = submission;
  await deps.operations.perform({ id: act, kind: sendKind, prepare, wasHeldUp }, (acceptance) => {
    if (isDone(acceptance)) return submission.ack();
    if (mayBeSubmittedAgain(acceptance)) {
      return submission.ackErrors({ [fields.reason]: whyNothing(acceptance, words) });
    }
    const line: Line = refusal === null ? noticeLine(acceptance, words) : [refusal];
    return submission.ack({ response_action: "update", view: renderRepeatNotice(line, words) });
  });
}

function noticeLine(acceptance: Acceptance, words: Catalogue): Line {
  return acceptance.kind === "already_repeated"
    ? renderAlreadyRepeated(acceptance.operation, words)
    : [whyNothing(acceptance, words)];
}

/**
 * Null when it may be sent again. What is repeated already is left to the store, which knows whether it was the same
 * act that comes once more, in which case nothing of what happened since counts.
 */
function whyRefused(operation: Operation, deps: SendDeps, words: Catalogue, act?: string): string | null {
  if (operation.repeatedBy !== null && operation.repeatedBy === act) return null;
  const obstacle = obstacleToRepeat(operation);
  if (obstacle !== null && obstacle !== "repeated") return obstacleWords(obstacle, words);
  const body = readSendable(operation.request);
  if (body === null) return words.repeat.unreadable;
  const issue = findRuleIssue(body, deps.rules);
  return issue === null ? null : issueWords(issue, deps.rules, words);
}
