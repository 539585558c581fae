import { findOrigin, obstacleToEdit } from "../../outcomes/again.ts";
import { obstacleWords } from "../../outcomes/repeat.view.ts";
import type { SendBody } from "../../platform/index.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import type { Click } from "../../slack/edge/interaction.ts";
import type { Operation } from "../../store/index.ts";
import { readAhead } from "./send.slack.ts";
import { renderSendForm } from "./send.view.ts";
import type { SendDeps } from "./send-deps.ts";
import { filledForm } from "./send-form.ts";
import { readSendable, readStored } from "./stored.ts";

/** The button under what had no effect: the form again, filled, for the one who asked. */
export async function editAndSend(click: Click, deps: SendDeps): Promise<void> {
  const operation = await readOwn(click, deps);
  if (operation === null) return;
  const words = deps.wordsOf(click.person.locale);
  const origin = await findOrigin(operation, deps.store.operations);
  if (origin === null) return click.answer(plainAnswer(words.outcomes.noLonger));
  const obstacle = obstacleToEdit(origin);
  if (obstacle !== null) {
    const isEarlier = obstacle === "unsettled" && origin.id !== operation.id;
    const why = isEarlier ? words.repeat.unsettledBefore : obstacleWords(obstacle, words);
    return click.answer(plainAnswer(why));
  }
  // Reported as not arrived is no proof: a late answer can still say otherwise, and then this form must not send.
  await openFilled(click, { operation, repeats: operation.id }, deps);
}

/** The button behind what was accepted: another one of the same, which is a message of its own and repeats nothing. */
export async function sendAnew(click: Click, deps: SendDeps): Promise<void> {
  const operation = await readOwn(click, deps);
  if (operation !== null) await openFilled(click, { operation }, deps);
}

/** Null, with why in words, of what isn't this person's to send. */
async function readOwn(click: Click, deps: SendDeps): Promise<Operation | null> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  const operation = await deps.store.operations.get(click.value);
  if (operation === null) await click.answer(plainAnswer(words.outcomes.noLonger));
  else if (operation.author !== person.id) await click.answer(plainAnswer(words.outcomes.onlyAuthor));
  else if (!deps.maySend(person)) await click.answer(deps.noAccess(words));
  else return operation;
  return null;
}

type Source = { operation: Operation; repeats?: string };

async function openFilled(click: Click, { operation, repeats }: Source, deps: SendDeps): Promise<void> {
  const words = deps.wordsOf(click.person.locale);
  const body = readSendable(operation.request) ?? readTold(operation.request);
  if (body === null) return click.answer(plainAnswer(words.outcomes.noLonger));
  readAhead(deps);
  const form = { ...filledForm(deps.newId(), body, operation.conversation), repeats };
  await click.openModal(renderSendForm(form, { rules: deps.rules, words }));
}

/** Of what another version stored, as much as this one's form can be filled with. */
function readTold(request: unknown): SendBody | null {
  const message = readStored(request);
  if (message === null) return null;
  const { to, from, text, subject, type, country } = message;
  return { message: { to, from, text, subject, type, country } };
}
