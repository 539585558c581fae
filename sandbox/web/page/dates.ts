/** How a person's Slack writes times: in the person's language, and in the zone in which the bot writes them too. */
export type Clock = { readonly locale: string; readonly timeZone: string };

type Format = (date: Date, clock: Clock) => string;

/** A formatter is dear to make and is asked for each message: one is kept for each language and zone. */
function intl(options: Intl.DateTimeFormatOptions): Format {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (date, { locale, timeZone }) => {
    const key = `${locale} ${timeZone}`;
    const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formats.set(key, format);
    return format.format(date);
  };
}

const TIME = intl({ hour: "numeric", minute: "2-digit" });
const SECONDS = intl({ hour: "numeric", minute: "2-digit", second: "2-digit" });
const PRECISE = intl({ hour: "numeric", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 });
const DAY = intl({ weekday: "long", month: "long", day: "numeric" });
const SHORT = intl({ year: "numeric", month: "short", day: "numeric" });
const NUMBERS = intl({ year: "numeric", month: "2-digit", day: "2-digit" });

export function timeOf(ts: string, clock: Clock): string {
  return TIME(dateOf(ts), clock);
}

export function dayOf(ts: string, clock: Clock): string {
  return DAY(dateOf(ts), clock);
}

/** To the millisecond, for what went over the wires, and in the language in which that is told. */
export function preciseTimeOf(at: string, { timeZone }: Clock): string {
  return PRECISE(new Date(at), { locale: "en-US", timeZone });
}

/** Slack's message timestamps are seconds with six decimals. */
function dateOf(ts: string): Date {
  return new Date(Number(ts) * 1000);
}

const DAY_S = 86_400;

/** Slack's date tokens that this app writes; `nowS` decides what is today and yesterday. */
export function formatDate(
  timestampS: number,
  { format, clock, nowS }: { readonly format: string; readonly clock: Clock; readonly nowS: number },
): string {
  const date = new Date(timestampS * 1000);
  const relative = new Intl.RelativeTimeFormat(clock.locale, { numeric: "auto" });
  return format.replace(/\{(\w+)\}/g, (whole, token: string) => {
    if (token === "ago") return ago(nowS - timestampS, relative);
    if (token === "time") return TIME(date, clock);
    if (token === "time_secs") return SECONDS(date, clock);
    if (token !== "date_short_pretty") return whole;
    const days = dayNumber(nowS, clock) - dayNumber(timestampS, clock);
    return Math.abs(days) <= 1 ? relative.format(-days, "day") : SHORT(date, clock);
  });
}

/** Sweden's way of writing a day is ISO's. */
function dayNumber(timestampS: number, clock: Clock): number {
  const day = NUMBERS(new Date(timestampS * 1000), { ...clock, locale: "sv-SE" });
  return Date.parse(day) / (DAY_S * 1000);
}

function ago(elapsedS: number, relative: Intl.RelativeTimeFormat): string {
  const elapsed = Math.abs(elapsedS);
  if (elapsed < 60) return relative.format(-Math.round(elapsedS), "second");
  if (elapsed < 3600) return relative.format(-Math.round(elapsedS / 60), "minute");
  if (elapsed < DAY_S) return relative.format(-Math.round(elapsedS / 3600), "hour");
  return relative.format(-Math.round(elapsedS / DAY_S), "day");
}
