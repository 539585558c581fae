import { TZDate } from "@date-fns/tz";

/** A calendar month; `month` counts from 1. */
export type Month = { year: number; month: number };

/**
 * Where a payment method stands. A card is good until its month's last day has ended where the team is.
 * `lastDayInDays`: from today to that last day; 0 is today, negative is past.
 */
export type Expiry =
  | { state: "expired" | "expiring" | "good"; month: Month; lastDayInDays: number }
  /** Null, or no month in the description's form. */
  | { state: "unreadable" };

/** A method is expiring when no more than so many days are left of it, today included (contract). */
const expiringDays = 30;
const dayMs = 24 * 60 * 60_000;

/** Reads `expDate` as the platform gives it, `YYYY/MM`. */
export type ToExpiry = (expDate: string | null | undefined) => Expiry;

/** As of a moment; `timeZone` is an IANA name. Which day that is takes longer than all the rest, and is found once. */
export function expiryAt(now: Date, timeZone: string): ToExpiry {
  const today = new TZDate(now.getTime(), timeZone);
  const todayMs = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  return (expDate) => {
    const month = parseMonth(expDate);
    if (month === null) return { state: "unreadable" };
    // Days as calendar days, by UTC: a day of 23 or 25 hours is a day too.
    const daysLeft = (Date.UTC(month.year, month.month) - todayMs) / dayMs;
    const state = daysLeft <= 0 ? "expired" : daysLeft <= expiringDays ? "expiring" : "good";
    return { state, month, lastDayInDays: daysLeft - 1 };
  };
}

/** `YYYY/MM` as the platform writes it; null for anything else. */
export function parseMonth(expDate: string | null | undefined): Month | null {
  const match = /^(\d{4})\/(\d{1,2})$/.exec(expDate?.trim() ?? "");
  const year = Number(match?.[1]);
  const month = Number(match?.[2]);
  // Earlier years are no cards, and Date.UTC would take two-digit ones for another century.
  return year >= 1970 && month >= 1 && month <= 12 ? { year, month } : null;
}
