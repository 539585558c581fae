import type { ModalView, SectionBlock } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../../locales/index.ts";
import { field, multiSelect, plain, renderModal, textInput } from "../../../slack/blocks/modal.ts";
import type { LibraryEntry } from "../../../store/index.ts";
import { groupKey, recipientKey } from "../address.input.ts";
import { fields, ids } from "../ids.ts";
import { type NameSources, nameOf } from "../recipients.input.ts";
import { recipientSelect } from "../recipients.view.ts";
import { longestName } from "./naming.ts";
import { mostMessages, type Suite } from "./saved.ts";

/** `revision` is null of a new one. */
export const EditMetadata = z.object({ entry: z.string(), revision: z.number().nullable() });
export type EditMetadata = z.infer<typeof EditMetadata>;

type Edited = EditMetadata & { name: string };

export function renderSuiteForm(
  { messages, recipients, ...form }: Edited & Suite,
  { saved, sources }: { saved: readonly LibraryEntry[]; sources: NameSources },
  words: Catalogue,
): ModalView {
  const { suite } = words.runs;
  const choices = saved.map((entry) => ({ value: entry.id, label: entry.name }));
  const chosen = messages.flatMap((id) => choices.find(({ value }) => value === id) ?? []);
  const { keys, retired } = findOptions(recipients, sources);
  const select = recipientSelect(keys, sources, words, suite.add.recipient);
  const deleted = messages.length - chosen.length;
  return renderModal({
    ...frame(
      form,
      { callbackId: ids.suite, title: suite.title[form.revision === null ? "new" : "change"] },
      words,
    ),
    blocks: [
      nameField(form.name, suite.nameHint, words),
      field(fields.messages, suite.messages, multiSelect(choices, chosen, mostMessages, suite.add.message), {
        hint: suite.messagesHint,
      }),
      ...(select === null
        ? []
        : [field(fields.recipients, suite.recipients, select, { hint: suite.recipientsHint })]),
      ...(deleted === 0 ? [] : [note(suite.deletedMessages(deleted))]),
      ...noteRetired(retired, words),
    ],
  });
}

export function renderGroupForm(
  { members, ...form }: Edited & { members: readonly string[] },
  sources: NameSources,
  words: Catalogue,
): ModalView {
  const { group, suite } = words.runs;
  const { keys, retired } = findOptions(members, sources);
  const select = recipientSelect(keys, sources, words, suite.add.recipient);
  return renderModal({
    ...frame(
      form,
      { callbackId: ids.group, title: group.title[form.revision === null ? "new" : "change"] },
      words,
    ),
    blocks: [
      nameField(form.name, group.nameHint, words),
      ...(select === null ? [] : [field(fields.recipients, suite.recipients, select)]),
      ...noteRetired(retired, words),
      note(group.note),
    ],
  });
}

function note(text: string): SectionBlock {
  return { type: "section", text: plain(text) };
}

function noteRetired(names: readonly string[], { runs }: Catalogue): SectionBlock[] {
  return names.length === 0 ? [] : [note(runs.retired(names.join(", ")))];
}

function frame(
  { entry, revision }: Edited,
  modal: { callbackId: string; title: string },
  { runs, common }: Catalogue,
) {
  const metadata = JSON.stringify({ entry, revision } satisfies EditMetadata);
  return { ...modal, submit: runs.save.submit, close: common.cancel, metadata };
}

function nameField(name: string, hint: string, { runs }: Catalogue) {
  return field(fields.suiteName, runs.save.name, textInput({ initial: name, longest: longestName }), {
    hint,
  });
}

/** The options of these names, and the names that no longer have one. */
function findOptions(names: readonly string[], sources: NameSources) {
  const found: string[] = [];
  const retired: string[] = [];
  for (const name of names) {
    const group = (sources.groups ?? []).find((one) => one.name === name);
    const one = sources.testRecipients.find((each) => nameOf(each) === name);
    if (group !== undefined) found.push(groupKey(group));
    else if (one !== undefined) found.push(recipientKey(one));
    else retired.push(name);
  }
  return { keys: found.join("\n"), retired };
}

/** What is kept of an option: a name outlives a changed number. */
export function toName(key: string, { testRecipients }: NameSources): string {
  const one = testRecipients.find((each) => recipientKey(each) === key);
  return one === undefined ? key.replace(/^@/, "") : nameOf(one);
}
