import { type Contents, mayOpen, oneAtATime, openingSeconds } from "./contents.ts";

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
    const opened = await open(bytes, { edge: first, signal });
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
    const opened = await open(bytes, { edge: (edges.get(type) ?? mms).first, signal });
    return opened === null ? null : (await opened.encode(shrinking)).data;
  });
}

/**
 * Unpacked once, at the first edge: upright, without what the camera noted, on white where it was transparent. Null of
 * what is broken.
 */
async function open(bytes: Buffer, { edge, signal }: { edge: number; signal: AbortSignal }) {
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
