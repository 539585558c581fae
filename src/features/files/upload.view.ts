import type { InputBlock, KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import type { FieldWords } from "../../locales/words.ts";
import { FormAct } from "../../outcomes/again.ts";
import { maxFileBytesOf } from "../../platform/index.ts";
import {
  conversationSelect,
  renderInput,
  renderModal,
  select,
  textInput,
  verbatim,
} from "../../slack/blocks/modal.ts";
import { SlackFile } from "../../slack/files/slack-file.ts";
import { type fields, fileTypes, ids } from "./ids.ts";
import { formatFileName, formatFileSize } from "./stored.ts";
import type { UploadIssue } from "./upload.input.ts";

export const maxFiles = 10;

/** Limit of a name in characters, by the platform's public record. */
const maxNameLength = 100;

/**
 * Metadata of the form. It gives no right: Slack checks at the download who may read a file. `files`: files of a Slack
 * message; null if people choose files in the form. `leftOut`: names of files beyond the limit.
 */
export const UploadFormMetadata = FormAct.extend({
  files: z.array(SlackFile).readonly().nullable().catch(null),
  leftOut: z.array(z.string()).readonly().optional().catch(undefined),
});
export type UploadFormMetadata = z.infer<typeof UploadFormMetadata>;

export function renderUploadForm(form: UploadFormMetadata, words: Catalogue): ModalView {
  const { upload } = words.files;
  return renderModal({
    callbackId: ids.uploadForm,
    title: upload.title,
    submit: upload.submit,
    close: words.common.cancel,
    carries: form,
    blocks: [
      ...(form.files === null ? [fileInput(words)] : form.files.map(fileLine)),
      ...(form.leftOut === undefined ? [] : [leftOutLine(form.leftOut, words)]),
      input("type", typeSelect(words), words),
      ...(form.files === null || form.files.length === 1
        ? [input("name", textInput({ longest: maxNameLength }), words)]
        : []),
      input("link", textInput({}), words),
      input("channel", conversationSelect(null), words),
    ],
  });
}

function fileInput(words: Catalogue): InputBlock {
  return input("file", { type: "file_input", max_files: maxFiles }, words, false);
}

function fileLine({ name, id, size }: SlackFile): KnownBlock {
  const shown = name === "" ? id : formatFileName(name);
  return {
    type: "section",
    text: verbatim(size === undefined ? shown : `${shown} · ${formatFileSize(size)}`),
  };
}

function leftOutLine(names: readonly string[], { files }: Catalogue): KnownBlock {
  return { type: "section", text: verbatim(files.upload.leftOut(names.join(", "))) };
}

function typeSelect({ files }: Catalogue): InputBlock["element"] {
  const choices = fileTypes.map((type) => ({
    value: type,
    label: files.upload.types[type](formatFileSize(maxFileBytesOf(type))),
  }));
  return select(choices, undefined, choices[0]?.label);
}

function input(
  name: keyof typeof fields,
  element: InputBlock["element"],
  { files }: Catalogue,
  isOptional = true,
): InputBlock {
  const { label, hint }: FieldWords = files.upload.fields[name];
  return renderInput(name, label, element, { optional: isOptional, ...(hint === undefined ? {} : { hint }) });
}

export function toUploadErrors(issues: readonly UploadIssue[], words: Catalogue): Record<string, string> {
  return Object.fromEntries(issues.map(({ field: name, issue }) => [name, issueWords(issue, words)]));
}

function issueWords(issue: UploadIssue["issue"], { files: { upload }, issues }: Catalogue): string {
  if (issue.problem === "stray") return issues.stray(issue.character);
  return issue.problem === "too_long"
    ? upload.tooLarge(formatFileSize(issue.size), formatFileSize(issue.limit))
    : upload.issues[issue.problem];
}
