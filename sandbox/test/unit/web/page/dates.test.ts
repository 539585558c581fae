import { describe, expect, it } from "vitest";
import { formatDate, preciseTimeOf } from "../../../../web/page/dates.ts";

/** 2026-11-21T05:00:00Z. */
const momentS = 1_795_237_200;
const timeZone = "Asia/Seoul";

describe("formatDate", () => {
  it.each([
    ["{date_short_pretty}", "en-US", 0, "today"],
    ["{date_short_pretty}", "en-US", 86_400, "yesterday"],
    ["{date_short_pretty}", "ko-KR", 86_400, "어제"],
    ["{date_short_pretty}", "en-US", 5 * 86_400, "Nov 21, 2026"],
    ["{ago}", "en-US", 7200, "2 hours ago"],
    ["on {unknown}", "en-US", 0, "on {unknown}"],
  ])("writes the format %s in %s, %i s after its moment, as %s", (format, locale, laterS, expected) => {
    const clock = { locale, timeZone };
    expect(formatDate(momentS, { format, clock, nowS: momentS + laterS })).toBe(expected);
  });

  it.each([
    ["Asia/Seoul", "2:00 PM"],
    ["America/Los_Angeles", "9:00 PM"],
  ])("writes the time of day in %s", (zone, expected) => {
    const clock = { locale: "en-US", timeZone: zone };
    const written = formatDate(momentS, { format: "{time}", clock, nowS: momentS });
    expect(written.replace(/\s/gu, " ")).toBe(expected);
  });

  it("starts a new day at midnight of the given time zone", () => {
    // 23:30 in Seoul, and half an hour later.
    const lateS = momentS + 9.5 * 3600;
    const said = (zone: string) =>
      formatDate(lateS, {
        format: "{date_short_pretty}",
        clock: { locale: "en-US", timeZone: zone },
        nowS: lateS + 3600,
      });
    expect(said("Asia/Seoul")).toBe("yesterday");
    expect(said("UTC")).toBe("today");
  });
});

it("the traffic's times are written like the messages' times, with milliseconds", () => {
  const written = preciseTimeOf("2026-11-21T05:00:00.042Z", { locale: "ko-KR", timeZone });
  expect(written.replace(/\s/gu, " ")).toBe("2:00:00.042 PM");
});
