import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../../locales/index.ts";
import { actions, button } from "../../../slack/blocks/buttons.ts";
import { banner, field, multiSelect, plain, renderModal, textInput } from "../../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../../slack/blocks/rich-text.ts";
import type { LibraryEntry } from "../../../store/index.ts";
import { groupKey, recipientKey } from "../address.input.ts";
import { fields, ids } from "../ids.ts";
import { findNamed, type NameSources } from "../recipients.input.ts";
import { recipientSelect } from "../recipients.view.ts";
import { longestName, mostMessages, readSuite, type Suite } from "./saved.ts";

export type Library = {
  suites: readonly LibraryEntry[];
  messages: readonly LibraryEntry[];
  /** This person may change it. */
  isTheirs: (entry: LibraryEntry) => boolean;
};

/** Two blocks each, of the hundred that a modal takes. */
const mostShown = 20;

/** `/msg-test`: what there is to run, with what each person may do about it. */
export function renderLibrary(library: Library, words: Catalogue, notice?: string): ModalView {
  const { runs } = words;
  const { suites, messages } = library;
  return renderModal({
    callbackId: ids.library,
    title: runs.title,
    close: runs.done,
    blocks: [
      ...(notice === undefined ? [] : [banner(notice)]),
      heading(runs.suites, suites.length === 0 ? runs.noSuites : null),
      ...suites.slice(0, mostShown).flatMap((suite) => suiteRow(suite, library, words)),
      ...moreLine(suites.length, words),
      // Without a message there is nothing to put into one.
      ...(messages.length === 0 ? [] : actions([button(ids.suite, runs.newSuite, "new")])),
      heading(runs.messages, messages.length === 0 ? runs.noMessages : null),
      ...messages.slice(0, mostShown).flatMap((message) => messageRow(message, library, words)),
      ...moreLine(messages.length, words),
    ],
  });
}

function heading(title: string, empty: string | null): KnownBlock {
  return renderLines([[{ bold: title }], ...(empty === null ? [] : [[empty]])]).block;
}

function moreLine(count: number, { runs }: Catalogue): KnownBlock[] {
  return count <= mostShown ? [] : [renderLines([[runs.more(count - mostShown)]]).block];
}

function suiteRow(entry: LibraryEntry, { isTheirs }: Library, words: Catalogue): KnownBlock[] {
  const { runs } = words;
  const suite = readSuite(entry);
  const about = suite === null ? "" : ` · ${runs.counts(suite.messages.length, suite.recipients.join(", "))}`;
  return [
    renderLines([[{ bold: entry.name }, about, ...byLine(entry, words)]]).block,
    ...rowActions(entry, [
      button(ids.run, runs.run, entry.id, "primary"),
      ...(isTheirs(entry) ? [button(ids.suite, runs.edit, entry.id), removeButton(entry, words)] : []),
    ]),
  ];
}

function messageRow(entry: LibraryEntry, { isTheirs }: Library, words: Catalogue): KnownBlock[] {
  return [
    renderLines([[{ bold: entry.name }, ...byLine(entry, words)]]).block,
    ...rowActions(entry, [
      button(ids.useSaved, words.runs.use, entry.id),
      ...(isTheirs(entry) ? [removeButton(entry, words)] : []),
    ]),
  ];
}

function byLine({ author }: LibraryEntry, { runs }: Catalogue): Line {
  return [` · ${runs.by} `, { user: author }];
}

/** Buttons with the same id stand in blocks of their own. */
function rowActions({ id }: LibraryEntry, elements: Parameters<typeof actions>[0]): KnownBlock[] {
  return actions(elements).map((block) => ({ ...block, block_id: `library.${id}` }));
}

function removeButton({ id, name }: LibraryEntry, { runs, common }: Catalogue) {
  return {
    ...button(ids.removeSaved, runs.remove, id, "danger"),
    confirm: {
      title: plain(runs.remove),
      text: plain(runs.sure(name)),
      confirm: plain(runs.remove),
      deny: plain(common.cancel),
    },
  };
}

/** `draft`: where the message is kept meanwhile; `entry`: the id that it is saved under. */
export const SaveMetadata = z.object({ draft: z.string(), entry: z.string() });
export type SaveMetadata = z.infer<typeof SaveMetadata>;

export function renderSaveForm(metadata: SaveMetadata, { runs, common }: Catalogue): ModalView {
  const { title, name, hint, note, submit } = runs.save;
  return renderModal({
    callbackId: ids.save,
    title,
    submit,
    close: common.back,
    metadata: JSON.stringify(metadata),
    blocks: [
      field(fields.savedName, name, textInput({ longest: longestName }), { hint }),
      { type: "section", text: plain(note) },
    ],
  });
}

/** `revision` is null of a new one. */
export const SuiteMetadata = z.object({ entry: z.string(), revision: z.number().nullable() });
export type SuiteMetadata = z.infer<typeof SuiteMetadata>;

export type SuiteForm = SuiteMetadata & Suite & { name: string };

export function renderSuiteForm(
  { name, messages, recipients, ...metadata }: SuiteForm,
  { saved, sources }: { saved: readonly LibraryEntry[]; sources: NameSources },
  words: Catalogue,
): ModalView {
  const { common } = words;
  const { suite } = words.runs;
  const choices = saved.map((entry) => ({ value: entry.id, label: entry.name }));
  const chosen = messages.flatMap((id) => choices.find(({ value }) => value === id) ?? []);
  const options = recipients.flatMap((one) => toKey(one, sources));
  const select = recipientSelect(options.join("\n"), sources, words);
  return renderModal({
    callbackId: ids.suite,
    title: suite.title,
    submit: suite.submit,
    close: common.cancel,
    metadata: JSON.stringify(metadata satisfies SuiteMetadata),
    blocks: [
      field(fields.suiteName, suite.name, textInput({ initial: name, longest: longestName }), {
        hint: suite.nameHint,
      }),
      field(fields.messages, suite.messages, multiSelect(choices, chosen, mostMessages), {
        hint: suite.messagesHint,
      }),
      ...(select === null ? [] : [field(fields.recipients, suite.recipients, select)]),
    ],
  });
}

/** The option of a name; none of one that was retired. */
function toKey(name: string, sources: NameSources): string[] {
  const group = (sources.groups ?? []).find((one) => one.name === name);
  if (group !== undefined) return [groupKey(group)];
  const one = sources.testRecipients.find((each) => each.name === name || recipientKey(each) === name);
  return one === undefined ? [] : [recipientKey(one)];
}

/** What a suite keeps of an option: a name outlives a changed number. */
export function toName(key: string, sources: NameSources): string {
  const one = sources.testRecipients.find((each) => recipientKey(each) === key);
  if (one !== undefined) return one.name ?? key;
  const group = key.replace(/^@/, "");
  return findNamed(group, sources) === null ? key : group;
}
