import { z } from "zod";
import { nameInvisible } from "../../blank-text.ts";
import type { FileRecord } from "../../platform/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { SlackFile } from "../../slack/files/slack-file.ts";

/** One file of Slack to be uploaded, as it is stored: never its bytes. */
export const UploadRequest = z.object({
  file: SlackFile,
  /** Left out, the platform takes DOCUMENT. */
  type: z.string().optional(),
  name: z.string().optional(),
  link: z.string().optional(),
  /** Its author chose a smaller one of the same picture. */
  smaller: z.object({ edge: z.number(), quality: z.number() }).optional(),
  /** Its author knows that the same bytes are on the platform already. */
  isAnyway: z.literal(true).optional(),
});
export type UploadRequest = z.infer<typeof UploadRequest>;

export function readUpload(stored: unknown): UploadRequest | null {
  return UploadRequest.safeParse(stored).data ?? null;
}

const text = z.string().nullable().catch(null);
const count = z.number().nullable().catch(null);

const mostReferences = 20;
const longestReference = 200;

const references = z.array(z.string()).catch([]);

/** What is kept of an accepted upload: the platform's word, and what was seen of the bytes. */
const Uploaded = z.object({
  fileId: z.string(),
  type: z.string().catch("DOCUMENT"),
  link: text,
  url: text,
  references,
  vendorA: text,
  vendorB: text,
  width: count,
  height: count,
  sizeBytes: z.number(),
  sha256: z.string(),
});
export type Uploaded = z.infer<typeof Uploaded>;

/** What a message can show, whatever it was uploaded as: a document that is no image has no width. */
export function isPicture({ type, width }: Pick<Uploaded, "type" | "width">): boolean {
  return type !== "DOCUMENT" || width !== null;
}

/** Of a record's address and uses, as much as a story shows. */
export function toKept({ url, references }: Pick<FileRecord, "url" | "references">) {
  return {
    url: url ?? null,
    references: (references ?? []).slice(0, mostReferences).map((one) => shorten(one, longestReference)),
  };
}

/** What is kept of an accepted deletion: whether the platform had the file until then, and its last word on it. */
const Deleted = z.object({ wasThere: z.boolean(), url: text, references });
export type Deleted = z.infer<typeof Deleted>;

export function readDeleted(result: unknown): Deleted | null {
  return Deleted.safeParse(replyOf(result)).data ?? null;
}

/** Null of an upload that wasn't accepted, and of one that can't be read. */
export function readUploaded(result: unknown): Uploaded | null {
  return Uploaded.safeParse(replyOf(result)).data ?? null;
}

/** What an upload that was not made found out: a file with the same bytes, its format, or how small the picture can be made. */
const Found = z.object({
  same: z.string().optional(),
  format: z.string().optional(),
  sizeBytes: z.number().optional(),
  smaller: z
    .object({
      edge: z.number(),
      quality: z.number(),
      sizeBytes: z.number(),
      width: z.number(),
      height: z.number(),
    })
    .optional(),
});
export type Found = z.infer<typeof Found>;

export function readFound(result: unknown): Found {
  return Found.safeParse(replyOf(result)).data ?? {};
}

function replyOf(result: unknown): unknown {
  return typeof result === "object" && result !== null && "reply" in result ? result.reply : null;
}

/** The name a person gave it, or the one that it has in Slack. */
export function nameOf({ name, file, smaller }: UploadRequest): string {
  if (name !== undefined) return name;
  if (file.name === "") return file.id;
  return smaller === undefined ? file.name : toJpgName(file.name);
}

/** What is made smaller is a JPG, whatever it was. */
export function toJpgName(name: string): string {
  return name.replace(/\.(?:png|jpe?g|tiff?)$/i, ".jpg");
}

/** A page of ten stays within a message. */
const longestShown = 80;

/** Somebody else's words, of a title's length: what would turn them around is named. */
export function shownName(name: string): string {
  return shorten(nameInvisible(name), longestShown);
}

/** Characters as JSON, in which some take two or six: ten such names are a third of what a form carries. */
const longestCarried = 100;

/** A file's name as a form carries it, and all later tell it. One that is cut says so, and keeps its extension. */
export function carriedName(name: string): string {
  const [extension = ""] = /\.[A-Za-z0-9]{1,5}$/.exec(name) ?? [];
  const rest = name.slice(0, name.length - extension.length);
  let cut = name;
  for (let length = longestCarried - extension.length; jsonLength(cut) > longestCarried; length -= 1) {
    cut = `${shorten(rest, length)}${extension}`;
  }
  return cut;
}

function jsonLength(text: string): number {
  return JSON.stringify(text).length - '""'.length;
}

const kilo = 1024;

/** Bytes as people say them; the platform's limits are round in these units. */
export function sizeWords(bytes: number): string {
  if (bytes < kilo) return `${bytes} B`;
  if (bytes < kilo * 1000) return `${toShort(bytes / kilo)} KB`;
  return `${toShort(bytes / kilo / kilo)} MB`;
}

/** One digit behind the point where it tells something. */
function toShort(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

export function pixelWords({ width, height }: { width: number; height: number }): string {
  return `${width}×${height}`;
}
