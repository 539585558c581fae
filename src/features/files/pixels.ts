import { createInflate } from "node:zlib";
import pLimit from "p-limit";
import type { SharpOptions } from "sharp";
import { gifFrames, type Picture, packedRows } from "./picture.ts";

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
 * Whether a decoder gets to the last pixel. A GIF's pixels are counted, since its decoder fills in what is missing. Its
 * structure alone speaks for what takes too much memory or time to decode, and for what this decoder doesn't know: a
 * JPEG's end sign, and how much a PNG unpacks to.
 */
export function hasAllPixels(bytes: Buffer, { kind, picture }: Read): Promise<boolean> {
  return oneAtATime(async () => {
    if (kind === "gif") return hasAllFrames(bytes);
    if (picture.heldBytes > mostOpenedBytes) return isWholeUnopened(bytes, { kind, picture });
    if (kind === "jpg") return await isScanWhole(bytes.subarray(0, picture.dataEnd));
    // Of a TIFF it takes a strip that is gone for no more than an error.
    return !isBroken(await decodeEnd(bytes, { failOn: kind === "tif" ? "error" : "truncated" }));
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

/** GIF's limit for an LZW code. */
const mostCodeBits = 12;

function hasAllFrames(bytes: Buffer): boolean {
  const lengths = new Uint16Array(1 << mostCodeBits);
  for (const frame of gifFrames(bytes)) {
    if (frame === null || countPixels(frame, lengths) < frame.pixels) return false;
  }
  return true;
}

type Frame = { data: Buffer; pixels: number };

/** Reads codes until there are enough pixels, or a code has no meaning. `lengths` is reused: the pixels of each code. */
function countPixels({ data, pixels }: Frame, lengths: Uint16Array): number {
  const leastBits = data[0] ?? 0;
  if (leastBits === 0 || leastBits >= mostCodeBits) return 0;
  const codes = joinBlocks(data.subarray(1));
  const clear = 1 << leastBits;
  lengths.fill(1, 0, clear);
  let [count, previous, next, bits] = [0, 0, clear + 2, leastBits + 1];
  for (let at = 0; at + bits <= codes.length * 8 && count < pixels; ) {
    const code = readBits(codes, at, bits);
    at += bits;
    if (code === clear) {
      [previous, next, bits] = [0, clear + 2, leastBits + 1];
      continue;
    }
    // The next code is the previous one's pixels and one more, and may be the code that was just read.
    if (previous > 0 && next < lengths.length) {
      lengths[next] = previous + 1;
      next += 1;
    }
    if (code === clear + 1 || code >= next) break;
    previous = lengths[code] ?? 0;
    count += previous;
    if (next === 1 << bits && bits < mostCodeBits) bits += 1;
  }
  return count;
}

/** The blocks' content, without their length bytes. */
function joinBlocks(data: Buffer): Buffer {
  const blocks = [];
  for (let at = 0; (data[at] ?? 0) > 0; ) {
    const next = at + 1 + (data[at] ?? 0);
    blocks.push(data.subarray(at + 1, next));
    at = next;
  }
  return Buffer.concat(blocks);
}

/** At most 12 bits, the lowest first. */
function readBits(data: Buffer, at: number, bits: number): number {
  const byte = at >> 3;
  const three = (data[byte] ?? 0) | ((data[byte + 1] ?? 0) << 8) | ((data[byte + 2] ?? 0) << 16);
  return (three >> (at & 7)) & ((1 << bits) - 1);
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
