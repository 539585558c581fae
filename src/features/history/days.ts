import { TZDate } from "@date-fns/tz";
import { lightFormat } from "date-fns/lightFormat";

/** YYYY-MM-DD there. */
export function dayOf(at: Date, timeZone: string): string {
  return lightFormat(new TZDate(at.getTime(), timeZone), "yyyy-MM-dd");
}

/** From when a day begins there until the next one does. */
export function boundsOf(day: string, timeZone: string): { from: Date; to: Date } {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const begins = (on: number) => new Date(new TZDate(year, month - 1, on, timeZone).getTime());
  return { from: begins(date), to: begins(date + 1) };
}
