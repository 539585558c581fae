import { TZDate } from "@date-fns/tz";

/** `month` counts from 1. */
export type Month = { year: number; month: number };

/** A card is good until its month's last day has ended in the team's zone. `lastDayInDays`: from today; negative is past. */
export type Expiry =
  | { state: "expired" | "expiring" | "good"; month: Month; lastDayInDays: number }
  /** Null, or not in the description's form. */
  | { state: "unreadable" };

/** Days left, today included, at which a method is expiring (contract). */
const expiringDays = 30;
const dayMs = 24 * 60 * 60_000;

/** Reads `expDate` as the platform gives it, `YYYY/MM`. */
export type ToExpiry = (expDate: string | null | undefined) => Expiry;

/** `timeZone`: an IANA name. Computes the day once, since that takes longest. */
export function expiryAt(now: Date, timeZone: string): ToExpiry {
  const today = new TZDate(now.getTime(), timeZone);
  const todayMs = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  return (expDate) => {
    const month = parseMonth(expDate);
    if (month === null) return { state: "unreadable" };
    // Calendar days by UTC: a day of 23 or 25 hours is a day.
    const daysLeft = (Date.UTC(month.year, month.month) - todayMs) / dayMs;
    const state = daysLeft <= 0 ? "expired" : daysLeft <= expiringDays ? "expiring" : "good";
    return { state, month, lastDayInDays: daysLeft - 1 };
  };
}

/** `YYYY/MM`; null for anything else. */
export function parseMonth(expDate: string | null | undefined): Month | null {
  const match = /^(\d{4})\/(\d{1,2})$/.exec(expDate?.trim() ?? "");
  const year = Number(match?.[1]);
  const month = Number(match?.[2]);
  // Earlier years are no cards, and Date.UTC reads two-digit years as another century.
  return year >= 1970 && month >= 1 && month <= 12 ? { year, month } : null;
}
