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
const openingSeconds = 10;

/** Decoding takes memory and a core. */
const oneAtATime = pLimit(1);

/** As much as tells a format; a TIFF may have its directory at the end. */
const headBytes = 65_536;
const tiffHead = /^(?:II[*+]\0|MM\0[*+])/;
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
  const start = head.toString("latin1");
  // A document may have blank lines in front.
  const [lead = ""] = /^\s*(?=%PDF-)/.exec(start) ?? [];
  const isTiff = tiffHead.test(start);
  const found = await fileTypeFromBuffer(isTiff ? bytes : head.subarray(lead.length));
  // Where a cut one has no directory, nothing else is found.
  const format = found?.ext ?? (isTiff ? "tif" : undefined);
  const kind = kinds.find((one) => one === format);
  if (kind === undefined) {
    return { problem: "FileFormat", ...(format !== undefined && { format: format.toUpperCase() }) };
  }
  if (kind === "pdf") {
    if (isPictureType(type)) return { problem: "FileNotPicture" };
    const isEnded = bytes.lastIndexOf("%%EOF") >= 0 || bytes.lastIndexOf("startxref") >= 0;
    return isEnded && bytes.length >= wholeLength(start)
      ? { kind, picture: null }
      : { problem: "FileDamaged" };
  }
  if (/png$/.test(kind) && countChunks(bytes) > mostChunks) return { problem: "FileDamaged" };
  // Of what moves only the first picture is decoded.
  if (kind === "apng" && bytes.lastIndexOf("IEND") < 0) return { problem: "FileDamaged" };
  if (kind === "gif" && isCutGif(bytes)) return { problem: "FileDamaged" };
  return oneAtATime(() => inspectPicture(bytes, kind));
}

function countChunks(png: Buffer): number {
  let count = 0;
  for (let at = 8; at + 4 <= png.length; at += 12 + png.readUInt32BE(at)) count += 1;
  return count;
}

/** By its own word; 0 where a document has none. One that is made for reading on the way has an end sign near its start too. */
function wholeLength(document: string): number {
  return Number(/\/Linearized\b[^>]*?\/L\s*(\d+)/.exec(document.slice(0, 2048))?.[1] ?? 0);
}

/** Whether a block isn't whole. A missing end sign alone does no harm. */
function isCutGif(gif: Buffer): boolean {
  const written = withoutZeros(gif, 1);
  const tableBytes = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(gif[10]);
  while (written[at] === gifImage || written[at] === gifExtension) {
    at += written[at] === gifImage ? 11 + tableBytes(written[at + 9]) : 2;
    for (let size = written[at] ?? 0; size > 0; size = written[at] ?? 0) at += 1 + size;
    at += 1;
  }
  return at > written.length;
}

const [gifImage, gifExtension] = [0x2c, 0x21];

/** A download that stopped may have zeros in place of the rest. */
function withoutZeros(bytes: Buffer, kept: number): Buffer {
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1 + kept);
}

/** Whatever isn't a document by the description is shown as a picture. */
function isPictureType(type: string | undefined): boolean {
  return type !== undefined && type !== "DOCUMENT";
}

async function inspectPicture(bytes: Buffer, kind: FileKind): Promise<Contents | ContentsProblem> {
  const written = kind === "jpg" ? withoutZeros(bytes, 0) : bytes;
  const isEnded = kind !== "jpg" || written.subarray(-2).equals(jpegEnd);
  try {
    if (isEnded || written.length === bytes.length) return await openPicture(bytes, kind, "error");
  } catch {
    if (isEnded) return { problem: "FileDamaged" };
  }
  return await openUnended(written).catch((): ContentsProblem => ({ problem: "FileDamaged" }));
}

const jpegEnd = Buffer.from("ffd9", "hex");
/** As much as is read ahead of the last row. No code is all ones, so one that was cut is not read on from these. */
const readAhead = Buffer.from("ff00".repeat(8), "hex");

/** Cameras leave the end sign out at times. A progressive JPEG is read up to it, any other no further than its last row. */
async function openUnended(jpeg: Buffer): Promise<Contents | ContentsProblem> {
  const { default: sharp } = await import("sharp");
  const { isProgressive } = await sharp(jpeg, { limitInputPixels: false }).metadata();
  return openPicture(Buffer.concat([jpeg, isProgressive === true ? jpegEnd : readAhead]), "jpg", "warning");
}

async function openPicture(
  bytes: Buffer,
  kind: FileKind,
  failOn: "error" | "warning",
): Promise<Contents | ContentsProblem> {
  // A codec that most processes never need.
  const { default: sharp } = await import("sharp");
  const image = sharp(bytes, { failOn, limitInputPixels: false }).timeout({ seconds: openingSeconds });
  const { width, height, pages = 1, depth, isProgressive } = await image.metadata();
  const picture = { width, height, pages };
  if (width * height > mostPixels) return { problem: "FilePixels" };
  const isRowByRow = /jpg|png/.test(kind) && isProgressive !== true;
  if (isRowByRow || mayOpen({ width, height, depth })) await decodeToEnd(image, picture);
  return { kind, picture };
}

/** Whether decoding it takes little enough memory. */
function mayOpen({ width, height, depth }: { width: number; height: number; depth: string }): boolean {
  return width * height * (depth === "uchar" ? 4 : 8) <= mostOpenedBytes;
}

/** The last row, for which all before it are decoded: it throws where the picture is cut or broken. */
async function decodeToEnd(image: import("sharp").Sharp, { width, height }: Picture): Promise<void> {
  await image
    .extract({ left: 0, top: height - 1, width, height: 1 })
    .raw()
    .toBuffer();
}

/** How a picture is made smaller: always the same bytes of the same picture, so that it can be done again. */
export type Shrinking = { edge: number; quality: number };

/** What it would come to. */
export type Smaller = Shrinking & { sizeBytes: number; width: number; height: number };

export type ShrinkOptions = { limitBytes: number; type: string; signal: AbortSignal };

/** Where trying begins, and what a message's picture should keep, by the platform's public record. */
const mms = { first: 1440, smallest: 320, least: 0 };
const edges: ReadonlyMap<string, typeof mms> = new Map([
  ["MMS", mms],
  ["CHAT", { first: 2000, smallest: 500, least: 500 }],
]);
const step = 0.8;
const qualities = [85, 72];

/** A picture that moves would stand still, one of several pages would lose them, and what is stored as a document is as it is. */
export function canShrink({ kind, picture }: Contents, type: string | undefined): type is string {
  const isStill = kind === "png" || kind === "jpg" || (kind === "tif" && picture?.pages === 1);
  return isStill && type !== undefined && edges.has(type);
}

/** The largest of the same picture that fits; null when none does, or it can't be opened. */
export function findSmaller(
  bytes: Buffer,
  { limitBytes, type, signal }: ShrinkOptions,
): Promise<Smaller | null> {
  return oneAtATime(async () => {
    const { first, smallest, least } = edges.get(type) ?? mms;
    const opened = await unpack(bytes, { edge: first, signal });
    if (opened === null) return null;
    for (let edge = first; edge >= smallest; edge = smaller(edge)) {
      // The next one is no smaller picture either.
      if (smaller(edge) >= Math.max(smallest, opened.longest)) continue;
      for (const quality of qualities) {
        signal.throwIfAborted();
        const { size, width, height } = (await opened.encode({ edge, quality })).info;
        if (Math.min(width, height) * 2 < least || Math.max(width, height) < least) return null;
        if (size <= limitBytes) return { edge, quality, sizeBytes: size, width, height };
      }
    }
    return null;
  });
}

function smaller(edge: number): number {
  return Math.round(edge * step);
}

/** Null when it can't be opened. */
export function shrink(
  bytes: Buffer,
  shrinking: Shrinking,
  { type, signal }: Pick<ShrinkOptions, "type" | "signal">,
): Promise<Buffer | null> {
  return oneAtATime(async () => {
    const opened = await unpack(bytes, { edge: (edges.get(type) ?? mms).first, signal });
    return opened === null ? null : (await opened.encode(shrinking)).data;
  });
}

/**
 * Unpacked once, at the first edge: upright, without what the camera noted, on white where it was transparent. Null of
 * what is broken.
 */
async function unpack(bytes: Buffer, { edge, signal }: { edge: number; signal: AbortSignal }) {
  signal.throwIfAborted();
  const { default: sharp } = await import("sharp");
  const image = sharp(bytes, { failOn: "error", limitInputPixels: false });
  const seen = await image.metadata().catch(() => null);
  if (seen === null || !mayOpen(seen)) return null;
  const unpacked = await image
    .timeout({ seconds: openingSeconds })
    .rotate()
    .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (unpacked === null) return null;
  const { width, height, channels } = unpacked.info;
  return {
    longest: Math.max(width, height),
    encode: ({ edge: to, quality }: Shrinking) =>
      sharp(unpacked.data, { raw: { width, height, channels } })
        .resize({ width: to, height: to, fit: "inside", withoutEnlargement: true })
        .jpeg({ quality, mozjpeg: true })
        .toBuffer({ resolveWithObject: true }),
  };
}
