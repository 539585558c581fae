import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkFile } from "../../../src/platform/files.ts";
import { countCharacters, limits, textBytes } from "../../../src/platform/limits.ts";
import { checkMessage } from "../../../src/platform/messages.ts";
import { checkTemplateUpdate } from "../../../src/platform/templates.ts";

const addressed = { to: "01012345678", from: "0212345678" };
const anyText = fc.string({ unit: "binary" });

describe("textBytes", () => {
  it.each([
    ["", 0],
    ["a\u007f\n", 3],
    ["\u0080", 2],
    ["한글", 4],
    ["😀", 2],
    ["é", 2],
    ["\ud800", 2],
    ["a\udc00", 3],
  ])("counts %j as %i", (text, sizeBytes) => {
    expect(textBytes(text)).toBe(sizeBytes);
  });

  it("adds up over characters, at one or two bytes each", () => {
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        expect(textBytes(left + right)).toBe(textBytes(left) + textBytes(right));
        expect(textBytes(left)).toBeGreaterThanOrEqual(countCharacters(left));
        expect(textBytes(left)).toBeLessThanOrEqual(2 * countCharacters(left));
      }),
    );
  });
});

describe("checkMessage", () => {
  it("accepts the smallest and the fullest message", () => {
    const button = {
      buttonType: "WL",
      buttonName: "Open",
      linkMo: "https://m.example",
      linkPc: "https://example",
    };
    const rcsButton = {
      buttonType: "CA",
      text: "later",
      startTime: "2026-01-01T00:00:00.000Z",
      endTime: "2026-01-01T09:00:00+09:00",
    };
    expect(checkMessage(addressed)).toEqual([]);
    expect(
      checkMessage({
        ...addressed,
        text: "t",
        type: "a type of tomorrow",
        country: "82",
        subject: "s",
        imageId: "i",
        autoTypeDetect: false,
        customFields: { key: "value" },
        chatOptions: { pfId: "p", variables: { "#{name}": "x" }, buttons: [button], adFlag: true },
        portalOptions: { talkId: "t", buttons: [{ buttonType: "WL", linkMo: "https://m.example" }] },
        rcsOptions: {
          brandId: "b",
          buttons: [rcsButton],
          additionalBody: [{ title: "t", description: "d", buttons: [rcsButton] }],
        },
      }),
    ).toEqual([]);
  });

  it("accepts a text or subject at its limit, and names the size of a longer one", () => {
    const fields = [
      ["text", limits.textBytes],
      ["subject", limits.subjectBytes],
    ] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.constantFrom("가", "😀", "é"),
        fc.nat(20),
        (field, wide, count) => {
          const [name, limit] = field;
          const filled = wide.repeat(count) + "a".repeat(limit - 2 * count);
          expect(checkMessage({ ...addressed, [name]: filled })).toEqual([]);
          expect(checkMessage({ ...addressed, [name]: `${filled}a` })).toEqual([
            { problem: "too_long", field: name, limit, size: limit + 1, unit: "bytes" },
          ]);
        },
      ),
    );
  });

  it("counts custom fields in characters, and says if the key is too long", () => {
    const key = "😀".repeat(30);
    const value = "가".repeat(100);
    expect(checkMessage({ ...addressed, customFields: { [key]: value } })).toEqual([]);
    const [longKey, longValue] = [`${key}a`, `${value}a`];
    expect(checkMessage({ ...addressed, customFields: { [longKey]: "v", k: longValue } })).toEqual([
      {
        problem: "too_long",
        field: `customFields.${longKey}`,
        limit: 30,
        size: 31,
        unit: "characters",
        part: "key",
      },
      { problem: "too_long", field: "customFields.k", limit: 100, size: 101, unit: "characters" },
    ]);
  });

  it("limits the text of RCS buttons in both lists of buttons", () => {
    const button = { buttonType: "MS", text: "가".repeat(1001) };
    const rcsOptions = {
      buttons: [button],
      additionalBody: [{ title: "t", description: "d", buttons: [button] }],
    };
    expect(checkMessage({ ...addressed, rcsOptions })).toEqual(
      ["rcsOptions.additionalBody.0.buttons.0.text", "rcsOptions.buttons.0.text"].map((field) => ({
        problem: "too_long",
        field,
        limit: 2000,
        size: 2002,
        unit: "bytes",
      })),
    );
  });

  it.each([
    [{ from: "02" }, { problem: "missing", field: "to" }],
    [
      { to: "", from: "02" },
      { problem: "missing", field: "to" },
    ],
    [{ to: "010" }, { problem: "missing", field: "from" }],
    [
      { to: "010-1234-5678", from: "02" },
      { problem: "malformed", field: "to", wanted: "digits" },
    ],
    [
      { to: "０１０", from: "02" },
      { problem: "malformed", field: "to", wanted: "digits" },
    ],
    [
      { to: "010\n", from: "02" },
      { problem: "malformed", field: "to", wanted: "digits" },
    ],
    [
      { ...addressed, scheduledDate: "x" },
      { problem: "unknown", field: "scheduledDate" },
    ],
    [
      { ...addressed, text: 5 },
      { problem: "malformed", field: "text", wanted: "string" },
    ],
    [
      { ...addressed, chatOptions: { buttons: [{ buttonType: "WL" }] } },
      { problem: "missing", field: "chatOptions.buttons.0.buttonName" },
    ],
    [
      { ...addressed, portalOptions: { buttons: [{ linkMo: "https://m.example" }] } },
      { problem: "missing", field: "portalOptions.buttons.0.buttonType" },
    ],
    [
      { ...addressed, rcsOptions: { buttons: [{ buttonType: "CA", startTime: "tomorrow" }] } },
      { problem: "malformed", field: "rcsOptions.buttons.0.startTime" },
    ],
    [
      { ...addressed, chatOptions: { buttons: [{ buttonType: "WL", buttonName: "a", color: "red" }] } },
      { problem: "unknown", field: "chatOptions.buttons.0.color" },
    ],
    [
      { ...addressed, customFields: { a: 1 } },
      { problem: "malformed", field: "customFields.a", wanted: "string" },
    ],
  ])("says what is wrong with %j", (message, issue) => {
    expect(checkMessage(message)).toEqual([issue]);
  });
});

describe("checkFile", () => {
  it.each([
    ["CHAT", 512_000],
    ["MMS", 204_800],
    ["DOCUMENT", 2_097_152],
    [undefined, 2_097_152],
  ])("limits %s to %i decoded bytes", (type, limit) => {
    expect(checkFile({ file: new Uint8Array(limit), type })).toEqual([]);
    expect(checkFile({ file: new Uint8Array(limit + 1), type })).toEqual([
      { problem: "too_long", field: "file", limit, size: limit + 1, unit: "bytes" },
    ]);
  });

  it("refuses an empty file", () => {
    expect(checkFile({ file: new Uint8Array() })).toEqual([{ problem: "missing", field: "file" }]);
  });
});

describe("checkTemplateUpdate", () => {
  it("accepts no field and all fields", () => {
    expect(checkTemplateUpdate({})).toEqual([]);
    const buttons = [{ buttonType: "DS", buttonName: "Track" }];
    expect(checkTemplateUpdate({ name: "n", content: "Hi #{name}", buttons })).toEqual([]);
  });

  it("names a button's missing part", () => {
    const buttons = [{ buttonType: "DS", buttonName: "" }];
    expect(checkTemplateUpdate({ buttons })).toEqual([{ problem: "missing", field: "buttons.0.buttonName" }]);
  });
});
