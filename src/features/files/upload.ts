import { createHash } from "node:crypto";
import { acceptedEnd, mapReply, NotReadyError, type OperationKind } from "../../operations/index.ts";
import { maxFileBytesOf, type PlatformClient, type UploadedFile } from "../../platform/index.ts";
import { type ReadFile, SlackFileError, type SlackFileProblem } from "../../slack/files/download.ts";
import { type FileTable, type InTransaction, type Operation, storeFile } from "../../store/index.ts";
import {
  type Contents,
  canShrink,
  findShrinkPlan,
  inspectFile,
  type ShrinkSettings,
  shrink,
} from "./contents.ts";
import {
  readUpload,
  readUploadResult,
  toStoredFile,
  type UploadRequest,
  type UploadResult,
  uploadNameOf,
} from "./stored.ts";

export const uploadKind = "files.upload";

export type UploadDeps = {
  platform: Pick<PlatformClient, "uploadFile">;
  readFile: ReadFile;
  files: Pick<FileTable, "findSame">;
};

type Upload = { record: UploadedFile; seen: Seen };
type Seen = Contents & { sizeBytes: number; sha256: string };

/** Limit of uploads that run at once, since each has a file's bytes in memory. */
const uploadsAtOnce = 2;

export function createUploadKind(
  { platform, readFile, files }: UploadDeps,
  views: Pick<OperationKind<UploadRequest, Upload>, "notificationFor" | "describe" | "quota">,
): OperationKind<UploadRequest, Upload> {
  const getReady = async (request: UploadRequest, signal: AbortSignal, author: string) => {
    const { file, smaller, isAnyway, ...fields } = request;
    const whole = await readFile(file, { person: author, signal }).catch(toNotReady);
    const bytes =
      smaller === undefined ? whole : await makeSmaller(whole, smaller, { type: fields.type, signal });
    const seen = await inspect(bytes, fields.type, signal);
    const same = isAnyway === true ? null : await files.findSame(seen.sha256, fields.type ?? "DOCUMENT");
    if (same !== null) throw new NotReadyError("FileUploadedBefore", { found: { same: same.fileId } });
    return { bytes, seen, fields };
  };
  return {
    name: uploadKind,
    atOnce: uploadsAtOnce,
    read: readUpload,
    async ready(request, signal, author) {
      const { bytes, seen, fields } = await getReady(request, signal, author);
      return mapReply(
        (options) => platform.uploadFile({ file: bytes, ...fields }, options),
        (record: UploadedFile) => ({ record, seen }),
      );
    },
    words: (request) => ["upload", "업로드", uploadNameOf(request), request.type ?? ""],
    toEnd: (upload) => {
      const uploaded = toUploaded(upload);
      return acceptedEnd("200", uploaded, uploaded.fileId);
    },
    inTransaction: keepUploaded,
    ...views,
  };
}

const readCodes: Record<SlackFileProblem, string> = {
  no_access: "FileNoAccess",
  no_scope: "FileNoScope",
  gone: "FileGone",
  elsewhere: "FileElsewhere",
  too_large: "FileOverRead",
  not_fetched: "FileNotFetched",
};

function toNotReady(error: unknown): never {
  if (!(error instanceof SlackFileError)) throw error;
  throw new NotReadyError(readCodes[error.problem], { cause: error });
}

async function inspect(bytes: Buffer, type: string | undefined, signal: AbortSignal): Promise<Seen> {
  const contents = await readContents(bytes, type);
  if (bytes.length > maxFileBytesOf(type)) throw await tooLarge(bytes, contents, { type, signal });
  return {
    ...contents,
    sizeBytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

async function readContents(bytes: Buffer, type: string | undefined): Promise<Contents> {
  const contents = await inspectFile(bytes, type);
  if (!("problem" in contents)) return contents;
  const { problem, format } = contents;
  throw new NotReadyError(problem, format === undefined ? {} : { found: { format } });
}

type Asked = { type: string | undefined; signal: AbortSignal };

async function tooLarge(bytes: Buffer, contents: Contents, { type, signal }: Asked): Promise<NotReadyError> {
  const smaller = canShrink(contents, type)
    ? await findShrinkPlan(bytes, { limitBytes: maxFileBytesOf(type), type, signal })
    : null;
  if (smaller === null) return new NotReadyError("FileTooLarge");
  return new NotReadyError("FileTooBig", { found: { sizeBytes: bytes.length, smaller } });
}

async function makeSmaller(bytes: Buffer, smaller: ShrinkSettings, { type, signal }: Asked): Promise<Buffer> {
  const contents = await readContents(bytes, type);
  const made = canShrink(contents, type) ? await shrink(bytes, smaller, { type, signal }) : null;
  if (made === null) throw new NotReadyError("FileTooLarge");
  return made;
}

/** Prefers the platform's values to those found in the bytes. */
function toUploaded({ record, seen }: Upload): UploadResult {
  const { fileId, type, link, chat, width, height } = record;
  return {
    fileId,
    type: type ?? "DOCUMENT",
    link: link ?? null,
    ...toStoredFile(record),
    vendorA: chat?.vendorA ?? null,
    vendorB: chat?.vendorB ?? null,
    width: toPixels(width) ?? seen.picture?.width ?? null,
    height: toPixels(height) ?? seen.picture?.height ?? null,
    sizeBytes: seen.sizeBytes,
    sha256: seen.sha256,
  };
}

/** Limit of a side in pixels; a larger value from the platform is ignored. */
const maxPixelsOfSide = 1_000_000;

function toPixels(said: number | null | undefined): number | null {
  const isPossible = Number.isInteger(said) && Number(said) > 0 && Number(said) <= maxPixelsOfSide;
  return isPossible ? Number(said) : null;
}

/** Adds the file to the list, in the transaction that stores the outcome. */
function keepUploaded(operation: Operation): ReturnType<InTransaction> {
  const { id, author, outcome, request, result, closedAt, createdAt } = operation;
  const uploaded = outcome === "accepted" ? readUploadResult(result) : null;
  const asked = readUpload(request);
  if (uploaded === null || asked === null) return null;
  const file = {
    ...uploaded,
    operationId: id,
    author,
    uploadedAt: closedAt ?? createdAt,
    name: uploadNameOf(asked),
    deletedAt: null,
    deletedBy: null,
  };
  return async (trx) => {
    await storeFile(trx, file);
    return null;
  };
}
