import pLimit from "p-limit";

/** What a file is, by its bytes and not by its name. A document is no picture. */
export type Contents = { kind: FileKind; picture: Picture | null };

/** What the platform stores by its description and its public record. An animated PNG is a PNG as well. */
const kinds = ["png", "apng", "jpg", "gif", "tif", "pdf"] as const;
export type FileKind = (typeof kinds)[number];

/** `pages`: of a TIFF or an animation; else one. */
export type Picture = { width: number; height: number; pages: number };

/** Why a file is not uploaded, as codes that people are told in words. */
type ContentsProblem = {
  problem: "FileEmpty" | "FileFormat" | "FileDamaged" | "FileNotPicture" | "FilePixels";
  /** The format that it has in place of one that is taken, where that is known. */
  format?: string;
};

/** More would take gigabytes on somebody's phone. */
const mostPixels = 50_000_000;
/** A progressive or interlaced picture is held whole while it is decoded. 30 megapixels, or half of that with 16 bits a colour. */
const mostOpenedBytes = 120_000_000;
export const openingSeconds = 10;

/** Decoding takes memory and a core. */
export const oneAtATime = pLimit(1);

/** As much as tells a format. */
const headBytes = 65_536;
/** A PNG of 10 MB has a few thousand. Hundreds of thousands of empty notes would be listed one by one, for seconds. */
const mostChunks = 20_000;

/** @param type the platform's, which decides whether it has to be a picture */
export async function inspectFile(
  bytes: Buffer,
  type: string | undefined,
): Promise<Contents | ContentsProblem> {
  if (bytes.length === 0) return { problem: "FileEmpty" };
  const { fileTypeFromBuffer } = await import("file-type");
  const head = bytes.subarray(0, headBytes);
  // A document may have blank lines in front.
  const [lead = ""] = /^\s*(?=%PDF-)/.exec(head.toString("latin1")) ?? [];
  const format = (await fileTypeFromBuffer(head.subarray(lead.length)))?.ext;
  const kind = kinds.find((one) => one === format);
  if (kind === undefined) {
    return { problem: "FileFormat", ...(format !== undefined && { format: format.toUpperCase() }) };
  }
  if (kind === "pdf") {
    if (bytes.lastIndexOf("%%EOF") < 0 && bytes.lastIndexOf("startxref") < 0)
      return { problem: "FileDamaged" };
    return isPictureType(type) ? { problem: "FileNotPicture" } : { kind, picture: null };
  }
  if (/png$/.test(kind) && countChunks(bytes) > mostChunks) return { problem: "FileDamaged" };
  return oneAtATime(() => inspectPicture(bytes, kind));
}

function countChunks(png: Buffer): number {
  let count = 0;
  for (let at = 8; at + 4 <= png.length; at += 12 + png.readUInt32BE(at)) count += 1;
  return count;
}

/** Whatever isn't a document by the description is shown as a picture. */
function isPictureType(type: string | undefined): boolean {
  return type !== undefined && type !== "DOCUMENT";
}

async function inspectPicture(bytes: Buffer, kind: FileKind): Promise<Contents | ContentsProblem> {
  try {
    return await openPicture(bytes, kind, "error");
  } catch {
    if (kind !== "jpg" || bytes.subarray(-2).equals(jpegEnd)) return { problem: "FileDamaged" };
  }
  // Cameras leave the end sign out at times: with one behind it, a whole JPEG decodes without a warning, and a cut one doesn't.
  return await openPicture(Buffer.concat([bytes, jpegEnd]), kind, "warning").catch(
    (): ContentsProblem => ({ problem: "FileDamaged" }),
  );
}

const jpegEnd = Buffer.from("ffd9", "hex");

async function openPicture(
  bytes: Buffer,
  kind: FileKind,
  failOn: "error" | "warning",
): Promise<Contents | ContentsProblem> {
  // A codec that most processes never need.
  const { default: sharp } = await import("sharp");
  const image = sharp(bytes, { failOn, limitInputPixels: false }).timeout({ seconds: openingSeconds });
  const { width, height, pages = 1, depth } = await image.metadata();
  const picture = { width, height, pages };
  if (width * height > mostPixels) return { problem: "FilePixels" };
  if (mayOpen({ width, height, depth })) await decodeToEnd(image, picture);
  return { kind, picture };
}

/** Whether decoding it takes little enough memory. */
export function mayOpen({ width, height, depth }: { width: number; height: number; depth: string }): boolean {
  return width * height * (depth === "uchar" ? 4 : 8) <= mostOpenedBytes;
}

/** The last row, for which all before it are decoded: it throws where the picture is cut or broken. */
async function decodeToEnd(image: import("sharp").Sharp, { width, height }: Picture): Promise<void> {
  await image
    .extract({ left: 0, top: height - 1, width, height: 1 })
    .raw()
    .toBuffer();
}
