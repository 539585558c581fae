import { TZDate } from "@date-fns/tz";

export type YearMonth = { year: number; month: number };

/** A card is good until its month's last day ends in the team's zone. `lastDayInDays`: from today; negative if past. */
export type Expiry =
  | { state: "expired" | "expiring" | "good"; month: YearMonth; lastDayInDays: number }
  /** Date missing, or not in the form of the platform's API document. */
  | { state: "unreadable" };

/** Days left, today included, from which a method counts as expiring (contract). */
const expiringDays = 30;
const dayMs = 24 * 60 * 60_000;

/** Parses the platform's `expDate`, `YYYY/MM`. */
export type ReadExpiry = (expDate: string | null | undefined) => Expiry;

/** `timeZone`: an IANA name. Computes today only once, since that takes longest. */
export function createExpiryReader(now: Date, timeZone: string): ReadExpiry {
  const today = new TZDate(now.getTime(), timeZone);
  const todayMs = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  return (expDate) => {
    const month = readMonth(expDate);
    if (month === null) return { state: "unreadable" };
    // Counts days in UTC, since a local day may have 23 or 25 hours.
    const daysLeft = (Date.UTC(month.year, month.month) - todayMs) / dayMs;
    const state = daysLeft <= 0 ? "expired" : daysLeft <= expiringDays ? "expiring" : "good";
    return { state, month, lastDayInDays: daysLeft - 1 };
  };
}

export function readMonth(expDate: string | null | undefined): YearMonth | null {
  const match = /^(\d{4})\/(\d{1,2})$/.exec(expDate?.trim() ?? "");
  const year = Number(match?.[1]);
  const month = Number(match?.[2]);
  // Date.UTC takes years below 100 for 19xx; no card is that old.
  return year >= 1970 && month >= 1 && month <= 12 ? { year, month } : null;
}
