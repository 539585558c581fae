import { isBlank, trimBlank } from "../../blank-text.ts";
import { findStray, type LimitIssue, maxFileBytesOf } from "../../platform/index.ts";
import { hasBytes, type SlackFile } from "../../slack/files/slack-file.ts";
import { fields, fileTypes } from "./ids.ts";
import type { UploadRequest } from "./stored.ts";

export type UploadForm = {
  files: readonly SlackFile[];
  type: string | undefined;
  name: string | undefined;
  link: string | undefined;
};

export type UploadIssue = {
  field: keyof typeof fields;
  issue:
    | LimitIssue
    | { problem: "stray"; character: string | null }
    | { problem: "missing" | "empty" | "not_in_slack" | "one_name" | "link" | "type" };
};

export type ParsedUpload = { ok: true; uploads: UploadRequest[] } | { ok: false; issues: UploadIssue[] };

/** Checks the form and Slack's description of the files; the bytes are checked later. */
export function parseUpload({ files, type, name, link }: UploadForm): ParsedUpload {
  const issues: UploadIssue[] = [];
  const typed = { name: textOf(name), link: textOf(link) };
  const isKnownType = type === undefined || fileTypes.some((one) => one === type);
  if (files.length === 0) issues.push({ field: "file", issue: { problem: "missing" } });
  if (!isKnownType) issues.push({ field: "type", issue: { problem: "type" } });
  if (typed.name !== undefined && files.length > 1) {
    issues.push({ field: "name", issue: { problem: "one_name" } });
  }
  const character = findStray(typed.link ?? "");
  if (character !== undefined) issues.push({ field: "link", issue: { problem: "stray", character } });
  else if (typed.link !== undefined && !isLink(typed.link)) {
    issues.push({ field: "link", issue: { problem: "link" } });
  }
  const [issue] = files.flatMap((file) => findFileIssue(file, type));
  if (issue !== undefined) issues.push({ field: "file", issue });
  if (issues.length > 0) return { ok: false, issues };
  const common = { ...(type === undefined ? {} : { type }), ...withoutEmpty(typed) };
  return { ok: true, uploads: files.map((file) => ({ file, ...common })) };
}

/** Whether Slack's type shows that the file can't be made smaller; such a file over the limit is refused at once. */
function isTakenAsItIs(mimetype: string, type: string | undefined): boolean {
  const isDocument = type === undefined || type === "DOCUMENT";
  return /^image\/gif\b/.test(mimetype) || (isDocument && /^application\/pdf\b/.test(mimetype));
}

function findFileIssue(file: SlackFile, type: string | undefined): UploadIssue["issue"][] {
  const { size, mimetype = "" } = file;
  if (!hasBytes(file)) return [{ problem: "not_in_slack" }];
  if (size === 0) return [{ problem: "empty" }];
  const limit = maxFileBytesOf(type);
  if (size === undefined || size <= limit || !isTakenAsItIs(mimetype, type)) return [];
  return [{ problem: "too_long", field: fields.file, limit, size, unit: "bytes" }];
}

function textOf(typed: string | undefined): string | undefined {
  return typed === undefined || isBlank(typed) ? undefined : trimBlank(typed);
}

/** Requires slashes: `URL` also parses `https:example.com`, which other software may not. */
function isLink(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function withoutEmpty({ name, link }: { name: string | undefined; link: string | undefined }) {
  return { ...(name === undefined ? {} : { name }), ...(link === undefined ? {} : { link }) };
}
