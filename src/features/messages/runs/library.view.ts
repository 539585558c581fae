import type { ActionsBlock, Button, KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../../locales/index.ts";
import { actions, button } from "../../../slack/blocks/buttons.ts";
import { shorten } from "../../../slack/blocks/limits.ts";
import {
  banner,
  multiSelect,
  plainText,
  renderInput,
  renderModal,
  textInput,
} from "../../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../../slack/blocks/rich-text.ts";
import { type LibraryEntry, type LibraryKind, maxEntries } from "../../../store/index.ts";
import { fields, ids } from "../ids.ts";
import { type NameSources, recipientNameOf, toGroupKey, toRecipientKey } from "../recipients.input.ts";
import { SavedAs } from "../send-form.ts";
import { recipientSelect } from "../suggestions.ts";
import { maxSavedNameLength, maxSuiteMessages, readSaved, readSuite, type Suite } from "./library.ts";

type Library = {
  entries: Readonly<Record<LibraryKind, readonly LibraryEntry[]>>;
  /** Slack user id of the reader, whose own entries are shown without an author. */
  me: string;
  isTheirs: (entry: LibraryEntry) => boolean;
  hasRecipients: boolean;
};

export function renderLibrary(library: Library, words: Catalogue, notice?: string): ModalView {
  const { runs } = words;
  const { entries, hasRecipients } = library;
  const hasMessages = entries.message.length > 0;
  const style = entries.suite.length === 0 ? "primary" : undefined;
  const newSuite = hasMessages && hasRecipients ? [button(ids.suite, runs.newSuite, "new", style)] : [];
  const write = hasMessages ? [] : [button(ids.open, runs.write, "", "primary")];
  return renderModal({
    callbackId: ids.library,
    title: runs.title,
    close: runs.done,
    blocks: [
      ...(notice === undefined ? [] : [banner(notice)]),
      ...(hasRecipients ? [] : [banner(words.recipients.nobody)]),
      ...renderKind("suite", { empty: runs.noSuites, steps: newSuite }, library, words),
      ...renderKind("message", { empty: runs.noMessages, steps: write }, library, words),
    ],
  });
}

function renderKind(
  kind: LibraryKind,
  { empty, steps }: { empty: string; steps: Button[] },
  library: Library,
  words: Catalogue,
): KnownBlock[] {
  const all = library.entries[kind].slice(0, maxEntries[kind]);
  return [
    heading(words.runs.kinds[kind], all.length === 0 ? empty : null),
    ...all.flatMap((entry) => renderRow(entry, library, words)),
    ...named(`steps.${kind}`, actions(steps)),
  ];
}

function heading(title: string, says: string | null): KnownBlock {
  return renderLines([[{ bold: title }], ...(says === null ? [] : [[says]])]).block;
}

function renderRow(entry: LibraryEntry, { entries, me, isTheirs }: Library, words: Catalogue): KnownBlock[] {
  const { runs } = words;
  const [use, change] = stepsOf(entry, entries.suite.length === 1, words);
  const own = isTheirs(entry) ? [...change, removeButton(entry, words)] : [];
  const by: Line = entry.author === me ? [] : [` · ${runs.by} `, { user: entry.author }];
  return [
    renderLines([[{ bold: entry.name }, aboutWords(entry, words), ...by]]).block,
    ...named(`library.${entry.kind}.${entry.id}`, actions([...use, ...own])),
  ];
}

/** Sets the block id, which distinguishes equal buttons of several rows. */
function named(blockId: string, blocks: readonly ActionsBlock[]): ActionsBlock[] {
  return blocks.map((block) => ({ ...block, block_id: blockId }));
}

/** Limit in characters of a message's text in the list; all readers of the list may send the message. */
const maxFirstWordsLength = 60;

function firstWordsOf(text: string | undefined): string {
  const line = text?.trim().replace(/\s+/g, " ") ?? "";
  return line === "" ? "" : `“${shorten(line, maxFirstWordsLength)}”`;
}

function aboutWords(entry: LibraryEntry, { runs }: Catalogue): string {
  const firstWords = entry.kind === "message" ? firstWordsOf(readSaved(entry)?.message.text) : "";
  if (firstWords !== "") return ` · ${firstWords}`;
  const suite = entry.kind === "suite" ? readSuite(entry) : null;
  return suite === null ? "" : ` · ${runs.counts(suite.messages.length, suite.recipients)}`;
}

/** `isOnly`: set for a single suite, whose run button is primary. */
function stepsOf(
  { id, kind }: LibraryEntry,
  isOnly: boolean,
  { runs }: Catalogue,
): [use: Button[], change: Button[]] {
  if (kind === "message") return [[button(ids.useSaved, runs.use, id)], []];
  return [
    [button(ids.run, runs.run, id, isOnly ? "primary" : undefined)],
    [button(ids.suite, runs.edit, id)],
  ];
}

function removeButton({ id, name }: LibraryEntry, { runs, common }: Catalogue): Button {
  return {
    ...button(ids.removeSaved, runs.remove.button, id),
    confirm: {
      style: "danger",
      title: plainText(runs.remove.title),
      text: plainText(runs.remove.says(name)),
      confirm: plainText(runs.remove.yes),
      deny: plainText(common.cancel),
    },
  };
}

/** `draft`: id of the message's draft. `entry`: id of a new entry. `saved`: message that filled the form. */
export const SaveMetadata = z.object({ draft: z.string(), entry: z.string(), saved: SavedAs.optional() });
export type SaveMetadata = z.infer<typeof SaveMetadata>;

export function renderSaveForm(
  metadata: SaveMetadata,
  text: string | undefined,
  { runs, common }: Catalogue,
): ModalView {
  const { title, name, hint, note, submit } = runs.save;
  const firstWords = firstWordsOf(text);
  return renderModal({
    callbackId: ids.save,
    title,
    submit,
    close: common.back,
    carries: metadata,
    blocks: [
      ...(firstWords === "" ? [] : [renderLines([[firstWords]]).block]),
      renderInput(
        fields.savedName,
        name,
        textInput({ initial: metadata.saved?.name, longest: maxSavedNameLength }),
        {
          hint,
        },
      ),
      { type: "section", text: plainText(note) },
    ],
  });
}

export const SuiteMetadata = z.object({ entry: z.string(), revision: z.number().nullable() });
export type SuiteMetadata = z.infer<typeof SuiteMetadata>;

/** Renders a suite without deleted messages and recipients that are no longer configured. */
export function renderSuiteForm(
  { entry, revision, name, messages, recipients }: SuiteMetadata & { name: string } & Suite,
  { saved, sources }: { saved: readonly LibraryEntry[]; sources: NameSources },
  words: Catalogue,
): ModalView {
  const { runs, common } = words;
  const { suite } = runs;
  const choices = saved.map((one) => ({ value: one.id, label: one.name }));
  const chosen = messages.flatMap((id) => choices.find(({ value }) => value === id) ?? []);
  const keys = recipients.flatMap((one) => toKey(one, sources) ?? []).join("\n");
  const select = recipientSelect(keys, sources, words, suite.add.recipient);
  return renderModal({
    callbackId: ids.suite,
    title: suite.title[revision === null ? "new" : "change"],
    submit: runs.save.submit,
    close: common.cancel,
    carries: { entry, revision },
    blocks: [
      renderInput(
        fields.suiteName,
        runs.save.name,
        textInput({ initial: name, longest: maxSavedNameLength }),
        {
          hint: suite.nameHint,
        },
      ),
      renderInput(
        fields.messages,
        suite.messages,
        multiSelect(choices, chosen, maxSuiteMessages, suite.add.message),
        {
          hint: suite.messagesHint,
        },
      ),
      ...(select === null
        ? []
        : [renderInput(fields.recipients, suite.recipients, select, { hint: suite.recipientsHint })]),
    ],
  });
}

function toKey(name: string, { testRecipients, groups = [] }: NameSources): string | undefined {
  const group = groups.find((one) => one.name === name);
  const one = testRecipients.find((each) => recipientNameOf(each) === name);
  return group === undefined ? one && toRecipientKey(one) : toGroupKey(group);
}

/** Converts an option to a name: suites store names, so that numbers can change in the configuration. */
export function toRecipientName(key: string, { testRecipients }: NameSources): string {
  const one = testRecipients.find((each) => toRecipientKey(each) === key);
  return one === undefined ? key.replace(/^@/, "") : recipientNameOf(one);
}
