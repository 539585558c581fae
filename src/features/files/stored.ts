import { z } from "zod";
import { replaceInvisible } from "../../blank-text.ts";
import type { FileRecord } from "../../platform/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { SlackFile } from "../../slack/files/slack-file.ts";

export const UploadRequest = z.object({
  file: SlackFile,
  /** File type of the platform; DOCUMENT if absent. */
  type: z.string().optional(),
  name: z.string().optional(),
  link: z.string().optional(),
  /** Size and JPEG quality of the smaller picture that the author chose. */
  smaller: z.object({ edge: z.number(), quality: z.number() }).optional(),
  /** Set if the author uploads although the platform has the same bytes already. */
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

/** Result of an accepted upload: the platform's record, and facts found in the bytes. */
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

/** Whether a message can show the file. An image uploaded as DOCUMENT has a width, other documents have none. */
export function isPicture({ type, width }: Pick<UploadResult, "type" | "width">): boolean {
  return type !== "DOCUMENT" || width !== null;
}

export function toStoredFile({ url, references }: Pick<FileRecord, "url" | "references">) {
  return {
    url: url ?? null,
    references: (references ?? []).slice(0, maxReferences).map((one) => shorten(one, maxReferenceLength)),
  };
}

const DeleteResult = z.object({ wasThere: z.boolean(), url: text, references });
export type DeleteResult = z.infer<typeof DeleteResult>;

export function readDeleteResult(result: unknown): DeleteResult | null {
  return DeleteResult.safeParse(replyOf(result)).data ?? null;
}

export function readUploadResult(result: unknown): UploadResult | null {
  return UploadResult.safeParse(replyOf(result)).data ?? null;
}

/** Findings that prevented an upload: a file with the same bytes, a wrong format, or a smaller size that fits. */
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

export function uploadNameOf({ name, file, smaller }: UploadRequest): string {
  if (name !== undefined) return name;
  if (file.name === "") return file.id;
  return smaller === undefined ? file.name : toJpgName(file.name);
}

export function toJpgName(name: string): string {
  return name.replace(/\.(?:png|jpe?g|tiff?)$/i, ".jpg");
}

/** Limit of a shown name in characters: ten rows have to fit in a post. */
const maxShownNameLength = 80;

export function formatFileName(name: string): string {
  return shorten(replaceInvisible(name), maxShownNameLength);
}

/** Limit of a name in JSON characters (U+200B takes six): ten names take a third of a modal's metadata. */
const maxCarriedLength = 100;

/** Shortens a name for a modal's metadata with "…"; keeps the extension. */
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

/** Formats a size in units of 1024 bytes, in which the platform's limits are round. */
export function formatFileSize(bytes: number): string {
  if (bytes < kilo) return `${bytes} B`;
  if (bytes < kilo * 1000) return `${toShort(bytes / kilo)} KB`;
  return `${toShort(bytes / kilo / kilo)} MB`;
}

function toShort(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

export function formatPixels({ width, height }: { width: number; height: number }): string {
  return `${width}×${height}`;
}
