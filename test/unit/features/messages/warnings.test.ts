import fc from "fast-check";
import { expect, it } from "vitest";
import {
  findUnfilledVariables,
  findUnsupportedCharacters,
  findWarnings,
} from "../../../../src/features/messages/warnings.ts";
import { en } from "../../../support/words.ts";

const to = { to: "01012345678", from: "0212345678" };
const noon = new Date("2026-11-27T03:00:00Z");
const night = new Date("2026-11-27T13:00:00Z");
const warned = (message: object, at: Date, countries?: string[]) =>
  findWarnings({ message: { ...to, ...message } }, { template: undefined, at }, countries).map(({ says }) =>
    says(en),
  );

it.each([
  ...["(광고) Half price", "[광고]Half price", "[Web발신]\n(광고)Half price", " \u200b（ 광고 ）할인"],
  ...["(광고) 할인".normalize("NFD"), "★【광 고】할인", "<광고> 할인", "≪광고≫ 할인", "«광고» 할인"],
  ...["≪Web발신≫ 《광고》 할인", "(광\u00ad고) 할인", "(\u200b광\u200b고\u2060) 할인"],
  ...["(\u0007광고) 할인", "[We\u200bb발신] (광고)"],
  // Marks that carriers put before it.
  ...["[국제발신]\n(광고) 할인", "(국제발신) (광고) 할인", "[국외발신](광고) 할인"],
  ...["(Web발신)\n(광고) 할인", "[Web 발신](광고) 할인", "【ｗｅｂ발신】(광고) 할인"],
  "[Web발신][국제발신]\n★(광고) 할인",
])("the text %j is warned of at night, as it is marked as an advertisement", (text) => {
  expect(warned({ text }, night)).toContain(en.warnings.nightAdvert);
  expect(warned({ text }, noon)).not.toContain(en.warnings.nightAdvert);
});

it("a message whose title is marked as an advertisement is warned of at night", () => {
  expect(warned({ text: "할인", subject: "(광고) 할인" }, night)).toContain(en.warnings.nightAdvert);
});

it.each([
  ...["광고 문의", "Sale (광고)", "(광고주) 님", "[무료] 광고", "광고)", "(Ad) Sale", ""],
  ...["[발신] (광고)", "국제발신 (광고)"],
])("the text %j is not warned of at night, as it isn't marked as an advertisement", (text) => {
  expect(warned({ text }, night)).not.toContain(en.warnings.nightAdvert);
});

it.each([
  [{}, undefined, true],
  [{ country: "82" }, undefined, true],
  // The text also goes out if a messenger fails, unless that is switched off.
  [{ chatOptions: { pfId: "p" } }, undefined, true],
  [{ chatOptions: { pfId: "p", disableSms: true } }, undefined, false],
  [{ country: "33", to: "612345678" }, undefined, false],
  [{ country: "1", to: "2025550123", type: "LMS", subject: "é" }, undefined, false],
  [{ country: "1", to: "2025550123" }, ["1", "82"], true],
  [{}, ["33", "1"], false],
])(
  "a character that Korean phones can't show is warned of in the message %j to countries %j: %s",
  (message, countries, isTold) => {
    const told = warned({ text: "Café", ...message }, noon, countries).some((one) =>
      one.includes(en.warnings.notCarried("é")),
    );
    expect(told).toBe(isTold);
  },
);

it.each([
  [{ text: "a\u200bb" }, ["1"], "\u200b"],
  [{ text: "a\u00adb", country: "33" }, undefined, "\u00ad"],
  [{ text: "a", subject: "b\u202ec", type: "LMS" }, ["33", "1"], "\u202e"],
  [{ text: "a\u0007b" }, ["1"], "\u0007"],
  [{ text: "Café 👨‍👩‍👧 1️⃣" }, ["1"], undefined],
  [{ text: "می\u200cخواهم क्\u200dष" }, ["98", "91"], undefined],
])(
  "the message %j to the countries %j gets a warning of the invisible character %s",
  (message, countries, told) => {
    const says = told === undefined ? [] : [en.warnings.notCarried(told)];
    expect(warned(message, noon, countries)).toEqual(says);
  },
);

it.each([
  [{ to: "821012345678" }, en.issues.startMissing(["010-1234-5678"])],
  [{ to: "1012345678", country: "82" }, en.issues.startMissing(["010-1234-5678"])],
  [{ to: "00700819012345678" }, en.issues.otherCountry(["+81 9012345678"])],
  [{ to: "008613800138000" }, en.issues.otherCountry(["+86 13800138000"])],
])("the recipient %j gets a warning of a missing start or another country", (message, says) => {
  expect(warned(message, noon)).toEqual([says]);
});

it.each([{ to: "0212345678" }, { to: "15881234" }, { to: "9012345678", country: "81" }, { to: "" }])(
  "the recipient %j gets no warning about its number",
  (message) => {
    expect(warned(message, noon)).toEqual([]);
  },
);

it("findUnsupportedCharacters returns each character once that Korean carriers' encoding lacks", () => {
  expect(findUnsupportedCharacters("안녕하세요! ①②③ ♥ Table 4, ₩는? 뷁뷁 🍲 ©")).toEqual([
    "₩",
    "뷁",
    "🍲",
    "©",
  ]);
  expect(findUnsupportedCharacters("가각간 漢字 ａｂｃ ㄱㅏ ～ \n\t~")).toEqual([]);
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (ascii) => {
      expect(findUnsupportedCharacters(ascii).filter((one) => /[ -~\t\n\r]/.test(one))).toEqual([]);
    }),
  );
});

it.each([
  ["a\u00adb", ["\u00ad"]],
  ["a\u0000b\u0007c\u001bd\u007fe\u0085f", ["\u0000", "\u0007", "\u001b", "\u007f", "\u0085"]],
  ["a\u000bb\u000cc", ["\u000b", "\u000c"]],
  ["a\r\nb\tc", []],
  ["1️⃣ #️⃣ 1", ["1⃣", "#⃣"]],
])("findUnsupportedCharacters returns invisible characters: %j", (text, characters) => {
  expect(findUnsupportedCharacters(text)).toEqual(characters);
});

it("findUnfilledVariables returns the placeholders left in title and text", () => {
  const message = { ...to, subject: "#{제목}", text: "#{name}님, #{name} # {x} #{}" };
  expect(findUnfilledVariables({ message })).toEqual(["#{제목}", "#{name}"]);
});
