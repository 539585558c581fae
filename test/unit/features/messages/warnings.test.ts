import { expect, it } from "vitest";
import { findWarnings } from "../../../../src/features/messages/warnings.ts";
import { en } from "../../../support/words.ts";

const to = { to: "01012345678", from: "0212345678" };
const noon = new Date("2026-11-27T03:00:00Z");
const night = new Date("2026-11-27T13:00:00Z");
const warned = (message: object, at: Date, countries?: string[]) =>
  findWarnings({ message: { ...to, ...message } }, { template: undefined, at }, countries).map(({ says }) =>
    says(en),
  );

it.each([
  { text: "(광고) Half price" },
  { text: "[광고]Half price" },
  { text: "[Web발신]\n(광고)Half price", type: "SMS" },
  { text: " \u200b（ 광고 ）할인", type: "LMS" },
  { text: "(광고) 할인".normalize("NFD") },
  { text: "★【광 고】할인" },
  { text: "<광고> 할인" },
  { text: "≪광고≫ 할인" },
  { text: "«광고» 할인" },
  { text: "≪Web발신≫ 《광고》 할인" },
  { text: "할인", subject: "(광고) 할인" },
  { text: "(광\u00ad고) 할인" },
  { text: "(\u200b광\u200b고\u2060) 할인" },
  { text: "(\u0007광고) 할인" },
  { text: "[We\u200bb발신] (광고)" },
  ...[
    "[국제발신]\n",
    "(국제발신) ",
    "[국외발신]",
    "(Web발신)\n",
    "[Web 발신]",
    "【ｗｅｂ발신】",
    "[Web발신][국제발신]\n★",
  ].map((mark) => ({ text: `${mark}(광고) 할인` })),
])("the message %j has a warning at night, as its text is an advertisement", (message) => {
  expect(warned(message, night)).toContain(en.warnings.nightAdvert);
  expect(warned(message, noon)).not.toContain(en.warnings.nightAdvert);
});

it.each([
  "광고 문의",
  "Sale (광고)",
  "(광고주) 님",
  "[무료] 광고",
  "광고)",
  "(Ad) Sale",
  "",
  "[발신] (광고)",
  "국제발신 (광고)",
])("the text %j has no warning at night, as it is no advertisement", (text) => {
  expect(warned({ text }, night)).not.toContain(en.warnings.nightAdvert);
});

it.each([
  [{}, undefined, true],
  [{ country: "82" }, undefined, true],
  [{ country: "33", to: "612345678" }, undefined, false],
  [{ country: "1", to: "2025550123", type: "LMS", subject: "é" }, undefined, false],
  [{ country: "1", to: "2025550123" }, ["1", "82"], true],
  [{}, ["33", "1"], false],
])(
  "a character that Korean phones can't show has a warning for %j to countries %j: %s",
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
])("an invisible character has a warning for %j to countries %j: %s", (message, countries, told) => {
  const says = told === undefined ? [] : [en.warnings.notCarried(told)];
  expect(warned(message, noon, countries)).toEqual(says);
});

it.each([
  [{ to: "821012345678" }, en.issues.startMissing(["010-1234-5678"])],
  [{ to: "1012345678", country: "82" }, en.issues.startMissing(["010-1234-5678"])],
  [{ to: "00700819012345678" }, en.issues.otherCountry(["+81 9012345678"])],
  [{ to: "008613800138000" }, en.issues.otherCountry(["+86 13800138000"])],
])("the recipient %j has a warning about its missing start or other country", (message, says) => {
  expect(warned(message, noon)).toEqual([says]);
});

it.each([{ to: "0212345678" }, { to: "15881234" }, { to: "9012345678", country: "81" }, { to: "" }])(
  "the recipient %j has no warning about its number",
  (message) => {
    expect(warned(message, noon)).toEqual([]);
  },
);
