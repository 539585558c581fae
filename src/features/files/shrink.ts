import type { FileKind } from "./contents.ts";

/** How a picture is made smaller: always the same bytes of the same picture, so that it can be done again. */
export type Shrinking = { edge: number; quality: number };

/** What it would come to. */
export type Smaller = Shrinking & { sizeBytes: number; width: number; height: number };

const firstEdge = 2000;
const smallestEdge = 320;
const step = 0.8;
const qualities = [85, 72];
/** The same limit as for what is uploaded as it is: nothing larger is opened. */
const mostPixels = 50_000_000;

/** A picture that moves would stand still, and a document is as it is. */
export function canShrink(kind: FileKind): boolean {
  return kind === "png" || kind === "jpg" || kind === "tif";
}

/** The largest of the same picture that fits; null when none does, or it can't be opened. */
export async function findSmaller(bytes: Buffer, limitBytes: number): Promise<Smaller | null> {
  for (let edge = firstEdge; edge >= smallestEdge; edge = Math.round(edge * step)) {
    for (const quality of qualities) {
      const made = await encode(bytes, { edge, quality }).catch(() => null);
      if (made === null) return null;
      const { size, width, height } = made.info;
      if (size <= limitBytes) return { edge, quality, sizeBytes: size, width, height };
    }
  }
  return null;
}

export async function shrink(bytes: Buffer, shrinking: Shrinking): Promise<Buffer> {
  return (await encode(bytes, shrinking)).data;
}

/** Upright, without what the camera noted, on white where it was transparent. */
async function encode(bytes: Buffer, { edge, quality }: Shrinking) {
  // A codec that most processes never need: loaded when the first picture is too big.
  const { default: sharp } = await import("sharp");
  return sharp(bytes, { limitInputPixels: mostPixels })
    .rotate()
    .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer({ resolveWithObject: true });
}
