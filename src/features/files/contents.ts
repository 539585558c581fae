import pLimit from "p-limit";

/** Format found in the bytes. `picture`: null for a document. */
export type Contents = { kind: FileFormat; picture: PictureSize | null };

/** Formats that the platform stores, by its API document and public record. */
const kinds = ["png", "apng", "jpg", "gif", "tif", "pdf"] as const;
export type FileFormat = (typeof kinds)[number];

/** `pages`: count in a TIFF or an animation; 1 otherwise. */
export type PictureSize = { width: number; height: number; pages: number };

type ContentsProblem = {
  problem: "FileEmpty" | "FileFormat" | "FileDamaged" | "FileNotPicture" | "FilePixels";
  format?: string;
};

/** Limit of a picture; a phone needs hundreds of megabytes of memory for a larger one, so it is refused. */
const maxPixels = 50_000_000;
/** Limit of decoding a picture as a whole: 30 megapixels, or 15 at 16 bits a value. Larger pictures aren't decoded. */
const maxDecodedBytes = 120_000_000;
const openingSeconds = 10;

/** Decodes one picture at a time, since each takes memory and a core. */
const oneAtATime = pLimit(1);

/** Bytes that show any format but TIFF, whose directory may be at the end. */
const headBytes = 65_536;
const tiffHead = /^(?:II[*+]\0|MM\0[*+])/;
/** Limit of chunks in a PNG (10 MB have a few thousand); reading more could take seconds, so the PNG is refused. */
const maxChunks = 20_000;

/** @param type the platform's file type: only a DOCUMENT may be no picture */
export async function inspectFile(
  bytes: Buffer,
  type: string | undefined,
): Promise<Contents | ContentsProblem> {
  if (bytes.length === 0) return { problem: "FileEmpty" };
  const { fileTypeFromBuffer } = await import("file-type");
  const head = bytes.subarray(0, headBytes);
  const start = head.toString("latin1");
  // A PDF may begin with blank lines.
  const [lead = ""] = /^\s*(?=%PDF-)/.exec(start) ?? [];
  const isTiff = tiffHead.test(start);
  const found = await fileTypeFromBuffer(isTiff ? bytes : head.subarray(lead.length));
  // The library doesn't recognise a TIFF that was cut off before its directory.
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
  if (/png$/.test(kind) && countChunks(bytes) > maxChunks) return { problem: "FileDamaged" };
  // Decoding checks only the first picture of an animation, so the end is checked too.
  if (kind === "apng" && bytes.lastIndexOf("IEND") < 0) return { problem: "FileDamaged" };
  if (kind === "gif" && isCutGif(bytes)) return { problem: "FileDamaged" };
  return oneAtATime(() => inspectPicture(bytes, kind));
}

function countChunks(png: Buffer): number {
  let count = 0;
  for (let at = 8; at + 4 <= png.length; at += 12 + png.readUInt32BE(at)) count += 1;
  return count;
}

/** Length stated by a linearized PDF, else 0. An end mark proves nothing: one is near the start of such a PDF. */
function wholeLength(document: string): number {
  return Number(/\/Linearized\b[^>]*?\/L\s*(\d+)/.exec(document.slice(0, 2048))?.[1] ?? 0);
}

/** Whether a GIF's last block is cut off; a missing end mark alone is harmless. */
function isCutGif(gif: Buffer): boolean {
  const written = withoutZeros(gif, 1);
  const tableBytes = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(gif[10]);
  while (written[at] === gifImage || written[at] === gifExtension) {
    at += written[at] === gifImage ? 11 + tableBytes(written[at + 9]) : 2;
    for (let size = written[at] ?? 0; size > 0; size = written[at] ?? 0) at += 1 + size;
    at += 1;
  }
  // Blocks that fill the file exactly are whole, even if their data ends with zeros.
  return at > written.length && at !== gif.length;
}

const [gifImage, gifExtension] = [0x2c, 0x21];

/** Removes zeros at the end except `kept`: a download that stopped early may be padded with zeros. */
function withoutZeros(bytes: Buffer, kept: number): Buffer {
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1 + kept);
}

function isPictureType(type: string | undefined): boolean {
  return type !== undefined && type !== "DOCUMENT";
}

async function inspectPicture(bytes: Buffer, kind: FileFormat): Promise<Contents | ContentsProblem> {
  const written = kind === "jpg" ? withoutZeros(bytes, 0) : bytes;
  const isEnded = kind !== "jpg" || written.subarray(-2).equals(jpegEnd);
  try {
    if (kind === "tif" && statesSizeTwice(bytes)) return { problem: "FileDamaged" };
    if (isEnded || written.length === bytes.length) return await openPicture(bytes, kind, "error");
  } catch {
    if (isEnded) return { problem: "FileDamaged" };
  }
  return await openUnended(written).catch((): ContentsProblem => ({ problem: "FileDamaged" }));
}

/** Whether a TIFF (no BigTIFF) states width or height twice: readers differ in which they use. @throws if it is cut */
function statesSizeTwice(tiff: Buffer): boolean {
  const isLittle = tiff[0] === 0x49;
  const read = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  if (read(2) !== 42) return false;
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const tags = Array.from({ length: read(start) }, (_, index) => read(start + 2 + 12 * index));
  return [256, 257].some((tag) => tags.indexOf(tag) !== tags.lastIndexOf(tag));
}

const jpegEnd = Buffer.from("ffd9", "hex");
/** Padding, since a decoder reads beyond the last row. It can't complete a cut picture: no JPEG code is all ones. */
const readAhead = Buffer.from("ff00".repeat(8), "hex");

/** Opens a JPEG without end mark, as some cameras write it. Adds the mark to a progressive JPEG, else padding. */
async function openUnended(jpeg: Buffer): Promise<Contents | ContentsProblem> {
  const { default: sharp } = await import("sharp");
  const { isProgressive } = await sharp(jpeg, { limitInputPixels: false }).metadata();
  return openPicture(Buffer.concat([jpeg, isProgressive === true ? jpegEnd : readAhead]), "jpg", "warning");
}

async function openPicture(
  bytes: Buffer,
  kind: FileFormat,
  failOn: "error" | "warning",
): Promise<Contents | ContentsProblem> {
  // Imported only when needed: most processes never decode a picture.
  const { default: sharp } = await import("sharp");
  const image = sharp(bytes, { failOn, limitInputPixels: false }).timeout({ seconds: openingSeconds });
  const seen = await image.metadata();
  const { width, height, pages = 1, isProgressive } = seen;
  const picture = { width, height, pages };
  if (width * height > maxPixels) return { problem: "FilePixels" };
  const isRowByRow = /jpg|png/.test(kind) && isProgressive !== true;
  if (isRowByRow || mayOpen(seen)) await decodeToEnd(image, picture);
  return { kind, picture };
}

function mayOpen(seen: import("sharp").Metadata): boolean {
  // A progressive JPEG is decoded into coefficients of 16 bits.
  const isProgressiveJpeg = seen.format === "jpeg" && seen.isProgressive;
  const held = isProgressiveJpeg ? 2 * seen.channels : seen.depth === "uchar" ? 4 : 8;
  return seen.width * seen.height * held <= maxDecodedBytes;
}

/** Decodes the last row, and so all rows before it. @throws if the picture is cut or broken */
async function decodeToEnd(image: import("sharp").Sharp, { width, height }: PictureSize): Promise<void> {
  await image
    .extract({ left: 0, top: height - 1, width, height: 1 })
    .raw()
    .toBuffer();
}

/** `edge`: longest side in pixels. `quality`: of the JPEG. The same settings give the same bytes, also in a retry. */
export type ShrinkSettings = { edge: number; quality: number };

export type ShrinkPlan = ShrinkSettings & { sizeBytes: number; width: number; height: number };

export type ShrinkOptions = { limitBytes: number; type: string; signal: AbortSignal };

/** Longest side in pixels: `first` and `smallest` to try; `least` by the public record (shorter side: half). */
const mms = { first: 1440, smallest: 320, least: 0 };
const edges: ReadonlyMap<string, typeof mms> = new Map([
  ["MMS", mms],
  ["CHAT", { first: 2000, smallest: 500, least: 500 }],
]);
const step = 0.8;
const qualities = [85, 72];

/** Whether a file can be made smaller: animations, several pages and documents would lose content. */
export function canShrink({ kind, picture }: Contents, type: string | undefined): type is string {
  const isStill = kind === "png" || kind === "jpg" || (kind === "tif" && picture?.pages === 1);
  return isStill && type !== undefined && edges.has(type);
}

/** Finds the largest version within the limit; null if there is none, or the picture can't be opened. */
export function findShrinkPlan(
  bytes: Buffer,
  { limitBytes, type, signal }: ShrinkOptions,
): Promise<ShrinkPlan | null> {
  return oneAtATime(async () => {
    const { first, smallest, least } = edges.get(type) ?? mms;
    const opened = await unpack(bytes, { edge: first, signal });
    if (opened === null) return null;
    for (let edge = first; edge >= smallest; edge = smaller(edge)) {
      // Skips an edge if the picture also fits within the next one: the result would be the same.
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

export function shrink(
  bytes: Buffer,
  shrinking: ShrinkSettings,
  { type, signal }: Pick<ShrinkOptions, "type" | "signal">,
): Promise<Buffer | null> {
  return oneAtATime(async () => {
    const opened = await unpack(bytes, { edge: (edges.get(type) ?? mms).first, signal });
    return opened === null ? null : (await opened.encode(shrinking)).data;
  });
}

/** Decodes once: upright, without metadata, transparent parts white. Null if the picture is broken or too large. */
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
    encode: ({ edge: to, quality }: ShrinkSettings) =>
      sharp(unpacked.data, { raw: { width, height, channels } })
        .resize({ width: to, height: to, fit: "inside", withoutEnlargement: true })
        .jpeg({ quality, mozjpeg: true })
        .toBuffer({ resolveWithObject: true }),
  };
}
