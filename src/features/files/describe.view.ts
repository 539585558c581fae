import { toShownId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { withTerms } from "../../locales/terms.ts";
import { type Description, type FollowUpActions, toUnnamedFact } from "../../operations/kind.ts";
import { maskDigits } from "../../phone-number.ts";
import { maxFileBytesOf } from "../../platform/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { Operation } from "../../store/index.ts";
import { deleteKind, isUnknownFile, readDelete } from "./delete.ts";
import { ids } from "./ids.ts";
import {
  formatFileName,
  formatFileSize,
  formatPixels,
  isPicture,
  readDeleteResult,
  readUpload,
  readUploadFindings,
  readUploadResult,
  type UploadRequest,
  type UploadResult,
  uploadNameOf,
} from "./stored.ts";

export const uploadFollowUps: FollowUpActions = {
  resolve: ids.resolve,
  unresolved: ids.unresolved,
  repeat: null,
  edit: ids.again,
  another: null,
};

const maxUrlLength = 1000;

/** Codes of failures that another try would repeat. */
const final = /^File(?:Gone|Elsewhere|OverRead|TooLarge|Empty|Format|NotPicture|Pixels)$/;

export function describeFile(operation: Operation, words: Catalogue): Description | null {
  return operation.kind === deleteKind ? describeDelete(operation, words) : describeUpload(operation, words);
}

function describeUpload(operation: Operation, words: Catalogue): Description | null {
  const asked = readUpload(operation.request);
  if (asked === null) return null;
  const { files } = words;
  const uploaded = readUploadResult(operation.result);
  const name = formatFileName(uploadNameOf(asked));
  const type = maskDigits(uploaded?.type ?? asked.type ?? "DOCUMENT");
  const id = toShownId(uploaded?.fileId ?? "");
  const tooBig = tooBigWords(operation, asked, words);
  return {
    kind: files.kind.upload,
    subject: { inFull: name, masked: maskDigits(name), isOwnWord: true },
    facts: [
      // Omits type and size if the reason states both.
      ...(tooBig === null
        ? [toUnnamedFact(files.facts.type, type), ...sizeFact(uploaded, asked, words)]
        : []),
      ...(uploaded?.type === "CHAT" ? [vendorFact(uploaded, words)] : []),
    ],
    details: [...linkDetail(uploaded?.link ?? asked.link, words), ...recordDetails(uploaded, words)],
    contents: [],
    ids: id === null ? [] : [{ name: files.fileId, id }],
    ways: { ...uploadFollowUps, ...nextWay(operation, words), ...useWay(uploaded, words) },
    terms: withReasons(withTerms(words, "upload"), {
      tooBig,
      format: readUploadFindings(operation.result).format,
    }),
  };
}

function useWay(uploaded: UploadResult | null, { files }: Catalogue): Pick<FollowUpActions, "use"> {
  if (uploaded === null || !isPicture(uploaded)) return {};
  return { use: { id: ids.use, label: files.list.use, value: uploaded.fileId } };
}

/** Button after a failed upload: uploads all the same, makes the image smaller, or tries again. */
function nextWay(
  operation: Operation,
  { files: { upload } }: Catalogue,
): Pick<FollowUpActions, "edit" | "editLabel"> {
  const { same, smaller } = readUploadFindings(operation.result);
  if (same !== undefined) return { edit: ids.again, editLabel: upload.anyway };
  if (smaller !== undefined) {
    const editLabel = upload.smaller(formatFileSize(smaller.sizeBytes), formatPixels(smaller));
    return { edit: ids.again, editLabel };
  }
  return { edit: final.test(codeOf(operation)) ? null : ids.again, editLabel: upload.again };
}

function tooBigWords(
  operation: Operation,
  { file, type = "DOCUMENT" }: UploadRequest,
  { files }: Catalogue,
): string | null {
  const bytes = readUploadFindings(operation.result).sizeBytes ?? file.size;
  if (bytes === undefined || !/^FileToo(?:Big|Large)$/.test(codeOf(operation))) return null;
  const [size, limit] = [formatFileSize(bytes), formatFileSize(maxFileBytesOf(type))];
  // Size and limit may be equal when rounded.
  return size === limit ? null : files.overLimit(size, maskDigits(type), limit);
}

function withReasons(
  terms: Catalogue,
  { tooBig, format }: { tooBig: string | null; format: string | undefined },
): Catalogue {
  const { byCode } = terms.reasons;
  const says = [
    ...(tooBig === null ? [] : [["FileTooBig", tooBig] as const, ["FileTooLarge", tooBig] as const]),
    ...(format === undefined ? [] : [["FileFormat", terms.files.otherFormat(format)] as const]),
  ];
  const explained = says.map(([code, words]) => [code, { ...byCode[code], says: words }] as const);
  return { ...terms, reasons: { ...terms.reasons, byCode: { ...byCode, ...Object.fromEntries(explained) } } };
}

function sizeFact(uploaded: UploadResult | null, { file, smaller }: UploadRequest, { files }: Catalogue) {
  const bytes = uploaded?.sizeBytes ?? file.size;
  if (bytes === undefined) return [];
  const { width = null, height = null } = uploaded ?? {};
  const pixels = width === null || height === null ? "" : `, ${formatPixels({ width, height })}`;
  const has = `${formatFileSize(bytes)}${pixels}`;
  if (uploaded === null || smaller === undefined || file.size === undefined) {
    return [toUnnamedFact(files.facts.size, has)];
  }
  return [toUnnamedFact(files.facts.size, files.madeSmaller(formatFileSize(file.size), has))];
}

function linkDetail(link: string | undefined, { files }: Catalogue) {
  if (link === undefined) return [];
  return [{ name: files.upload.fields.link.label, value: shorten(link, maxUrlLength) }];
}

function recordDetails(
  record: Pick<UploadResult, "url" | "references"> | null,
  { files: { facts } }: Catalogue,
) {
  const { url = null, references = [] } = record ?? {};
  return [
    ...(url === null ? [] : [{ name: facts.url, value: shorten(url, maxUrlLength) }]),
    ...(references.length === 0 ? [] : [{ name: facts.references, value: references.join(", ") }]),
  ];
}

function vendorFact({ vendorA, vendorB }: UploadResult, { files }: Catalogue) {
  return toUnnamedFact(files.facts.vendors, files.vendors(vendorA !== null, vendorB !== null));
}

function describeDelete(operation: Operation, words: Catalogue): Description | null {
  const asked = readDelete(operation.request);
  if (asked === null) return null;
  const { files } = words;
  const id = toShownId(asked.fileId);
  const name = formatFileName(asked.name);
  return {
    kind: files.kind.delete,
    subject: { inFull: name, masked: maskDigits(name), isOwnWord: true },
    facts: [toUnnamedFact(files.facts.type, asked.type)],
    details: recordDetails(readDeleteResult(operation.result), words),
    contents: [],
    ids: id === null ? [] : [{ name: files.fileId, id }],
    ways: {
      ...uploadFollowUps,
      isHarmlessTwice: true,
      edit: isUnknownFile(operation) ? null : ids.removeAgain,
      editLabel: files.delete.again,
      editStyle: "danger",
    },
    terms: withTerms(words, "delete"),
  };
}

function codeOf({ result }: Operation): string {
  const code: unknown = typeof result === "object" && result !== null ? Reflect.get(result, "code") : null;
  return typeof code === "string" ? code : "";
}
