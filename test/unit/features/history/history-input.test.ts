import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { everything, otherReadings, parseAsked } from "../../../../src/features/history/history.input.ts";
import { timesParsing } from "../../../support/processor-time.ts";

const today = "2026-11-25";
const parse = (text: string) => parseAsked(text, today);
const list = (own: Partial<typeof everything>) => ({ kind: "list", selection: { ...everything, ...own } });

describe("what is typed behind /msg-history", () => {
  it.each([
    ["", {}],
    ["failed", { failed: true }],
    ["ALL", { everybody: true }],
    ["all  failed", { everybody: true, failed: true }],
    ["실패 전체", { everybody: true, failed: true }],
    ["refused yesterday", { outcomes: ["refused" as const], day: "2026-11-24" }],
    ["어제 거부됨", { outcomes: ["refused" as const], day: "2026-11-24" }],
    ["not sent, joon", { words: ["joon"], outcomes: ["not_sent" as const] }],
    ["joon not sent", { words: ["joon"], outcomes: ["not_sent" as const] }],
    ["Joon 보내지 않음 오늘", { words: ["joon"], outcomes: ["not_sent" as const], day: today }],
    ["결과 확인 안 됨", { outcomes: ["unknown" as const] }],
    ["lms 2026-11-01", { words: ["lms"], day: "2026-11-01" }],
    ["11/24 joon", { words: ["joon"], day: "2026-11-24" }],
    ["11월 24일", { day: "2026-11-24" }],
    ["12/24 sms", { words: ["sms"], day: "2025-12-24" }],
    ["Nov 24, 2026 sms", { words: ["sms"], day: "2026-11-24" }],
    ["November 24th, 2026", { day: "2026-11-24" }],
    ["Tuesday, November 24th, 2026 at 2:28 PM", { day: "2026-11-24" }],
    ["joon Nov 24", { words: ["joon"], day: "2026-11-24" }],
    ["24 Nov 2026", { day: "2026-11-24" }],
    ["Tue, 24 Nov, 02:28:05", { day: "2026-11-24" }],
    ["1 Sept 2026", { day: "2026-09-01" }],
    ["may 5", { day: "2026-05-05" }],
    ["2026. 11. 24.", { day: "2026-11-24" }],
    ["2026. 11. 24. 오후 2:28", { day: "2026-11-24" }],
    ["11. 24. lms", { words: ["lms"], day: "2026-11-24" }],
    ["11월 24일(화)", { day: "2026-11-24" }],
    ["2026년 11월 24일 화요일 거부", { outcomes: ["refused" as const], day: "2026-11-24" }],
    ["11월 24일 화영", { words: ["화영"], day: "2026-11-24" }],
    ["sms 010-****-0001", { words: ["sms", "0001"] }],
    ["joon (010‑****‑0001)", { words: ["joon", "0001"] }],
    ["sms …0123.", { words: ["sms", "0123"] }],
    ["sms ***-****-0001,", { words: ["sms", "0001"] }],
    [
      "Accepted · SMS · joon (010-****-0001)",
      { words: ["sms", "joon", "0001"], outcomes: ["accepted" as const] },
    ],
    ["Yesterday 2:28 PM, joon", { words: ["joon"], day: "2026-11-24" }],
    ["어제 오후 2:28", { day: "2026-11-24" }],
    ["refused, Nov 24, sms", { words: ["sms"], outcomes: ["refused" as const], day: "2026-11-24" }],
    ["marble 5 monday", { words: ["marble", "5", "monday"] }],
    ["accepted 010-1234-5678", { words: ["5678"], outcomes: ["accepted" as const] }],
    ["sms 12025550123", { words: ["sms", "12025550123"] }],
    ["010 0000 0001", { words: ["0001"] }],
    ["+82 10-0000-0001 today", { words: ["0001"], day: today }],
    ["11/24 (010) 0000-0001, sms", { words: ["0001", "sms"], day: "2026-11-24" }],
    ["joon 010.0000.0001", { words: ["joon", "0001"] }],
    ["sms `010-0000-0001`", { words: ["sms", "0001"] }],
    [
      "✅ SMS accepted · joon (010-0000-0001) · 12:00 PM",
      { words: ["sms", "joon", "0001"], outcomes: ["accepted" as const] },
    ],
    ["오후 2:28 준", { words: ["준"] }],
    ["M4V1 M4V2", { words: ["m4v1", "m4v2"] }],
    ["준", { words: ["준"] }],
    ["joon 11/24/2026", { words: ["joon"], day: "2026-11-24" }],
    ["24.11.2026", { day: "2026-11-24" }],
    ["24.11.2026.", { day: "2026-11-24" }],
    ["24-11-2026 sms", { words: ["sms"], day: "2026-11-24" }],
    ["04/04/2026", { day: "2026-04-04" }],
    ["20261124", { day: "2026-11-24", digits: "20261124" }],
    ["2026-11-24T10:00", { day: "2026-11-24" }],
    ["2026-11-24T10:00:05.123 sms", { words: ["sms"], day: "2026-11-24" }],
    ["9012345678 (country 81) today", { words: ["9012345678"], day: today }],
    ["…5678 (country 81)", { words: ["5678"] }],
    ["…5678 (국가 81)", { words: ["5678"] }],
    ["010 **** 0001", { words: ["0001"] }],
    ["joon (010 **** 0001)", { words: ["joon", "0001"] }],
    ["+82 10 •••• 0001, sms", { words: ["0001", "sms"] }],
    ["Uploaded", { words: ["upload"], outcomes: ["accepted" as const] }],
    ["✅ Uploaded · event.png", { words: ["upload", "event", "png"], outcomes: ["accepted" as const] }],
    ["↩️ Not uploaded · event.png", { words: ["upload", "event", "png"], outcomes: ["not_sent" as const] }],
    ["업로드 안 됨", { words: ["upload"], outcomes: ["not_sent" as const] }],
    ["✅ 삭제됨 · 배너.png", { words: ["delete", "배너", "png"], outcomes: ["accepted" as const] }],
    ["❌ Reported as not deleted · a.png", { words: ["delete", "a", "png"] }],
    ["📬 SMS reported as arrived · joon", { words: ["sms", "joon"] }],
    ["🔁 SMS sent again: new one accepted · joon", { words: ["sms", "joon"] }],
    ["⛔ Comment to the vendors refused · T1", { words: ["comment", "t1"], outcomes: ["refused" as const] }],
    [
      "✅ Messenger template accepted · joon (010-****-0001)\n2:28 PM · M4V…0001 · “All your orders failed”",
      { words: ["ata", "joon", "0001"], outcomes: ["accepted" as const] },
    ],
    [
      `✅ SMS accepted · joon\n“${"word ".repeat(100)}…`,
      { words: ["sms", "joon"], outcomes: ["accepted" as const] },
    ],
    [`all ${"0fA1-".repeat(5)}`, { everybody: true, words: ["0fa1"] }],
    ["/msg-history failed", { failed: true }],
  ])("%j selects a list", (text, own) => {
    expect(parse(text)).toEqual(list(own));
  });

  it.each([
    ["M4V20261121100000ABCDEFGHIJKLMNOPQ", "M4V20261121100000ABCDEFGHIJKLMNOPQ"],
    ["`M4V1`", "M4V1"],
    ["“M4V1”", "M4V1"],
    ["'13345224609.738474920.8088930838d8'", "13345224609.738474920.8088930838d8"],
    ["M4V1.", "M4V1"],
    ["*M4V1*,", "M4V1"],
    ["_M4V1_", "M4V1"],
    ["「M4V_1-」。", "M4V_1-"],
    ["(M4V1);", "M4V1"],
    ["joon", "joon"],
    ["010-****-0001", "010-****-0001"],
    ["Operation M4V1", "M4V1"],
    ["작업 `9e0ab1de-0123-4567-89ab-0123456789ab`.", "9e0ab1de-0123-4567-89ab-0123456789ab"],
    ["Details: /msg-history 9e0ab1de-0123-4567-89ab-0123456789ab", "9e0ab1de-0123-4567-89ab-0123456789ab"],
    [
      "❓ SMS: outcome unknown · joon (010-0000-0001) · 2:28 PM · M4V20261121100000ABCDEFGHIJKLMNOPQ\n“Yesterday 03/04/2026”",
      "M4V20261121100000ABCDEFGHIJKLMNOPQ",
    ],
    [
      "Message: M4V20261121100000ABCDEFGHIJKLMNOPQ\nGroup: G4V20261121100000ABCDEFGHIJKLMNO\nOperation: 9e0ab1de-0123-4567-89ab-0123456789ab",
      "M4V20261121100000ABCDEFGHIJKLMNOPQ",
    ],
    ["9012345678 (country 81)", "9012345678"],
    // Of no day.
    ["20260231", "20260231"],
  ])("%j may be an id", (text, id) => {
    expect(parse(text)).toMatchObject({ kind: "one", id });
  });

  it.each([
    ["2026-02-30", "2026-02-30"],
    ["joon 13/1", "13/1"],
    ["2월 31일 sms", "2월 31일"],
    ["Feb 30, 2026", "feb 30, 2026"],
    ["13/13/2026", "13/13/2026"],
    ["2026-02-31T10:00", "2026-02-31t10:00"],
  ])("%j names a day that there isn't", (text, typed) => {
    expect(parse(text)).toEqual({ kind: "no_such_day", typed });
  });

  it.each(["03/04/2026", "3.4.2026", "sms 26-11-24", "2026-11-24T20:00Z", "2026-11-24T20:00:05+09:00"])(
    "%j may be several days",
    (text) => {
      expect(parse(text)).toEqual({ kind: "which_day", typed: text.replace("sms ", "").toLowerCase() });
    },
  );

  it.each(["M4V…0001", "`M4V…0001`", "Message M4V…0001", "9e0…89ab"])("%j lacks its middle", (text) => {
    expect(parse(text)).toMatchObject({ kind: "cut_id" });
  });

  it("looks for a number by what is shown of it, also where that may be an id", () => {
    expect(parse("010-****-0001")).toMatchObject({ kind: "one", selection: { words: ["0001"] } });
    expect(parse("…0123")).toMatchObject({ kind: "list", selection: { words: ["0123"] } });
  });

  it("looks for digits as they were typed, then as a phone number's last four", () => {
    const selection = { ...everything, words: ["sms", "12025550123", "5678"] };
    expect(otherReadings(selection)).toEqual([{ ...everything, words: ["sms", "0123", "5678"] }]);
    expect(otherReadings({ ...everything, words: ["sms", "5678"] })).toEqual([]);
  });

  it("looks for eight digits as the day that they are, then as they were typed and as a number's", () => {
    const asked = parse("sms 20261124");
    expect(asked).toEqual(list({ words: ["sms"], day: "2026-11-24", digits: "20261124" }));
    expect(otherReadings({ ...everything, words: ["sms"], day: "2026-11-24", digits: "20261124" })).toEqual([
      { ...everything, words: ["sms", "20261124"] },
      { ...everything, words: ["sms", "1124"] },
    ]);
  });

  it.each(["''", "<>", "today yesterday", "a b c d e f g", "x".repeat(257)])(
    "%j is not understood",
    (text) => {
      expect(parse(text)).toEqual({ kind: "unknown_words" });
    },
  );

  it("holds nobody up, whatever is typed", () => {
    const parseAll = () => {
      for (const sign of ["'", '"', "`", "“", "<", "a'", "11/", "결과 "]) parse(`${sign.repeat(12_000)}가`);
      for (const sign of ["'", "1-", "결과 ", "not ", "nov ", "1.", "*", "…"]) parse(sign.repeat(60));
    };
    expect(timesParsing(parseAll)).toBeLessThan(2);
  });

  it("finds each thing that is named, in any order and between any others", () => {
    const word = fc
      .stringMatching(/^[b-z]{5,9}$/)
      .filter((one) => !/failed|today|unsent|unknown|refused/.test(one));
    const part = fc.oneof(
      word.map((typed) => ({ typed, words: [typed] })),
      fc.constantFrom("refused", "거부").map((typed) => ({ typed, outcomes: ["refused"] })),
      fc.constantFrom("not sent", "미발송").map((typed) => ({ typed, outcomes: ["not_sent"] })),
      fc.constantFrom("all", "전체").map((typed) => ({ typed, everybody: true })),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 6 }), fc.boolean(), (parts, isUpper) => {
        const typed = parts.map((one) => one.typed).join("  ");
        const asked = parse(isUpper ? typed.toUpperCase() : typed);
        const all = <T>(of: (one: (typeof parts)[number]) => T[] | undefined) => [
          ...new Set(parts.flatMap((one) => of(one) ?? [])),
        ];
        expect(asked).toEqual(
          list({
            words: all((one) => ("words" in one ? one.words : [])),
            outcomes: all((one) =>
              "outcomes" in one ? one.outcomes : [],
            ) as (typeof everything)["outcomes"],
            everybody: parts.some((one) => "everybody" in one),
          }),
        );
      }),
    );
  });

  it("takes anything", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(["list", "one", "no_such_day", "which_day", "cut_id", "unknown_words"]).toContain(
          parse(text).kind,
        );
      }),
    );
  });
});
