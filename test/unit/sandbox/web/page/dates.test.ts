import { describe, expect, it } from "vitest";
import { formatDate } from "../../../../../sandbox/web/page/dates.ts";

/** 2026-11-21T05:00:00Z. */
const momentS = 1_795_237_200;

describe("formatDate", () => {
  it.each([
    ["{date_num}", "en-US", 0, "2026-11-21"],
    ["{date_short_pretty}", "en-US", 0, "today"],
    ["{date_short_pretty}", "en-US", 86_400, "yesterday"],
    ["{date_short_pretty}", "ko-KR", 86_400, "어제"],
    ["{date_short_pretty}", "en-US", 5 * 86_400, "Nov 21, 2026"],
    ["{date_long}", "ko-KR", 0, "2026년 11월 21일 토요일"],
    ["{ago}", "en-US", 7200, "2 hours ago"],
    ["on {unknown}", "en-US", 0, "on {unknown}"],
  ])("writes %s in %s, %i s later, as %s", (format, locale, laterS, expected) => {
    expect(formatDate(momentS, { format, locale, nowS: momentS + laterS })).toBe(expected);
  });

  it("writes the time of day", () => {
    expect(formatDate(momentS, { format: "{time}", locale: "en-US", nowS: momentS })).toMatch(
      /^\d{1,2}:\d{2}\s[AP]M$/,
    );
  });
});
