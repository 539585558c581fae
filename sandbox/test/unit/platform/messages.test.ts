import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toMessageId } from "../../../platform/ids.ts";
import { countTextBytes } from "../../../platform/message-schema.ts";
import { createPng, sendText, upload } from "./caller.ts";
import { usePlatform } from "./platform.ts";

const hangul = (length: number) => "가".repeat(length);

describe("sending a message", () => {
  const getPlatform = usePlatform();

  it("answers nine strings, the code 2000 among them, and keeps the message", async () => {
    const platform = getPlatform();
    const { status, body } = await sendText(platform, {}, { strict: false, allowDuplicates: true });
    expect(status).toBe(200);
    expect(body).toEqual({
      groupId: expect.stringMatching(/^G4V\d{14}[A-Z0-9]{15}$/),
      messageId: expect.stringMatching(/^M4V\d{14}[A-Z0-9]{15}$/),
      accountId: platform.state.accountId,
      statusMessage: "정상 접수(이통사로 접수 예정) ",
      statusCode: "2000",
      to: "01012345678",
      from: "0212345678",
      type: "SMS",
      country: "82",
    });
    expect(platform.state.messages).toEqual([
      { result: body, request: expect.objectContaining({ strict: false }), at: expect.any(String) },
    ]);
  });

  it.each([
    ["SMS", { text: hangul(45) }],
    ["LMS", { text: `${hangul(45)}a` }],
    ["LMS", { subject: "제목" }],
    ["LMS", { text: hangul(1000), subject: hangul(20) }],
    ["LMS", { text: "a".repeat(2000), subject: "a".repeat(40) }],
    ["CTA", { chatOptions: {} }],
    ["ATA", { chatOptions: { templateId: "known" } }],
    ["NSA", { portalOptions: { talkId: "talk", templateId: "x" } }],
    ["RCS_SMS", { rcsOptions: { brandId: "brand" } }],
    ["RCS_LMS", { rcsOptions: { brandId: "brand" }, text: "a".repeat(91) }],
    ["RCS_MMS", { rcsOptions: { brandId: "brand", mmsType: "M3" } }],
    ["RCS_TPL", { rcsOptions: { brandId: "brand", templateId: "any" } }],
    ["LMS", { type: "lms" }],
  ])("detects %s in %j", async (type, message) => {
    const platform = getPlatform();
    const [templateId = ""] = platform.state.templates.keys();
    const known = JSON.parse(JSON.stringify(message).replace('"known"', JSON.stringify(templateId)));
    expect(await sendText(platform, known)).toMatchObject({ status: 200, body: { type } });
  });

  it("detects MMS and CTI by their image", async () => {
    const platform = getPlatform();
    await upload(platform, createPng(), { type: "MMS" });
    const [imageId = ""] = platform.state.files.keys();
    const pfId = platform.state.channels[0]?.pfId;
    expect((await sendText(platform, { imageId })).body).toMatchObject({ type: "MMS" });
    expect((await sendText(platform, { chatOptions: { pfId, imageId } })).body).toMatchObject({
      type: "CTI",
    });
    expect((await sendText(platform, { type: "CTI", imageId, chatOptions: { pfId } })).status).toBe(200);
  });

  it.each([
    ["text beyond 2,000 bytes", { text: `${hangul(1000)}a` }, "message.text"],
    ["a subject beyond 40 bytes", { subject: `${hangul(20)}a` }, "message.subject"],
    [
      "RCS button text beyond 2,000 bytes",
      { rcsOptions: { buttons: [{ buttonType: "MS", text: hangul(1001) }] } },
      "text",
    ],
    ["a custom key of 31 characters", { customFields: { ["k".repeat(31)]: "v" } }, "customFields"],
    ["a custom value of 101 characters", { customFields: { key: "v".repeat(101) } }, "customFields"],
    ["no type with autoTypeDetect false", { autoTypeDetect: false }, "message.type"],
  ])("refuses %s as invalid", async (_, message, field) => {
    expect(await sendText(getPlatform(), message)).toMatchObject({
      status: 400,
      body: { errorCode: "ValidationError", errorMessage: expect.stringContaining(field) },
    });
  });

  it("takes any image that was uploaded, one without a type too: the description's own is a DOCUMENT", async () => {
    const platform = getPlatform();
    await upload(platform, createPng());
    const [imageId] = platform.state.files.keys();
    expect(await sendText(platform, { imageId })).toMatchObject({ status: 200, body: { type: "MMS" } });
  });

  it("refuses a CTI of more than 400 characters", async () => {
    const platform = getPlatform();
    await upload(platform, createPng(), { type: "MMS" });
    const [imageId] = platform.state.files.keys();
    expect((await sendText(platform, { chatOptions: { imageId }, text: hangul(400) })).status).toBe(200);
    expect((await sendText(platform, { chatOptions: { imageId }, text: hangul(401) })).status).toBe(400);
  });

  it("takes custom fields up to their limits", async () => {
    const customFields = { ["k".repeat(30)]: "v".repeat(100) };
    expect((await sendText(getPlatform(), { customFields })).status).toBe(200);
  });

  it.each([
    ["1062", "an unregistered sender", { from: "0299999999" }],
    ["1025", "an unknown type", { type: "PIGEON" }],
    ["1013", "a subject on SMS", { type: "SMS", subject: "제목" }],
    ["1031", "SMS beyond 90 bytes", { type: "SMS", text: hangul(46) }],
    ["1031", "CTA beyond 1,000 characters", { chatOptions: {}, text: "a".repeat(1001) }],
    ["1033", "chat options on SMS", { type: "SMS", chatOptions: {} }],
    ["1010", "MMS without an image", { type: "MMS" }],
    ["1010", "SMS without text", { text: undefined }],
    ["1010", "CTI without chat options", { type: "CTI", imageId: "x" }],
    ["1010", "ATA without chat options", { type: "ATA" }],
    ["1034", "an unknown image", { imageId: "unknown" }],
    [
      "1034",
      "an unknown image of a card",
      { rcsOptions: { additionalBody: [{ title: "a", description: "b", imageId: "x" }] } },
    ],
    ["1041", "an unknown channel", { chatOptions: { pfId: "unknown" } }],
    ["1042", "an unknown template", { chatOptions: { templateId: "unknown" } }],
  ])("refuses with %s: %s", async (code, _, message) => {
    expect(await sendText(getPlatform(), message)).toMatchObject({
      status: 400,
      body: {
        errorCode: "FailedToAddMessage",
        errorMessage: expect.stringMatching(`statusCode: ${code}, 수신번호: 01012345678`),
      },
    });
    expect(getPlatform().state.messages).toEqual([]);
  });
});

describe("toMessageId", () => {
  const at = new Date("2026-11-21T15:00:01.234Z");

  it("is stamped with the time of Seoul", () => {
    expect(toMessageId("M4V", at, 1)).toBe("M4V20261122000001AAAAAAAAAAAAA01");
  });

  it("differs for different counts of the same moment", () => {
    const ids = Array.from({ length: 1000 }, (_, count) => toMessageId("G4V", at, count));
    expect(new Set(ids).size).toBe(1000);
  });
});

describe("countTextBytes", () => {
  it("counts one for ASCII and two for any other code point, an emoji included", () => {
    expect(countTextBytes("a\n~")).toBe(3);
    expect(countTextBytes("가é😀")).toBe(6);
  });

  it("adds up over concatenation and lies between one and two per code point", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
        const codePoints = [...(a + b)].length;
        expect(countTextBytes(a + b)).toBe(countTextBytes(a) + countTextBytes(b));
        expect(countTextBytes(a + b)).toBeGreaterThanOrEqual(codePoints);
        expect(countTextBytes(a + b)).toBeLessThanOrEqual(2 * codePoints);
      }),
    );
  });
});
