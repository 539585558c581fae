import { z } from "zod";
import { type Caller, type CallOptions, parseInput, toPathSegment } from "./call.ts";
import { type InputIssue, linkText, maxFileBytesOf, toInputIssues, tooLong } from "./limits.ts";
import {
  createReplyReader,
  optionalId,
  optionalNumber,
  optionalText,
  rejectErrorCode,
  requiredId,
  textList,
} from "./reply.ts";
import type { ChunkedBody } from "./transport.ts";

const UploadFields = z.strictObject({
  name: z.string().optional(),
  /** File type: DOCUMENT, CHAT or MMS. @default DOCUMENT */
  type: z.string().optional(),
  /** URL opened when the recipient taps the image. */
  link: linkText.optional(),
});

/** A file whose bytes are read while they are sent, so that it is never in memory as a whole. */
export type FileSource = {
  /** Number of bytes that `open` yields; a wrong number breaks the request. */
  byteLength: number;
  /** Called for each attempt; reads from the beginning. Pieces of a length divisible by 3 are fastest. */
  open: () => AsyncIterable<Uint8Array>;
};

const isSource = (file: unknown): file is FileSource =>
  typeof file === "object" && file !== null && "open" in file && typeof file.open === "function";

const FileUpload = UploadFields.extend({
  file: z
    .union([z.instanceof(Uint8Array), z.custom<FileSource>(isSource)])
    .refine(({ byteLength }) => byteLength > 0),
}).superRefine(({ file, type }, context) => {
  const limit = maxFileBytesOf(type);
  if (file.byteLength > limit) {
    context.addIssue(tooLong({ limit, size: file.byteLength, unit: "bytes" }, ["file"]));
  }
});
export type FileUpload = { file: Uint8Array | FileSource } & z.infer<typeof UploadFields>;

export const FileRecord = z.looseObject({
  fileId: optionalId,
  chat: z.looseObject({ vendorA: optionalText, vendorB: optionalText }).nullish(),
  type: optionalId,
  originalName: optionalText,
  link: optionalText,
  width: optionalNumber,
  height: optionalNumber,
  fileSize: optionalNumber,
  name: optionalText,
  url: optionalText,
  accountId: optionalText,
  references: textList,
  dateCreated: optionalText,
  dateUpdated: optionalText,
});
export type FileRecord = z.infer<typeof FileRecord>;

const UploadedFile = FileRecord.extend({ fileId: requiredId.refine((text) => text !== "") });
export type UploadedFile = z.infer<typeof UploadedFile>;

/** Returns an upload's issues: no bytes, too many for the type, or fields of the wrong type. */
export function checkFile(upload: FileUpload): InputIssue[] {
  const result = FileUpload.safeParse(upload);
  return result.success ? [] : toInputIssues(result.error, upload);
}

export function uploadFile(caller: Caller, upload: FileUpload, call?: CallOptions<UploadedFile>) {
  const identity = { operation: "uploadFile", method: "POST", path: "/storage/v1/files" } as const;
  const { file, ...fields } = parseInput(identity, FileUpload, upload);
  return caller(
    { ...identity, body: () => toUploadBody(file, fields), read: createReplyReader(UploadedFile) },
    call,
  );
}

export function deleteFile(caller: Caller, fileId: string, call?: CallOptions<FileRecord>) {
  const route = { operation: "deleteFile", method: "DELETE", path: "/storage/v1/files/:fileId" } as const;
  const path = `/storage/v1/files/${toPathSegment(route, "fileId", fileId)}`;
  return caller({ ...route, path, read: createReplyReader(rejectErrorCode(FileRecord)) }, call);
}

/** Bytes encoded at once; a multiple of 3, so that only the last chunk has padding. */
const chunkBytes = 48 * 1024;

export function toUploadBody(file: FileUpload["file"], fields: z.infer<typeof UploadFields>): ChunkedBody {
  const head = '{"file":"';
  const rest = JSON.stringify(fields);
  const tail = rest === "{}" ? '"}' : `",${rest.slice(1)}`;
  return {
    chunks: isSource(file) ? toBase64Stream(file, head, tail) : toBase64Chunks(file, head, tail),
    sizeBytes: head.length + Math.ceil(file.byteLength / 3) * 4 + Buffer.byteLength(tail),
  };
}

function* toBase64Chunks(file: Uint8Array, head: string, tail: string): Generator<string> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  yield head;
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.toString("base64", start, Math.min(start + chunkBytes, bytes.length));
  }
  yield tail;
}

/** Carries left-over bytes into the next piece, so that only the last piece has padding. */
async function* toBase64Stream({ open }: FileSource, head: string, tail: string): AsyncGenerator<string> {
  yield head;
  let left = Buffer.alloc(0);
  for await (const piece of open()) {
    const bytes = left.length === 0 ? toBuffer(piece) : Buffer.concat([left, piece]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString("base64", 0, whole);
    // Copied, since the source may reuse its buffer.
    left = Buffer.from(bytes.subarray(whole));
  }
  yield left.toString("base64") + tail;
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
