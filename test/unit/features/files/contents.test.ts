import { crc32 } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { inspectFile } from "../../../../src/features/files/contents.ts";
import {
  cgbi,
  cutGifFrame,
  gif,
  heif,
  jpg,
  noiseBytes,
  pdf,
  png,
  pngWith,
  rar,
  svg,
  tif,
  unopenedPng,
  webp,
  zip,
} from "../../../support/sample-files.ts";

/** The frame of a small one behind the scan of another, which is decoded. */
const whole = jpg();
const frameAt = whole.indexOf(Buffer.from([0xff, 0xc0]));
const frame = whole.subarray(frameAt, frameAt + 2 + whole.readUInt16BE(frameAt + 2));
const twoFrames = Buffer.concat([whole.subarray(0, -2), frame, whole.subarray(-2)]);

describe("what a file is", () => {
  it.each([
    ["png", png({ width: 7, height: 9 }), { width: 7, height: 9 }],
    ["jpg", jpg({ width: 70, height: 90 }), { width: 70, height: 90 }],
    ["tif", tif({ width: 5, height: 6 }), { width: 5, height: 6 }],
    ["pdf", pdf(), null],
    ["gif", gif({ width: 3, height: 4, frameWidth: 3 }), { width: 3, height: 4 }],
  ])("is told by its bytes: %s", async (kind, bytes, size) => {
    const found = await inspectFile(bytes, undefined);
    expect(found).toMatchObject(size === null ? { kind, picture: null } : { kind, picture: size });
  });

  it("reads a TIFF of either byte order", async () => {
    const big = Buffer.alloc(40);
    big.write("MM\0*", "latin1");
    big.writeUInt32BE(8, 4);
    big.writeUInt16BE(2, 8);
    big.writeUInt16BE(256, 10);
    big.writeUInt16BE(3, 12);
    big.writeUInt32BE(1, 14);
    big.writeUInt16BE(1200, 18);
    big.writeUInt16BE(257, 22);
    big.writeUInt16BE(3, 24);
    big.writeUInt32BE(1, 26);
    big.writeUInt16BE(800, 30);
    expect(await inspectFile(big, "MMS")).toMatchObject({
      kind: "tif",
      picture: { width: 1200, height: 800 },
    });
  });

  it.each([
    ["nothing", Buffer.alloc(0), "FileEmpty"],
    ["a head without a document", Buffer.from("%PDF-"), "FileDamaged"],
    ["a picture without a width", png({ width: 0 }), "FileDamaged"],
    ["a TIFF that doesn't say how large it is", tif().fill(0, 10), "FileDamaged"],
    ["a frame larger than its screen", gif({ width: 1, height: 60_000, frameWidth: 60_000 }), "FilePixels"],
    ["an SVG", svg(), "FileFormat"],
    ["a zip", zip(), "FileFormat"],
    ["words", Buffer.from("hello"), "FileFormat"],
    ["a page", Buffer.from("<html><script>1</script></html>"), "FileFormat"],
    ["a head without a picture", png().subarray(0, 12), "FileDamaged"],
    [
      "a document whose second version is cut",
      Buffer.concat([pdf(), Buffer.from("1 0 obj\n<<")]),
      "FileDamaged",
    ],
    [
      "a document cut behind its first page and an object",
      Buffer.from(
        "%PDF-1.7\n1 0 obj\n<</Linearized 1/L 5000>>\nendobj\nstartxref\n0\n%%EOF\n2 0 obj\n<<>>\nendobj\n",
      ),
      "FileDamaged",
    ],
    [
      "a document cut behind another one within it",
      Buffer.from(`%PDF-1.7\n1 0 obj\nstream\n${pdf().toString("latin1")}\nendstream\nendobj\n2 0 obj\n<<`),
      "FileDamaged",
    ],
    ["a GIF with a code that there isn't yet", gif().fill(0xff, 30, 31), "FileDamaged"],
    ["a GIF whose codes have no such length", gif().fill(12, 23, 24), "FileDamaged"],
    ["a GIF without pixels", Buffer.concat([gif().subarray(0, 24), Buffer.from([0, 0x3b])]), "FileDamaged"],
    [
      "a GIF whose second frame has no pixels",
      Buffer.concat([gif().subarray(0, -1), gif().subarray(13, 24), Buffer.from([0, 0x3b])]),
      "FileDamaged",
    ],
    ["a TIFF whose width is of no known type", tif().fill(0xff, 12, 14), "FileDamaged"],
    ["a TIFF that says twice how large it is", tif({ more: [[256, 60_000]] }), "FileDamaged"],
    ["a JPEG that says twice how large it is", twoFrames, "FileDamaged"],
    ["a TIFF whose second page is gone", tif({ next: 5000 }), "FileDamaged"],
    ["a TIFF whose pages go round", tif({ next: 8 }), "FileDamaged"],
    [
      "a TIFF without its pixels",
      tif({
        more: [
          [273, 60],
          [279, 5000],
        ],
      }),
      "FileDamaged",
    ],
    ["a TIFF of many samples", tif({ width: 5000, height: 5000, more: [[277, 9]] }), "FilePixels"],
    [
      "a TIFF of huge tiles",
      tif({
        more: [
          [322, 60_000],
          [323, 60_000],
        ],
      }),
      "FilePixels",
    ],
    ["a picture that is an archive too", Buffer.concat([jpg(), zip()]), "FileTwoFormats"],
    ["a picture with a RAR behind it", Buffer.concat([png(), rar()]), "FileTwoFormats"],
    [
      "a picture with a 7z behind it",
      Buffer.concat([gif(), Buffer.from("7z\u00bc\u00af\u0027\u001c", "latin1")]),
      "FileTwoFormats",
    ],
    ["a document that is an archive too", Buffer.concat([pdf(), zip(), Buffer.from("\n")]), "FileTwoFormats"],
    [
      "a picture that is a document too",
      Buffer.concat([jpg({ width: 8, height: 8 }), pdf()]),
      "FileTwoFormats",
    ],
  ])("is refused: %s", async (_, bytes, problem) => {
    expect(await inspectFile(bytes, undefined)).toMatchObject({ problem });
  });

  it.each([
    ["HEIC", heif("heic")],
    ["AVIF", heif("avif")],
    ["WEBP", webp()],
    ["SVG", svg()],
    ["SVG", Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ["HTML", Buffer.from("<!DOCTYPE html><p>Hi</p>")],
    ["ZIP", zip()],
    ["DOC/XLS/PPT/HWP", Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".padEnd(600, "\0"), "latin1")],
    ["Apple CgBI PNG", cgbi()],
    ["BigTIFF", Buffer.from("II+\0\u0008\0\0\0\u0010\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "latin1")],
    ["BigTIFF", Buffer.from("MM\0+\0\u0008\0\0\0\0\0\0\0\0\0\u0010\0\0\0\0\0\0\0\0", "latin1")],
    ["BigTIFF", Buffer.from("II+\0", "latin1")],
    [undefined, Buffer.from("just words")],
  ])("is named where it isn't taken: %s", async (format, bytes) => {
    const found = await inspectFile(bytes, "MMS");
    expect(found).toEqual({ problem: "FileFormat", ...(format !== undefined && { format }) });
  });

  it.each([
    ["an animated PNG", pngWith("acTL", Buffer.alloc(8)), "apng"],
    ["a PNG whose notes hold markup", pngWith("iTXt", Buffer.from("XML:com.adobe.xmp <svg><script>")), "png"],
    ["a PNG whose notes name a document", pngWith("tEXt", Buffer.from("Title\0How to read %PDF-1.7")), "png"],
    ["a document behind blank lines", Buffer.concat([Buffer.from("\n\n"), pdf()]), "pdf"],
    ["a document titled with markup", pdf(0, "<< /Title (<script>) >>"), "pdf"],
    ["a document with an archive attached", pdf(0, `stream\n${zip().toString("latin1")}\nendstream`), "pdf"],
    [
      "a document of two versions",
      Buffer.concat([pdf(), Buffer.from("2 0 obj\n<<>>\nendobj\n%%EOF")]),
      "pdf",
    ],
    [
      "a document whose newest version has no end",
      Buffer.concat([pdf(), Buffer.from("2 0 obj\n<<>>\nendobj\nxref\n0 1\n")]),
      "pdf",
    ],
    ["a document with words behind its end", Buffer.concat([pdf(), Buffer.from("made from 3 obj")]), "pdf"],
    [
      "a whole document whose first page comes first",
      Buffer.from(
        "%PDF-1.7\n1 0 obj\n<</Linearized 1/L 90>>\nendobj\n%%EOF\n2 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n",
      ),
      "pdf",
    ],
    ["a GIF without its end sign", gif().subarray(0, -1), "gif"],
    ["a PNG without its last checksum", png().subarray(0, -4), "png"],
    [
      "a TIFF with all its pixels",
      tif({
        more: [
          [273, 8],
          [279, 50],
        ],
      }),
      "tif",
    ],
  ])("may be odd: %s", async (_, bytes, kind) => {
    expect(await inspectFile(bytes, undefined)).toMatchObject({ kind });
  });

  it.each([
    ["a second picture, as cameras keep one", jpg()],
    ["a film, as telephones do", Buffer.from("\0\0\0\u0018ftypmp42")],
    ["words", Buffer.from("taken in spring")],
    ["a page, which no reader looks for there", Buffer.from("<html>")],
  ])("may have behind its end %s", async (_, behind) => {
    const bytes = Buffer.concat([jpg(), Buffer.alloc(1024), behind]);
    expect(await inspectFile(bytes, "MMS")).toMatchObject({ kind: "jpg" });
  });

  it("has to be a picture for what is shown as one", async () => {
    expect(await inspectFile(pdf(), "CHAT")).toEqual({ problem: "FileNotPicture" });
    expect(await inspectFile(pdf(), "DOCUMENT")).toMatchObject({ kind: "pdf" });
  });

  describe("that was cut", () => {
    const raw = { width: 64, height: 48, channels: 3 as const };
    const picture = () => sharp(noiseBytes(64 * 48 * 3), { raw });
    const ends = {
      jpeg: [0xff, 0xd9],
      png: [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
      gif: [0, 0x3b],
    };
    const full = { chromaSubsampling: "4:4:4" };
    const moving = () => sharp(noiseBytes(64 * 48 * 9), { raw: { ...raw, height: 144, pageHeight: 48 } });

    it.each([
      ["a JPEG of full colour", "jpeg", () => picture().jpeg(full)],
      ["a JPEG of halved colour", "jpeg", () => picture().jpeg()],
      ["a progressive JPEG", "jpeg", () => picture().jpeg({ ...full, progressive: true })],
      ["a JPEG for print", "jpeg", () => picture().toColourspace("cmyk").jpeg()],
      ["a grey JPEG", "jpeg", () => picture().greyscale().jpeg()],
      ["a GIF", "gif", () => picture().gif()],
    ] as const)("is refused where an end was put behind it: %s", async (_, format, make) => {
      const whole = await make().toBuffer();
      expect(await inspectFile(whole, "MMS")).toHaveProperty("kind");
      const end = Buffer.from(ends[format]);
      const data = whole.subarray(0, -end.length);
      for (const gone of [4, 20, 60, 200, data.length / 2]) {
        const cut = Buffer.concat([data.subarray(0, data.length - gone), end]);
        expect(await inspectFile(cut, "MMS"), `${gone}`).toEqual({ problem: "FileDamaged" });
        const open = data.subarray(0, data.length - gone);
        expect(await inspectFile(open, "MMS"), `${gone}`).toEqual({ problem: "FileDamaged" });
      }
    });

    it.each([
      ["a picture that stands still", () => picture().gif(), [0]],
      ["an interlaced one", () => picture().gif({ progressive: true }), [0]],
      ["each frame of one that moves", () => moving().gif(), [0, 1, 2]],
    ] as const)("is refused where its last codes are gone from a GIF: %s", async (_, make, frames) => {
      const whole = await make().toBuffer();
      expect(await inspectFile(whole, "MMS")).toMatchObject({ kind: "gif", picture: { width: 64 } });
      for (const frame of frames) {
        expect(await inspectFile(cutGifFrame(whole, frame, 0), "MMS")).toMatchObject({ kind: "gif" });
        // The end's own code may be missing, as encoders leave it out, and no pixel's.
        for (const gone of [4, 20, 200, 2000]) {
          const cut = cutGifFrame(whole, frame, gone);
          expect(await inspectFile(cut, "MMS"), `${frame}: ${gone}`).toEqual({ problem: "FileDamaged" });
        }
      }
    });

    it.each([false, true])(
      "is refused as a PNG of fewer rows than it says, interlaced: %s",
      async (progressive) => {
        const whole = await picture().png({ progressive }).toBuffer();
        whole.writeUInt32BE(96, 20);
        whole.writeUInt32BE(crc32(whole.subarray(12, 29)), 29);
        expect(await inspectFile(whole, "MMS")).toEqual({ problem: "FileDamaged" });
      },
    );

    it.each([
      ["lies behind the end, whatever its length is said to be", [[273, 470] as const, [279, 5] as const]],
      ["can't be unpacked", [[259, 8] as const]],
      ["is empty", [[279, 0] as const]],
    ])("is refused as a TIFF whose strip %s", async (_, more) => {
      expect(await inspectFile(tif({ more }), "MMS")).toEqual({ problem: "FileDamaged" });
    });

    it("is taken as large as may be where only a JPEG's end is gone", async () => {
      const large = jpg({ width: 8000, height: 5000 });
      expect(await inspectFile(large.subarray(0, -2), "DOCUMENT")).toMatchObject({ kind: "jpg" });
    });

    const { passes, ...unopened } = unopenedPng;
    const progressive = jpg(unopened).fill(0xc2, frameAt + 1, frameAt + 2);

    it.each([
      ["a JPEG that lacks its end", progressive, progressive.subarray(0, -2)],
      ["half a JPEG", progressive, progressive.subarray(0, progressive.length / 2)],
      ["a PNG without its last row", png(unopenedPng), png({ ...unopened, passes: passes.slice(0, -1) })],
    ])("is refused unopened, interlaced or progressive: %s", async (_, whole, cut) => {
      expect(await inspectFile(whole, "DOCUMENT")).toHaveProperty("kind");
      expect(await inspectFile(cut, "DOCUMENT")).toEqual({ problem: "FileDamaged" });
    });

    const wholes = async () => [
      ...[await picture().jpeg().toBuffer(), await picture().jpeg({ progressive: true }).toBuffer()],
      ...[
        await picture().png().toBuffer(),
        await picture().gif().toBuffer(),
        await picture().tiff().toBuffer(),
      ],
    ];

    it("is refused wherever that is", async () => {
      for (const whole of await wholes()) {
        expect(await inspectFile(whole, "MMS")).toHaveProperty("kind");
        for (const part of [0.1, 0.3, 0.5, 0.8, 0.95]) {
          const cut = whole.subarray(0, Math.floor(whole.length * part));
          expect(await inspectFile(cut, "MMS"), `${part}`).toEqual({ problem: "FileDamaged" });
        }
      }
    });

    it.each([true, false])(
      "is taken where only a JPEG's last bytes are gone, progressive: %s",
      async (progressive) => {
        const whole = await picture().jpeg({ progressive }).toBuffer();
        for (const gone of [1, 2]) {
          expect(await inspectFile(whole.subarray(0, -gone), "MMS")).toMatchObject({ kind: "jpg" });
        }
        const preview = Buffer.concat([
          Buffer.from([0xff, 0xe1, 0, 6]),
          Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
        ]);
        const half = whole.subarray(2, whole.length / 2);
        const cut = Buffer.concat([whole.subarray(0, 2), preview, half]);
        expect(await inspectFile(cut, "MMS")).toEqual({ problem: "FileDamaged" });
      },
    );

    it("has all its pixels before what a telephone puts behind it", async () => {
      const trailer = Buffer.from("\0\0Image_UTC_Data1764300000000SEFHg\0\0\0SEFT", "latin1");
      const bytes = Buffer.concat([await picture().jpeg().toBuffer(), trailer]);
      expect(await inspectFile(bytes, "MMS")).toMatchObject({ kind: "jpg" });
    });
  });

  it("is refused unopened where a picture would unpack to more than 50 megapixels", async () => {
    const at = await inspectFile(png({ width: 10_000, height: 5000 }), "MMS");
    expect(at).toMatchObject({ kind: "png" });
    const over = await inspectFile(png({ width: 10_000, height: 5001 }), "MMS");
    expect(over).toEqual({ problem: "FilePixels" });
    const deep = png({ width: 10_000, height: 2501 }).fill(16, 24, 25);
    expect(await inspectFile(deep, "MMS")).toEqual({ problem: "FilePixels" });
  });

  it("never fails on what somebody made up", async () => {
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
