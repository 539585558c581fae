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

function readGif(bytes: Buffer): PictureSize | null {
  return bytes.length < 10 ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
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
