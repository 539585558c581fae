import { type PictureSize, readPictureSize } from "./picture-size.ts";

/** What a file is, by its bytes and not by its name. */
export type Contents = { kind: FileKind; size: PictureSize | null };

/** What the platform stores by its description and its public record; a picture but for `pdf`. */
const kinds = ["png", "jpg", "gif", "tif", "pdf"] as const;
export type FileKind = (typeof kinds)[number];

/** Why a file is not uploaded, as codes that people are told in words. */
type ContentsProblem =
  | "FileEmpty"
  | "FileFormat"
  | "FileDamaged"
  | "FileTwoFormats"
  | "FileNotPicture"
  | "FilePixels";

/** A picture of more would take gigabytes when somebody opens it. */
const mostPixels = 50_000_000;

/** @param type the platform's, which decides whether it has to be a picture */
export async function inspectFile(
  bytes: Buffer,
  type: string | undefined,
): Promise<Contents | { problem: ContentsProblem }> {
  if (bytes.length === 0) return { problem: "FileEmpty" };
  const { fileTypeFromBuffer } = await import("file-type");
  const detected = await fileTypeFromBuffer(bytes);
  const kind = kinds.find((one) => one === detected?.ext);
  if (kind === undefined) return { problem: "FileFormat" };
  if (isAnotherToo(bytes, kind)) return { problem: "FileTwoFormats" };
  if (kind === "pdf" && !bytes.includes("%%EOF")) return { problem: "FileDamaged" };
  if (kind === "pdf") return isPictureType(type) ? { problem: "FileNotPicture" } : { kind, size: null };
  const size = readPictureSize(bytes, kind);
  if (size !== null && size.width * size.height > mostPixels) return { problem: "FilePixels" };
  // Nobody knows what a picture unpacks to that doesn't say how large it is.
  return size === null || size.width === 0 || size.height === 0 ? { problem: "FileDamaged" } : { kind, size };
}

/** Whatever isn't a document by the description is shown as a picture. */
function isPictureType(type: string | undefined): boolean {
  return type !== undefined && type !== "DOCUMENT";
}

/** So far into a file a reader looks for the head of a PDF or a page. */
const headBytes = 1024;

/** The beginnings of archives whose readers look for them anywhere. */
const archiveHeads = ["Rar!\u001a\u0007", "7z\u00bc\u00af\u0027\u001c"].map((head) =>
  Buffer.from(head, "latin1"),
);

/**
 * A file that another program would read as something else: a picture with an archive behind it, for one. Anything else
 * behind a picture's end is left as it is, since cameras put previews and films there.
 */
function isAnotherToo(bytes: Buffer, kind: FileKind): boolean {
  if (endsAsZip(bytes) || (kind !== "pdf" && archiveHeads.some((head) => bytes.includes(head)))) return true;
  const head = bytes.toString("latin1", 0, headBytes);
  return (kind !== "pdf" && head.includes("%PDF-")) || /<(?:!doctype|html|script|svg|\?php)\b/i.test(head);
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
