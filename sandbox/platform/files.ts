import { createHash } from "node:crypto";
import { z } from "zod";
import { ApiError, notFound, validationError } from "./api-error.ts";
import { toFileStem, toRecordId } from "./ids.ts";
import { detectContent, type FileContent } from "./image.ts";
import { type Call, createRoute, noBody, noQuery } from "./route.ts";
import type { FileType, PlatformState, StoredFile } from "./state.ts";

const maxSizeBytes: Record<FileType, number> = {
  CHAT: 500 * 1024,
  MMS: 200 * 1024,
  DOCUMENT: 2 * 1024 * 1024,
};
const kindLetter = { png: "P", jpg: "J", tif: "T", gif: "G", pdf: "F" } as const;

const uploadBody = z.strictObject({
  file: z.string().min(1),
  name: z.string().min(1).optional(),
  type: z.enum(["DOCUMENT", "CHAT", "MMS"]).default("DOCUMENT"),
  link: z.url({ protocol: /^https?$/ }).optional(),
});

export const uploadFile = createRoute({
  method: "POST",
  path: "/storage/v1/files",
  body: uploadBody,
  query: noQuery,
  run(call) {
    const bytes = decodeBase64(call.body.file);
    const content = detectContent(bytes);
    if (content === null) throw validationError("file: 지원하지 않는 파일 형식입니다.");
    if (call.body.type !== "DOCUMENT" && content.extension === "pdf") {
      throw validationError(`file: ${call.body.type} takes images only`);
    }
    const limitBytes = maxSizeBytes[call.body.type];
    if (bytes.length > limitBytes) {
      throw validationError(
        `file: 파일 크기가 제한을 초과했습니다. (${bytes.length} > ${limitBytes} bytes, ${call.body.type})`,
      );
    }
    const file = toFile(call, content, bytes.length);
    call.state.files.set(file.fileId, file);
    call.state.fileHashes.set(file.fileId, createHash("sha256").update(bytes).digest("hex"));
    return file;
  },
});

export const deleteFile = createRoute({
  method: "DELETE",
  path: "/storage/v1/files/:id",
  body: noBody,
  query: noQuery,
  run({ state, id, now }) {
    const file = state.files.get(id);
    if (file === undefined) throw notFound(id);
    if (file.references.length > 0) {
      throw new ApiError(
        409,
        "FileInUse",
        `사용 중인 파일은 삭제할 수 없습니다. (${file.references.join(", ")})`,
      );
    }
    state.files.delete(id);
    return { ...file, width: null, height: null, fileSize: null, dateUpdated: now.toISOString() };
  },
});

/** Notes where a file is used; such a file can't be deleted any more. */
export function addReference(state: PlatformState, fileId: string, place: string): void {
  state.files.get(fileId)?.references.push(place);
}

function toFile(
  { state, body, now }: Call<z.infer<typeof uploadBody>, object>,
  content: FileContent,
  fileSize: number,
): StoredFile {
  const count = state.nextCount();
  const fileId = toRecordId(`ST01F${kindLetter[content.extension]}`, now, count);
  const name = `${toFileStem(count)}.${content.extension}`;
  const date = now.toISOString();
  return {
    chat: body.type === "CHAT" ? toChatAddresses(fileId, content) : { vendorA: null, vendorB: null },
    type: body.type,
    originalName: body.name ?? name,
    link: body.link ?? null,
    width: content.width,
    height: content.height,
    fileSize,
    fileId,
    name,
    url: `https://storage.platform.example/${state.accountId}/${fileId}`,
    accountId: state.accountId,
    references: [],
    dateCreated: date,
    dateUpdated: date,
  };
}

/** vendorB takes PNG only here, so that both "registered" and "not registered" can be seen. */
function toChatAddresses(fileId: string, content: FileContent): StoredFile["chat"] {
  const tail = `${fileId}.${content.extension}`;
  return {
    vendorA: `https://image.vendor-a.example/${tail}`,
    vendorB: content.extension === "png" ? `https://image.vendor-b.example/${tail}` : null,
  };
}

function decodeBase64(text: string): Buffer {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw validationError("file: base64 형식이 아닙니다.");
  }
  return Buffer.from(text, "base64");
}
