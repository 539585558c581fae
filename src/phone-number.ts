import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js/min";
import { replaceEscapes, withoutInvisible } from "./blank-text.ts";

/** Number for the platform: `to` without calling code (in Korea with 0); `country` from its list of countries (82, 1809). */
export type PhoneNumber = { to: string; country: string };

export type PhoneNumberProblem =
  | { problem: "letters" }
  | { problem: "not_a_number" | "no_such_country" }
  /** `due`: shortest and longest length in digits, if known. `has`: the number's length. */
  | { problem: "too_short" | "too_long"; due?: readonly [shortest: number, longest: number]; has?: number }
  /** Digits after an international prefix fit numbers of two countries. */
  | { problem: "two_countries" }
  | { problem: "two_numbers" }
  /** `start_missing`: no 0 or + in front. `other_country`: foreign, or its code twice. `meant`: likely numbers. */
  | { problem: "start_missing" | "other_country"; meant: readonly string[] };

type Parsed = PhoneNumber | PhoneNumberProblem;
type SenderProblem = Exclude<PhoneNumberProblem, { problem: "two_countries" }> | { problem: "abroad" };

const korea = "82";
/** Most characters of a typed number, which limits the work on a pasted text. */
const maxTypedLength = 100;
/** Digits of the longest number in the world (E.164). */
export const maxNumberLength = 15;
/** Digits of the longest number with a carrier's prefix in front. */
export const maxDigits = maxNumberLength + "00700".length;
export const minDigits = 7;
/** Korean service numbers (15xx-, 16xx-, 18xx-xxxx), dialled without an area code. */
const representative = /^1[568]\d{6}$/;

/** Parses numbers as people write them. A country in the text overrides `defaultCountry`. Checks lengths, not existence. */
export function parsePhoneNumber(text: string, defaultCountry: string = korea): Parsed {
  if (text.length > maxTypedLength) return { problem: "not_a_number" };
  const typed = cleanUp(text);
  if (/\p{L}/u.test(typed)) return { problem: "letters" };
  const number = parseOne(typed, defaultCountry);
  const isSeveral = isRange(typed, defaultCountry) || ("problem" in number && areTwo(typed, defaultCountry));
  return isSeveral ? { problem: "two_numbers" } : number;
}

/** Parses a Korean number, or a public service's number of three or four digits (1345). */
export function parseSenderNumber(text: string): PhoneNumber | SenderProblem {
  const number = parsePhoneNumber(text);
  if ("to" in number) return number.country === korea ? number : { problem: "abroad" };
  if (number.problem === "two_countries") return { problem: "abroad" };
  const to = text.length > maxTypedLength ? "" : cleanUp(text);
  return /^1\d{2,3}$/.test(to) ? { to, country: korea } : number;
}

/** Letters that look like a dash or a dot, and that people type between digits. */
export const dashLetters = "ㅡᅳㅣᅵーｰㆍᆞ";
const dashes = new RegExp(`[\\p{Pd}−⁃˗─━∼·•‧∙⋅・]|(?<=\\d[\\s)]*)[${dashLetters}](?=[\\s(]*\\d)`, "gu");
const quotes = "[\\s\\p{So}\\ufe0f=\"'`´‘’‚‛“”„‟«»‹›「」『』《》〈〉【】≪≫]*";
const before = new RegExp(`^${quotes}-?`, "u");
const behind = new RegExp(`(?:${quotes}[.,;:!?。-])?${quotes}$`, "u");

/** Removes a Slack link, quotes, signs at either end and a spreadsheet's `.0`. Dashes and middle dots become `-`. */
function cleanUp(text: string): string {
  return withoutInvisible(text)
    .normalize("NFKC")
    .replace(dashes, "-")
    .trim()
    .replace(/^<([^|>]*)(?:\|[^>]*)?>$/, "$1")
    .replace(/^tel:/i, "")
    .replace(/^([*_~]+)(.*)\1$/s, "$2")
    .replace(before, "")
    .replace(behind, "")
    .replace(/^(\+?\d{7,})\.0+$/, "$1");
}

/** Typed number: at most one sign (or `--`) between digits, besides spaces and brackets. `010...1234` was cut. */
const oneNumber = /^[\s([]*(?:\+[\s([]*)?\d(?:[\s()[\]]*(?:(?:-{1,2}|[.\\/|_~])[\s()[\]]*)?\d)*[\s)\]]*$/;

function parseOne(typed: string, defaultCountry: string): Parsed {
  if (!oneNumber.test(typed)) return { problem: "not_a_number" };
  const digits = typed.replace(/[^\d+]/g, "");
  if (digits.startsWith("+")) return parseInternational(digits.slice(1));
  if (!digits.startsWith("00")) return parseNational(digits, defaultCountry);
  return parseDialled(digits, findGaps(typed));
}

/** Counts the digits before each gap: `00 82 10` gives 2 and 4. */
function findGaps(typed: string): number[] {
  return Array.from(
    typed.matchAll(/\d(?=\D)/g),
    ({ index }) => typed.slice(0, index + 1).replace(/\D/g, "").length,
  );
}

/** Whether the text is a range, as companies print their numbers: `02-123-4567~8`. */
function isRange(typed: string, country: string): boolean {
  const [, one] = /^(.*\d)\s*[~/]\s*\d{1,2}$/s.exec(typed) ?? [];
  return one !== undefined && "to" in parseOne(one, country);
}

function areTwo(typed: string, country: string): boolean {
  const count = (part: string) => part.replace(/\D/g, "").length;
  const isOne = (part: string) =>
    "to" in parseOne(part.replace(/^[\s,;、/|&-]+|[\s,;、/|&-]+$/g, ""), country);
  const parts = typed.split(/[,;、\n]/);
  if (parts.length > 1 && parts.some(isOne) && parts.every((part) => count(part) > 2)) return true;
  if (count(typed) <= maxNumberLength) return false;
  return Array.from(typed, (_, at) => [typed.slice(0, at), typed.slice(at)] as const)
    .filter(([one]) => count(one) >= minDigits && count(one) <= maxDigits)
    .some(([one, other]) => isOne(one) && (count(other) > maxNumberLength || isOne(other)));
}

function parseInternational(digits: string): Parsed {
  if (!digits.startsWith(korea)) return parseForeign(`+${digits}`, undefined);
  const rest = digits.slice(korea.length);
  const meant = rest.startsWith(korea) ? parseInternational(rest) : null;
  if (meant !== null && "to" in meant) return { problem: "other_country", meant: [formatNumber(meant)] };
  return parseKorean(toKoreanNational(rest));
}

/** Korean carriers' prefixes of international calls (`001`, `00700`). Other countries dial `00`. */
const carrierPrefix = /^00(?:[12568]|[37]\d\d)/;

/** Parses a number with an international prefix; a gap within prefix or country code gives `two_countries`. */
function parseDialled(digits: string, gaps: readonly number[]): Parsed {
  const [carrier = "00"] = carrierPrefix.exec(digits) ?? [];
  const usual = parseInternational(digits.slice("00".length));
  const carried = parseInternational(digits.slice(carrier.length));
  const number = chooseDialled({ usual, carried, carrier }, gaps[0]);
  if ("problem" in number) return number;
  const prefix = number === carried ? carrier : "00";
  const isCut = gaps.some((at) => at !== prefix.length && at < prefix.length + number.country.length);
  return isCut ? { problem: "two_countries" } : number;
}

type Dialled = { usual: Parsed; carried: Parsed; carrier: string };

/** Decides whether the prefix is `00` or a carrier's. If both leave a valid number, a gap after one prefix decides. */
function chooseDialled({ usual, carried, carrier }: Dialled, firstGroup: number | undefined): Parsed {
  if ("problem" in carried || !isUsual(carried)) {
    return "problem" in usual || isUsual(usual) ? usual : { problem: "not_a_number" };
  }
  if ("problem" in usual || !isUsual(usual)) return carried;
  if (usual.to === carried.to && usual.country === carried.country) return usual;
  if (firstGroup === "00".length) return usual;
  const isCarriers = firstGroup === carrier.length && firstGroup !== "00".length + usual.country.length;
  return isCarriers ? carried : { problem: "two_countries" };
}

/** Whether a number's first digits are valid too; Korean numbers are already checked. */
function isUsual({ to, country }: PhoneNumber): boolean {
  return country === korea || parsePhoneNumberFromString(`+${country}${to}`)?.isValid() === true;
}

function parseNational(digits: string, country: string): Parsed {
  if (country === korea) return parseHome(digits);
  if (/^010\d{8}$/.test(digits) && !alsoBegin010.includes(country)) {
    return { problem: "other_country", meant: [`+${korea} ${groupDigits({ to: digits }).slice(1)}`] };
  }
  if (callingCodes.has(country)) return parseForeign(digits, country);
  return /^\d{4}$/.test(country) ? parseInArea(digits, country) : { problem: "no_such_country" };
}

/** Countries with numbers of 010 and eight digits: Egypt, Italy (Genoa), China (Beijing), Finland, Serbia, Bolivia. */
const alsoBegin010 = ["20", "39", "86", "358", "381", "591"];

/** Parses a number of a country whose four digits are calling and area code: 1809, the Dominican Republic. */
function parseInArea(digits: string, country: string): Parsed {
  const whole = parseForeign(`+${country}${digits}`, undefined);
  if ("problem" in whole) return whole;
  if (digits.length < 4) return { problem: "too_short" };
  const isAsTyped = `${whole.country}${whole.to}` === `${country}${digits}`;
  return isAsTyped ? { to: digits, country } : { problem: "not_a_number" };
}

function parseHome(digits: string): Parsed {
  const number = parseKorean(digits);
  if (!("problem" in number) || digits.startsWith("0")) return number;
  const meant = [parseKorean(`0${digits}`), parseInternational(digits)].flatMap((one) =>
    "to" in one && isUsual(one) ? [formatNumber(one)] : [],
  );
  return meant.length === 0 ? number : { problem: "start_missing", meant };
}

/** Adds the leading 0 that numbers after +82 usually lack: `+82 10 …`, but `+82 (0)10 …`. */
function toKoreanNational(digits: string): string {
  return digits === "" || digits.startsWith("0") || representative.test(digits) ? digits : `0${digits}`;
}

function parseKorean(digits: string): Parsed {
  if (representative.test(digits)) return { to: digits, country: korea };
  const area = koreanAreas.find(({ prefix }) => prefix.test(digits));
  if (area !== undefined) return checkLength(digits, area);
  // Eight digits or fewer lack their area code or their end.
  return { problem: digits.length <= 8 ? "too_short" : "not_a_number" };
}

/** Lengths of numbers in digits, prefix included. */
const koreanAreas = [
  { prefix: /^010/, shortest: 11, longest: 11 },
  { prefix: /^01[16-9]/, shortest: 10, longest: 11 },
  { prefix: /^02/, shortest: 9, longest: 10 },
  { prefix: /^(?:03[1-3]|04[1-4]|05[1-5]|06[0-4]|070|080)/, shortest: 10, longest: 11 },
  { prefix: /^0[35]0/, shortest: 11, longest: 12 },
];

function checkLength(digits: string, { shortest, longest }: { shortest: number; longest: number }): Parsed {
  const has = digits.length;
  const due = [shortest, longest] as const;
  if (has < shortest) return { problem: "too_short", due, has };
  return has > longest ? { problem: "too_long", due, has } : { to: digits, country: korea };
}

const callingCodes: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country)),
);

const lengthProblems = {
  INVALID_COUNTRY: "no_such_country",
  NOT_A_NUMBER: "not_a_number",
  TOO_SHORT: "too_short",
  TOO_LONG: "too_long",
  INVALID_LENGTH: "not_a_number",
} as const;

function parseForeign(digits: string, country: string | undefined): Parsed {
  const options = country === undefined ? undefined : { defaultCallingCode: country };
  const length = validatePhoneNumberLength(digits, options);
  if (length !== undefined) return { problem: lengthProblems[length] };
  const number = parsePhoneNumberFromString(digits, options);
  if (number === undefined) return { problem: "not_a_number" };
  // Refuses a repeated trunk prefix, with which parsing the result again would give another number.
  const again = parsePhoneNumberFromString(number.number);
  if (again?.nationalNumber !== number.nationalNumber) return { problem: "not_a_number" };
  return findRepeatedCode({ to: number.nationalNumber, country: number.countryCallingCode });
}

/** Finds a calling code typed twice, `+81 81 90…`, which the platform would take as part of the number. */
function findRepeatedCode(number: PhoneNumber): Parsed {
  const bare = normalizeDigits(number.to);
  const meant = { to: bare.slice(number.country.length), country: number.country };
  const isTwice = bare.startsWith(number.country) && !isUsual(number) && isUsual(meant);
  return isTwice ? { problem: "other_country", meant: [formatNumber(meant)] } : number;
}

/** Groups a Korean number's digits: `010-9876-5432`. A foreign number stays as dialled in its country. */
export function groupDigits({ to, country = korea }: { to: string; country?: string | undefined }): string {
  if (country !== korea) return to;
  const parts = /^(1[568]\d\d)(\d{4})$/.exec(to) ?? /^(02|0[35]0\d|0\d\d)(\d{3,4})(\d{4})$/.exec(to);
  return parts === null ? to : parts.slice(1).join("-");
}

/** Formats a number for readers in Korea: `010-9876-5432`, or `+1 2025550123` for other countries. */
export function formatNumber({ to, country = korea }: { to: string; country?: string | undefined }): string {
  return country === korea ? groupDigits({ to }) : `+${country} ${to}`;
}

/** Digits of the shortest number whose last four may be shown; of a shorter number they would reveal most. */
export const minShownLength = 7;

/** Masks a number for conversations: `010-****-5678` for Korea, the last four digits (`…5678`) for others. */
export function maskNumber(to: string, country: string): string {
  const digits = to.replace(/\D/g, "");
  const lastFour = digits.length >= minShownLength ? digits.slice(-4) : "";
  const area = country === korea ? /^(02|0[35]0\d|0\d\d)\d{7,8}$/.exec(digits)?.[1] : undefined;
  return area === undefined ? `…${lastFour}` : `${area}-****-${lastFour}`;
}

/** Seven digits or more with any separators but letters. A `,` or `…` must stand alone, as `…` marks a masked number. */
const phoneLikeRun =
  /[\p{Nd}\p{No}](?:(?:(?:[^\p{L}\p{Nd}\p{No},:;!?，：；！？、。…]|[\p{Lm}ㆍᆞㅡᅳㅣᅵ一\u115f\u1160\u3164\uffa0])*|[,:;!?，：；！？、。…])[\p{Nd}\p{No}]){6,}/gu;

/** Whether a text is this number, with or without country code and leading zeros. */
export function isSameNumber(written: string, { to, country }: PhoneNumber): boolean {
  const own = formsOf(to, country);
  return formsOf(written, country).some((form) => form !== "" && own.includes(form));
}

/** Whether a text is certainly another number, by its last digits. A masked or shortened text is never certain. */
export function isSurelyOtherNumber(written: string, { to, country }: PhoneNumber): boolean {
  const own = normalizeDigits(to);
  if (!/^[\d\s()+\-./]*$/.test(written) || own.length < minShownLength) return false;
  return formsOf(written, country).every((form) => {
    const isPart = form.length < minShownLength || own.includes(form) || form.includes(own);
    return !isPart && form.slice(-4) !== own.slice(-4);
  });
}

function formsOf(written: string, country: string): string[] {
  const digits = normalizeDigits(written);
  return digits.startsWith(country) ? [digits, normalizeDigits(digits.slice(country.length))] : [digits];
}

/** Returns the digits that are the same in any notation: without separators and leading zeros. */
export function normalizeDigits(written: string): string {
  return written.normalize("NFKC").replace(/\D/g, "").replace(/^0+/, "");
}

const digitsOrRun = new RegExp(`(?<run>${phoneLikeRun.source})|[\\p{Nd}\\p{No}]+`, "gu");

/** Text allowed between parts of one number: six characters at most, and no `…`, which marks a masked number. */
const short = /^[^…]{0,6}$/su;
/** Signs that end a clause: digits on both sides are one number only if they look like one. */
const clauseEnd = /[,:;!?，：；！？、。…\r\n]/;

type Piece = { index: number; text: string; isRun: boolean; gap: string };

/** Masks numbers in foreign text as `…` and the last four digits, or as `…` where digits may be parts of one number. */
export function maskDigits(text: string): string {
  // Reads escapes (`010%2D98`) as dashes in a second pass only, since text that looks like an escape may be digits.
  const masked = maskAs(text, text);
  return maskAs(masked, replaceEscapes(masked));
}

function maskAs(text: string, read: string): string {
  const pieces = findPieces(read);
  const apart = findApart(pieces);
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last !== undefined && short.test(piece.gap) && !clauseEnd.test(piece.gap)) last.push(piece);
    else groups.push([piece]);
  }
  let masked = "";
  let at = 0;
  for (const group of groups) {
    const isApart = group.some((piece) => apart.has(piece));
    if (!isApart && !group.some(({ isRun }) => isRun)) continue;
    for (const { index, text: run } of group) {
      const last = isApart || group.length > 1 ? [] : (run.match(/[\p{Nd}\p{No}]/gu) ?? []).slice(-4);
      masked += `${text.slice(at, index)}…${last.join("")}`;
      at = index + run.length;
    }
  }
  return masked + text.slice(at);
}

function findPieces(text: string): Piece[] {
  let end = 0;
  return Array.from(text.matchAll(digitsOrRun), ({ index, 0: digits, groups }) => {
    const gap = withoutInvisible(text.slice(end, index));
    end = index + digits.length;
    return { index, text: digits, isRun: groups?.["run"] !== undefined, gap };
  });
}

const digits = (least: number, most: number) => `\\d(?:-?\\d){${least - 1},${most - 1}}`;
/** Korean number in joined pieces: a space stands for a word between groups, a dash for any sign between digits. */
const inGroups = new RegExp(
  `(?<!\\d)(?=((?:(?:0-?0[ -]?)?8-?2[ -]?(?:0[ -]?)?|0[ -]?)${digits(1, 3)}[ -]?${digits(3, 4)}[ -]?${digits(4, 4)})(?!\\d))`,
  "g",
);

/** Finds pieces that together form a Korean number. Other countries' numbers have no form to recognise. */
function findApart(pieces: readonly Piece[]): ReadonlySet<Piece> {
  let joined = "";
  const owners: Piece[] = [];
  for (const piece of pieces) {
    const between = short.test(piece.gap) ? (/\p{L}/u.test(piece.gap) ? " " : "-") : "|";
    joined += between + piece.text.normalize("NFKC").replace(/\D/g, "");
    while (owners.length < joined.length) owners.push(piece);
  }
  const apart = new Set<Piece>();
  for (const { index, 1: number = "" } of joined.matchAll(inGroups)) {
    const own = new Set(owners.slice(index, index + number.length));
    const national = number.replace(/\D/g, "").replace(/^(?:00)?82/, "");
    if (own.size > 1 && "to" in parseKorean(toKoreanNational(national)))
      for (const one of own) apart.add(one);
  }
  return apart;
}
