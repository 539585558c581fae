import { dailyAt } from "../../jobs/daily-at.ts";

/** A calendar day where the team is, as far as it wasn't told before. */
export type Day = { from: Date; to: Date };

/** When a day is told of that has ended. */
const digestHour = 9;
/** Whoever was away for longer reads of the last days alone. */
const mostDays = 7;

export function digestDue(timeZone: string): (now: Date) => Date {
  return dailyAt(digestHour, timeZone);
}

/** When the last day ended that is due by now. */
export function dueUntil(now: Date, timeZone: string): Date {
  return dayBegan(digestDue(timeZone)(now), timeZone);
}

/**
 * The days after `told` that have ended by `until`, the oldest first. By the clock on the wall there: a day may have 23 or
 * 25 hours.
 */
export function daysBetween(told: Date, until: Date, timeZone: string): Day[] {
  const days: Day[] = [];
  for (let to = until; days.length < mostDays && to > told; ) {
    const from = dayBegan(new Date(to.getTime() - 1), timeZone);
    days.unshift({ from: told > from ? told : from, to });
    to = from;
  }
  return days;
}

function dayBegan(at: Date, timeZone: string): Date {
  return dailyAt(0, timeZone)(at);
}
