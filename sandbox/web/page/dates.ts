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
const DAY = intl({ weekday: "long", month: "long", day: "numeric" });
const LONG = intl({ weekday: "long", year: "numeric", month: "long", day: "numeric" });
const MEDIUM = intl({ year: "numeric", month: "long", day: "numeric" });
const SHORT = intl({ year: "numeric", month: "short", day: "numeric" });
const PRECISE = intl({ hour: "numeric", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 });
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

const TOKENS: Readonly<Record<string, Format>> = {
  date_num: (date, clock) => isoDay(date, clock),
  date_slash: intl({ year: "numeric", month: "2-digit", day: "2-digit" }),
  date: MEDIUM,
  date_short: SHORT,
  date_long: LONG,
  date_pretty: MEDIUM,
  date_short_pretty: SHORT,
  date_long_pretty: LONG,
  time: TIME,
  time_secs: intl({ hour: "numeric", minute: "2-digit", second: "2-digit" }),
};

/** Slack's date tokens, as in `{date_short_pretty} {time}`; `nowS` decides what is today and yesterday. */
export function formatDate(
  timestampS: number,
  { format, clock, nowS }: { readonly format: string; readonly clock: Clock; readonly nowS: number },
): string {
  const date = new Date(timestampS * 1000);
  const { locale } = clock;
  return format.replace(/\{(\w+)\}/g, (whole, token: string) => {
    if (token === "ago") return ago(nowS - timestampS, locale);
    if (token.endsWith("_pretty")) {
      const days = dayNumber(nowS, clock) - dayNumber(timestampS, clock);
      if (Math.abs(days) <= 1) {
        return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-days, "day");
      }
    }
    return TOKENS[token]?.(date, clock) ?? whole;
  });
}

function dayNumber(timestampS: number, clock: Clock): number {
  return Date.parse(isoDay(new Date(timestampS * 1000), clock)) / (DAY_S * 1000);
}

/** Sweden's way of writing a day is ISO's. */
function isoDay(date: Date, clock: Clock): string {
  return NUMBERS(date, { ...clock, locale: "sv-SE" });
}

function ago(elapsedS: number, locale: string): string {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  if (Math.abs(elapsedS) < 60) return relative.format(-Math.round(elapsedS), "second");
  if (Math.abs(elapsedS) < 3600) return relative.format(-Math.round(elapsedS / 60), "minute");
  if (Math.abs(elapsedS) < DAY_S) return relative.format(-Math.round(elapsedS / 3600), "hour");
  return relative.format(-Math.round(elapsedS / DAY_S), "day");
}
