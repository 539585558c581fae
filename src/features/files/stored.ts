import { z } from "zod";
import { replaceInvisible } from "../../blank-text.ts";
import type { FileRecord } from "../../platform/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { SlackFile } from "../../slack/files/slack-file.ts";

/** An upload as it is stored, without its bytes. */
export const UploadRequest = z.object({
  file: SlackFile,
  /** The platform's file type; DOCUMENT if absent. */
  type: z.string().optional(),
  name: z.string().optional(),
  link: z.string().optional(),
  /** Size and JPEG quality to reduce the picture to, if its author chose that. */
  smaller: z.object({ edge: z.number(), quality: z.number() }).optional(),
  /** Whether the author uploads although the same bytes are already on the platform. */
  isAnyway: z.literal(true).optional(),
});
export type UploadRequest = z.infer<typeof UploadRequest>;

export function readUpload(stored: unknown): UploadRequest | null {
  return UploadRequest.safeParse(stored).data ?? null;
}

const text = z.string().nullable().catch(null);
const count = z.number().nullable().catch(null);

const maxReferences = 20;
const maxReferenceLength = 200;

const references = z.array(z.string()).catch([]);

/** Result of an accepted upload: the platform's record, and what the bytes showed. */
const UploadResult = z.object({
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
export type UploadResult = z.infer<typeof UploadResult>;

/** Whether a message can show the file. An image uploaded as DOCUMENT has a width, any other document none. */
export function isPicture({ type, width }: Pick<UploadResult, "type" | "width">): boolean {
  return type !== "DOCUMENT" || width !== null;
}

/** Address and uses of a file, shortened for the history. */
export function toStoredFile({ url, references }: Pick<FileRecord, "url" | "references">) {
  return {
    url: url ?? null,
    references: (references ?? []).slice(0, maxReferences).map((one) => shorten(one, maxReferenceLength)),
  };
}

/** Result of an accepted deletion: whether the file existed, and the platform's last record. */
const DeleteResult = z.object({ wasThere: z.boolean(), url: text, references });
export type DeleteResult = z.infer<typeof DeleteResult>;

export function readDeleteResult(result: unknown): DeleteResult | null {
  return DeleteResult.safeParse(replyOf(result)).data ?? null;
}

/** Platform's reply to an upload; null if the upload wasn't accepted or the reply can't be read. */
export function readUploadResult(result: unknown): UploadResult | null {
  return UploadResult.safeParse(replyOf(result)).data ?? null;
}

/** Findings for which a file was not uploaded: a file with the same bytes, a wrong format, a smaller size that fits. */
const UploadFindings = z.object({
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
export type UploadFindings = z.infer<typeof UploadFindings>;

export function readUploadFindings(result: unknown): UploadFindings {
  return UploadFindings.safeParse(replyOf(result)).data ?? {};
}

function replyOf(result: unknown): unknown {
  return typeof result === "object" && result !== null && "reply" in result ? result.reply : null;
}

/** Typed name of the file, else the name that it has in Slack. */
export function uploadNameOf({ name, file, smaller }: UploadRequest): string {
  if (name !== undefined) return name;
  if (file.name === "") return file.id;
  return smaller === undefined ? file.name : toJpgName(file.name);
}

/** Changes the extension, since a picture made smaller is a JPG. */
export function toJpgName(name: string): string {
  return name.replace(/\.(?:png|jpe?g|tiff?)$/i, ".jpg");
}

/** Limit of a shown name in characters, so that ten rows fit in a post. */
const maxShownNameLength = 80;

/** A file's name to show: shortened, with invisible characters named (‹U+200B›). */
export function formatFileName(name: string): string {
  return shorten(replaceInvisible(name), maxShownNameLength);
}

/** Limit of a name in JSON characters (U+200B takes six): ten such names are a third of what a modal carries. */
const maxCarriedLength = 100;

/** A name as a modal carries it: shortened with "…", its extension kept. */
export function shortenFileName(name: string): string {
  const [extension = ""] = /\.[A-Za-z0-9]{1,5}$/.exec(name) ?? [];
  const rest = name.slice(0, name.length - extension.length);
  let cut = name;
  for (let length = maxCarriedLength - extension.length; jsonLength(cut) > maxCarriedLength; length -= 1) {
    cut = `${shorten(rest, length)}${extension}`;
  }
  return cut;
}

function jsonLength(text: string): number {
  return JSON.stringify(text).length - '""'.length;
}

const kilo = 1024;

/** Size in units of 1024 bytes, in which the platform's limits are round numbers. */
export function formatFileSize(bytes: number): string {
  if (bytes < kilo) return `${bytes} B`;
  if (bytes < kilo * 1000) return `${toShort(bytes / kilo)} KB`;
  return `${toShort(bytes / kilo / kilo)} MB`;
}

/** Number with one decimal below 100, and none above. */
function toShort(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

export function formatPixels({ width, height }: { width: number; height: number }): string {
  return `${width}×${height}`;
}
