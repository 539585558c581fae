import { z } from "zod";
import { within } from "../../deadline.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { Operations } from "../../operations/index.ts";
import { isDone, isTaken, mayBeSubmittedAgain, whyNothing } from "../../outcomes/acknowledgement.view.ts";
import { findOrigin, obstacleToEdit } from "../../outcomes/again.ts";
import { obstacleWords } from "../../outcomes/repeat.view.ts";
import { plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import { toReadableText } from "../../slack/blocks/escape.ts";
import { banner, renderModal } from "../../slack/blocks/modal.ts";
import type { Click, Command, Shortcut, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import { isDirectMessage } from "../../slack/posts/conversation.ts";
import type { Store } from "../../store/index.ts";
import { ids } from "./ids.ts";
import { issueWords } from "./issues.view.ts";
import type { Quota } from "./quota.ts";
import { findRuleIssue } from "./rules.ts";
import { parseSend, parseSendForm, SendInput, type SendRules, splitQuickCommand } from "./send.input.ts";
import { sendKind } from "./send.ts";
import {
  renderConfirmation,
  renderFieldErrors,
  renderIssueLines,
  renderSendForm,
  type SendMetadata,
  toTyped,
} from "./send.view.ts";
import { readSendable, readStored } from "./stored.ts";

export type SendDeps = {
  operations: Pick<Operations, "perform">;
  store: {
    operations: Pick<Store["operations"], "get">;
    drafts: Pick<Store["drafts"], "save" | "get" | "remove">;
  };
  rules: SendRules;
  maySend: (person: Person) => boolean;
  /** The day that counts for the daily limit, and the limit. */
  quota: () => Quota;
  wordsOf: (locale: Locale) => Catalogue;
  newId: () => string;
  now: () => Date;
  /** The store failed before anything was sent: the person is told to try again, the operator why. */
  onDraftFailure: (error: unknown) => void;
};

/** A confirmation lies open for a day at most. */
const draftLifeMs = 24 * 60 * 60_000;
/** As much as the store has before any acknowledgement (contract: 1.5 s). */
const draftBudgetMs = 1500;

const Metadata = z.object({
  act: z.string(),
  draft: z.string().optional(),
  repeats: z.string().optional(),
});

export async function openSendForm(
  interaction: Command | Shortcut,
  deps: SendDeps,
  text = "",
): Promise<void> {
  const words = deps.wordsOf(interaction.person.locale);
  if (!deps.maySend(interaction.person)) {
    await interaction.ack();
    return interaction.answer(plainAnswer(words.issues.notAllowed));
  }
  await interaction.ack();
  const initial = text === "" ? {} : { text };
  await interaction.openModal(renderSendForm({ act: deps.newId(), initial, rules: deps.rules }, words));
}

/** The message shortcut: what somebody wrote, ready to be sent. */
export async function openSendFormWithText(shortcut: Shortcut, deps: SendDeps): Promise<void> {
  await openSendForm(shortcut, deps, toReadableText(shortcut.message?.text ?? ""));
}

/** `/msg-send <number or name> <text>` */
export async function sendQuickly(command: Command, deps: SendDeps): Promise<void> {
  const { person } = command;
  const words = deps.wordsOf(person.locale);
  if (command.text === "") return openSendForm(command, deps);
  if (!deps.maySend(person)) return command.ack(plainAnswer(words.issues.notAllowed));
  const typed = splitQuickCommand(command.text);
  if (typed === null) return command.ack(plainAnswer(words.send.quickNoText));
  const from = deps.rules.senderNumbers[0];
  if (from === undefined) {
    await command.ack();
    const form = { act: deps.newId(), initial: typed, rules: deps.rules, notice: words.issues.unknownSender };
    await command.openModal(renderSendForm(form, words));
    return;
  }
  const { conversation } = command;
  const parsed = parseSend(
    { ...typed, kind: "auto", from, subject: undefined, country: undefined, conversation },
    deps.rules,
  );
  if (!parsed.ok) return command.ack(renderAnswer(renderIssueLines(parsed.issues, deps.rules, words)));
  if (parsed.input.testRecipient === null) return confirmQuickly(command, parsed.input, deps);
  const prepare = async () => toRequest(person, parsed.input, deps);
  const { triggerId: id, wasHeldUp } = command;
  await deps.operations.perform({ id, kind: sendKind, prepare, wasHeldUp }, (acknowledgement) =>
    command.ack(
      plainAnswer(
        isTaken(acknowledgement)
          ? words.send.quickSending(
              typed.to,
              isDirectMessage(conversation) ? "direct_message" : "conversation",
            )
          : whyNothing(acknowledgement, words),
      ),
    ),
  );
}

async function confirmQuickly(command: Command, input: SendInput, deps: SendDeps): Promise<void> {
  const words = deps.wordsOf(command.person.locale);
  await command.ack();
  const draft = await saveDraft(command.person, input, deps);
  if (draft === undefined) return command.answer(plainAnswer(words.common.tooSlow));
  await command.openModal(renderConfirmation({ act: deps.newId(), draft, input }, words));
}

/** The form: a test recipient is sent to at once, anybody else after the confirmation pushed over it. */
export async function submitSendForm(submission: Submission, deps: SendDeps): Promise<void> {
  const { person } = submission;
  const words = deps.wordsOf(person.locale);
  if (!deps.maySend(person)) return submission.ackErrors({ to: words.issues.notAllowed });
  const parsed = parseSendForm(submission.fields, deps.rules);
  if (!parsed.ok) return submission.ackErrors(renderFieldErrors(parsed.issues, deps.rules, words));
  const { act, repeats } = readMetadata(submission);
  if (parsed.input.testRecipient === null) {
    const draft = await saveDraft(person, parsed.input, deps);
    if (draft === undefined) return submission.ackErrors({ to: words.common.tooSlow });
    const view = renderConfirmation({ act: deps.newId(), draft, repeats, input: parsed.input }, words);
    return submission.ack({ response_action: "push", view });
  }
  const prepare = async () => ({ ...toRequest(person, parsed.input, deps), ...toRepeats(repeats) });
  const { wasHeldUp } = submission;
  await deps.operations.perform({ id: act, kind: sendKind, prepare, wasHeldUp }, async (acknowledgement) => {
    if (isDone(acknowledgement)) return submission.ack({ response_action: "clear" });
    const notice = whyNothing(acknowledgement, words);
    if (mayBeSubmittedAgain(acknowledgement)) return submission.ackErrors({ to: notice });
    // The act is used up, so the form comes back as a new one; Slack keeps what was typed under the same ids.
    const form = { act: deps.newId(), repeats, initial: {}, rules: deps.rules, notice };
    return submission.ack({ response_action: "update", view: renderSendForm(form, words) });
  });
}

export async function submitConfirmation(submission: Submission, deps: SendDeps): Promise<void> {
  const { person } = submission;
  const words = deps.wordsOf(person.locale);
  const { act, draft = "", repeats } = readMetadata(submission);
  const say = (text: string) =>
    submission.ack({
      response_action: "update",
      view: renderModal({
        callbackId: ids.confirmation,
        title: words.confirm.title,
        close: words.common.back,
        blocks: [banner(text)],
      }),
    });
  if (!deps.maySend(person)) return say(words.issues.notAllowed);
  let refusal: string | null = null;
  const prepare = async () => {
    const kept = await deps.store.drafts.get(draft, person.id);
    const input = kept === null ? null : (SendInput.safeParse(kept.body).data ?? null);
    // The confirmation may have lain open over a restart with other rules.
    const issue = input === null ? null : findRuleIssue(input.body, deps.rules);
    if (input !== null && issue === null) {
      return { ...toRequest(person, input, deps), ...toRepeats(repeats) };
    }
    const same = await findSameAct(act, person, deps);
    if (same === null && issue !== null) refusal = issueWords(issue, deps.rules, words);
    return same;
  };
  const confirmed = { id: act, kind: sendKind, prepare, wasHeldUp: submission.wasHeldUp };
  let isStored = false;
  await deps.operations.perform(confirmed, (acknowledgement) => {
    isStored = acknowledgement.kind === "stored";
    if (isDone(acknowledgement)) return submission.ack({ response_action: "clear" });
    return say(refusal ?? whyNothing(acknowledgement, words));
  });
  // What is left all the same goes when it expires.
  if (isStored) await deps.store.drafts.remove(draft).catch(() => {});
}

/** A submission that comes once more finds its draft gone: nothing of what happened since counts, the store has it. */
async function findSameAct(act: string, person: Person, { store }: SendDeps) {
  const operation = await store.operations.get(act);
  if (operation === null || operation.author !== person.id) return null;
  const request = readSendable(operation.request);
  return request === null ? null : { author: person.id, conversation: operation.conversation, request };
}

/** The button under what had no effect: the form again, filled, for the one who asked. */
export async function editAndSend(click: Click, deps: SendDeps): Promise<void> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  const operation = await deps.store.operations.get(click.value);
  if (operation === null) return click.answer(plainAnswer(words.outcomes.noLonger));
  if (operation.author !== person.id) return click.answer(plainAnswer(words.outcomes.onlyAuthor));
  if (!deps.maySend(person)) return click.answer(plainAnswer(words.issues.notAllowed));
  const origin = await findOrigin(operation, deps.store.operations);
  if (origin === null) return click.answer(plainAnswer(words.outcomes.noLonger));
  const obstacle = obstacleToEdit(origin);
  if (obstacle !== null) {
    const isEarlier = obstacle === "unsettled" && origin.id !== operation.id;
    const why = isEarlier ? words.repeat.unsettledBefore : obstacleWords(obstacle, words);
    return click.answer(plainAnswer(why));
  }
  const message = readStored(operation.request);
  if (message === null) return click.answer(plainAnswer(words.outcomes.noLonger));
  const initial = toTyped(message, operation.conversation);
  // Reported as not arrived is no proof: a late answer can still say otherwise, and then this form must not send.
  const repeats = operation.id;
  await click.openModal(renderSendForm({ act: deps.newId(), repeats, initial, rules: deps.rules }, words));
}

async function saveDraft(person: Person, input: SendInput, deps: SendDeps): Promise<string | undefined> {
  const id = deps.newId();
  const expiresAt = new Date(deps.now().getTime() + draftLifeMs);
  const saving = deps.store.drafts.save({ id, author: person.id, kind: sendKind, body: input, expiresAt });
  return within(
    draftBudgetMs,
    saving.then(
      () => id,
      (error: unknown) => {
        deps.onDraftFailure(error);
        return undefined;
      },
    ),
  );
}

function toRequest(person: Person, input: SendInput, deps: SendDeps) {
  return {
    author: person.id,
    conversation: input.conversation,
    locale: person.locale,
    request: input.body,
    quota: deps.quota(),
  };
}

function toRepeats(repeats: string | undefined): { repeats?: string } {
  return repeats === undefined ? {} : { repeats };
}

function readMetadata(submission: Submission): SendMetadata {
  return Metadata.parse(JSON.parse(submission.view.private_metadata));
}
