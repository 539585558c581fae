import { TZDate } from "@date-fns/tz";
import { lightFormat } from "date-fns/lightFormat";

export type Quota = { day: string; limit: number };

export type QuotaOptions = { timeZone: string; limit: number; now: () => Date };

const minuteMs = 60_000;

/**
 * What a send, an upload or a comment counts against now: the team's day. Reckoned once a minute, since days begin and zones change on whole
 * minutes and reckoning takes longer than all else in answering a command.
 */
export function createQuota({ timeZone, limit, now }: QuotaOptions): () => Quota {
  let minute = Number.NaN;
  let quota: Quota = { day: "", limit };
  return () => {
    const nowMs = now().getTime();
    const thisMinute = Math.floor(nowMs / minuteMs);
    if (thisMinute !== minute) {
      minute = thisMinute;
      quota = { day: lightFormat(new TZDate(nowMs, timeZone), "yyyy-MM-dd"), limit };
    }
    return quota;
  };
}
