import { isBlank } from "../../blank-text.ts";
import { storeBudgetMs } from "../../deadline.ts";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { renderNotice, toNotice, withNotice } from "../../outcomes/acknowledgement.view.ts";
import { plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import { addRow, removeRow } from "../../slack/blocks/buttons.ts";
import type { Choice } from "../../slack/blocks/modal.ts";
import { toTypedText } from "../../slack/blocks/typed-text.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import type { Click, Command, ReadMetadata, Shortcut, Submission } from "../../slack/edge/interaction.ts";
import { prepareConfirmation } from "./confirm.slack.ts";
import { fields, ids } from "./ids.ts";
import { formatIssue, issueLines, toFieldErrors } from "./issues.view.ts";
import { autoKind, kindForImage, messageKinds, toKind } from "./kinds/index.ts";
import { findCommandWarnings, parseQuickCommand } from "./quick-command.input.ts";
import { findRecipients, splitNames, toRecipientKey } from "./recipients.input.ts";
import { countriesOf, parseFieldForm, parseForm, type SendInput, toUncheckedBody } from "./send.input.ts";
import { sendKind } from "./send.ts";
import { renderSendForm } from "./send.view.ts";
import {
  findImageIssue,
  formOptions,
  formWaitMs,
  kindOfFirstOperation,
  prepareSend,
  prepareSendSteps,
  readSendContext,
  type SendDeps,
  sendRulesFor,
} from "./send-deps.ts";
import {
  createSendForm,
  FormMetadata,
  formatJson,
  readValues,
  type SendForm,
  templateIdOf,
} from "./send-form.ts";
import {
  buttonLines,
  findVariableNames,
  isTemplate,
  isVariableList,
  textsOf,
  variableField,
  withVariableFields,
} from "./template-text.ts";
import { findWarnings, type Warning } from "./warnings.ts";

export async function openSendForm(
  interaction: Command | Shortcut | Click,
  deps: SendDeps,
  { filled = {}, notice, picked }: { filled?: Partial<SendForm>; notice?: string; picked?: Choice } = {},
): Promise<void> {
  const { person, words } = interaction;
  await interaction.ack();
  if (!deps.maySend(person)) return interaction.answer(deps.noAccess(words));
  prefetchPrices(deps);
  const form = createSendForm({ act: deps.newId() }, filled);
  await interaction.openModal(renderSendForm(form, { ...formOptions(person, deps), picked }, notice));
}

/** Starts to read Korean prices, so that a confirmation has them. */
export function prefetchPrices({ prices }: SendDeps): void {
  prices("82", 0).catch(() => {});
}

export async function openSendFormWithImage(
  click: Click,
  { fileId, type, name }: { fileId: string; type: string; name: string },
  deps: SendDeps,
): Promise<void> {
  const { kind, field } = kindForImage(type);
  // Same label as in the field's suggestions.
  const picked = { value: fileId, label: `${name} (${shortenId(fileId)})` };
  await openSendForm(click, deps, { filled: { kind, values: { [field]: fileId } }, picked });
}

export async function openSendFormWithText(shortcut: Shortcut, deps: SendDeps): Promise<void> {
  const text = shortcut.message === null ? "" : toTypedText(shortcut.message);
  if (isBlank(text) && deps.maySend(shortcut.person)) {
    await shortcut.ack();
    return shortcut.answer(plainAnswer(shortcut.words.send.noText));
  }
  await openSendForm(shortcut, deps, { filled: { values: { text } } });
}

export async function handleSendCommand(command: Command, deps: SendDeps): Promise<void> {
  const { person, conversation, words } = command;
  if (command.text === "") return openSendForm(command, deps);
  if (!deps.maySend(person)) return command.ack(deps.noAccess(words));
  const typed = parseQuickCommand(command.text);
  const rules = sendRulesFor(person, deps);
  if (typed === null) {
    const found = findRecipients(splitNames(command.text), rules);
    if (!("problem" in found)) {
      const chosen = found.recipients.map(toRecipientKey).join("\n");
      return openSendForm(command, deps, { filled: { values: { [fields.recipients]: chosen } } });
    }
    if (found.problem === "number_among")
      return openSendForm(command, deps, { filled: { values: { to: command.text } } });
    return command.ack(plainAnswer(formatIssue(found, rules, words)));
  }
  const { to, text } = typed;
  const [from] = deps.rules.senderNumbers;
  if (from === undefined) {
    return openSendForm(command, deps, { filled: { values: { to, text } }, notice: words.issues.noSender });
  }
  const parsed = parseFieldForm({ kind: autoKind, values: { to, text, from }, conversation }, rules);
  if (!parsed.ok) {
    return command.ack(renderAnswer(issueLines(parsed.issues, rules, words)));
  }
  const { input } = parsed;
  const context = await readSendContext(input.body, deps);
  const doubts = findCommandWarnings(typed, rules);
  const isDoubtful = [...doubts, ...findWarnings(input.body, context, countriesOf(input))].length > 0;
  if (isDoubtful || input.testRecipient === null) return confirmQuickly(command, { input, doubts }, deps);
  const prepare = async () => prepareSend(command.triggerId, input, deps);
  await deps.operations.perform(
    { id: command.triggerId, kind: sendKind, by: command, prepare },
    (acknowledgement) => {
      const notice = toNotice(acknowledgement, { kind: words.outcomes.message }, words);
      if (notice !== null) return command.ack(renderNotice(notice));
      return command.ack(plainAnswer(words.send.quickSending(to)));
    },
  );
}

type Doubted = { input: SendInput; doubts: readonly Warning[] };

async function confirmQuickly(command: Command, doubted: Doubted, deps: SendDeps): Promise<void> {
  const { person } = command;
  await command.ack();
  const asked = await prepareConfirmation(
    person,
    { act: command.triggerId, ...doubted, isAlone: true },
    deps,
  );
  if ("why" in asked) return command.answer(plainAnswer(asked.why));
  await command.openModal(asked.view);
}

/** Sends to test recipients without a confirmation; other numbers and likely mistakes need one. */
export async function submitSendForm(submission: Submission, deps: SendDeps): Promise<void> {
  const { person, words } = submission;
  const form = readSendForm(submission);
  const names = [...submission.fields.names(), fields.image];
  const home = form.isJson ? fields.json : fields.to;
  if (!deps.maySend(person)) return submission.ackErrors({ [home]: words.issues.notAllowed });
  const whole = await addMissingFields(form, submission.fields.names(), submission, deps);
  if (whole !== null) return showForm(submission, whole, deps);
  const parsed = parseForm(form, { ...deps, rules: sendRulesFor(person, deps) });
  if (!parsed.ok) {
    // Reports a missing image at the attachment, unless the field for an uploaded image is shown.
    const isHidden = (field: string) => field === form.kind.attach?.field && !names.includes(field);
    const issues = parsed.issues.map((one) => (isHidden(one.field) ? { ...one, field: fields.image } : one));
    return submission.ackErrors(toFieldErrors(issues, { rules: deps.rules, words, names }));
  }
  const { act, again, writtenAt } = form;
  const { input } = parsed;
  const imageIssue = findImageIssue(person, input, deps);
  if (imageIssue !== null) return submission.ackErrors({ [fields.image]: imageIssue });
  const context = await readSendContext(input.body, deps, writtenAt);
  const isDoubtful = findWarnings(input.body, context, countriesOf(input)).length > 0;
  if (isDoubtful || input.testRecipient === null) {
    const isAlone = !submission.hasRoom;
    const asked = await prepareConfirmation(person, { act, again, input, writtenAt, isAlone }, deps);
    if ("why" in asked) return submission.ackErrors({ [home]: asked.why });
    await submission.ack({ response_action: isAlone ? "update" : "push", view: asked.view });
    return;
  }
  const prepare = async () => prepareSendSteps(person, { form, input }, deps);
  const kind = kindOfFirstOperation(input.image !== null, deps);
  const options = formOptions(person, deps);
  await deps.operations.perform({ id: act, kind, by: submission, prepare }, async (acknowledgement) => {
    const notice = toNotice(acknowledgement, { kind: words.outcomes.message, isForm: true }, words);
    if (notice === null) return submission.ack({ response_action: "clear" });
    // Slack keeps the typed text, since the block ids stay the same.
    const view = withNotice(renderSendForm(form, options), notice);
    return submission.ack({ response_action: "update", view });
  });
}

async function showForm(
  submission: Submission,
  { notice, ...form }: SendFormWithNotice,
  deps: SendDeps,
): Promise<void> {
  const view = renderSendForm(form, formOptions(submission.person, deps), notice);
  await submission.ack({ response_action: "update", view });
}

export function readSendForm({
  carried,
  fields: typed,
}: {
  carried: ReadMetadata;
  fields: Fields;
}): SendForm {
  const values = readValues(typed);
  return {
    ...carried(FormMetadata),
    kind: toKind(values[fields.kind]),
    values,
    conversation: typed.conversation(fields.channel) ?? null,
    image: typed.files(fields.image)[0] ?? null,
  };
}

export type SendFormWithNotice = SendForm & { notice?: string | undefined };
type Make = (form: SendForm, click: Click) => SendForm;

/** Fields whose change renders the form again, since other fields or the preview depend on them. */
const redrawing = [
  fields.kind,
  variableField("*"),
  ...messageKinds.flatMap(({ fields: all, lists = [] }) => [
    ...all.filter(({ input }) => isTemplate(input)).map(({ id }) => id),
    ...lists.map(({ id }) => `${id}.buttonType`),
  ]),
];

export const sendFormChanges: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(redrawing.map((name): [string, Make] => [`${ids.sendForm}/${name}`, (form) => form])),
  [ids.more]: (form) => ({ ...form, hasMore: true }),
  [ids.addButton]: (form, click) => withRow(form, click.actionId),
  [ids.removeButton]: (form, click) => {
    const lists = (form.kind.lists ?? []).map(({ id }) => id);
    return removeRow(form, lists, click.actionId);
  },
};

export async function changeForm(click: Click, deps: SendDeps, make: Make): Promise<void> {
  const { person, words } = click;
  await click.ack();
  if (click.form === null) return;
  const form = readSendForm(click.form);
  const { notice, ...next } = await withTemplate(make(form, click), deps, words);
  await click.updateModal(renderSendForm(next, formOptions(person, deps), notice));
}

/** Returns the form with fields that were missing at its submission; null if none were. */
export async function addMissingFields(
  form: SendForm,
  names: readonly string[],
  { person, words }: Pick<Submission, "person" | "words">,
  deps: SendDeps,
): Promise<SendFormWithNotice | null> {
  // The limit is short: Slack waits for an answer, and storing takes time too.
  const whole = await withTemplate(form, deps, words, formWaitMs);
  const { blocks } = renderSendForm(whole, formOptions(person, deps));
  const shown = blocks.flatMap(({ type, block_id: id = "" }) =>
    type === "input" ? [id.split("~")[0] ?? id] : [],
  );
  const hasPlace = form.image === null || shown.includes(fields.image);
  return hasPlace && whole.notice === undefined && shown.every((name) => names.includes(name)) ? null : whole;
}

/** Adds a field for each variable of the chosen template, or a notice if the store doesn't answer in time. */
export async function withTemplate(
  form: SendForm,
  { templates, within }: SendDeps,
  words: Catalogue,
  limitMs: number = storeBudgetMs,
): Promise<SendFormWithNotice> {
  if (form.isJson || !form.kind.fields.some(({ input }) => isVariableList(input))) return form;
  const id = templateIdOf(form);
  const seen = id === "" ? null : await within(limitMs, templates.get(id)).catch(() => undefined);
  if (seen === undefined) return { ...form, notice: words.common.tooSlow };
  const content = seen?.content ?? null;
  const lines = [content?.content ?? [], buttonLines(content)].flat();
  const template = lines.length === 0 ? undefined : lines.join("\n");
  return {
    ...form,
    values: withVariableFields(form.values, findVariableNames(...textsOf(content))),
    template,
  };
}

function withRow(form: SendForm, actionId: string): SendForm {
  const list = form.kind.lists?.find(({ id }) => id === actionId.split(":")[1]);
  const first = list?.fields[0];
  return list === undefined || first === undefined ? form : addRow(form, list.id, first.name);
}

export async function openJsonForm(click: Click, deps: SendDeps): Promise<void> {
  await click.ack();
  if (click.form === null) return;
  const { act, again, saved, writtenAt, conversation, image, ...form } = readSendForm(click.form);
  const values = { [fields.json]: formatJson(toUncheckedBody(form, deps.rules)) };
  const json = createSendForm(
    { act, again },
    { isJson: true, values, conversation, image, saved, writtenAt },
  );
  await click.openModal(renderSendForm(json, formOptions(click.person, deps)));
}
