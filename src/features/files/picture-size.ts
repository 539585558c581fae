/** Pixels, read off the head of a picture without opening it; null where the head doesn't say. */
export type PictureSize = { width: number; height: number };

const readers: Readonly<Record<string, (bytes: Buffer) => PictureSize | null>> = {
  png: readPng,
  jpg: readJpeg,
  gif: readGif,
  tif: readTiff,
};

export function readPictureSize(bytes: Buffer, kind: string): PictureSize | null {
  return readers[kind]?.(bytes) ?? null;
}

function readPng(bytes: Buffer): PictureSize | null {
  return bytes.length < 24 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The screen's, or what its frames reach to: one may be larger than the screen that it is shown on. */
function readGif(bytes: Buffer): PictureSize | null {
  if (bytes.length < gif.head) return null;
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let at = gif.head + tableBytes(bytes[10] ?? 0);
  while (at < bytes.length && bytes[at] !== gif.end) {
    const isFrame = bytes[at] === gif.frame;
    if (!isFrame) at = behindBlocks(bytes, at + 2);
    else {
      if (at + gif.frameHead > bytes.length) return size;
      size.width = Math.max(size.width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      size.height = Math.max(size.height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at = behindBlocks(bytes, at + gif.frameHead + tableBytes(bytes[at + 9] ?? 0) + 1);
    }
  }
  return size;
}

const gif = { head: 13, frame: 0x2c, frameHead: 10, end: 0x3b };

/** The table of colours, where the flags say that there is one. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Each block begins with how long it is; an empty one ends them. */
function behindBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
  return at + 1;
}

/** Over the segments to the frame's head. */
function readJpeg(bytes: Buffer): PictureSize | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // Fill bytes before a marker have no length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** SOF0 to SOF15 without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const tiffTags = { width: 256, height: 257 };
const entryBytes = 12;

/** The first directory's entries, in either byte order; a short value stands where a long one begins. */
function readTiff(bytes: Buffer): PictureSize | null {
  const isLittle = bytes[0] === 0x49;
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const directory = bytes.length < 8 ? bytes.length : long(4);
  if (directory + 2 > bytes.length) return null;
  const values = new Map<number, number>();
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * entryBytes;
    if (at + entryBytes > bytes.length) break;
    values.set(short(at), short(at + 2) === 3 ? short(at + 8) : long(at + 8));
  }
  const width = values.get(tiffTags.width);
  const height = values.get(tiffTags.height);
  return width === undefined || height === undefined ? null : { width, height };
}
