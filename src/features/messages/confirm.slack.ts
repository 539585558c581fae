import type { ModalView } from "@slack/types";
import { wordsOf } from "../../locales/index.ts";
import { renderNotice, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import type { PhoneNumber } from "../../phone-number.ts";
import { type Answer, plainAnswer } from "../../slack/blocks/answer.ts";
import { fitsModal } from "../../slack/blocks/limits.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import {
  type Confirmation,
  type ConfirmationContext,
  ConfirmationMetadata,
  renderConfirmation,
  renderUnsentConfirmation,
} from "./confirm.view.ts";
import { findCommonCost } from "./cost.ts";
import { fields } from "./ids.ts";
import { formatIssue } from "./issues.view.ts";
import { findPolicyIssue } from "./policy.ts";
import { findTestRecipient, toRecipientKey } from "./recipients.input.ts";
import { SendInput, toBodies } from "./send.input.ts";
import { sendKind, withImage } from "./send.ts";
import { renderSendForm } from "./send.view.ts";
import {
  formOptions,
  formWaitMs,
  kindOfFirstOperation,
  prepareSendSteps,
  readDraft,
  readQuotaUsage,
  readSendContext,
  type SendDeps,
  saveDraft,
} from "./send-deps.ts";
import { type FormValues, filledForm } from "./send-form.ts";

type Wanted = Pick<Confirmation, "act" | "again" | "input" | "writtenAt" | "isAlone" | "doubts">;

/** Stores the message as a draft, and renders the confirmation. Refuses a message too large to be shown in full. */
export async function prepareConfirmation(
  person: Person,
  wanted: Wanted,
  deps: SendDeps,
): Promise<{ view: ModalView } | { why: string }> {
  const words = wordsOf(person.locale);
  const known = await findKnown(person, wanted, deps);
  const input = { ...wanted.input, cost: findCommonCost(wanted.input, known.prices) };
  const draft = await saveDraft(person, { kind: sendKind, body: input }, deps);
  if (draft === undefined) return { why: words.common.tooSlow };
  const view = renderConfirmation({ ...wanted, draft, known, input }, words);
  return fitsModal(view) ? { view } : { why: words.issues.tooLarge };
}

async function findKnown(
  person: Person,
  { input: { body }, writtenAt }: Pick<Wanted, "input" | "writtenAt">,
  deps: SendDeps,
): Promise<ConfirmationContext> {
  const [prices, used, context] = await Promise.all([
    deps.prices(body.message.country ?? "82", formWaitMs),
    readQuotaUsage(person, deps),
    readSendContext(body, deps, writtenAt),
  ]);
  return { ...context, ...used, prices: prices?.items ?? null };
}

export async function submitConfirmation(submission: Submission, deps: SendDeps): Promise<void> {
  const { person, words } = submission;
  const form = submission.carried(ConfirmationMetadata);
  const { act, draft, hasImage } = form;
  const show = (view: ModalView) => submission.ack({ response_action: "update", view });
  const unconfirmed = renderUnsentConfirmation(form, words);
  if (!deps.maySend(person))
    return show(withNotice(unconfirmed, { says: [words.issues.notAllowed], steps: [] }));
  const prepare = async () => {
    const kept = await deps.store.drafts.get(draft, person.id);
    const input = SendInput.safeParse(kept?.body).data;
    return input === undefined ? null : toAsked(person, { form, input }, deps);
  };
  const confirmed = { id: act, kind: kindOfFirstOperation(hasImage, deps), by: submission, prepare };
  // Keeps the draft until it expires: if Slack loses the answer, the person can still go back to the form.
  await deps.operations.perform(confirmed, (acknowledgement) => {
    const notice = toNotice(acknowledgement, { kind: words.outcomes.message, isForm: true }, words);
    return notice === null
      ? submission.ack({ response_action: "clear" })
      : show(withNotice(unconfirmed, notice));
  });
}

type Confirmed = { form: ConfirmationMetadata; input: SendInput };

/** Checks the message again: rules and time of day may have changed while the confirmation was open. */
function toAsked(person: Person, { form, input }: Confirmed, deps: SendDeps) {
  const now = deps.now();
  const isRetired = (one: PhoneNumber) => findTestRecipient(one, deps.rules) === undefined;
  const { to, country = "82" } = input.body.message;
  // Several recipients of one message have to be test recipients.
  const retired = input.others.length > 0 && [{ to, country }, ...input.others].some(isRetired);
  const issue = retired
    ? ({ problem: "test_only" } as const)
    : toBodies(input)
        .map((body) => findPolicyIssue(body, deps.rules, now))
        .find((one) => one !== null);
  if (issue !== undefined) return { denied: formatIssue(issue, deps.rules, wordsOf(person.locale)) };
  return (input.image !== null) === form.hasImage ? prepareSendSteps(person, { form, input }, deps) : null;
}

export async function returnToSendForm(click: Click, deps: SendDeps): Promise<void> {
  const { person, words, form } = click;
  await click.ack();
  if (form === null) return;
  const { act, again, draft, writtenAt } = form.carried(ConfirmationMetadata);
  const kept = await readDraft(person, draft, deps);
  if (kept === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  const input = SendInput.safeParse(kept?.body).data;
  if (input === undefined) return click.answer(await renderGone(act, click, deps));
  const { body, conversation, image } = input;
  const filled = filledForm({ act, again }, withImage(body, null), conversation);
  const values = withRecipients(filled.values, input);
  // An app can't fill Slack's file field, so the person has to choose the image again.
  const lost = image === null ? {} : { hasMore: true };
  const notice = image === null ? undefined : words.send.imageAgain;
  const back = { ...filled, ...lost, values, writtenAt };
  await click.updateModal(renderSendForm(back, formOptions(person, deps), notice));
}

function withRecipients(values: FormValues, { body, others }: SendInput): FormValues {
  if (others.length === 0) return values;
  const { to, country = "82" } = body.message;
  const all = [{ to, country }, ...others].map(toRecipientKey).join("\n");
  return { ...values, [fields.to]: "", [fields.country]: "", [fields.recipients]: all };
}

async function renderGone(act: string, { person, words }: Click, { store }: SendDeps): Promise<Answer> {
  const operation = await store.operations.get(act);
  const isTheirs = operation?.author === person.id && operation.act === act;
  const notice = isTheirs
    ? toNotice({ kind: "duplicate", operation }, { kind: words.outcomes.message }, words)
    : null;
  return notice === null ? plainAnswer(words.common.gone) : renderNotice(notice);
}
