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

function getField(body: unknown, field: string): string {
  const value = typeof body === "object" && body !== null ? Reflect.get(body, field) : undefined;
  return typeof value === "string" ? value : "";
}

describe("file upload", () => {
  const getPlatform = usePlatform({ now: () => new Date() });

  it("answers the whole record of a file without a name, type and link", async () => {
    const { status, body } = await upload(getPlatform(), createPng({ sizeBytes: 1000 }));
    expect(status).toBe(200);
    expect(body).toEqual({
      chat: { vendorA: null, vendorB: null },
      type: "DOCUMENT",
      originalName: expect.stringMatching(/^[\w-]{5}\.png$/),
      link: null,
      width: 640,
      height: 480,
      fileSize: 1000,
      fileId: expect.stringMatching(/^ST01FP\d{15}[A-Z0-9]{11}$/),
      name: getField(body, "originalName"),
      url: expect.stringContaining(getField(body, "fileId")),
      accountId: getPlatform().state.accountId,
      references: [],
      dateCreated: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      dateUpdated: getField(body, "dateCreated"),
    });
  });

  it("keeps a given name as the original one and generates the other by the content", async () => {
    const { body } = await upload(getPlatform(), jpeg, {
      name: "사진.png",
      link: "https://shop.example/?a=1",
    });
    expect(body).toMatchObject({
      originalName: "사진.png",
      name: expect.stringMatching(/^[\w-]{5}\.jpg$/),
      link: "https://shop.example/?a=1",
    });
  });

  it.each([
    ["JPEG", jpeg, "jpg", [320, 120]],
    ["GIF", gif, "gif", [320, 130]],
    ["little-endian TIFF", tiffLittle, "tif", [null, null]],
    ["big-endian TIFF", tiffBig, "tif", [null, null]],
    ["PDF", pdf, "pdf", [null, null]],
  ])("reads extension and pixels of a %s", async (_, bytes, extension, [width, height]) => {
    const { body } = await upload(getPlatform(), bytes);
    expect(body).toMatchObject({ name: expect.stringMatching(`\\.${extension}$`), width, height });
  });

  it("gives a CHAT file its vendor addresses, and null where a vendor has not registered it", async () => {
    expect((await upload(getPlatform(), createPng(), { type: "CHAT" })).body).toMatchObject({
      type: "CHAT",
      chat: { vendorA: expect.stringContaining("https://"), vendorB: expect.stringContaining("https://") },
    });
    expect((await upload(getPlatform(), jpeg, { type: "CHAT" })).body).toMatchObject({
      chat: { vendorA: expect.stringContaining("https://"), vendorB: null },
    });
  });

  it.each([
    ["CHAT", 512_000],
    ["MMS", 204_800],
    ["DOCUMENT", 2_097_152],
  ])("takes a %s file of %i bytes and not one more", async (type, limitBytes) => {
    const platform = getPlatform();
    expect(await upload(platform, createPng({ sizeBytes: limitBytes }), { type })).toMatchObject({
      status: 200,
      body: { fileSize: limitBytes },
    });
    expect(await upload(platform, createPng({ sizeBytes: limitBytes + 1 }), { type })).toMatchObject({
      status: 400,
      body: { errorCode: "ValidationError", errorMessage: expect.stringContaining(String(limitBytes)) },
    });
    expect(platform.state.files.size).toBe(1);
  });

  it.each([
    ["an unknown type", { type: "KAKAO" }],
    ["a type in lower case", { type: "mms" }],
    ["an empty name", { name: "" }],
    ["a link that is no address", { link: "shop" }],
    ["a link that runs a script", { link: "javascript:alert(1)" }],
    ["a data address", { file: `data:image/png;base64,${createPng().toString("base64")}` }],
    ["base64 with line breaks", { file: `${createPng().toString("base64").slice(0, 4)}\n` }],
    ["an empty file", { file: "" }],
    ["a field of another endpoint", { imageId: "x" }],
  ])("refuses %s", async (_, rest) => {
    const answer = await upload(getPlatform(), createPng(), rest);
    expect(answer).toMatchObject({ status: 400, body: { errorCode: "ValidationError" } });
  });

  it("refuses content that it doesn't know, and a PDF as an image", async () => {
    expect((await upload(getPlatform(), Buffer.from("plain text."))).status).toBe(400);
    expect((await upload(getPlatform(), pdf, { type: "MMS" })).status).toBe(400);
  });

  it("gives each file an id and a name of its own", async () => {
    const bodies = await Promise.all(Array.from({ length: 20 }, () => upload(getPlatform(), createPng())));
    expect(new Set(bodies.map(({ body }) => getField(body, "fileId"))).size).toBe(20);
    expect(new Set(bodies.map(({ body }) => getField(body, "name"))).size).toBe(20);
  });
});

describe("file deletion", () => {
  const getPlatform = usePlatform();
  const remove = (fileId: string) =>
    call(getPlatform(), { method: "DELETE", path: `/storage/v1/files/${fileId}` });

  it("answers the record without its sizes, once", async () => {
    const { body } = await upload(getPlatform(), createPng(), { name: "a.png" });
    const fileId = getField(body, "fileId");
    const answer = await remove(fileId);
    expect(answer).toMatchObject({
      status: 200,
      body: { fileId, originalName: "a.png", width: null, height: null, fileSize: null, references: [] },
    });
    expect(await remove(fileId)).toMatchObject({ status: 404, body: { errorCode: "ResourceNotFound" } });
  });

  it("refuses a file that an accepted message carried", async () => {
    const platform = getPlatform();
    const imageId = getField((await upload(platform, jpeg, { type: "MMS" })).body, "fileId");
    const sent = await sendText(platform, { imageId });
    expect(platform.state.files.get(imageId)?.references).toEqual([getField(sent.body, "messageId")]);
    expect((await remove(imageId)).status).toBe(409);
    expect(platform.state.files.has(imageId)).toBe(true);
  });
});
