import { createInflate } from "node:zlib";
import pLimit from "p-limit";
import type { SharpOptions } from "sharp";
import { type Picture, packedRows } from "./picture.ts";

/** Less than what may be uploaded as it is, since what is interlaced or coded progressively is unpacked whole: here. */
export const mostOpenedBytes = 120_000_000;
const openingSeconds = 10;

/** Each unpacks a picture and takes a core. */
export const oneAtATime = pLimit(1);

const jpegEnd = Buffer.from([0xff, 0xd9]);

/** A codec that most processes never need: loaded for the first picture. A JPEG that only lacks its end is given one. */
export async function load(bytes: Buffer, options: SharpOptions) {
  const { default: sharp } = await import("sharp");
  const isJpeg = bytes[0] === 0xff;
  return sharp(isJpeg ? Buffer.concat([bytes, jpegEnd]) : bytes, {
    limitInputPixels: mostOpenedBytes / 4,
    ...options,
  }).timeout({ seconds: openingSeconds });
}

type Read = { kind: string; picture: Picture };

/**
 * Whether a decoder gets to the last pixel. Its structure alone speaks for what takes too much memory or time to decode,
 * and for what this decoder doesn't know: a JPEG's end sign, and how much a PNG unpacks to.
 */
export function hasAllPixels(bytes: Buffer, { kind, picture }: Read): Promise<boolean> {
  return oneAtATime(async () => {
    if (picture.heldBytes > mostOpenedBytes) return isWholeUnopened(bytes, { kind, picture });
    if (kind === "jpg") return await isScanWhole(bytes.subarray(0, picture.dataEnd));
    const last = kind === "gif" ? { page: picture.pages - 1 } : {};
    // Of a TIFF it takes a strip that is gone for no more than an error.
    return !isBroken(await decodeEnd(bytes, { failOn: kind === "tif" ? "error" : "truncated", ...last }));
  });
}

async function isWholeUnopened(bytes: Buffer, { kind, picture }: Read): Promise<boolean> {
  if (kind === "jpg") return picture.dataEnd < bytes.length;
  return (kind !== "png" && kind !== "apng") || unpacksTo(packedRows(bytes));
}

const partBytes = 1_000_000;

/** Counts what is unpacked without keeping it. */
async function unpacksTo({ data, unpacked }: ReturnType<typeof packedRows>): Promise<boolean> {
  const parts = createInflate({ chunkSize: partBytes });
  parts.end(data);
  let count = 0;
  try {
    for await (const part of parts) {
      count += Buffer.byteLength(part);
      if (count >= unpacked) return true;
    }
  } catch {
    // What is broken ends there.
  }
  return false;
}

/** Read by a decoder as pixels only where it lacks some; no marker is in it. */
const madeUp = Buffer.from(Array.from({ length: 64 }, (_, index) => (index * 167) % 251));

/**
 * The decoder makes up what is missing, and warns of it too late for the last rows. They differ then when other data stand
 * behind.
 */
async function isScanWhole(scans: Buffer): Promise<boolean> {
  const strict = await decodeEnd(scans, { failOn: "warning" });
  if (strict instanceof Error && /premature end|found marker 0xd9/.test(strict.message)) return false;
  // Of any other warning no picture is worse.
  const end = strict instanceof Error ? await decodeEnd(scans, { failOn: "truncated" }) : strict;
  if (end instanceof Error) return !isBroken(end);
  const other = await decodeEnd(Buffer.concat([scans, madeUp]), { failOn: "none" });
  return other instanceof Error || other.equals(end);
}

/** As many as a JPEG codes at once. */
const lastRows = 16;

/** Its last rows, for which all before them are decoded. Any size: what it takes was looked at before. */
async function decodeEnd(bytes: Buffer, options: SharpOptions): Promise<Buffer | Error> {
  try {
    const image = await load(bytes, { ...options, limitInputPixels: false });
    const { width, height } = await image.metadata();
    const rows = Math.min(height, lastRows);
    return await image
      .extract({ left: 0, top: height - rows, width, height: rows })
      .raw()
      .toBuffer();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function isBroken(end: Buffer | Error): boolean {
  return end instanceof Error && !/unsupported|timeout/i.test(end.message);
}
