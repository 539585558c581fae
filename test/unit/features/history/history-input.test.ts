import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noFilters, parseHistoryRequest } from "../../../../src/features/history/history.input.ts";
import { timesParsing } from "../../../support/processor-time.ts";

const today = "2026-11-25";
const parse = (text: string) => parseHistoryRequest(text, today);

describe("the text typed after /msg-history", () => {
  it.each([
    ["", {}],
    ["failed", { failed: true }],
    ["ALL", { everybody: true }],
    ["all  failed", { everybody: true, failed: true }],
    ["실패 전체", { everybody: true, failed: true }],
    ["refused yesterday", { outcomes: ["refused"], day: "2026-11-24" }],
    ["어제 거부됨", { outcomes: ["refused"], day: "2026-11-24" }],
    ["not sent, joon", { words: ["joon"], outcomes: ["not_sent"] }],
    ["Joon 보내지 않음 오늘", { words: ["joon"], outcomes: ["not_sent"], day: today }],
    ["결과 확인 안 됨", { outcomes: ["unknown"] }],
    ["결과 미확인", { outcomes: ["unknown"] }],
    [
      "전체 MINA refused Joon 미발송",
      { words: ["mina", "joon"], outcomes: ["refused", "not_sent"], everybody: true },
    ],
    [
      "not sent joon all mina 거부 joon",
      { words: ["joon", "mina"], outcomes: ["not_sent", "refused"], everybody: true },
    ],
    ["lms 2026-11-01", { words: ["lms"], day: "2026-11-01" }],
    ["11/24 joon", { words: ["joon"], day: "2026-11-24" }],
    ["11월 24일", { day: "2026-11-24" }],
    ["2026년 11월 24일 거부", { outcomes: ["refused"], day: "2026-11-24" }],
    ["2026. 11. 24.", { day: "2026-11-24" }],
    ["12/24 sms", { words: ["sms"], day: "2025-12-24" }],
    ["sms 010-****-0001", { words: ["sms", "0001"] }],
    ["joon (010‑****‑0001)", { words: ["joon", "0001"] }],
    ["sms …0123.", { words: ["sms", "0123"] }],
    ["accepted 010-1234-5678", { words: ["5678"], outcomes: ["accepted"] }],
    ["sms 01012345678", { words: ["sms", "5678"] }],
    ["sms 12025550123", { words: ["sms", "12025550123"] }],
    ["010 0000 0001", { words: ["0001"] }],
    ["+82 10-0000-0001 today", { words: ["0001"], day: today }],
    ["11/24 (010) 0000-0001, sms", { words: ["0001", "sms"], day: "2026-11-24" }],
    ["M4V1 M4V2", { words: ["m4v1", "m4v2"] }],
    ["b c d e f g", { words: [..."bcdefg"] }],
    ["✅ Upload done · menu.png", { words: ["upload", "menu", "png"], outcomes: ["accepted"] }],
    ["주문 완료", { words: ["주문", "완료"] }],
    ["11월 24일(화) sms", { words: ["sms"], day: "2026-11-24" }],
    ["Nov 24, 2026", { day: "2026-11-24" }],
    ["joon november 24", { words: ["joon"], day: "2026-11-24" }],
    ["✅ SMS accepted · joon", { words: ["sms", "joon"], outcomes: ["accepted"] }],
    ["⛔ Message refused · joon", { words: ["joon"], outcomes: ["refused"] }],
    ["❓ 메시지 결과 확인 안 됨 · joon", { words: ["joon"], outcomes: ["unknown"] }],
    ["❓ 메시지 결과 미확인 · joon", { words: ["joon"], outcomes: ["unknown"] }],
    ["↩️ 업로드 안 됨 · menu.png", { words: ["업로드", "menu", "png"], outcomes: ["not_sent"] }],
    ["🔁 Message: outcome unknown, sent again · joon", { words: ["joon"], outcomes: ["unknown"] }],
    ["📬 SMS accepted, reported as arrived · joon", { words: ["sms", "joon"], outcomes: ["accepted"] }],
    [
      "✅ SMS · 2 accepted, delivery not confirmed · joon, mina",
      { words: ["sms", "joon"], outcomes: ["accepted"] },
    ],
    [
      "✅ SMS · 2건 접수됨, 도착 여부 미확인 · joon, mina",
      { words: ["sms", "joon"], outcomes: ["accepted"] },
    ],
    ["✅ SMS reported as arrived · joon", { words: ["sms", "joon"] }],
    ["⚠️ SMS · 5 of 7 need attention · joon, mina", { words: ["sms", "joon"] }],
    ["⚠️ SMS · 7건 중 5건 확인 필요 · joon, mina", { words: ["sms", "joon"] }],
    ["✅ SMS 도착 보고됨 · joon", { words: ["sms", "joon"] }],
    ["❌ Template update reported as not applied", { words: ["template", "update"] }],
    ["🔁 SMS sent again: new one accepted · joon", { words: ["sms", "joon"] }],
    ["010 **** 0001", { words: ["0001"] }],
    ["Nov 24 +82 10-****-0001", { words: ["0001"], day: "2026-11-24" }],
    ["sms (010) •••• 0001", { words: ["sms", "0001"] }],
    ["sms Today at 2:28 PM", { words: ["sms"], day: today }],
    ["2026년 11월 24일 오후 2:28 sms", { words: ["sms"], day: "2026-11-24" }],
    ["Tuesday, November 24th, 2026", { day: "2026-11-24" }],
    ["24 Nov 2026, 14:28:05 sms", { words: ["sms"], day: "2026-11-24" }],
    ["11월 24일 화요일", { day: "2026-11-24" }],
    ["Wed, Nov 25", { day: today }],
    ["sms Tue Nov 24", { words: ["sms"], day: "2026-11-24" }],
    ["Thurs. 19 Nov", { day: "2026-11-19" }],
    ["monkey 3", { words: ["monkey", "3"] }],
    ["Failed.", { failed: true }],
    ["“failed” sms", { words: ["sms"], failed: true }],
    ["'not sent', (today)!", { outcomes: ["not_sent"], day: today }],
    ["failed.png", { words: ["failed", "png"] }],
    ["준", { words: ["준"] }],
    ["Uploaded", { words: ["upload"] }],
    ["messenger template accepted", { words: ["ata"], outcomes: ["accepted"] }],
  ])("is read as words and filters for the list: %j", (text, own) => {
    expect(parse(text)).toMatchObject({ selection: { ...noFilters, ...own } });
  });

  it.each([
    ["M4V20261121100000ABCDEFGHIJKLMNOPQ", "M4V20261121100000ABCDEFGHIJKLMNOPQ"],
    ["`M4V1`", "M4V1"],
    ["“M4V1”", "M4V1"],
    ["'13345224609.738474920.8088930838d8'", "13345224609.738474920.8088930838d8"],
    ["「M4V_1-」。", "M4V_1-"],
    ...["_X_", "ID:X", "*X*, all", "sms ~X~."].map((typed): [string, string] => [
      typed.replace("X", "M4V20261121100000ABCDEFGHIJKLMNOPQ"),
      "M4V20261121100000ABCDEFGHIJKLMNOPQ",
    ]),
    ["joon", "joon"],
    ["010-****-0001", "010-****-0001"],
    ["작업 `9e0ab1de-0123-4567-89ab-0123456789ab`.", "9e0ab1de-0123-4567-89ab-0123456789ab"],
    [
      "❓ SMS: outcome unknown · joon (010-0000-0001) · 2:28 PM · M4V20261121100000ABCDEFGHIJKLMNOPQ\n“Yesterday 2/31”",
      "M4V20261121100000ABCDEFGHIJKLMNOPQ",
    ],
    [
      "Message: M4V20261121100000ABCDEFGHIJKLMNOPQ\nOperation: 9e0ab1de-0123-4567-89ab-0123456789ab",
      "M4V20261121100000ABCDEFGHIJKLMNOPQ",
    ],
    ["20261124", "20261124"],
  ])("is looked up as an ID: %j", (text, id) => {
    expect(parse(text)).toMatchObject({ id });
  });

  it.each(["all", "failed", "Failed.", "“failed”", "refused joon", "today", "M4V1 M4V2", ""])(
    "is not looked up as an ID: %j",
    (text) => {
      expect(parse(text)).toMatchObject({ id: null });
    },
  );

  it.each([
    ["2026-02-30", "2026-02-30"],
    ["joon 13/1", "13/1"],
    ["2월 31일 sms", "2월 31일"],
  ])("is answered with the day that doesn't exist: %j", (text, noSuchDay) => {
    expect(parse(text)).toEqual({ noSuchDay });
  });

  it.each(["''", "<>", "today yesterday", "a b c d e f g", "x".repeat(257)])(
    "is rejected if it holds no filter or too much: %j",
    (text) => {
      expect(parse(text)).toBeNull();
    },
  );

  it("is parsed quickly even if it is long and repetitive", () => {
    const parseAll = () => {
      for (const sign of ["'", '"', "`", "“", "<", "a'", "11/", "결과 "]) parse(`${sign.repeat(12_000)}가`);
      for (const sign of ["'", "1-", "결과 ", "not ", "(1 ", "1.", "*", "…"]) parse(sign.repeat(60));
    };
    expect(timesParsing(parseAll)).toBeLessThan(2);
  });

  it("never makes the parser throw an error, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(() => parse(text)).not.toThrow();
      }),
    );
  });
});
