import { z } from "zod";
import { nameInvisible } from "../../blank-text.ts";
import type { FileRecord } from "../../platform/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { SlackFile } from "../../slack/files/slack-file.ts";

/** An upload as it is stored, without its bytes. */
export const UploadRequest = z.object({
  file: SlackFile,
  /** Without one the platform takes DOCUMENT. */
  type: z.string().optional(),
  name: z.string().optional(),
  link: z.string().optional(),
  /** The author chose a smaller picture. */
  smaller: z.object({ edge: z.number(), quality: z.number() }).optional(),
  /** The author knows that the same bytes are there already. */
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

/** Kept of an accepted upload: the platform's record, and what the bytes showed. */
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

/** Whether a message can show it: a document that is no image has no width. */
export function isPicture({ type, width }: Pick<Uploaded, "type" | "width">): boolean {
  return type !== "DOCUMENT" || width !== null;
}

/** What a story shows of a record's address and uses. */
export function toKept({ url, references }: Pick<FileRecord, "url" | "references">) {
  return {
    url: url ?? null,
    references: (references ?? []).slice(0, mostReferences).map((one) => shorten(one, longestReference)),
  };
}

/** Kept of an accepted deletion: whether the file existed, and the platform's last record. */
const Deleted = z.object({ wasThere: z.boolean(), url: text, references });
export type Deleted = z.infer<typeof Deleted>;

export function readDeleted(result: unknown): Deleted | null {
  return Deleted.safeParse(replyOf(result)).data ?? null;
}

/** Null for uploads that weren't accepted or can't be read. */
export function readUploaded(result: unknown): Uploaded | null {
  return Uploaded.safeParse(replyOf(result)).data ?? null;
}

/** Found by an upload that was not made: the same bytes, another format, or the smallest size. */
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

/** The typed name, or Slack's. */
export function nameOf({ name, file, smaller }: UploadRequest): string {
  if (name !== undefined) return name;
  if (file.name === "") return file.id;
  return smaller === undefined ? file.name : toJpgName(file.name);
}

/** Smaller pictures are JPGs. */
export function toJpgName(name: string): string {
  return name.replace(/\.(?:png|jpe?g|tiff?)$/i, ".jpg");
}

/** Ten rows fit a message. */
const longestShown = 80;

/** Others' words, as long as a title, invisible characters named. */
export function shownName(name: string): string {
  return shorten(nameInvisible(name), longestShown);
}

/** JSON characters, of which some take six bytes: ten such names are a third of what a form carries. */
const longestCarried = 100;

/** A name as forms carry it, shortened visibly with its extension kept. */
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

/** In units in which the platform's limits are round. */
export function sizeWords(bytes: number): string {
  if (bytes < kilo) return `${bytes} B`;
  if (bytes < kilo * 1000) return `${toShort(bytes / kilo)} KB`;
  return `${toShort(bytes / kilo / kilo)} MB`;
}

/** One decimal, where it says something. */
function toShort(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

export function pixelWords({ width, height }: { width: number; height: number }): string {
  return `${width}×${height}`;
}
