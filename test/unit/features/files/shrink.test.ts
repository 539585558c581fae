import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import type { Contents, FileFormat } from "../../../../src/features/files/contents.ts";
import { canShrink, findShrinkPlan, shrink } from "../../../../src/features/files/contents.ts";
import { noiseBytes } from "../../../support/sample-files.ts";

const signal = new AbortController().signal;
const mms = { limitBytes: 60_000, type: "MMS", signal };

/** Noise hardly compresses, so only fewer pixels make it smaller. */
function noise(width: number, height: number) {
  const raw = { width: 300, height: 200, channels: 3 as const };
  return sharp(noiseBytes(300 * 200 * 3), { raw }).resize(width, height, { fit: "fill", kernel: "nearest" });
}

describe("shrinking a picture that is too large to upload", () => {
  it("predicts the exact size of the smaller picture, which is within the limit", async () => {
    const bytes = await noise(1500, 200).jpeg({ quality: 95 }).toBuffer();
    const found = await findShrinkPlan(bytes, mms);
    if (found === null) throw new Error("nothing was found");
    const made = await shrink(bytes, found, mms);
    expect(made?.length).toBe(found.sizeBytes);
    expect(found.sizeBytes).toBeLessThanOrEqual(60_000);
    expect(found.width).toBeLessThanOrEqual(1440);
  });

  it("decodes one picture at a time", async () => {
    const bytes = await noise(300, 200).png().toBuffer();
    let most = 0;
    const count = (length: number) => {
      most = Math.max(most, length);
    };
    sharp.queue.on("change", count);
    await Promise.all([1, 2, 3, 4].map(() => findShrinkPlan(bytes, { ...mms, limitBytes: 2_000_000 })));
    sharp.queue.off("change", count);
    expect(most).toBe(1);
  });

  it("doesn't try a size at which the picture would keep all its pixels", async () => {
    const bytes = await noise(400, 300).jpeg().toBuffer();
    const encoded = vi.spyOn(sharp.prototype, "jpeg");
    expect(await findShrinkPlan(bytes, { ...mms, limitBytes: 1 })).toBeNull();
    // Two qualities at the original size, and two at the only smaller size that MMS allows.
    expect(encoded).toHaveBeenCalledTimes(4);
  });

  it("stops when its signal is aborted", async () => {
    const bytes = await noise(600, 400).png().toBuffer();
    const stopping = new AbortController();
    const alert = findShrinkPlan(bytes, { ...mms, signal: stopping.signal });
    stopping.abort(new Error("stopping"));
    await expect(alert).rejects.toThrow("stopping");
  });

  it("finds no smaller picture for one above 30 megapixels or for a broken file", async () => {
    const plain = { width: 6000, height: 5100, channels: 3 as const, background: "#888888" };
    const large = await sharp({ create: plain }).jpeg({ quality: 30 }).toBuffer();
    for (const bytes of [large, Buffer.from("no picture")])
      expect(await findShrinkPlan(bytes, mms)).toBeNull();
  });

  it("finds no smaller picture if it would be too small for a messenger", async () => {
    const bytes = await noise(520, 260).png().toBuffer();
    expect(await findShrinkPlan(bytes, { ...mms, type: "CHAT", limitBytes: 5000 })).toBeNull();
  });

  it("is offered only for a still picture of one page whose type is MMS or CHAT", () => {
    const of = (kind: FileFormat, pages = 1): Contents => ({ kind, picture: { width: 9, height: 9, pages } });
    expect(canShrink(of("png"), "MMS")).toBe(true);
    expect(canShrink(of("tif"), "CHAT")).toBe(true);
    expect(canShrink(of("tif", 2), "MMS")).toBe(false);
    expect(canShrink(of("gif"), "MMS")).toBe(false);
    for (const type of [undefined, "DOCUMENT", "constructor"]) expect(canShrink(of("png"), type)).toBe(false);
  });
});
