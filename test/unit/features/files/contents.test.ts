import { crc32 } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { inspectFile } from "../../../../src/features/files/contents.ts";
import {
  gif,
  heif,
  jpg,
  noiseBytes,
  pdf,
  png,
  pngWith,
  svg,
  tif,
  webp,
  zip,
} from "../../../support/sample-files.ts";

const emptyNote = Buffer.from("000000007445587400000000", "hex");
const manyNotes = Buffer.alloc(emptyNote.length * 30_000, emptyNote);
const crowded = Buffer.concat([png().subarray(0, 33), manyNotes, png().subarray(33)]);
const film = Buffer.from("\0\0\0\u0018ftypmp42");
const unendedGif = Buffer.concat([gif().subarray(0, -4), Buffer.from([2, 0x81, 0, 0])]);
const damaged = { problem: "FileDamaged" };

const noise = (width: number, height: number) =>
  sharp(noiseBytes(width * height * 3), { raw: { width, height, channels: 3 } });

describe("the check of a file's bytes", () => {
  it.each([
    ["png", png({ width: 7, height: 9 }), { width: 7, height: 9 }],
    ["jpg", jpg({ width: 70, height: 90 }), { width: 70, height: 90 }],
    ["tif", tif({ width: 5, height: 6 }), { width: 5, height: 6 }],
    ["pdf", pdf(), null],
    ["pdf", Buffer.concat([Buffer.from("\n\n"), pdf()]), null],
    ["gif", gif({ width: 3, height: 4, frameWidth: 3 }), { width: 3, height: 4 }],
  ])("recognizes a file's format and picture size: %s", async (kind, bytes, size) => {
    const found = await inspectFile(bytes, undefined);
    expect(found).toMatchObject(size === null ? { kind, picture: null } : { kind, picture: size });
  });

  it.each([
    ["an empty file", Buffer.alloc(0), "FileEmpty"],
    ["a PDF header without a document", Buffer.from("%PDF-1.7"), "FileDamaged"],
    ["a PNG without a width", png({ width: 0 }), "FileDamaged"],
    ["a TIFF without its size", tif().fill(0, 10), "FileDamaged"],
    ["a TIFF with a second width", tif({ more: [[256, 60_000]] }), "FileDamaged"],
    ["a TIFF with a second height", tif({ more: [[257, 60_000]] }), "FileDamaged"],
    ["a TIFF of huge size", tif({ width: 60_000, height: 60_000 }).subarray(0, 5000), "FilePixels"],
    ["a GIF frame above its canvas", gif({ width: 1, height: 60_000, frameWidth: 60_000 }), "FilePixels"],
    ["a PNG with thousands of empty notes", crowded, "FileDamaged"],
    ["an SVG", svg(), "FileFormat"],
    ["a zip", zip(), "FileFormat"],
    ["plain text", Buffer.from("hello"), "FileFormat"],
    ["an HTML page", Buffer.from("<html><script>1</script></html>"), "FileFormat"],
  ])("refuses %s", async (_, bytes, problem) => {
    expect(await inspectFile(bytes, undefined)).toMatchObject({ problem });
  });

  it.each([
    ["HEIC", heif("heic")],
    ["AVIF", heif("avif")],
    ["WEBP", webp()],
    ["ZIP", zip()],
    [undefined, svg()],
    [undefined, Buffer.from("just words")],
  ])("names the format of a refused file if it is known: %s", async (format, bytes) => {
    const found = await inspectFile(bytes, "MMS");
    expect(found).toEqual({ problem: "FileFormat", ...(format !== undefined && { format }) });
  });

  it.each([
    ["an animated PNG", pngWith("acTL", Buffer.alloc(8)), "apng"],
    [
      "a PNG with markup in its text notes",
      pngWith("iTXt", Buffer.from("XML:com.adobe.xmp <svg><script>")),
      "png",
    ],
    ["a PDF with markup in its title", pdf(0, "<< /Title (<script>) >>"), "pdf"],
    ["a PDF with text after its end", Buffer.concat([pdf(), Buffer.from("made from 3 obj")]), "pdf"],
    ["a JPEG with a film after its end, as phones make it", Buffer.concat([jpg(), film]), "jpg"],
    ["a JPEG with a second picture after its end, as cameras make it", Buffer.concat([jpg(), jpg()]), "jpg"],
    ["a GIF whose data end with a zero and that lacks its end mark", unendedGif, "gif"],
    ["a TIFF with more directory entries than it needs", tif({ more: [[282, 1]] }), "tif"],
  ])("accepts %s", async (_, bytes, kind) => {
    expect(await inspectFile(bytes, undefined)).toMatchObject({ kind });
  });

  it("refuses a PDF for the type CHAT, and accepts it for DOCUMENT", async () => {
    expect(await inspectFile(pdf(), "CHAT")).toEqual({ problem: "FileNotPicture" });
    expect(await inspectFile(pdf().subarray(0, 9), "CHAT")).toEqual({ problem: "FileNotPicture" });
    expect(await inspectFile(pdf(), "DOCUMENT")).toMatchObject({ kind: "pdf" });
  });

  it("refuses a truncated picture of any format", async () => {
    const picture = () => noise(64, 48);
    const [progressive, compression] = [true, "lzw"] as const;
    for (const made of [
      ...[picture().jpeg(), picture().jpeg({ progressive }), picture().png(), picture().png({ progressive })],
      ...[picture().gif(), picture().tiff({ compression }), noise(256, 192).tiff({ compression })],
    ]) {
      const whole = await made.toBuffer();
      expect(await inspectFile(whole, "MMS")).toHaveProperty("kind");
      for (const part of [0.2, 0.5, 0.9]) {
        const cut = whole.subarray(0, Math.floor(whole.length * part));
        expect(await inspectFile(cut, "MMS"), `${part}`).toEqual(damaged);
      }
    }
  });

  it("refuses an animated picture with a truncated later frame", async () => {
    const frames = [30, 200].map((grey) => {
      const made = { width: 20, height: 20, channels: 3, background: { r: grey, g: 9, b: 9 } } as const;
      return sharp({ create: made }).png().toBuffer();
    });
    const whole = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await inspectFile(whole, "MMS")).toMatchObject({ kind: "gif", picture: { pages: 2 } });
    for (const odd of [whole.subarray(0, -1), Buffer.concat([whole, Buffer.alloc(90)])])
      expect(await inspectFile(odd, "MMS")).toHaveProperty("kind");
    const zeros = Buffer.from(whole).fill(0, whole.length - 12);
    const moving = pngWith("acTL", Buffer.alloc(8)).subarray(0, -12);
    for (const cut of [whole.subarray(0, -3), whole.subarray(0, -20), zeros, moving])
      expect(await inspectFile(cut, "MMS")).toEqual(damaged);
  });

  it("refuses a JPEG whose rest is zeros, as after a stopped download", async () => {
    for (const progressive of [false, true]) {
      const flat = sharp({ create: { width: 800, height: 600, channels: 3, background: "#123" } });
      const whole = await flat.jpeg({ progressive }).toBuffer();
      expect(await inspectFile(Buffer.concat([whole, Buffer.alloc(512)]), "MMS")).toHaveProperty("kind");
      for (const part of [0.1, 0.5, 0.9]) {
        const stopped = Buffer.from(whole).fill(0, Math.floor(whole.length * part));
        expect(await inspectFile(stopped, "MMS"), `${part}`).toEqual(damaged);
      }
    }
  });

  it("refuses a linearized PDF that is shorter than its stated length", async () => {
    const first = "1 0 obj\n<</Linearized 1/L 3000/O 3>>\nendobj\nstartxref\n0\n%%EOF\n";
    const whole = Buffer.from(`%PDF-1.7\n${first}`.padEnd(2981, "x").concat("\nstartxref\n9\n%%EOF\n"));
    expect(whole).toHaveLength(3000);
    expect(await inspectFile(whole, undefined)).toHaveProperty("kind");
    expect(await inspectFile(whole.subarray(0, 1500), undefined)).toEqual(damaged);
  });

  it.each([
    ["row by row", {}],
    ["progressive", { progressive: true }],
    ["with full colour resolution", { chromaSubsampling: "4:4:4" }],
  ])(
    "accepts a JPEG without its end marker, and refuses one without its last rows: %s",
    async (_, options) => {
      const whole = await noise(64, 48).jpeg(options).toBuffer();
      expect(await inspectFile(whole.subarray(0, -2), "MMS")).toHaveProperty("kind");
      for (const cut of [50, 200]) {
        expect(await inspectFile(whole.subarray(0, -cut), "MMS"), `${cut}`).toEqual(damaged);
      }
    },
  );

  it("accepts a picture undecoded if that takes more than 120 MB, as with 16 bits a colour", async () => {
    const cutOf = ([depth, interlaced]: readonly [number, number]) => {
      const bytes = png({ width: 5000, height: 3200 }).subarray(0, 60);
      bytes.set([depth, 2, 0, 0, interlaced], 24);
      bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
      return bytes;
    };
    expect(await inspectFile(cutOf([16, 1]), "MMS")).toMatchObject({ kind: "png" });
    // Decoded, so the cut is noticed: not interlaced, or with 8 bits a colour.
    for (const small of [[16, 0] as const, [8, 1] as const])
      expect(await inspectFile(cutOf(small), "MMS")).toEqual(damaged);
  });

  it.each([
    ["srgb", [5000, 4001], [5000, 3999]],
    ["cmyk", [5000, 3001], [5000, 2999]],
  ] as const)(
    "accepts a progressive JPEG undecoded if that takes more than 120 MB: %s",
    async (space, large, allowed) => {
      const small = await noise(64, 48).toColourspace(space).jpeg({ progressive: true }).toBuffer();
      const stating = ([width, height]: readonly [number, number]) => {
        const bytes = Buffer.from(small);
        const frame = bytes.indexOf(Buffer.from("ffc2", "hex"));
        bytes.writeUInt16BE(height, frame + 5);
        bytes.writeUInt16BE(width, frame + 7);
        return bytes.subarray(0, -20);
      };
      expect(await inspectFile(stating(large), "MMS")).toMatchObject({ kind: "jpg" });
      // Decoded, so the cut is noticed.
      expect(await inspectFile(stating(allowed), "MMS")).toEqual(damaged);
    },
  );

  it("decodes a JPEG of 48 megapixels, and so refuses it if it is truncated", async () => {
    const cut = jpg({ width: 8000, height: 6000 }).subarray(0, 90_000);
    expect(await inspectFile(cut, "MMS")).toEqual(damaged);
  });

  it("refuses a picture of more than 50 megapixels", async () => {
    const found = (height: number) => inspectFile(png({ width: 10_000, height }), "MMS");
    expect(await found(5000)).toMatchObject({ kind: "png" });
    expect(await found(5001)).toEqual({ problem: "FilePixels" });
  });

  it("never throws an error, whatever bytes a damaged file has", async () => {
    const heads = [png(), jpg(), tif(), pdf(), zip(), Buffer.from("GIF89a")];
    const made = fc.tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 80 }), fc.nat(40));
    await fc.assert(
      fc.asyncProperty(made, async ([head, noise, at]) => {
        const bytes = Buffer.concat([head.subarray(0, at), noise, head]);
        const found = await inspectFile(bytes, "MMS");
        expect("kind" in found || "problem" in found).toBe(true);
      }),
    );
  });
});
