import { expect, it } from "vitest";
import { auto } from "../../../../src/features/messages/kinds/index.ts";
import { hintsOf } from "../../../../src/features/messages/send.view.ts";
import { emptyForm } from "../../../../src/features/messages/send-form.ts";
import { findWarnings } from "../../../../src/features/messages/warnings.ts";
import { en } from "../../../support/words.ts";

const to = { to: "01012345678", from: "0212345678" };
const noon = new Date("2026-11-27T03:00:00Z");
const night = new Date("2026-11-27T13:00:00Z");
const warned = (message: object, at: Date, countries?: string[]) =>
  findWarnings({ message: { ...to, ...message } }, { template: undefined, at }, countries).map(
    ({ field, says }) => `${field}: ${says(en)}`,
  );

it.each([
  [{ text: "(광고) Half price" }, "text"],
  [{ text: "[광고]Half price" }, "text"],
  [{ text: "[Web발신]\n(광고)Half price", type: "SMS" }, "text"],
  [{ text: " \u200b（ 광고 ）할인", type: "LMS" }, "text"],
  [{ text: "(광고) 할인".normalize("NFD") }, "text"],
  [{ text: "★【광 고】할인" }, "text"],
  [{ text: "<광고> 할인" }, "text"],
  [{ text: "할인", subject: "(광고) 할인" }, "subject"],
  [{ text: "(광\u00ad고) 할인" }, "text"],
  [{ text: "(\u200b광\u200b고\u2060) 할인" }, "text"],
  [{ text: "(\u0007광고) 할인" }, "text"],
  [{ text: "[We\u200bb발신] (광고)" }, "text"],
  ...[
    "[국제발신]\n",
    "(국제발신) ",
    "[국외발신]",
    "(Web발신)\n",
    "[Web 발신]",
    "【ｗｅｂ발신】",
    "[Web발신][국제발신]\n★",
  ].map((mark): [object, string] => [{ text: `${mark}(광고) 할인` }, "text"]),
])("%j is an advertisement by its text, of which is warned at night", (message, field) => {
  expect(warned(message, night)).toContain(`${field}: ${en.warnings.nightAdvert}`);
  expect(warned(message, noon)).not.toContain(`${field}: ${en.warnings.nightAdvert}`);
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
])("%j is none", (text) => {
  expect(warned({ text }, night)).not.toContain(`text: ${en.warnings.nightAdvert}`);
});

it.each([
  [{}, undefined, true],
  [{ country: "82" }, undefined, true],
  [{ country: "33", to: "612345678" }, undefined, false],
  [{ country: "1", to: "2025550123", type: "LMS", subject: "é" }, undefined, false],
  [{ country: "1", to: "2025550123" }, ["1", "82"], true],
  [{}, ["33", "1"], false],
])("what Korean handsets can't show is said of %j to %j: %s", (message, countries, isTold) => {
  const told = warned({ text: "Café", ...message }, noon, countries).some((one) =>
    one.includes(en.warnings.notCarried("é")),
  );
  expect(told).toBe(isTold);
});

it.each([
  [{ text: "a\u200bb" }, ["1"], ["text", "\u200b"]],
  [{ text: "a\u00adb", country: "33" }, undefined, ["text", "\u00ad"]],
  [{ text: "a", subject: "b\u202ec", type: "LMS" }, ["33", "1"], ["subject", "\u202e"]],
  [{ text: "a\u0007b" }, ["1"], ["text", "\u0007"]],
  [{ text: "Café 👨‍👩‍👧 1️⃣" }, ["1"], undefined],
  [{ text: "می\u200cخواهم क्\u200dष" }, ["98", "91"], undefined],
])("what isn't drawn is said of %j to %j: %s", (message, countries, told) => {
  const [field, sign = ""] = told ?? [];
  const says = `${field}: ${en.warnings.notCarried(sign)}`;
  expect(warned(message, noon, countries)).toEqual(told === undefined ? [] : [says]);
});

it.each([
  [{}, true],
  [{ to: "joon" }, true],
  [{ to: "010-1234-5678" }, true],
  [{ to: "+33 6 12 34 56 78" }, false],
  [{ to: "612345678", country: "33" }, false],
  [{ recipients: "+1 2025550123" }, false],
  [{ recipients: "+1 2025550123\n+82 01000000001" }, true],
])("and in the form of %j: %s", (values, isTold) => {
  const form = emptyForm({ act: "act" }, { kind: auto, values: { text: "Café", ...values } });
  const hint = hintsOf(form, en).get("text");
  expect(hint === en.warnings.notCarried("é")).toBe(isTold);
});

it.each([
  [{ order: "1\u202e2" }, "\u202e"],
  [{ "or\u200bder": "1" }, "\u200b"],
  [{ order: "주문 👩‍💻 1" }, undefined],
])("warns of what nobody sees in %j", (customFields, sign) => {
  const told = sign === undefined ? [] : [`customFields: ${en.warnings.notSeen(sign)}`];
  expect(warned({ text: "Hi", customFields }, noon)).toEqual(told);
});

it.each([
  [{ to: "821012345678" }, en.issues.startMissing(["010-1234-5678"])],
  [{ to: "1012345678", country: "82" }, en.issues.startMissing(["010-1234-5678"])],
  [{ to: "00700819012345678" }, en.issues.otherCountry(["+81 9012345678"])],
  [{ to: "008613800138000" }, en.issues.otherCountry(["+86 13800138000"])],
])("%j is a number that goes nowhere, as JSON may say it", (message, says) => {
  expect(warned(message, noon)).toEqual([`to: ${says}`]);
});

it.each([{ to: "0212345678" }, { to: "15881234" }, { to: "9012345678", country: "81" }, { to: "" }])(
  "%j is none",
  (message) => {
    expect(warned(message, noon)).toEqual([]);
  },
);
