import { TZDate } from "@date-fns/tz";
import { isMatch } from "date-fns/isMatch";
import { lightFormat } from "date-fns/lightFormat";
import { subDays } from "date-fns/subDays";
import { z } from "zod";
import { withoutInvisible } from "../../blank-text.ts";
import { parseId } from "../../foreign-id.ts";
import { Cursors } from "../../lists/show-list.ts";
import { lastFourDigits, toWords } from "../../operations/index.ts";
import { parsePhoneNumber } from "../../phone-number.ts";

const Outcome = z.enum(["accepted", "refused", "not_sent", "unknown"]);

/** Filter. `everybody`: includes other people's operations. `failed`: only operations that may have had no effect. */
export const HistorySelection = z.object({
  everybody: z.boolean(),
  failed: z.boolean(),
  /** Search words, which must all match: recipient, kind, template. */
  words: z.array(z.string()),
  outcomes: z.array(Outcome),
  /** Day as YYYY-MM-DD in the team's zone. */
  day: z.string().nullable(),
});
export type HistorySelection = z.infer<typeof HistorySelection>;

export const noFilters: HistorySelection = {
  everybody: false,
  failed: false,
  words: [],
  outcomes: [],
  day: null,
};

export const HistoryPosition = HistorySelection.extend({ cursors: Cursors });
export type HistoryPosition = z.infer<typeof HistoryPosition>;

/** `id`: typed text if it may be an id; `selection` is listed if no operation has this id. */
export type HistoryRequest = { id: string | null; selection: HistorySelection } | { noSuchDay: string };

type Meaning = Partial<Omit<HistorySelection, "day">> & { daysAgo?: number };

/** Phrases that narrow a search, in both languages, as posts and lists show them. */
const spoken: readonly (readonly [Meaning, ...typed: string[]])[] = [
  [{ everybody: true }, "all", "전체", "모두"],
  [{ failed: true }, "failed", "실패"],
  [
    { outcomes: ["not_sent"] },
    ...["not sent", "not_sent", "unsent", "not done", "not posted"],
    ...["미발송", "미전송", "보내지 않음", "발송 안 됨", "전송 안 됨", "안 됨", "미등록"],
  ],
  [
    { outcomes: ["unknown"] },
    ...["outcome unknown", "unknown", "결과 미확인", "미확인", "결과 확인 안 됨", "확인 안 됨"],
  ],
  [{ outcomes: ["accepted"] }, "accepted", "posted", "접수됨", "접수", "등록됨"],
  [{ outcomes: ["refused"] }, "refused", "거부됨", "거부"],
  [{ daysAgo: 0 }, "today", "오늘"],
  [{ daysAgo: 1 }, "yesterday", "어제"],
  [{ words: ["upload"], outcomes: ["accepted"] }, "upload done", "업로드 완료"],
  [{ words: ["delete"], outcomes: ["accepted"] }, "deletion done", "삭제 완료"],
  [{ words: ["upload"] }, "uploaded", "업로드됨"],
  [{ words: ["delete"] }, "deletion", "deleted", "삭제됨"],
  [{ words: ["ata"] }, "messenger template", "메신저 템플릿"],
  [{ words: ["cta"] }, "messenger text", "메신저 텍스트"],
  [{ words: ["cti"] }, "messenger image", "메신저 이미지"],
  [{ words: ["nsa"] }, "portal notification", "포털 알림"],
  [{ words: ["rcs", "sms"] }, "rcs text", "rcs 단문"],
  [{ words: ["rcs", "lms"] }, "rcs long text", "rcs 장문"],
  [{ words: ["rcs", "mms"] }, "rcs image", "rcs 이미지"],
  [{ words: ["rcs", "tpl"] }, "rcs template", "rcs 템플릿"],
];
/** States that aren't outcomes (a person's report, a later try): recognised, but not searched for. */
const unsought = [
  ...["arrived", "done", "applied", "posted"].flatMap((one) => [
    `reported as ${one}`,
    `reported as not ${one}`,
  ]),
  ...["looks wrong", "sent again", "tried again", "new one accepted", "also unknown", "on its way"],
  ...["delivery not confirmed", "도착 여부 미확인"],
  ...["도착", "완료", "반영", "등록"].flatMap((one) => [`${one} 보고됨`, `미${one} 보고됨`]),
  ...["needs attention", "need attention", "확인 필요"],
  ...["문제 있음", "다시 보냄", "다시 시도함", "새 건 접수됨", "역시 결과 확인 안 됨", "처리 중"],
];
const meanings = new Map<string, Meaning>([
  ...unsought.map((one): [string, Meaning] => [one, {}]),
  ...spoken.flatMap(([meaning, ...typed]) => typed.map((one): [string, Meaning] => [one, meaning])),
]);
/** Phrases, longest first, so that none is parsed as part of another. */
const phrases = [...meanings.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((one) => one.replace(/[()]/g, "\\$&"))
  .join("|");

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthName = `(?<month>${monthNames.join("|")})[a-z]*\\.?`;
/** Days as people and Slack write them: `2026-11-27`, `11/27`, `2026. 11. 27.`, `11월 27일(금)`, `Nov 27th, 2026`, `27 Nov`. */
const day = [
  "(?:(?:(?<year>\\d{4})[-./년]\\s?)?(?<month>\\d{1,2})[-./월]\\s?(?<date>\\d{1,2})[일.]?(?:\\s?\\([일월화수목금토]\\)|\\s[일월화수목금토]요일)?",
  `${monthName}\\s(?<date>\\d{1,2})(?:st|nd|rd|th)?(?:,\\s(?<year>\\d{4}))?`,
  `(?<date>\\d{1,2})\\s${monthName}(?:\\s(?<year>\\d{4}))?)`,
].join("|");
const dayToken = new RegExp(`^${day},?$`, "u");
/** Parts of a pasted row to ignore: a time, a weekday before its date, a count or "message" before a state. */
const aside = new RegExp(
  [
    "(?:at\\s)?(?:오[전후]\\s)?\\d{1,2}:\\d\\d(?::\\d\\d)?(?:\\s?[ap]m)?(?=[\\s,]|$)",
    `(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?(?=\\s(?:${monthNames.join("|")}|\\d))`,
    `(?:(?:\\d{1,3}(?:\\sof|건\\s중)\\s)?\\d{1,3}건?|message:?|메시지:?)(?=\\s(?:${phrases})(?:[\\s,:]|$))`,
  ]
    .map((one) => `(?<!\\S)${one}`)
    .join("|"),
  "gu",
);
/** Pasted row of several recipients ("✅ SMS · 2 accepted · joon, mina"): only the first recipient is searched for. */
const others = /^(\S+\s[^·]*·[^·]*\d[^·]*·[^·,]*),.*$/su;
const token = new RegExp(
  `["'“‘\`(]*(${phrases}|${day.replaceAll(/\?<\w+>/g, "?:")}|\\S+)(?=["'”’\`).!]*(?:[\\s,:]|$))`,
  "gu",
);

/** Phone number in one word, in full or masked: `010-****-0001`, `…0123`. */
const phoneToken = /^[([`]*(?=.*[-+*…]|0\d{8}|82\d{8})[-+\d*…]*\d{4}[)\]`,.;:]*$/;
/** Phone number with spaces, brackets or dots. */
const writtenNumber = /(?<!\S)[(+]*\d[\d\s()+.-]*\d(?=[),.]*(?:\s|$))/g;
/** Masked phone number with spaces: `010 **** 0001`. */
const maskedNumber = /(?<!\S)[(+]*(?:82[\s.-]?)?\(?(?:0\d{1,3}|10)\)?[\s.-]?[*•]{2,9}[\s.-]?(\d{4})(?!\d)/g;
/** Id of the platform or of this app within a longer text. */
const longId = /(?<![^\s"'“‘`(:*~])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}(?=[)"'”’`,.;:*~]*(?:\s|$))/i;

/** Limit of typed text in characters, longer than any id with quotes; longer text is not understood. */
const maxTypedLength = 256;
/** Limit of search words, since each is a query in the store; more words are not understood. */
const maxWords = 6;

/** Parses `all`, `failed`, a pasted id or a search. `today`: day in the team's zone. Null if not understood. */
export function parseHistoryRequest(text: string, today: string): HistoryRequest | null {
  // Posts show masked numbers with non-breaking hyphens.
  const typed = withoutInvisible(text)
    .trim()
    .replace(/[\u2010-\u2015]/g, "-");
  if (typed.length > maxTypedLength) return null;
  const selection = parseSelection(typed.toLowerCase(), today);
  const found = parseId(longId.exec(typed)?.[0] ?? "");
  if (found !== "") {
    const isSearch = selection !== null && !("noSuchDay" in selection);
    return { id: found, selection: isSearch ? selection : { ...noFilters, words: toWords(found) } };
  }
  if (selection === null || "noSuchDay" in selection) return selection;
  const { everybody, failed, words, outcomes, day } = selection;
  const isNarrowed = everybody || failed || outcomes.length > 0 || day !== null;
  if (typed !== "" && words.length === 0 && !isNarrowed) return null;
  const id = parseId(typed);
  return { id: !isNarrowed && /^[\x21-\x7e]{1,200}$/.test(id) ? id : null, selection };
}

/** Returns null if the text has more than one day, or too many words. */
function parseSelection(typed: string, today: string): HistorySelection | { noSuchDay: string } | null {
  const sought = typed
    .replace(others, "$1")
    .replace(maskedNumber, "…$1")
    .replace(aside, " ")
    .replace(writtenNumber, toMasked);
  const parts = [...sought.matchAll(token)].map(([, one = ""]) => parseToken(one, today));
  const [noSuchDay] = parts.flatMap((one) => one.noSuchDay ?? []);
  if (noSuchDay !== undefined) return { noSuchDay };
  const days = new Set(parts.flatMap((one) => one.day ?? []));
  const words = [...new Set(parts.flatMap((one) => one.words ?? []))];
  if (days.size > 1 || words.length > maxWords) return null;
  return {
    everybody: parts.some(({ everybody }) => everybody),
    failed: parts.some(({ failed }) => failed),
    words,
    outcomes: [...new Set(parts.flatMap((one) => one.outcomes ?? []))],
    day: [...days][0] ?? null,
  };
}

function parseToken(typed: string, today: string): Partial<HistorySelection> & { noSuchDay?: string } {
  const date = dayToken.exec(typed)?.groups;
  if (date !== undefined) {
    const day = toDay(date, today);
    return day === null ? { noSuchDay: typed } : { day };
  }
  const meaning = meanings.get(typed.replace(/[:,]$/, ""));
  if (meaning === undefined)
    return { words: phoneToken.test(typed) ? [lastFourDigits(typed)] : toWords(typed) };
  const { daysAgo, ...narrowed } = meaning;
  return daysAgo === undefined ? narrowed : { day: daysBefore(today, daysAgo) };
}

/** Masks a phone number. Digits in one word stay, since they may be an id. */
function toMasked(written: string): string {
  const isOneWord = /^[\d-]+$/.test(written);
  return !isOneWord && "to" in parsePhoneNumber(written) ? `…${lastFourDigits(written)}` : written;
}

/** Returns YYYY-MM-DD; without a typed year, the last such day. Null if the day doesn't exist. */
function toDay(
  { year: typed, month: given = "", date = "" }: Record<string, string>,
  today: string,
): string | null {
  const month = /\d/.test(given) ? given : String(monthNames.indexOf(given) + 1);
  const monthAndDay = `${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const year = Number(today.slice(0, 4));
  const day = `${typed ?? (monthAndDay > today.slice(5) ? year - 1 : year)}-${monthAndDay}`;
  return isMatch(day, "yyyy-MM-dd") ? day : null;
}

/** Counts from noon, which every day has in every time zone. */
function daysBefore(day: string, days: number): string {
  return lightFormat(subDays(new Date(`${day}T12:00:00`), days), "yyyy-MM-dd");
}

export function toIsoDay(at: Date, timeZone: string): string {
  return lightFormat(new TZDate(at.getTime(), timeZone), "yyyy-MM-dd");
}

export function toDayBounds(day: string, timeZone: string): { from: Date; to: Date } {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const begins = (on: number) => new Date(new TZDate(year, month - 1, on, timeZone).getTime());
  return { from: begins(date), to: begins(date + 1) };
}
