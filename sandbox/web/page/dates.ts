type Format = (date: Date, locale: string) => string;

/** A formatter is dear to make and is asked for each message: one is kept for each language. */
function intl(options: Intl.DateTimeFormatOptions): Format {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (date, locale) => {
    const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, options);
    formats.set(locale, format);
    return format.format(date);
  };
}

const TIME = intl({ hour: "numeric", minute: "2-digit" });
const DAY = intl({ weekday: "long", month: "long", day: "numeric" });
const LONG = intl({ weekday: "long", year: "numeric", month: "long", day: "numeric" });
const MEDIUM = intl({ year: "numeric", month: "long", day: "numeric" });
const SHORT = intl({ year: "numeric", month: "short", day: "numeric" });

/** How the person's Slack writes dates and times. */
export function timeOf(ts: string, locale: string): string {
  return TIME(dateOf(ts), locale);
}

export function dayOf(ts: string, locale: string): string {
  return DAY(dateOf(ts), locale);
}

/** Slack's message timestamps are seconds with six decimals. */
function dateOf(ts: string): Date {
  return new Date(Number(ts) * 1000);
}

const DAY_S = 86_400;

const TOKENS: Readonly<Record<string, Format>> = {
  date_num: (date) => date.toISOString().slice(0, 10),
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
  { format, locale, nowS }: { readonly format: string; readonly locale: string; readonly nowS: number },
): string {
  const date = new Date(timestampS * 1000);
  return format.replace(/\{(\w+)\}/g, (whole, token: string) => {
    if (token === "ago") return ago(nowS - timestampS, locale);
    if (token.endsWith("_pretty")) {
      const days = dayNumber(nowS) - dayNumber(timestampS);
      if (Math.abs(days) <= 1) {
        return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-days, "day");
      }
    }
    return TOKENS[token]?.(date, locale) ?? whole;
  });
}

function dayNumber(timestampS: number): number {
  const offsetS = new Date(timestampS * 1000).getTimezoneOffset() * 60;
  return Math.floor((timestampS - offsetS) / DAY_S);
}

function ago(elapsedS: number, locale: string): string {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  if (Math.abs(elapsedS) < 60) return relative.format(-Math.round(elapsedS), "second");
  if (Math.abs(elapsedS) < 3600) return relative.format(-Math.round(elapsedS / 60), "minute");
  if (Math.abs(elapsedS) < DAY_S) return relative.format(-Math.round(elapsedS / 3600), "hour");
  return relative.format(-Math.round(elapsedS / DAY_S), "day");
}
