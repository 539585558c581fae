import { isMatch } from "date-fns/isMatch";
import { lightFormat } from "date-fns/lightFormat";
import { subDays } from "date-fns/subDays";
import { z } from "zod";
import { withoutUndrawn } from "../../blank-text.ts";
import { parseId } from "../../foreign-id.ts";
import { Trail } from "../../lists/trail.ts";
import { lastDigits, toWords } from "../../operations/index.ts";
import { parsePhoneNumber } from "../../phone-number.ts";

const Outcome = z.enum(["accepted", "refused", "not_sent", "unknown"]);
type Outcome = z.infer<typeof Outcome>;

/** Which operations: everybody's or one's own, all or those that may have had no effect, and of those what was looked for. */
export const Selection = z.object({
  everybody: z.boolean(),
  failed: z.boolean(),
  /** Found by all of them: whom it went to, its kind, its template. */
  words: z.array(z.string()).default([]),
  outcomes: z.array(Outcome).default([]),
  /** YYYY-MM-DD in the team's zone. */
  day: z.string().nullable().default(null),
});
export type Selection = z.infer<typeof Selection>;

export const everything: Selection = { everybody: false, failed: false, words: [], outcomes: [], day: null };

/** Where in which list somebody looks. */
export const Place = Selection.extend({ trail: Trail });
export type Place = z.infer<typeof Place>;

export type Asked =
  | { kind: "list"; selection: Selection }
  /** It may be an id; where there is none, it is looked for. */
  | { kind: "one"; id: string; selection: Selection }
  | { kind: "no_such_day"; typed: string }
  | { kind: "unknown_words" };

/** What is typed in either language for the same. */
const spoken: readonly [meaning: "all" | "failed" | "today" | "yesterday" | Outcome, ...typed: string[]][] = [
  ["all", "all", "전체", "모두"],
  ["failed", "failed", "실패"],
  ["not_sent", "not sent", "not_sent", "unsent", "발송 안 됨", "보내지 않음", "미발송"],
  ["unknown", "outcome unknown", "unknown", "결과 확인 안 됨", "확인 안 됨", "미확인"],
  ["accepted", "accepted", "접수됨", "접수"],
  ["refused", "refused", "거부됨", "거부"],
  ["today", "today", "오늘"],
  ["yesterday", "yesterday", "어제"],
];
const meanings = new Map(
  spoken.flatMap(([meaning, ...typed]) => typed.map((one) => [one, meaning] as const)),
);
/** The longest first, so that none is read as a part of another. */
const phrases = [...meanings.keys()].toSorted((a, b) => b.length - a.length);
const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" })
    .format(Date.UTC(2026, month))
    .toLowerCase(),
);
const monthName = `(?<name>sept|${monthNames.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")})\\.?`;
const weekday = "(?:(?:sun|mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?,?\\s+)?";
const dateOf = "(?<date>\\d{1,2})";
/** A day as people and this app write it: `2026-11-27`, `2026. 11. 27.`, `11월 27일(금)`, `Fri, Nov 27, 2026`, `27 Nov`. */
const days = [
  "(?:(?<year>\\d{4})[-./년]\\s?)?(?<month>\\d{1,2})[-./월]\\s?(?<date>\\d{1,2})[일.]?(?:\\s?(?:\\([일월화수목금토]\\)|[일월화수목금토]요일))?",
  `${weekday}${monthName}\\s?${dateOf}(?:st|nd|rd|th)?(?:,?\\s+(?<year>\\d{4}))?`,
  `${weekday}${dateOf}(?:st|nd|rd|th)?\\s?${monthName}(?:,?\\s+(?<year>\\d{4}))?`,
];
/** The hour that stands beside it, or in a row of the history, is not looked for. */
const time = "(?:at\\s+|오전\\s+|오후\\s+)?\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s?[ap]m)?";
const hour = `,?\\s+${time}`;
const mayHaveHour = `(?:${hour})?,?`;
const hourAtEnd = new RegExp(`${hour},?$`, "u");
const unnamed = days.map((day) => day.replaceAll(/\?<\w+>/g, "?:")).join("|");
const token = new RegExp(
  `(?:(?:${phrases.join("|")}|${unnamed})${mayHaveHour}|${time},?|\\S+)(?=\\s|$)`,
  "gu",
);
const justHour = new RegExp(`^${time},?$`, "u");
const dayTokens = days.map((day) => new RegExp(`^${day}${mayHaveHour}$`, "u"));
/** In full, or as it is shown where others read: `010-****-0001`, `…0123`. */
const phoneToken = /^[("'“‘`[]*(?:\+?\d[\d-]{3,}|[+\d*•.…-]*[*•…][*•.…-]*\d{4})[)"'”’`\],.;:]*$/;
/** One with spaces, brackets or dots in it, as people write it: the whole words that it stands in. */
const writtenNumber = /(?<!\S)[(+]*\d[\d\s()+.~_ㅡ-]*\d(?=[),.]*(?:\s|$))/g;
const shortestWritten = 9;
/** A phone number in full, or another id of digits alone. */
const longDigits = /^\d{5,}$/;

/** Any id that is looked up fits, with what may stand around it: what is longer is not looked at. */
const longestTyped = 256;
/** Each is a look of its own in the store. */
const mostWords = 6;

/** `all`, `failed`, an id as people paste it, or what to look for. `today`: the team's day. */
export function parseAsked(text: string, today: string): Asked {
  // Where a masked number is seen, its hyphens keep it on one line.
  const typed = withoutUndrawn(text)
    .trim()
    .replace(/[\u2010-\u2015]/g, "-");
  if (typed.length > longestTyped) return { kind: "unknown_words" };
  const selection = parseSelection(typed.toLowerCase(), today);
  if (selection === null) return { kind: "unknown_words" };
  if ("noSuchDay" in selection) return { kind: "no_such_day", typed: selection.noSuchDay };
  const { everybody, failed, words, outcomes, day } = selection;
  const isNarrowed = everybody || failed || outcomes.length > 0 || day !== null;
  if (typed !== "" && words.length === 0 && !isNarrowed) return { kind: "unknown_words" };
  const id = parseId(typed);
  const mayBeId = !isNarrowed && /^[\x21-\x7e]{1,200}$/.test(id);
  return mayBeId ? { kind: "one", id, selection } : { kind: "list", selection };
}

/** Null: too much. */
function parseSelection(typed: string, today: string): Selection | { noSuchDay: string } | null {
  const tokens = [...typed.replace(writtenNumber, toMasked).matchAll(token)].map(([one]) => one);
  const found = tokens.map((one) => parseToken(one, today));
  const noSuchDay = tokens.find((_, index) => found[index]?.day === null);
  if (noSuchDay !== undefined) return { noSuchDay };
  const days = found.flatMap(({ day }) => day ?? []);
  const words = [...new Set(found.flatMap((one) => one.words ?? []))];
  if (days.length > 1 || words.length > mostWords) return null;
  return {
    everybody: found.some(({ everybody }) => everybody),
    failed: found.some(({ failed }) => failed),
    words,
    outcomes: [...new Set(found.flatMap((one) => one.outcomes ?? []))],
    day: days[0] ?? null,
  };
}

/** `day` is null of one that there isn't. */
function parseToken(typed: string, today: string): Partial<Selection> {
  const date = dayTokens.map((day) => day.exec(typed)).find((found) => found !== null);
  if (date !== undefined) return { day: toDay(date.groups ?? {}, today) };
  if (justHour.test(typed)) return {};
  const meaning = meanings.get(typed.replace(hourAtEnd, "").replace(/,$/, ""));
  switch (meaning) {
    case "all":
      return { everybody: true };
    case "failed":
      return { failed: true };
    case "today":
      return { day: today };
    case "yesterday":
      return { day: daysBefore(today, 1) };
    case undefined:
      return { words: toSought(typed) };
    default:
      return { outcomes: [meaning] };
  }
}

/** What isn't a phone number after all stays; one in a word of its own may be an id. */
function toMasked(written: string): string {
  const isOneWord = /^[\d-]+$/.test(written) || written.replace(/\D/g, "").length < shortestWritten;
  return !isOneWord && "to" in parsePhoneNumber(written) ? `…${lastDigits(written)}` : written;
}

function toSought(typed: string): string[] {
  return phoneToken.test(typed) && !longDigits.test(typed) ? [lastDigits(typed)] : toWords(typed);
}

/** Where nothing has such an id: digits may be a phone number, which is found by its last four. Null where there are none. */
export function asPhoneNumbers(selection: Selection): Selection | null {
  const words = selection.words.map((word) => (longDigits.test(word) ? lastDigits(word) : word));
  return words.every((word, index) => word === selection.words[index]) ? null : { ...selection, words };
}

type Named = Readonly<Record<string, string | undefined>>;

/** Without a year it is the last such day; null where there is none. */
function toDay({ year: typed, month, name = "", date = "" }: Named, today: string): string | null {
  const named = monthNames.findIndex((one) => one.slice(0, 3) === name.slice(0, 3)) + 1;
  const monthAndDay = `${(month ?? String(named)).padStart(2, "0")}-${date.padStart(2, "0")}`;
  const year = Number(today.slice(0, 4));
  const day = `${typed ?? (monthAndDay > today.slice(5) ? year - 1 : year)}-${monthAndDay}`;
  return isMatch(day, "yyyy-MM-dd") ? day : null;
}

/** Reckoned on noons, which every zone's days have. */
export function daysBefore(day: string, days: number): string {
  return lightFormat(subDays(new Date(`${day}T12:00:00`), days), "yyyy-MM-dd");
}
