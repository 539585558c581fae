import { z } from "zod";
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
