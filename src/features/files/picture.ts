/** What a picture's own structure says of it, without unpacking it. */
export type Picture = {
  width: number;
  height: number;
  /** What whoever opens it needs for its pixels, at the least four bytes each; of several pages the largest one's. */
  unpackedBytes: number;
  /** Of a TIFF; else one. */
  pages: number;
  /** How much a decoder holds of it at once: nothing to speak of where it goes from row to row. */
  heldBytes: number;
  /** Where its pixels' data end, and its own end sign or anything else may stand. */
  dataEnd: number;
};

const readers: Readonly<Record<string, (bytes: Buffer) => Picture | null>> = {
  ...{ png: readPng, apng: readPng, jpg: readJpeg, gif: readGif, tif: readTiff },
};

/** Walks from block to block to the picture's end. Null: it is cut, or doesn't say how large it is. */
export function readPicture(bytes: Buffer, kind: string): Picture | null {
  const picture = readers[kind]?.(bytes) ?? null;
  return picture === null || picture.width === 0 || picture.height === 0 ? null : picture;
}

type Raster = { width: number; height: number; bytesAPixel: number; isHeld: boolean };

function toPicture({ width, height, bytesAPixel, isHeld }: Raster, dataEnd: number): Picture {
  const unpackedBytes = width * height * Math.max(4, bytesAPixel);
  return { width, height, unpackedBytes, pages: 1, heldBytes: isHeld ? unpackedBytes : 0, dataEnd };
}

const png = { signature: 8, head: 33, chunk: 12 };

/** Without the checksum behind its end it shows as well. */
function readPng(bytes: Buffer): Picture | null {
  if (bytes.length < png.head || bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  let hasPixels = false;
  for (const { type } of chunksOf(bytes)) {
    hasPixels ||= type === "IDAT";
    if (type !== "IEND") continue;
    if (!hasPixels) return null;
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    return toPicture(
      { ...size, bytesAPixel: bytes[24] === 16 ? 8 : 4, isHeld: bytes[28] === 1 },
      bytes.length,
    );
  }
  return null;
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = png.signature; at + 8 <= bytes.length; ) {
    const next = at + png.chunk + bytes.readUInt32BE(at);
    yield { type: bytes.toString("latin1", at + 4, at + 8), data: bytes.subarray(at + 8, next - 4) };
    at = next;
  }
}

/** Samples of a pixel by the type of colour. */
const samples = [1, 0, 3, 1, 2, 0, 4];
/** Where the pixels of each pass begin, and how far apart they are: columns, then rows. */
const passes = [
  ...[[0, 0, 8, 8] as const, [4, 0, 8, 8] as const, [0, 4, 4, 8] as const, [2, 0, 4, 4] as const],
  ...[[0, 2, 2, 4] as const, [1, 0, 2, 2] as const, [0, 1, 1, 2] as const],
];

/** The packed rows of an interlaced PNG, and how many bytes they come to. */
export function packedRows(bytes: Buffer): { data: Buffer; unpacked: number } {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const bits = (bytes[24] ?? 0) * (samples[bytes[25] ?? 0] ?? 0);
  const sizes = passes.map(([left, top, across, down]) => {
    const [columns, rows] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)];
    return columns > 0 && rows > 0 ? rows * (1 + Math.ceil((columns * bits) / 8)) : 0;
  });
  const data = [...chunksOf(bytes)].filter(({ type }) => type === "IDAT").map((chunk) => chunk.data);
  return { data: Buffer.concat(data), unpacked: sizes.reduce((sum, size) => sum + size, 0) };
}

const gif = { head: 13, frame: 0x2c, frameHead: 10, end: 0x3b };

type GifFrame = {
  right: number;
  bottom: number;
  pixels: number;
  /** Bits of a colour's LZW code, then the blocks of codes. */
  data: Buffer;
};

/** As large as the screen, or as its frames reach: a frame may be larger than its screen. */
function readGif(bytes: Buffer): Picture | null {
  if (bytes.length < gif.head) return null;
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let hasFrame = false;
  for (const frame of gifFrames(bytes)) {
    if (frame === null) return null;
    hasFrame = true;
    size.width = Math.max(size.width, frame.right);
    size.height = Math.max(size.height, frame.bottom);
  }
  return hasFrame ? toPicture({ ...size, bytesAPixel: 4, isHeld: false }, bytes.length) : null;
}

/** Null: a block is cut. A GIF without its end sign shows as well. */
export function* gifFrames(bytes: Buffer): Generator<GifFrame | null> {
  let at = gif.head + tableBytes(bytes[10] ?? 0);
  while (at < bytes.length && bytes[at] !== gif.end) {
    const head = bytes.subarray(at, at + gif.frameHead);
    const isFrame = head[0] === gif.frame;
    if (isFrame && head.length < gif.frameHead) return yield null;
    const dataAt = at + (isFrame ? gif.frameHead + tableBytes(head[9] ?? 0) : 1);
    at = behindBlocks(bytes, dataAt + 1);
    if (!isFrame) continue;
    const [width, height] = [head.readUInt16LE(5), head.readUInt16LE(7)];
    const [right, bottom] = [head.readUInt16LE(1) + width, head.readUInt16LE(3) + height];
    yield { right, bottom, pixels: width * height, data: bytes.subarray(dataAt, at) };
  }
  if (at > bytes.length) yield null;
}

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

const jpeg = { end: 0xd9, scan: 0xda };

function readJpeg(bytes: Buffer): Picture | null {
  let raster: Raster | null = null;
  let hasScan = false;
  let dataEnd = bytes.length;
  for (const { marker, at, next } of segmentsOf(bytes)) {
    if (next > bytes.length) return null;
    if (marker === jpeg.end) {
      dataEnd = at;
      break;
    }
    if (isFrame(marker)) {
      // Some programs believe the first size, some the last.
      if (raster !== null) return null;
      raster = readFrame(bytes.subarray(at, next));
    }
    hasScan ||= marker === jpeg.scan;
  }
  return raster !== null && hasScan ? toPicture(raster, dataEnd) : null;
}

/** Over its segments and scans. What lies in a segment, a preview with an end of its own for one, is passed over. */
function* segmentsOf(bytes: Buffer): Generator<{ marker: number; at: number; next: number }> {
  let at = 2;
  while (at + 2 <= bytes.length) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : null;
    // Fill bytes have no length, and neither has what stands between two segments.
    if (marker === null || marker === 0xff) at += 1;
    else if (isAlone(marker)) at += 2;
    else {
      const length = at + 4 > bytes.length ? bytes.length : bytes.readUInt16BE(at + 2);
      const next = at + 2 + (marker === jpeg.end ? 0 : length);
      yield { marker, at, next };
      at = marker === jpeg.scan ? behindScan(bytes, next) : next;
    }
  }
}

function isAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** SOF0 to SOF15 without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** What is coded progressively is held whole, two bytes for each coefficient. */
function readFrame(segment: Buffer): Raster | null {
  const components = segment[9] ?? 0;
  if (segment.length < 10 + 3 * components) return null;
  const samplings = Array.from({ length: components }, (_, index) => segment[11 + 3 * index] ?? 0);
  const areas = samplings.map((sampling) => (sampling >> 4) * (sampling & 15));
  const shares = areas.reduce((sum, area) => sum + area, 0) / Math.max(1, ...areas);
  const isProgressive = ((segment[1] ?? 0) & 3) === 2;
  return {
    width: segment.readUInt16BE(7),
    height: segment.readUInt16BE(5),
    bytesAPixel: isProgressive ? 2 * shares : components,
    isHeld: isProgressive,
  };
}

/** The next marker behind a scan's data, in which 0 follows a byte that isn't one; the file's end where none comes. */
function behindScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2);
  }
  return bytes.length;
}

const tiffTags = {
  ...{ width: 256, height: 257, bits: 258, samples: 277 },
  ...{
    stripOffsets: 273,
    stripBytes: 279,
    tileWidth: 322,
    tileHeight: 323,
    tileOffsets: 324,
    tileBytes: 325,
  },
};
/** Bytes of a value by its type: bytes, texts, shorts, longs, fractions, their signed ones and floats. */
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const entryBytes = 12;
/** Pages may overlap and come to more than the file is long. */
const mostValues = 1_000_000;

const readTags = new Set(Object.values(tiffTags));
type Tags = ReadonlyMap<number, readonly number[]>;

/**
 * All pages of a TIFF in either byte order. Null: it is cut, doesn't say how large it is, or says anything of a page
 * twice, of which programs believe one or the other.
 */
function readTiff(bytes: Buffer): Picture | null {
  const pages = readPages(bytes);
  const [first] = pages ?? [];
  if (pages === null || first === undefined || pages.some((page) => isCut(page, bytes.length))) return null;
  const [width = 0, height = 0] = [tiffTags.width, tiffTags.height].map((tag) => first.get(tag)?.[0]);
  const unpackedBytes = Math.max(...pages.map(unpackedBytesOf));
  const held = { heldBytes: unpackedBytes, dataEnd: bytes.length };
  return { width, height, unpackedBytes, pages: pages.length, ...held };
}

function readPages(bytes: Buffer): Tags[] | null {
  const isLittle = bytes[0] === 0x49;
  const read: ReadNumber = (at, size) =>
    at + size > bytes.length ? 0 : isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  const pages = new Map<number, Tags>();
  let left = mostValues;
  for (let at = read(4, 4); at !== 0; ) {
    const next = at + 2 + read(at, 2) * entryBytes;
    const page =
      pages.has(at) || next > bytes.length ? null : readPage(read, { at, next, left, of: bytes.length });
    if (page === null || page.size === 0) return null;
    for (const values of page.values()) left -= 1 + values.length;
    pages.set(at, page);
    at = read(next, 4);
  }
  return [...pages.values()];
}

type ReadNumber = (at: number, size: number) => number;
type Directory = { at: number; next: number; left: number; of: number };

/** Null: a value lies behind the file's end, a tag is there twice, or there is far too much. */
function readPage(read: ReadNumber, { at, next, left, of }: Directory): Tags | null {
  const page = new Map<number, readonly number[]>();
  let count = 0;
  for (let entry = at + 2; entry < next; entry += entryBytes) {
    const tag = read(entry, 2);
    const size = valueBytes[read(entry + 2, 2)] ?? 0;
    const length = read(entry + 4, 4);
    const from = size * length > 4 ? read(entry + 8, 4) : entry + 8;
    const readLength = readTags.has(tag) && size > 0 && size <= 4 ? length : 0;
    count += 1 + readLength;
    if (page.has(tag) || count > left || from + size * length > of) return null;
    page.set(
      tag,
      Array.from({ length: readLength }, (_, index) => read(from + index * size, size)),
    );
  }
  return page;
}

function isCut(page: Tags, fileBytes: number): boolean {
  const offsets = page.get(tiffTags.stripOffsets) ?? page.get(tiffTags.tileOffsets) ?? [];
  const lengths = page.get(tiffTags.stripBytes) ?? page.get(tiffTags.tileBytes) ?? [];
  return lengths.includes(0) || offsets.some((offset, index) => offset + (lengths[index] ?? 0) > fileBytes);
}

/** A tile is unpacked whole, however much of it the picture needs. */
function unpackedBytesOf(page: Tags): number {
  const value = (tag: number, otherwise: number) => page.get(tag)?.[0] ?? otherwise;
  const bytesASample = Math.ceil(Math.max(8, ...(page.get(tiffTags.bits) ?? []).slice(0, 16)) / 8);
  const area = Math.max(
    value(tiffTags.width, 0) * value(tiffTags.height, 0),
    value(tiffTags.tileWidth, 0) * value(tiffTags.tileHeight, 0),
  );
  return area * Math.max(4, value(tiffTags.samples, 1)) * bytesASample;
}
