import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkFile } from "../../../src/platform/files.ts";
import { countCharacters, limits, textBytes } from "../../../src/platform/limits.ts";
import { checkMessage } from "../../../src/platform/messages.ts";
import { checkTemplateUpdate } from "../../../src/platform/templates.ts";

const addressed = { to: "01012345678", from: "0212345678" };
const withButton = (options: string, button: object) => ({
  ...addressed,
  [options]: { buttons: [button] },
});
const tooLong = (field: string, limit: number, size: number, unit = "bytes") => ({
  ...{ problem: "too_long", field, limit, size, unit },
});
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
    const links = { linkMo: "https://m.example", linkPc: "https://example" };
    const button = { buttonType: "WL", buttonName: "Open", ...links };
    const times = { startTime: "2026-01-01T00:00:00.000Z", endTime: "2026-01-01T09:00:00+09:00" };
    const rcsButton = { buttonType: "CA", text: "later", ...times };
    expect(checkMessage(addressed)).toEqual([]);
    expect(
      checkMessage({
        ...{ ...addressed, text: "t", type: "a type of tomorrow", country: "82", subject: "s" },
        ...{ imageId: "i", autoTypeDetect: false },
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
    const fields = fc.constantFrom(["text", limits.textBytes], ["subject", limits.subjectBytes] as const);
    const wideOnes = fc.constantFrom("가", "😀", "é");
    fc.assert(
      fc.property(fields, wideOnes, fc.nat(20), ([name, limit], wide, count) => {
        const filled = wide.repeat(count) + "a".repeat(limit - 2 * count);
        expect(checkMessage({ ...addressed, [name]: filled })).toEqual([]);
        const issues = checkMessage({ ...addressed, [name]: `${filled}a` });
        expect(issues).toEqual([tooLong(name, limit, limit + 1)]);
      }),
    );
  });

  it("counts custom fields in characters, and says if the key is too long", () => {
    const key = "😀".repeat(30);
    const value = "가".repeat(100);
    expect(checkMessage({ ...addressed, customFields: { [key]: value } })).toEqual([]);
    const [longKey, longValue] = [`${key}a`, `${value}a`];
    expect(checkMessage({ ...addressed, customFields: { [longKey]: "v", k: longValue } })).toEqual([
      { ...tooLong(`customFields.${longKey}`, 30, 31, "characters"), part: "key" },
      tooLong("customFields.k", 100, 101, "characters"),
    ]);
  });

  it("limits the text of RCS buttons in both lists of buttons", () => {
    const button = { buttonType: "MS", text: "가".repeat(1001) };
    const rcsOptions = {
      buttons: [button],
      additionalBody: [{ title: "t", description: "d", buttons: [button] }],
    };
    expect(checkMessage({ ...addressed, rcsOptions })).toEqual([
      tooLong("rcsOptions.additionalBody.0.buttons.0.text", 2000, 2002),
      tooLong("rcsOptions.buttons.0.text", 2000, 2002),
    ]);
  });

  it.each([
    [{ from: "02" }, "to missing"],
    [{ to: "", from: "02" }, "to missing"],
    [{ to: "010" }, "from missing"],
    [{ to: "010-1234-5678", from: "02" }, "to malformed digits"],
    [{ to: "０１０", from: "02" }, "to malformed digits"],
    [{ to: "010\n", from: "02" }, "to malformed digits"],
    [{ ...addressed, scheduledDate: "x" }, "scheduledDate unknown"],
    [{ ...addressed, text: 5 }, "text malformed string"],
    [withButton("chatOptions", { buttonType: "WL" }), "chatOptions.buttons.0.buttonName missing"],
    [
      withButton("portalOptions", { linkMo: "https://m.example" }),
      "portalOptions.buttons.0.buttonType missing",
    ],
    [
      withButton("rcsOptions", { buttonType: "CA", startTime: "x" }),
      "rcsOptions.buttons.0.startTime malformed",
    ],
    [
      withButton("chatOptions", { buttonType: "WL", buttonName: "a", color: "red" }),
      "chatOptions.buttons.0.color unknown",
    ],
    [{ ...addressed, customFields: { a: 1 } }, "customFields.a malformed string"],
  ])("says what is wrong with %j", (checked, said) => {
    const [field, problem, wanted] = said.split(" ");
    expect(checkMessage(checked)).toEqual([{ field, problem, ...(wanted !== undefined && { wanted }) }]);
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
    const issues = checkFile({ file: new Uint8Array(limit + 1), type });
    expect(issues).toEqual([tooLong("file", limit, limit + 1)]);
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
