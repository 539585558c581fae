/** A recognised file content; sizes in pixels, null where the format's header is not read (TIFF, PDF). */
export type FileContent = {
  extension: "png" | "jpg" | "gif" | "tif" | "pdf";
  width: number | null;
  height: number | null;
};

/** Recognises PNG, JPEG, GIF, TIFF and PDF by their bytes. Returns null for anything else. */
export function detectContent(bytes: Buffer): FileContent | null {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
    return { extension: "png", ...readPngSize(bytes) };
  }
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { extension: "jpg", ...readJpegSize(bytes) };
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38])) return { extension: "gif", ...readGifSize(bytes) };
  if (startsWith(bytes, [0x49, 0x49, 0x2a, 0x00]) || startsWith(bytes, [0x4d, 0x4d, 0x00, 0x2a])) {
    return { extension: "tif", ...unknownSize };
  }
  // A document may have blank lines in front.
  if (/^\s*%PDF-/.test(bytes.toString("latin1", 0, 1024))) return { extension: "pdf", ...unknownSize };
  return null;
}

type Size = { width: number | null; height: number | null };
const unknownSize: Size = { width: null, height: null };

function startsWith(bytes: Buffer, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

function readPngSize(bytes: Buffer): Size {
  if (bytes.length < 24) return unknownSize;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGifSize(bytes: Buffer): Size {
  if (bytes.length < 10) return unknownSize;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Walks the segments up to the frame header, which holds the size. */
function readJpegSize(bytes: Buffer): Size {
  let offset = 2;
  while (offset + 9 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0;
    if (isFrameHeader(marker)) {
      return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) };
    }
    // A marker may be preceded by any number of fill bytes; those have no length.
    offset += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2);
  }
  return unknownSize;
}

/** SOF0 to SOF15; among them DHT, JPG and DAC are no frame headers. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
