import { dailyAt } from "../../jobs/index.ts";

/** A calendar day where the team is: it may have 23 or 25 hours. */
export type Day = { from: Date; to: Date };

const digestHour = 9;

export function digestDue(timeZone: string): (now: Date) => Date {
  return dailyAt(digestHour, timeZone);
}

/** The day before the newest digest that is due by now. */
export function dayBefore(now: Date, timeZone: string): Day {
  const began = dailyAt(0, timeZone);
  const to = began(digestDue(timeZone)(now));
  return { from: began(new Date(to.getTime() - 1)), to };
}
