import type { ModalView } from "@slack/types";
import { within } from "../../deadline.ts";
import type { Acknowledgement } from "../../operations/index.ts";
import { isDone, whyNothing } from "../../outcomes/acknowledgement.view.ts";
import { tieOf, toFormOfAct, wasChanged, withNewAct } from "../../outcomes/form-acts.ts";
import { plainAnswer } from "../../slack/blocks/answer.ts";
import { fitsModal } from "../../slack/blocks/size.ts";
import type { Click, Submission } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import { contentOf, firstKind, toOperations } from "./act.ts";
import { withTypedAgent } from "./agent.ts";
import { type Confirmation, type Known, renderConfirmation, renderUnconfirmed } from "./confirm.view.ts";
import { readDraft, saveDraft } from "./drafts.ts";
import { withImage } from "./images.ts";
import { issueWords } from "./issues.view.ts";
import { largestPart } from "./largest-part.ts";
import { findPolicyIssue } from "./policy.ts";
import { SendInput } from "./send.input.ts";
import { sendKind } from "./send.ts";
import { renderSendForm } from "./send.view.ts";
import { formOptions, type SendDeps } from "./send-deps.ts";
import { filledForm, readMetadata, type SendMetadata } from "./send-form.ts";

/** What is told beside a message is never waited for longer. */
const momentMs = 300;

type Wanted = Pick<Confirmation, "firstAct" | "told" | "input" | "repeats" | "kept" | "isAlone">;

/** Keeps what is to be sent and shows it once more, or says why not: nothing is confirmed that can't be shown whole. */
export async function toConfirmation(
  person: Person,
  wanted: Wanted,
  deps: SendDeps,
): Promise<{ view: ModalView } | { why: string }> {
  const words = deps.wordsOf(person.locale);
  const input = { ...wanted.input, body: withTypedAgent(wanted.input.body, deps.agent) };
  const [draft, known] = await Promise.all([
    saveDraft(person, { kind: sendKind, body: input }, deps),
    findKnown(person, input, deps),
  ]);
  if (draft === undefined) return { why: words.common.tooSlow };
  const options = { words, format: deps.formatOf(person.locale) };
  const shown = { ...wanted, act: deps.newId(), draft, known, input, content: contentOf(wanted.input) };
  const view = renderConfirmation(shown, options);
  return fitsModal(view) ? { view } : { why: words.issues.tooLarge(largestPart(input.body)) };
}

async function findKnown(person: Person, { body }: SendInput, deps: SendDeps): Promise<Known> {
  const { day, limit } = deps.quota();
  const counting = deps.store.operations.countUsed(person.id, day).catch(() => null);
  const [prices, usedToday] = await Promise.all([
    deps.prices(body.message.country ?? "82", momentMs),
    within(momentMs, counting),
  ]);
  return { prices: prices?.items ?? null, usedToday: usedToday ?? null, limit, at: deps.now() };
}

export async function submitConfirmation(submission: Submission, deps: SendDeps): Promise<void> {
  const { person } = submission;
  const words = deps.wordsOf(person.locale);
  const form = readMetadata(submission.view.private_metadata);
  const { act, content, draft = "", hasImage } = form;
  const show = (view: ModalView) => submission.ack({ response_action: "update", view });
  if (!deps.maySend(person)) return show(renderUnconfirmed(words.issues.notAllowed, form, words));
  let input: SendInput | null = null;
  const prepare = async () => {
    const kept = await deps.store.drafts.get(draft, person.id);
    input = SendInput.safeParse(kept?.body).data ?? null;
    const asked = input === null ? null : toAsked(person, { form, input }, deps);
    // What bars it, or that it is gone, counts for what was not sent yet.
    return asked === null || "barred" in asked ? ((await findSameAct(act, person, deps)) ?? asked) : asked;
  };
  const kind = firstKind(hasImage, deps);
  const ofForm = content === undefined ? undefined : toFormOfAct(form, content);
  const confirmed = { id: act, kind, by: submission, form: ofForm, prepare };
  // What was confirmed stays until it expires: whoever had no answer goes back to the form of this very act.
  await deps.operations.perform(confirmed, async (acknowledgement) => {
    if (isDone(acknowledgement)) return submission.ack({ response_action: "clear" });
    return show(await renderNothing(person, { form, input, acknowledgement }, deps));
  });
}

type Confirmed = { form: SendMetadata; input: SendInput };
type Nothing = Pick<Confirmed, "form"> & { input: SendInput | null; acknowledgement: Acknowledgement };

/** Why nothing was sent; above the message itself, to be confirmed once more, where another version of it was. */
async function renderNothing(
  person: Person,
  { form, input, acknowledgement }: Nothing,
  deps: SendDeps,
): Promise<ModalView> {
  const words = deps.wordsOf(person.locale);
  const why = whyNothing(acknowledgement, words);
  const again = withNewAct(form, acknowledgement, deps.newId());
  if (!wasChanged(acknowledgement)) return renderUnconfirmed(why, again, words);
  const { content = "", draft = "" } = form;
  if (input !== null) {
    const known = await findKnown(person, input, deps);
    const options = { words, format: deps.formatOf(person.locale) };
    const view = renderConfirmation({ ...again, draft, input, content, known }, options, why);
    if (fitsModal(view)) return view;
  }
  // Any form below wasn't told: this one goes on in another.
  return renderUnconfirmed(why, { ...again, isAlone: true }, words);
}

/** The confirmation may have lain open over a restart with other rules, or into the night. */
function toAsked(person: Person, { form, input }: Confirmed, deps: SendDeps) {
  const issue = findPolicyIssue(input.body, deps.rules, deps.now());
  if (issue !== null) return { barred: issueWords(issue, deps.rules, deps.wordsOf(person.locale)) };
  const { act, repeats, hasImage } = form;
  return (input.image !== null) === hasImage ? toOperations(person, { act, input, repeats }, deps) : null;
}

/** A submission that comes once more: nothing of what happened since counts, the store has it. */
async function findSameAct(act: string, person: Person, { store }: SendDeps) {
  const operation = await store.operations.get(act);
  if (operation === null || operation.author !== person.id) return null;
  // Whatever is in it: the store finds that it was taken on.
  const request = typeof operation.request === "object" ? operation.request : null;
  return request === null ? null : { conversation: operation.conversation, request };
}

/** From a confirmation with no form below it to the form, filled with what was typed. */
export async function backToForm(click: Click, deps: SendDeps): Promise<void> {
  const { person, form } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  if (form === null) return;
  const confirmation = readMetadata(form.metadata);
  const { draft = "", repeats, kept: hidden } = confirmation;
  const kept = await readDraft(person, draft, deps);
  if (kept === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  const input = SendInput.safeParse(kept?.body).data;
  if (input === undefined) {
    // What it led to may stand: only the form that it was is gone.
    const operation = await deps.store.operations.get(confirmation.act);
    const isSubmitted =
      operation?.author === person.id && isDone({ kind: "duplicate", operation, isOther: false });
    return click.answer(plainAnswer(isSubmitted ? words.confirm.submitted : words.common.gone));
  }
  const { body, conversation, image } = input;
  const open = filledForm(deps.newId(), withImage(body, null), conversation);
  // Slack gives no form a file that was chosen in another.
  const lostImage = image !== null;
  const filled = { ...open, ...tieOf(confirmation), repeats, kept: hidden, lostImage };
  await click.updateModal(renderSendForm(filled, formOptions(person, deps)));
}
