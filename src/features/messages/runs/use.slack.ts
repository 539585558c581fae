import { storeBudgetMs } from "../../../deadline.ts";
import type { Catalogue } from "../../../locales/index.ts";
import { groupNumber } from "../../../phone-number.ts";
import type { SendBody } from "../../../platform/index.ts";
import { plainAnswer } from "../../../slack/blocks/answer.ts";
import type { Click } from "../../../slack/edge/interaction.ts";
import type { LibraryEntry } from "../../../store/index.ts";
import { fields } from "../ids.ts";
import { withTemplate } from "../send.slack.ts";
import { renderSendForm } from "../send.view.ts";
import { findContext, formOptions } from "../send-deps.ts";
import { filledForm, writeJson } from "../send-form.ts";
import { findWarnings, warningWords } from "../warnings.ts";
import type { LibraryDeps } from "./library.slack.ts";
import { readSaved } from "./saved.ts";

/** A saved message in the send form, where it can be sent, changed and saved again. */
export async function useSaved(click: Click, deps: LibraryDeps): Promise<void> {
  const { person, words } = click;
  await click.ack();
  if (!deps.maySend(person)) return click.answer(deps.noAccess(words));
  const entry = await deps.within(storeBudgetMs, deps.library.get(click.value));
  if (entry === undefined) return click.answer(plainAnswer(words.common.tooSlow));
  const body = entry === null ? null : readSaved(entry);
  if (entry === null || body === null) return click.answer(plainAnswer(words.runs.gone));
  const form = filledForm({ act: deps.newId() }, body, null);
  const unaddressed = { ...body, message: { ...body.message, to: "" } };
  const nobody = form.isJson ? { [fields.json]: writeJson(unaddressed) } : { [fields.to]: "" };
  const shown = { ...form, values: { ...form.values, ...nobody }, ...toSavedAs(entry) };
  const [{ notice, ...withFields }, gone] = await Promise.all([
    withTemplate(shown, deps, words),
    findGone(body, deps, words),
  ]);
  const notices = [...gone, ...(notice === undefined ? [] : [notice])];
  const told = notices.length === 0 ? undefined : notices.join("\n");
  await click.openModal(renderSendForm(withFields, formOptions(person, deps), told));
}

/** What was there when it was saved, a sentence each. */
async function findGone(body: SendBody, deps: LibraryDeps, words: Catalogue): Promise<string[]> {
  const { senderNumbers } = deps.rules;
  const { from } = body.message;
  const isSenderGone = senderNumbers.length > 0 && !senderNumbers.includes(from);
  const warned = findWarnings(body, await findContext(body, deps, undefined));
  return [
    ...(isSenderGone ? [words.runs.senderGone(groupNumber({ to: from }))] : []),
    ...warned.filter(({ isGone }) => isGone).map((one) => warningWords(one, words)),
  ];
}

function toSavedAs({ id, name, revision, changedAt }: LibraryEntry) {
  return { saved: { id, name, revision }, writtenAt: changedAt };
}
