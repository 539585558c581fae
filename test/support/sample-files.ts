import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { PickedFile } from "../../sandbox/slack/index.ts";

/* Files that are what they say, made here so that their size and pixels are the test's own. */

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
  return Buffer.concat([head, data, sum]);
}

/** A chunk put in front of a PNG's second one: what an editor notes of it, for one. */
export function pngWith(type: string, data: Buffer, of = png()): Buffer {
  return Buffer.concat([of.subarray(0, 33), chunk(type, data), of.subarray(33)]);
}

/** Begins as one: `heic`, `avif`. */
export function heif(brand: string, sizeBytes = 0): Buffer {
  const bytes = Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0mif1${brand}`, "latin1");
  return filled(bytes, sizeBytes);
}

export function webp(sizeBytes = 0): Buffer {
  return filled(Buffer.from("RIFF\u0010\0\0\0WEBPVP8 \u0004\0\0\0\0\0\0\0", "latin1"), sizeBytes);
}

type Png = { width?: number; height?: number; sizeBytes?: number; passes?: readonly (readonly number[])[] };

/** All in black; `sizeBytes` is filled behind the picture's data. `passes`: columns and rows of each, if interlaced. */
export function png({ width = 300, height = 200, sizeBytes = 0, passes }: Png = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, passes === undefined ? 0 : 1], 8);
  const rowBytes = (passes ?? [[width, height]]).map(
    ([columns = 0, rows = 0]) => (1 + Math.ceil(columns / 8)) * rows,
  );
  const bytes = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(rowBytes.reduce((sum, one) => sum + one)))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return filled(bytes, sizeBytes);
}

/** The same each time, and nothing that packs. */
export function noiseBytes(bytes: number): Buffer {
  return createHash("shake256", { outputLength: bytes }).digest();
}

/** Interlaced, so unpacked whole, and larger than the app unpacks. */
export const unopenedPng = {
  ...{ width: 8000, height: 5000 },
  passes: [
    ...[[1000, 625] as const, [1000, 625] as const, [2000, 625] as const, [2000, 1250] as const],
    ...[[4000, 1250] as const, [4000, 2500] as const, [8000, 2500] as const],
  ],
};

const jpegApp = Buffer.from([0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
const jpegSteps = Buffer.concat([Buffer.from([0xff, 0xdb, 0, 67, 0]), Buffer.alloc(64, 1)]);
/** One code each, of one bit: no change of brightness, and the block's end. */
const jpegCodes = Buffer.concat(
  [0, 0x10].map((table) => Buffer.from([0xff, 0xc4, 0, 20, table, 1, ...Array(15).fill(0), 0])),
);

/** All in grey: two bits a block. */
export function jpg({ width = 640, height = 480, sizeBytes = 0 } = {}): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 17, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
  const blocks = Buffer.alloc(Math.ceil((Math.ceil(width / 8) * Math.ceil(height / 8)) / 4));
  const end = Buffer.from([0xff, 0xd9]);
  const parts = [Buffer.from([0xff, 0xd8]), jpegApp, jpegSteps, jpegCodes, frame, scan, blocks, end];
  return filled(Buffer.concat(parts), sizeBytes);
}

/** One frame, which may be larger than the screen; one that nobody would unpack has no pixels. */
export function gif({ width = 30, height = 20, frameWidth = 30 } = {}): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.write("GIF89a", "latin1");
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  bytes[13] = 0x2c;
  bytes.writeUInt16LE(frameWidth, 18);
  bytes.writeUInt16LE(height, 20);
  bytes[23] = 7;
  const pixels = frameWidth * height > 1_000_000 ? 0 : frameWidth * height;
  const blocks = [];
  // Each begins with a code that keeps the others at one byte.
  for (let left = pixels; left > 0; left -= 100) {
    const count = Math.min(left, 100);
    blocks.push(Buffer.from([count + 1, 0x80]), Buffer.alloc(count));
  }
  return Buffer.concat([bytes, ...blocks, Buffer.from([1, 0x81, 0, 0x3b])]);
}

type TiffEntry = readonly [tag: number, value: number];

/** One page of black; `more`: other entries, or once more of the same. */
export function tif({ width = 50, height = 40, more = [] as readonly TiffEntry[], next = 0 } = {}): Buffer {
  const others = new Set(more.map(([tag]) => tag));
  const stripBytes = Math.ceil(width / 8) * height;
  const strip = [[273, 200] as const, [278, height] as const, [279, stripBytes] as const];
  const entries = [
    ...[[256, width] as const, [257, height] as const],
    ...[[262, 1] as const, ...strip].filter(([tag]) => !others.has(tag)),
    ...more,
  ].sort(([one], [other]) => one - other);
  const bytes = Buffer.alloc(200 + stripBytes);
  bytes.write("II*\0", "latin1");
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(entries.length, 8);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = 10 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(4, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  bytes.writeUInt32LE(next, 10 + entries.length * 12);
  return bytes;
}

export function pdf(sizeBytes = 0, holds = "<<>>"): Buffer {
  return filled(Buffer.from(`%PDF-1.7\n1 0 obj\n${holds}\nendobj\n%%EOF\n`, "latin1"), sizeBytes);
}

/** One that holds a single empty file. */
export function zip(): Buffer {
  const local = Buffer.alloc(31);
  local.write("PK\u0003\u0004", "latin1");
  local.writeUInt16LE(1, 26);
  local.write("a", 30);
  const central = Buffer.alloc(47);
  central.write("PK\u0001\u0002", "latin1");
  central.writeUInt16LE(1, 28);
  central.write("a", 46);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

export const svg = () =>
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

function filled(bytes: Buffer, sizeBytes: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, sizeBytes - bytes.length), 0x20)]);
}

const mimetypes: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  tif: "image/tiff",
  gif: "image/gif",
  pdf: "application/pdf",
  svg: "image/svg+xml",
  heic: "image/heic",
  webp: "image/webp",
  zip: "application/zip",
};

/** As a person picks it: Slack believes the name. */
export function picked(name: string, bytes: Buffer): PickedFile {
  return { name, bytes, mimetype: mimetypes[name.split(".").at(-1) ?? ""] ?? "application/octet-stream" };
}
