import { TZDate } from "@date-fns/tz";

/** Calendar month; `month` counts from 1. */
export type YearMonth = { year: number; month: number };

/** A card is good until its month's last day has ended in the team's zone. `lastDayInDays`: from today; negative if past. */
export type Expiry =
  | { state: "expired" | "expiring" | "good"; month: YearMonth; lastDayInDays: number }
  /** The date is missing, or not in the form of the platform's description. */
  | { state: "unreadable" };

/** Days left, today included, from which on a method counts as expiring (contract). */
const expiringDays = 30;
const dayMs = 24 * 60 * 60_000;

/** Reads `expDate` as the platform gives it, `YYYY/MM`. */
export type ReadExpiry = (expDate: string | null | undefined) => Expiry;

/** `timeZone`: an IANA name. The current day is computed once, since that takes longest. */
export function createExpiryReader(now: Date, timeZone: string): ReadExpiry {
  const today = new TZDate(now.getTime(), timeZone);
  const todayMs = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  return (expDate) => {
    const month = readMonth(expDate);
    if (month === null) return { state: "unreadable" };
    // Days are counted in UTC, since a local day may have 23 or 25 hours.
    const daysLeft = (Date.UTC(month.year, month.month) - todayMs) / dayMs;
    const state = daysLeft <= 0 ? "expired" : daysLeft <= expiringDays ? "expiring" : "good";
    return { state, month, lastDayInDays: daysLeft - 1 };
  };
}

/** Month in the form `YYYY/MM`; null for any other text. */
export function readMonth(expDate: string | null | undefined): YearMonth | null {
  const match = /^(\d{4})\/(\d{1,2})$/.exec(expDate?.trim() ?? "");
  const year = Number(match?.[1]);
  const month = Number(match?.[2]);
  // No card is older, and Date.UTC reads years below 100 as 19xx.
  return year >= 1970 && month >= 1 && month <= 12 ? { year, month } : null;
}
