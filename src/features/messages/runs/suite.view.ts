import type { ModalView, SectionBlock } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../../locales/index.ts";
import { field, multiSelect, plain, renderModal, textInput } from "../../../slack/blocks/modal.ts";
import type { LibraryEntry } from "../../../store/index.ts";
import { fields, ids } from "../ids.ts";
import { groupKey, type NameSources, nameOf, recipientKey } from "../recipients.input.ts";
import { recipientSelect } from "../recipients.view.ts";
import { longestName } from "./naming.ts";
import { mostMessages, type Suite } from "./saved.ts";

/** `revision` is null of a new one. */
export const EditMetadata = z.object({ entry: z.string(), revision: z.number().nullable() });
export type EditMetadata = z.infer<typeof EditMetadata>;

export function renderSuiteForm(
  { entry, revision, name, messages, recipients }: EditMetadata & { name: string } & Suite,
  { saved, sources }: { saved: readonly LibraryEntry[]; sources: NameSources },
  words: Catalogue,
): ModalView {
  const { runs, common } = words;
  const { suite } = runs;
  const choices = saved.map((one) => ({ value: one.id, label: one.name }));
  const chosen = messages.flatMap((id) => choices.find(({ value }) => value === id) ?? []);
  const { keys, retired } = findOptions(recipients, sources);
  const select = recipientSelect(keys, sources, words, suite.add.recipient);
  const deleted = messages.length - chosen.length;
  return renderModal({
    callbackId: ids.suite,
    title: suite.title[revision === null ? "new" : "change"],
    submit: runs.save.submit,
    close: common.cancel,
    carries: { entry, revision },
    blocks: [
      field(fields.suiteName, runs.save.name, textInput({ initial: name, longest: longestName }), {
        hint: suite.nameHint,
      }),
      field(fields.messages, suite.messages, multiSelect(choices, chosen, mostMessages, suite.add.message), {
        hint: suite.messagesHint,
      }),
      ...(select === null
        ? []
        : [field(fields.recipients, suite.recipients, select, { hint: suite.recipientsHint })]),
      ...(deleted === 0 ? [] : [note(suite.deletedMessages(deleted))]),
      ...(retired.length === 0 ? [] : [note(runs.retired(retired.join(", ")))]),
    ],
  });
}

function note(text: string): SectionBlock {
  return { type: "section", text: plain(text) };
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
