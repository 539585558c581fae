import { intlTagOf, type Locale } from "../languages.ts";

/** Formats numbers and dates in one language and the team's time zone. Slack formats times in each reader's zone. */
export type Format = ReturnType<typeof createFormat>;

/** Keeps fractions of a won, which message prices have and the currency's own rules round away. */
export function createWonFormat(locale: Locale): (value: number) => string {
  const money = new Intl.NumberFormat(intlTagOf(locale), {
    style: "currency",
    currency: "KRW",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: 0,
    maximumFractionDigits: 6,
  });
  return (value) => money.format(value);
}

export function createFormat(locale: Locale, timeZone: string) {
  const tag = intlTagOf(locale);
  const plainNumber = new Intl.NumberFormat(tag, { maximumFractionDigits: 6 });
  const timeOptions = { timeZone, hour: "numeric", minute: "2-digit", hour12: true } as const;
  const times = {
    minute: new Intl.DateTimeFormat(tag, timeOptions),
    second: new Intl.DateTimeFormat(tag, { ...timeOptions, second: "2-digit" }),
  };
  const day = new Intl.DateTimeFormat(tag, { timeZone, dateStyle: "medium" });
  const monthOnly = new Intl.DateTimeFormat(tag, { timeZone: "UTC", year: "numeric", month: "long" });
  const dayOnly = new Intl.DateTimeFormat(tag, { timeZone: "UTC", dateStyle: "medium" });
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });

  return {
    number: (value: number) => plainNumber.format(value),
    date: (date: Date) => day.format(date),
    /** Formats a time as Slack does: `2:28 AM`, or `2:28:05 AM` with seconds. */
    time: (date: Date, to: keyof typeof times = "minute") =>
      times[to].format(date).replace(/\s/g, " ").toUpperCase(),
    /** Formats a calendar month; `month` counts from 1. */
    month: ({ year, month }: { year: number; month: number }) =>
      monthOnly.format(new Date(Date.UTC(year, month - 1))),
    lastDay: ({ year, month }: { year: number; month: number }) =>
      dayOnly.format(new Date(Date.UTC(year, month, 0))),
    /** Formats days from today (negative: past): in months from 60 days on, in years from 730. */
    relativeDays(days: number): string {
      const size = Math.abs(days);
      if (size < 60) return relative.format(days, "day");
      if (size < 730) return relative.format(Math.round(days / 30.44), "month");
      return relative.format(Math.round(days / 365.25), "year");
    },
  };
}

export function enCount(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
