import { type Picture, readPicture } from "./picture.ts";
import { hasAllPixels } from "./pixels.ts";

/** What a file is, by its bytes and not by its name. A document is no picture. */
export type Contents = { kind: FileKind; picture: Picture | null };

/** What the platform stores by its description and its public record. An animated PNG is a PNG as well. */
const kinds = ["png", "apng", "jpg", "gif", "tif", "pdf"] as const;
export type FileKind = (typeof kinds)[number];

/** Why a file is not uploaded, as codes that people are told in words. */
type ContentsProblem = {
  problem: "FileEmpty" | "FileFormat" | "FileDamaged" | "FileTwoFormats" | "FileNotPicture" | "FilePixels";
  /** What it is in place of a format that is taken, where that is known. */
  format?: string;
};

/** 50 megapixels of four bytes. More would take gigabytes on somebody's phone. */
const mostUnpackedBytes = 200_000_000;

/** @param type the platform's, which decides whether it has to be a picture */
export async function inspectFile(
  bytes: Buffer,
  type: string | undefined,
): Promise<Contents | ContentsProblem> {
  if (bytes.length === 0) return { problem: "FileEmpty" };
  const format = await readFormat(bytes);
  const kind = kinds.find((one) => one === format);
  if (kind === undefined)
    return { problem: "FileFormat", ...(format !== null && { format: nameOf(format) }) };
  if (isAnotherToo(bytes, kind)) return { problem: "FileTwoFormats" };
  if (kind === "pdf") {
    if (isCutPdf(bytes)) return { problem: "FileDamaged" };
    return isPictureType(type) ? { problem: "FileNotPicture" } : { kind, picture: null };
  }
  const picture = readPicture(bytes, kind);
  if (picture === null) return { problem: "FileDamaged" };
  if (picture.unpackedBytes > mostUnpackedBytes) return { problem: "FilePixels" };
  return (await hasAllPixels(bytes, { kind, picture })) ? { kind, picture } : { problem: "FileDamaged" };
}

/**
 * As an extension; `cgbi` for what Xcode makes of a PNG, which only Apple's devices open, `bigtiff` for what few programs
 * do; null: nothing known.
 */
async function readFormat(bytes: Buffer): Promise<string | null> {
  const { fileTypeFromBuffer } = await import("file-type");
  const head = bytes.toString("latin1", 0, headBytes);
  // A document may have blank lines in front.
  const [lead = ""] = /^\s*(?=%PDF-)/.exec(head) ?? [];
  const detected = await fileTypeFromBuffer(bytes.subarray(lead.length));
  if (detected?.ext === "png" && head.slice(12, 16) === "CgBI") return "cgbi";
  if (head.startsWith("II+\0") || head.startsWith("MM\0+")) return "bigtiff";
  if (detected !== undefined && detected.ext !== "xml") return detected.ext;
  const [, markup] = /<(svg|html|!doctype html)\b/i.exec(head) ?? [];
  if (markup !== undefined) return markup.toLowerCase() === "svg" ? "svg" : "html";
  return detected?.ext ?? signatures.find(([, signature]) => head.startsWith(signature))?.[0] ?? null;
}

/** What is cut within its head is still known by its first bytes. */
const signatures = [
  ...[["png", "\x89PNG\r\n"] as const, ["tif", "II*\0"] as const, ["tif", "MM\0*"] as const],
];

/** Others by their extensions; what older programs for documents save is one format. */
const names: Readonly<Record<string, string>> = {
  cgbi: "Apple CgBI PNG",
  bigtiff: "BigTIFF",
  cfb: "DOC/XLS/PPT/HWP",
};

function nameOf(format: string): string {
  return names[format] ?? format.toUpperCase();
}

/** Where an object of a document begins or ends. */
const objectMark = /endobj|\d{1,10}\s{1,9}\d{1,5}\s{1,9}obj\b/g;
/** Of a document whose first page, with an end of its own, comes first: how long it is as a whole. */
const linearized = /\/Linearized\b[^>]{0,200}\/L\s{1,9}(\d{1,15})/;

/** Each version of a document has an end of its own: behind the last one anything may stand but half an object. */
function isCutPdf(bytes: Buffer): boolean {
  const [, length] = linearized.exec(bytes.toString("latin1", 0, headBytes)) ?? [];
  const end = Math.max(bytes.lastIndexOf("%%EOF"), bytes.lastIndexOf("startxref"));
  if (end < 0 || bytes.length < Number(length ?? 0)) return true;
  const marks = bytes.toString("latin1", end).match(objectMark) ?? [];
  return marks.length % 2 === 1 || marks.some((mark, index) => (mark === "endobj") !== (index % 2 === 1));
}

/** Whatever isn't a document by the description is shown as a picture. */
function isPictureType(type: string | undefined): boolean {
  return type !== undefined && type !== "DOCUMENT";
}

/** So far into a file a reader looks for the head of a document. */
const headBytes = 1024;

/** The beginnings of archives whose readers look for them anywhere. */
const archiveHeads = ["Rar!\u001a\u0007", "7z\u00bc\u00af\u0027\u001c"].map((head) =>
  Buffer.from(head, "latin1"),
);

/**
 * A file that another program would read as something else: a picture with an archive behind it, for one. Anything else
 * behind a picture's end is left as it is, since cameras put previews and films there, and so is what its notes say: what
 * begins as a picture is a page to no program.
 */
function isAnotherToo(bytes: Buffer, kind: FileKind): boolean {
  // What is attached to a document lies within it, in front of its end.
  if (kind === "pdf") return endsAsZip(bytes.subarray(Math.max(0, bytes.lastIndexOf("%%EOF"))));
  if (endsAsZip(bytes) || archiveHeads.some((head) => bytes.includes(head))) return true;
  return bytes.subarray(0, headBytes).includes("%PDF-") && bytes.includes("endobj");
}

const zipEndBytes = 22;
const longestZipComment = 65_535;

/** Readers of archives begin at the end: its record has to point to a directory that ends where it stands. */
function endsAsZip(bytes: Buffer): boolean {
  const first = Math.max(0, bytes.length - zipEndBytes - longestZipComment);
  const mark = Buffer.from("PK\u0005\u0006", "latin1");
  for (let at = bytes.lastIndexOf(mark); at >= first; at = bytes.lastIndexOf(mark, at - 1)) {
    if (at + zipEndBytes > bytes.length) continue;
    const directoryBytes = bytes.readUInt32LE(at + 12);
    if (
      directoryBytes <= at &&
      bytes.toString("latin1", at - directoryBytes, at - directoryBytes + 2) === "PK"
    ) {
      return true;
    }
    if (at === 0) return false;
  }
  return false;
}
