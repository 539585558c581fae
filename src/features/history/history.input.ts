import { isMatch } from "date-fns/isMatch";
import { lightFormat } from "date-fns/lightFormat";
import { subDays } from "date-fns/subDays";
import { z } from "zod";
import { withoutUndrawn } from "../../blank-text.ts";
import { parseId } from "../../foreign-id.ts";
import { Trail } from "../../lists/trail.ts";
import { lastDigits, toWords } from "../../operations/index.ts";
import { maskedDigits, parsePhoneNumber } from "../../phone-number.ts";

const Outcome = z.enum(["accepted", "refused", "not_sent", "unknown"]);

/** Which operations: everybody's or one's own, all or those that may have had no effect, and of those what was looked for. */
export const Selection = z.object({
  everybody: z.boolean(),
  failed: z.boolean(),
  /** Found by all of them: whom it went to, its kind, its template. */
  words: z.array(z.string()).default([]),
  outcomes: z.array(Outcome).default([]),
  /** YYYY-MM-DD in the team's zone. */
  day: z.string().nullable().default(null),
  /** Eight digits that were read as the day, and may be another number. */
  digits: z.string().nullable().default(null),
});
export type Selection = z.infer<typeof Selection>;

export const everything: Selection = Selection.parse({ everybody: false, failed: false });

/** Where in which list somebody looks. */
export const Place = Selection.extend({ trail: Trail });
export type Place = z.infer<typeof Place>;

export type Asked =
  | { kind: "list"; selection: Selection }
  /** It may be an id; where there is none, it is looked for. */
  | { kind: "one"; id: string; selection: Selection }
  /** `which_day`: it may be several; `cut_id`: its middle is missing, as in posts. */
  | { kind: "no_such_day" | "which_day" | "cut_id"; typed: string }
  | { kind: "unknown_words" };

type Meaning = Partial<Omit<Selection, "day" | "digits">> & { daysAgo?: number };

/** What is typed in either language for the same, and what posts say in other words than are looked for. */
const spoken: readonly (readonly [Meaning, ...typed: string[]])[] = [
  [{ everybody: true }, "all", "전체", "모두"],
  [{ failed: true }, "failed", "실패"],
  [{ outcomes: ["not_sent"] }, "not sent", "not_sent", "unsent", "발송 안 됨", "보내지 않음", "미발송"],
  [{ outcomes: ["unknown"] }, "outcome unknown", "unknown", "결과 확인 안 됨", "확인 안 됨", "미확인"],
  [{ outcomes: ["accepted"] }, "accepted", "접수됨", "접수"],
  [{ outcomes: ["refused"] }, "refused", "거부됨", "거부"],
  [{ daysAgo: 0 }, "today", "오늘"],
  [{ daysAgo: 1 }, "yesterday", "어제"],
  ...fileWords("upload", { done: "uploaded", doing: "uploading", noun: "업로드" }),
  ...fileWords("delete", { done: "deleted", doing: "deleting", noun: "삭제" }),
  [{ words: ["comment"] }, "comment to the vendors", "벤더에 보내는 댓글"],
  [{ words: ["ata"] }, "messenger template", "메신저 템플릿"],
  [{ words: ["cta"] }, "messenger text", "메신저 텍스트"],
  [{ words: ["cti"] }, "messenger image", "메신저 이미지"],
  [{ words: ["nsa"] }, "portal notification", "포털 알림"],
  [{ words: ["rcs", "sms"] }, "rcs text", "rcs 단문"],
  [{ words: ["rcs", "lms"] }, "rcs long text", "rcs 장문"],
  [{ words: ["rcs", "mms"] }, "rcs image", "rcs 이미지"],
  [{ words: ["rcs", "tpl"] }, "rcs template", "rcs 템플릿"],
  // What followed, which is not looked for.
  [
    {},
    "reported as arrived",
    "reported as not arrived",
    "looks wrong",
    "도착(수동 보고)",
    "미도착(수동 보고)",
  ],
  [{}, "sent again", "edited and sent again", "tried again", "다시 보냄", "수정 후 다시 보냄", "다시 시도함"],
  [{}, "new one accepted", "also unknown", "on its way", "새 건 접수됨", "역시 결과 확인 안 됨", "처리 중"],
];

type FileWords = Record<"done" | "doing" | "noun", string>;

/** In the place of kind and outcome. */
function fileWords(word: string, { done, doing, noun }: FileWords): (readonly [Meaning, ...string[]])[] {
  const [reported, by] = [`reported as ${done}`, "(수동 보고)"];
  return [
    [{ words: [word], outcomes: ["accepted"] }, done, `${noun}됨`],
    [{ words: [word], outcomes: ["not_sent"] }, `not ${done}`, `${noun} 안 됨`],
    [{ words: [word] }, reported, `reported as not ${done}`, `${noun}됨${by}`, `${noun}되지 않음${by}`],
    [{ words: [word] }, `${done} again`, doing, `다시 ${noun}함`, `${noun} 중`],
  ];
}

const meanings = new Map(
  spoken.flatMap(([meaning, ...typed]) => typed.map((one) => [one, meaning] as const)),
);
/** The longest first, so that none is read as a part of another. */
const phrases = [...meanings.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((phrase) => phrase.replaceAll(/[()]/g, "\\$&"));
const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" })
    .format(Date.UTC(2026, month))
    .toLowerCase(),
);
const monthName = `(?<name>sept|${monthNames.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")})\\.?`;
const weekday = "(?:(?:sun|mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?,?\\s+)?";
const dateOf = "(?<date>\\d{1,2})";
/** A day as people and this app write it: `2026-11-27`, `2026. 11. 27.`, `27.11.2026`, `11월 27일(금)`, `Fri, Nov 27, 2026`, `27 Nov`. */
const days = [
  "(?<year>\\d{4})-(?<month>\\d{1,2})-(?<date>\\d{1,2})t\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?",
  "(?<one>\\d{1,2})[-./](?<other>\\d{1,2})[-./](?<year>\\d{4})\\.?",
  "(?:(?<year>\\d{4})[-./년]\\s?)?(?<month>\\d{1,2})[-./월]\\s?(?<date>\\d{1,2})[일.]?(?:\\s?(?:\\([일월화수목금토]\\)|[일월화수목금토]요일))?",
  `${weekday}${monthName}\\s?${dateOf}(?:st|nd|rd|th)?(?:,?\\s+(?<year>\\d{4}))?`,
  `${weekday}${dateOf}(?:st|nd|rd|th)?\\s?${monthName}(?:,?\\s+(?<year>\\d{4}))?`,
];
const dayInDigits = /^(?<year>20\d\d)(?<month>\d\d)(?<date>\d\d)[,:]?$/;
/** Years of two digits, and days of other zones. */
const unclearDay =
  /^(?:\d{2}[-./]\d{2}[-./]\d{2}\.?|\d{4}-\d{2}-\d{2}t\d{2}:\d{2}[\d:.]*(?:z|[+-]\d{2}:?\d{2}))$/;
/** The hour that stands beside it, or in a row of the history, is not looked for. */
const time = "(?:at\\s+|오전\\s+|오후\\s+)?\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s?[ap]m)?";
const hour = `,?\\s+${time}`;
const mayHaveHour = `(?:${hour})?[,:]?`;
const hourAtEnd = new RegExp(`${hour}[,:]?$`, "u");
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
/** One of which some digits are hidden, with spaces in it. */
const maskedNumber = new RegExp(`(?<!\\S)${maskedDigits}(?=[),.]*(?:\\s|$))`, "g");
/** As a link or a post shows an id: `M4V…0001`. */
const cutId = /^[("'“‘`[]*(?=\S*[a-z])[\w-]{3}…[\w-]{4}[)"'”’`\],.;:]*$/;
/** In what is copied from a post: behind an id's name, and what was sent, of which no word is kept. */
const lead = /^(?:\/msg-history|operation|message|group|작업|메시지|그룹):?\s+(?=\S)/i;
const country = /\s?\((?:country|국가) ?\d{1,4}\)/gi;
const quoted = /“[^”]*(?:”|$)/g;
/** An id among other words: one of the platform's, or this app's own. */
const longId = /(?<![^\s"'“‘`(])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}(?=[)"'”’`,.;:]*(?:\s|$))/gi;
/** A phone number in full, or another id of digits alone. */
const longDigits = /^\d{5,}$/;

/** Any id that is looked up fits, with what may stand around it: what is longer is not looked at. */
const longestTyped = 256;
/** Each is a look of its own in the store. */
const mostWords = 6;

/** `all`, `failed`, an id as people paste it, a row of the history, or what to look for. `today`: the team's day. */
export function parseAsked(text: string, today: string): Asked {
  // Where a masked number is seen, its hyphens keep it on one line.
  const pasted = withoutUndrawn(text)
    .trim()
    .replace(/[\u2010-\u2015]/g, "-");
  const typed = (pasted.includes(" · ") ? pasted.replace(quoted, "") : pasted)
    .replace(country, "")
    .replace(lead, "")
    .trim();
  if (typed.length > longestTyped) return { kind: "unknown_words" };
  const [found, ...others] = typed.match(longId) ?? [];
  const selection = parseSelection(typed.toLowerCase(), today);
  const isOne = found !== undefined && others.length === 0;
  // Of several, as a story lists them, any leads to it.
  if (found !== undefined && (selection === null || "kind" in selection))
    return { kind: "one", id: found, selection: everything };
  if (selection === null) return { kind: "unknown_words" };
  if ("kind" in selection) return selection;
  const { everybody, failed, words, outcomes, day } = selection;
  if (isOne && !everybody) return { kind: "one", id: found, selection };
  const isNarrowed = everybody || failed || outcomes.length > 0 || day !== null;
  if (cutId.test(typed.toLowerCase())) return { kind: "cut_id", typed };
  if (typed !== "" && words.length === 0 && !isNarrowed) return { kind: "unknown_words" };
  const id = parseId(typed);
  const mayBeId = !isNarrowed && /^[\x21-\x7e]{1,200}$/.test(id);
  return mayBeId ? { kind: "one", id, selection } : { kind: "list", selection };
}

type Unclear = Extract<Asked, { typed: string }>;

/** Null: too much. */
function parseSelection(typed: string, today: string): Selection | Unclear | null {
  const plain = typed.replace(maskedNumber, (masked) => `…${lastDigits(masked)}`);
  const tokens = [...plain.replace(writtenNumber, toMasked).matchAll(token)].map(([one]) => one);
  const found = tokens.map((one) => parseToken(one, today));
  const unclear = found.find((one) => "kind" in one);
  if (unclear !== undefined) return unclear;
  const parts = found.flatMap((one) => ("kind" in one ? [] : [one]));
  const days = new Set(parts.flatMap(({ day }) => day ?? []));
  const words = [...new Set(parts.flatMap((one) => one.words ?? []))];
  if (days.size > 1 || words.length > mostWords) return null;
  return {
    everybody: parts.some(({ everybody }) => everybody),
    failed: parts.some(({ failed }) => failed),
    words,
    outcomes: [...new Set(parts.flatMap((one) => one.outcomes ?? []))],
    day: [...days][0] ?? null,
    digits: parts.flatMap(({ digits }) => digits ?? [])[0] ?? null,
  };
}

function parseToken(typed: string, today: string): Partial<Selection> | Unclear {
  const inDigits = dayInDigits.exec(typed)?.groups;
  const day = inDigits === undefined ? null : toDay(inDigits, today);
  if (day !== null) return { day, digits: day.replaceAll("-", "") };
  const date = dayTokens.map((day) => day.exec(typed)).find((found) => found !== null);
  if (date !== undefined) return parseDay(typed, date.groups ?? {}, today);
  if (unclearDay.test(typed)) return { kind: "which_day", typed };
  if (justHour.test(typed) || cutId.test(typed)) return {};
  const meaning = meanings.get(typed.replace(hourAtEnd, "").replace(/[:,]$/, ""));
  if (meaning === undefined) return { words: toSought(typed) };
  const { daysAgo, ...narrowed } = meaning;
  return daysAgo === undefined ? narrowed : { day: daysBefore(today, daysAgo) };
}

/** Of a day and a month of which each may be the other, both are tried. */
function parseDay(
  typed: string,
  { one, other, ...named }: Named,
  today: string,
): Partial<Selection> | Unclear {
  const tried: Named[] =
    one === undefined
      ? [named]
      : [
          { ...named, month: one, date: other },
          { ...named, month: other, date: one },
        ];
  const [day, ...more] = new Set(tried.flatMap((each) => toDay(each, today) ?? []));
  if (day === undefined) return { kind: "no_such_day", typed };
  return more.length > 0 ? { kind: "which_day", typed } : { day };
}

/** What isn't a phone number after all stays; one in a word of its own may be an id. */
function toMasked(written: string): string {
  const isOneWord = /^[\d-]+$/.test(written) || written.replace(/\D/g, "").length < shortestWritten;
  return !isOneWord && "to" in parsePhoneNumber(written) ? `…${lastDigits(written)}` : written;
}

function toSought(typed: string): string[] {
  return phoneToken.test(typed) && !longDigits.test(typed) ? [lastDigits(typed)] : toWords(typed);
}

/**
 * Other meanings of digits, the likelier first: those that were read as a day may be a word, and any may be a phone
 * number, which is found by its last four.
 */
export function otherReadings({ digits, ...selection }: Selection): Selection[] {
  const asWords =
    digits === null ? selection : { ...selection, day: null, words: [...selection.words, digits] };
  const words = asWords.words.map((word) => (longDigits.test(word) ? lastDigits(word) : word));
  const hasNumber = words.some((word, index) => word !== asWords.words[index]);
  const all = [...(digits === null ? [] : [asWords]), ...(hasNumber ? [{ ...asWords, words }] : [])];
  return all.map((reading) => ({ ...reading, digits: null }));
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
