import { describe, expect, it } from "vitest";
import { createFormat, createWonFormat } from "../../../src/locales/format.ts";

const english = createFormat("en", "Asia/Seoul");
const korean = createFormat("ko", "Asia/Seoul");
const at = new Date("2026-11-20T15:05:00Z");

describe("createFormat", () => {
  it("writes numbers and amounts in won with their fractions", () => {
    expect(english.number(1234567.5)).toBe("1,234,567.5");
    expect(createWonFormat("en")(18.9)).toBe("₩18.9");
    expect(createWonFormat("en")(1500)).toBe("₩1,500");
    expect(createWonFormat("ko")(0.05)).toBe("₩0.05");
  });

  it("writes days in the team's time zone", () => {
    expect(english.date(at)).toBe("21 Nov 2026");
    expect(korean.date(at)).toBe("2026. 11. 21.");
    expect(createFormat("en", "America/New_York").date(at)).toBe("20 Nov 2026");
  });

  it("writes times of day as Slack does", () => {
    expect([english.time(at), korean.time(at)]).toEqual(["12:05 AM", "오전 12:05"]);
    const [noon, evening] = [new Date("2026-11-20T03:00:00Z"), new Date("2026-11-20T09:30:00Z")];
    expect([english.time(noon), english.time(evening)]).toEqual(["12:00 PM", "6:30 PM"]);
    expect(korean.time(evening)).toBe("오후 6:30");
    const second = new Date("2026-11-20T15:05:07Z");
    expect(english.time(second, "second")).toBe("12:05:07 AM");
    expect(korean.time(second, "second")).toBe("오전 12:05:07");
  });

  it("writes a month as the same month in every time zone", () => {
    expect(createFormat("en", "Pacific/Kiritimati").month({ year: 2026, month: 1 })).toBe("January 2026");
    expect(createFormat("en", "Pacific/Pago_Pago").month({ year: 2026, month: 1 })).toBe("January 2026");
    expect(korean.month({ year: 2026, month: 12 })).toBe("2026년 12월");
  });

  it.each([
    [0, "today", "오늘"],
    [1, "tomorrow", "내일"],
    [-1, "yesterday", "어제"],
    [9, "in 9 days", "9일 후"],
    [-21, "21 days ago", "21일 전"],
    [61, "in 2 months", "2개월 후"],
    [-400, "13 months ago", "13개월 전"],
    [731, "in 2 years", "2년 후"],
  ])("writes a distance of %i days in words", (days, inEnglish, inKorean) => {
    expect(english.relativeDays(days)).toBe(inEnglish);
    expect(korean.relativeDays(days)).toBe(inKorean);
  });
});
