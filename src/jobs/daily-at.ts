import { TZDate } from "@date-fns/tz";
import type { Job } from "./index.ts";

const watchHour = 9;

/** A look for on-call, every morning and at each start; none where nobody is on call. */
export function watchDaily(
  name: string,
  { onCall, timeZone }: { onCall: readonly string[]; timeZone: string },
  run: Job["run"],
): Job[] {
  return onCall.length === 0 ? [] : [{ name, dueSince: dailyAt(watchHour, timeZone), atStart: true, run }];
}

/** Every day at a full hour of the clock on the wall there; `timeZone` is an IANA name. */
export function dailyAt(hour: number, timeZone: string): Job["dueSince"] {
  return (now) => {
    const today = new TZDate(now.getTime(), timeZone);
    const at = (day: number) =>
      new Date(new TZDate(today.getFullYear(), today.getMonth(), day, hour, 0, 0, timeZone).getTime());
    const todays = at(today.getDate());
    return todays <= now ? todays : at(today.getDate() - 1);
  };
}
