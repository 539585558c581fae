import { describe, expect, it } from "vitest";
import { call, createPng, sendText, upload } from "./caller.ts";
import { usePlatform } from "./platform.ts";

/** A Huffman table (c4) precedes the frame header (c0): the one has no pixels, the other has. */
const jpeg = Buffer.from(
  "ffd8ffe000104a46494600010100000100010000ffc4000700999999ffffc00011080078014003012200021101031101ffd9",
  "hex",
);
const gif = Buffer.from("47494638396140018200800000ffffff3b", "hex");
const tiffLittle = Buffer.from("49492a0008000000", "hex");
const tiffBig = Buffer.from("4d4d002a00000008", "hex");
const pdf = Buffer.from("%PDF-1.7\n");
const address = expect.stringContaining("https://");

const getPlatform = usePlatform();
const remove = (fileId: string) =>
  call(getPlatform(), { method: "DELETE", path: `/storage/v1/files/${fileId}` });
const onlyFile = () => [...getPlatform().state.files.keys()][0] ?? "";

describe("a file upload to the sandbox's platform", () => {
  it("is answered with the whole record of a file without a name, type and link", async () => {
    const { body } = await upload(getPlatform(), createPng({ sizeBytes: 1000 }));
    const { originalName, dateCreated } = Object(body);
    expect(body).toEqual({
      chat: { vendorA: null, vendorB: null },
      type: "DOCUMENT",
      originalName: expect.stringMatching(/^[\w-]{5}\.png$/),
      link: null,
      width: 640,
      height: 480,
      fileSize: 1000,
      fileId: expect.stringMatching(/^ST01FP\d{15}[A-Z0-9]{11}$/),
      name: originalName,
      url: expect.stringContaining(onlyFile()),
      accountId: getPlatform().state.accountId,
      references: [],
      dateCreated: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      dateUpdated: dateCreated,
    });
  });

  it.each([
    ["JPEG", jpeg, "jpg", [320, 120]],
    ["GIF", gif, "gif", [320, 130]],
    ["little-endian TIFF", tiffLittle, "tif", [null, null]],
    ["big-endian TIFF", tiffBig, "tif", [null, null]],
    ["PDF", pdf, "pdf", [null, null]],
  ])(
    "reads the extension and pixels from the bytes of a %s, whatever its name is",
    async (_, bytes, extension, [width, height]) => {
      const { body } = await upload(getPlatform(), bytes, {
        name: "사진.png",
        link: "https://shop.example/",
      });
      const name = expect.stringMatching(`^[\\w-]{5}\\.${extension}$`);
      const expected = { originalName: "사진.png", link: "https://shop.example/", name, width, height };
      expect(body).toMatchObject(expected);
    },
  );

  it.each([
    ["a PNG", createPng(), address],
    ["a JPEG", jpeg, null],
  ])(
    "gives %s of type CHAT the addresses of its vendors, or null for a format a vendor refuses",
    async (_, bytes, vendorB) => {
      const { body } = await upload(getPlatform(), bytes, { type: "CHAT" });
      expect(body).toMatchObject({ type: "CHAT", chat: { vendorA: address, vendorB } });
    },
  );

  it.each([
    ["CHAT", 512_000],
    ["MMS", 204_800],
    ["DOCUMENT", 2_097_152],
  ])("takes a %s file of %i bytes, and refuses one more byte", async (type, limitBytes) => {
    const of = (sizeBytes: number) => upload(getPlatform(), createPng({ sizeBytes }), { type });
    expect(await of(limitBytes)).toMatchObject({ status: 200, body: { fileSize: limitBytes } });
    expect(await of(limitBytes + 1)).toMatchObject({
      status: 400,
      body: { errorCode: "ValidationError", errorMessage: expect.stringContaining(String(limitBytes)) },
    });
  });

  it.each([
    ["an unknown file type", { type: "KAKAO" }],
    ["a file type in lower case", { type: "mms" }],
    ["an empty name", { name: "" }],
    ["a link that is no address", { link: "shop" }],
    ["a link that runs a script", { link: "javascript:alert(1)" }],
    ["a data address", { file: `data:image/png;base64,${createPng().toString("base64")}` }],
    ["base64 with line breaks", { file: `${createPng().toString("base64").slice(0, 4)}\n` }],
    ["an empty file", { file: "" }],
    ["a field of another endpoint", { imageId: "x" }],
    ["content of an unknown format", { file: Buffer.from("plain text.").toString("base64") }],
    ["a PDF as an image", { file: pdf.toString("base64"), type: "MMS" }],
  ])("is refused for %s", async (_, rest) => {
    const answer = await upload(getPlatform(), createPng(), rest);
    expect(answer).toMatchObject({ status: 400, body: { errorCode: "ValidationError" } });
  });
});

describe("a file deletion on the sandbox's platform", () => {
  it("is answered with the record without its sizes, and a second deletion with 404", async () => {
    await upload(getPlatform(), createPng(), { name: "a.png" });
    const fileId = onlyFile();
    expect((await remove(fileId)).body).toMatchObject({
      ...{ fileId, originalName: "a.png", width: null, height: null, fileSize: null, references: [] },
    });
    expect(await remove(fileId)).toMatchObject({ status: 404, body: { errorCode: "ResourceNotFound" } });
  });

  it("is refused for a file that an accepted message used", async () => {
    await upload(getPlatform(), jpeg, { type: "MMS" });
    await sendText(getPlatform(), { imageId: onlyFile() });
    expect((await remove(onlyFile())).status).toBe(409);
  });
});
