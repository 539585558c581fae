import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inspectFile } from "../../../../src/features/files/contents.ts";
import { gif, jpg, pdf, png, rar, svg, tif, zip } from "../../../support/sample-files.ts";

describe("what a file is", () => {
  it.each([
    ["png", png({ width: 7, height: 9 }), { width: 7, height: 9 }],
    ["jpg", jpg({ width: 70, height: 90 }), { width: 70, height: 90 }],
    ["tif", tif({ width: 5, height: 6 }), { width: 5, height: 6 }],
    ["pdf", pdf(), null],
    ["gif", gif({ width: 3, height: 4, frameWidth: 3 }), { width: 3, height: 4 }],
  ])("is told by its bytes: %s", async (kind, bytes, size) => {
    expect(await inspectFile(bytes, undefined)).toEqual({ kind, size });
  });

  it("reads a TIFF of either byte order", async () => {
    const big = Buffer.alloc(40);
    big.write("MM\0*", "latin1");
    big.writeUInt32BE(8, 4);
    big.writeUInt16BE(2, 8);
    big.writeUInt16BE(256, 10);
    big.writeUInt16BE(3, 12);
    big.writeUInt16BE(1200, 18);
    big.writeUInt16BE(257, 22);
    big.writeUInt16BE(3, 24);
    big.writeUInt16BE(800, 30);
    expect(await inspectFile(big, "MMS")).toEqual({ kind: "tif", size: { width: 1200, height: 800 } });
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
    ["a head without a picture", png().subarray(0, 12), "FileFormat"],
    ["a picture that is an archive too", Buffer.concat([jpg(), zip()]), "FileTwoFormats"],
    ["a picture with a RAR behind it", Buffer.concat([png(), rar()]), "FileTwoFormats"],
    [
      "a picture with a 7z behind it",
      Buffer.concat([gif(), Buffer.from("7z\u00bc\u00af\u0027\u001c", "latin1")]),
      "FileTwoFormats",
    ],
    ["a document that is an archive too", Buffer.concat([pdf(), zip(), Buffer.from("\n")]), "FileTwoFormats"],
    ["a picture that is a document too", Buffer.concat([jpg(), pdf()]), "FileTwoFormats"],
    [
      "a picture that is a page too",
      Buffer.concat([jpg(), Buffer.from("<script>1</script>")]),
      "FileTwoFormats",
    ],
  ])("is refused: %s", async (_, bytes, problem) => {
    expect(await inspectFile(bytes, undefined)).toEqual({ problem });
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

  it("is refused unopened where a picture would unpack to more than 50 megapixels", async () => {
    const at = await inspectFile(png({ width: 10_000, height: 5000 }), "MMS");
    expect(at).toMatchObject({ kind: "png" });
    const over = await inspectFile(png({ width: 10_000, height: 5001 }), "MMS");
    expect(over).toEqual({ problem: "FilePixels" });
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
