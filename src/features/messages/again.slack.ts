import type { Catalogue } from "../../locales/index.ts";
import { formatObstacle } from "../../outcomes/acknowledgement.view.ts";
import {
  type FormAct,
  findEditObstacle,
  findUnresolvedTries,
  type RetryObstacle,
  toNextAct,
} from "../../outcomes/again.ts";
import { reportButtons } from "../../outcomes/card.view.ts";
import { readOwnOperation } from "../../outcomes/handlers.ts";
import type { SendBody } from "../../platform/index.ts";
import { type Answer, plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import type { Click } from "../../slack/edge/interaction.ts";
import type { Operation } from "../../store/index.ts";
import { describeMessage } from "./describe.view.ts";
import { ids } from "./ids.ts";
import { prefetchPrices } from "./send.slack.ts";
import { findUploadedId, hasImagePlaceholder, imageIdsOf, withImage } from "./send.ts";
import { renderSendForm } from "./send.view.ts";
import { formOptions, type SendDeps } from "./send-deps.ts";
import { filledForm } from "./send-form.ts";
import { readSendBody, storedReplyOf } from "./stored.ts";

export async function openEditAndSend(click: Click, deps: SendDeps): Promise<void> {
  const operation = await readSent(click, deps);
  if (operation === null) return;
  const { words } = click;
  const obstacle = findEditObstacle(operation);
  if (obstacle !== null) return click.answer(renderObstacle(obstacle, operation, words));
  // A further try, so the store refuses it if a late answer says that an earlier try was accepted.
  await openFilled(click, { operation, form: toNextAct(operation, deps.newId()) }, deps);
}

function renderObstacle(obstacle: RetryObstacle, operation: Operation, words: Catalogue): Answer {
  const [unresolved] = findUnresolvedTries(operation);
  if (obstacle !== "unresolved" || unresolved === undefined)
    return plainAnswer(formatObstacle(obstacle, words));
  const isEarlier = unresolved.id !== operation.id;
  const of = isEarlier ? null : describeMessage(operation, words);
  const why = isEarlier ? words.repeat.unresolvedBefore : formatObstacle(obstacle, words);
  return renderAnswer([[why]], {
    type: "actions",
    elements: reportButtons(unresolved, { resolve: ids.resolve, of }, words.resolve),
  });
}

/** Opens the filled form for a new message, which is no further try. */
export async function openSendAnotherForm(click: Click, deps: SendDeps): Promise<void> {
  const operation = await readSent(click, deps);
  if (operation !== null) await openFilled(click, { operation, form: { act: deps.newId() } }, deps);
}

/** Finds the operation of a button; if this person can't send it again, answers why and returns null. */
export async function readSent(click: Click, deps: SendDeps): Promise<Operation | null> {
  const { person, words } = click;
  await click.ack();
  const operation = await readOwnOperation(click, deps.store.operations, words.outcomes);
  if (operation === null || deps.maySend(person)) return operation;
  await click.answer(deps.noAccess(words));
  return null;
}

type Source = { operation: Operation; form: FormAct };

async function openFilled(click: Click, { operation, form: acting }: Source, deps: SendDeps): Promise<void> {
  const { words } = click;
  const whole = readSendBody(operation.request);
  if (whole === null) return click.answer(plainAnswer(words.outcomes.noLonger));
  const body = await withUpload(whole, operation, deps);
  prefetchPrices(deps);
  const isImageLost = imageIdsOf(body).length < imageIdsOf(whole).length;
  const filled = filledForm(acting, body, operation.conversation);
  const form = { ...filled, hasMore: isImageLost, writtenAt: operation.createdAt };
  const notice = isImageLost ? words.send.imageAgain : undefined;
  await click.openModal(renderSendForm(form, formOptions(click.person, deps), notice));
}

/** Puts the act's uploaded image into the message; after a failed upload the image is left out. */
async function withUpload(body: SendBody, { act, step }: Operation, { store }: SendDeps): Promise<SendBody> {
  if (!hasImagePlaceholder(body)) return body;
  const upload = step === 0 ? null : await store.operations.get(act);
  return withImage(
    body,
    upload?.outcome === "accepted" ? findUploadedId(storedReplyOf(upload.result)) : null,
  );
}
