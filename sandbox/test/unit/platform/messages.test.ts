import { describe, expect, it } from "vitest";
import { toMessageId } from "../../../platform/ids.ts";
import { countTextBytes } from "../../../platform/message-schema.ts";
import { createPng, sendText, upload } from "./caller.ts";
import { usePlatform } from "./platform.ts";

const hangul = (length: number) => "가".repeat(length);

/** These stand for ids that the platform knows. */
const knownIds = ["known template", "known channel", "known image"] as const;

describe("a message sent to the sandbox's platform", () => {
  const getPlatform = usePlatform();

  /** Sends with what the platform knows in place of `knownIds`; the image is of no type, as the description's own. */
  async function sendKnown(message: object) {
    const platform = getPlatform();
    await upload(platform, createPng());
    const { templates, channels, files } = platform.state;
    const ids = [[...templates.keys()][0], channels[0]?.pfId, [...files.keys()][0]];
    const json = knownIds.reduce(
      (text, name, at) => text.replace(name, ids[at] ?? ""),
      JSON.stringify(message),
    );
    return sendText(platform, { ...message, ...JSON.parse(json) });
  }

  it("is answered with nine strings and the code 2000, and is stored", async () => {
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
    const request = expect.objectContaining({ strict: false });
    expect(platform.state.messages).toEqual([{ result: body, request, at: expect.any(String) }]);
  });

  it.each([
    ["SMS", { text: hangul(45) }],
    ["LMS", { text: `${hangul(45)}a` }],
    ["LMS", { subject: "제목" }],
    ["LMS", { text: hangul(1000), subject: hangul(20) }],
    ["MMS", { imageId: "known image" }],
    ["CTA", { chatOptions: {} }],
    ["CTI", { chatOptions: { pfId: "known channel", imageId: "known image" }, text: hangul(400) }],
    ["CTI", { type: "CTI", imageId: "known image", chatOptions: { pfId: "known channel" } }],
    ["ATA", { chatOptions: { templateId: "known template" } }],
    ["NSA", { portalOptions: { talkId: "talk", templateId: "x" } }],
    ["RCS_SMS", { rcsOptions: { brandId: "brand" } }],
    ["RCS_LMS", { rcsOptions: { brandId: "brand" }, text: "a".repeat(91) }],
    ["RCS_MMS", { rcsOptions: { brandId: "brand", mmsType: "M3" } }],
    ["RCS_TPL", { rcsOptions: { brandId: "brand", templateId: "any" } }],
    ["LMS", { type: "lms" }],
    ["SMS", { customFields: { ["k".repeat(30)]: "v".repeat(100) } }],
  ])("gets the type %s for the fields %j", async (type, message) => {
    expect(await sendKnown(message)).toMatchObject({ status: 200, body: { type } });
  });

  it.each([
    ["text beyond 2,000 bytes", { text: `${hangul(1000)}a` }, "message.text"],
    ["a subject beyond 40 bytes", { subject: `${hangul(20)}a` }, "message.subject"],
    [
      "RCS button text of 2,002 bytes",
      { rcsOptions: { buttons: [{ buttonType: "MS", text: hangul(1001) }] } },
      "text",
    ],
    ["a custom key of 31 characters", { customFields: { ["k".repeat(31)]: "v" } }, "customFields"],
    ["a custom value of 101 characters", { customFields: { key: "v".repeat(101) } }, "customFields"],
    ["no type with autoTypeDetect false", { autoTypeDetect: false }, "message.type"],
  ])("is refused as a ValidationError for %s", async (_, message, field) => {
    expect(await sendText(getPlatform(), message)).toMatchObject({
      status: 400,
      body: { errorCode: "ValidationError", errorMessage: expect.stringContaining(field) },
    });
  });

  it.each([
    ["1062", "an unregistered sender", { from: "0299999999" }],
    ["1025", "an unknown type", { type: "PIGEON" }],
    ["1013", "a subject on SMS", { type: "SMS", subject: "제목" }],
    ["1031", "SMS beyond 90 bytes", { type: "SMS", text: hangul(46) }],
    ["1031", "CTA beyond 1,000 characters", { chatOptions: {}, text: "a".repeat(1001) }],
    ["1031", "CTI beyond 400 characters", { chatOptions: { imageId: "known image" }, text: hangul(401) }],
    ["1033", "chat options on SMS", { type: "SMS", chatOptions: {} }],
    ["1010", "MMS without an image", { type: "MMS" }],
    ["1010", "SMS without text", { text: undefined }],
    ["1010", "CTI without chat options", { type: "CTI", imageId: "x" }],
    ["1010", "ATA without chat options", { type: "ATA" }],
    ["1034", "an unknown image", { imageId: "unknown" }],
    [
      "1034",
      "an unknown image in a card",
      { rcsOptions: { additionalBody: [{ title: "a", description: "b", imageId: "x" }] } },
    ],
    ["1041", "an unknown channel", { chatOptions: { pfId: "unknown" } }],
    ["1042", "an unknown template", { chatOptions: { templateId: "unknown" } }],
  ])("is refused with code %s for %s", async (code, _, message) => {
    expect(await sendKnown(message)).toMatchObject({
      status: 400,
      body: {
        errorCode: "FailedToAddMessage",
        errorMessage: expect.stringMatching(`statusCode: ${code}, 수신번호: 01012345678`),
      },
    });
    expect(getPlatform().state.messages).toEqual([]);
  });
});

it("a message id has the time in Seoul, and differs for two messages of the same moment", () => {
  const at = new Date("2026-11-21T15:00:01.234Z");
  expect(toMessageId("M4V", at, 1)).toBe("M4V20261122000001AAAAAAAAAAAAA01");
  expect(new Set(Array.from({ length: 1000 }, (_, count) => toMessageId("G4V", at, count))).size).toBe(1000);
});

it.each([
  ["a\n~", 3],
  ["가é😀", 6],
])("the text %j has a size of %i bytes: one for ASCII, and two for any other character", (text, bytes) => {
  expect(countTextBytes(text)).toBe(bytes);
});
