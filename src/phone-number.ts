import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js/min";
import { escapesAsDashes, withoutInvisible } from "./blank-text.ts";

/**
 * A number as the platform takes it: `to` is digits only, without the calling code; Korean numbers keep their
 * leading 0. `country` is the calling code, or what the platform's list has for one: "82", "1", "1809" …
 */
export type PhoneNumber = { to: string; country: string };

export type PhoneNumberProblem =
  | { problem: "letters" }
  | { problem: "not_a_number" | "no_such_country" }
  /** `due`: the shortest and the longest that it may be, in digits, where that is known. */
  | { problem: "too_short" | "too_long"; due?: readonly [shortest: number, longest: number]; has?: number }
  /** Behind a prefix of international calls: which one it is can't be told. */
  | { problem: "two_countries" }
  | { problem: "two_numbers" }
  /** Without the 0 or + that it begins with; another country's, or behind its code twice. `meant`: what it may be. */
  | { problem: "start_missing" | "other_country"; meant: readonly string[] };

type Parsed = PhoneNumber | PhoneNumberProblem;
type SenderProblem = Exclude<PhoneNumberProblem, { problem: "two_countries" }> | { problem: "abroad" };

const korea = "82";
/** Nobody writes a number longer than this; it also bounds the work on what was pasted. */
const longestTyped = 100;
/** No number in the world has more digits (E.164). */
export const longestNumber = 15;
/** Any number, with its country and a carrier's prefix where it has them. */
export const mostDigits = longestNumber + "00700".length;
export const fewestDigits = 7;
/** 15xx-, 16xx- and 18xx-xxxx: dialled without an area code. */
const representative = /^1[568]\d{6}$/;

/**
 * Reads a phone number as people write, paste and link it. A country in the text (`+`, `00` or a Korean carrier's prefix)
 * goes before `defaultCountry`, a calling code. Lengths are checked, and for Korea the area code; whether the number is in
 * use isn't.
 */
export function parsePhoneNumber(text: string, defaultCountry: string = korea): Parsed {
  if (text.length > longestTyped) return { problem: "not_a_number" };
  const typed = cleanUp(text);
  if (/\p{L}/u.test(typed)) return { problem: "letters" };
  const number = parseOne(typed, defaultCountry);
  const isSeveral = isRange(typed, defaultCountry) || ("problem" in number && areTwo(typed, defaultCountry));
  return isSeveral ? { problem: "two_numbers" } : number;
}

/** A Korean number, or one of three or four digits as public services have (1345). */
export function parseSenderNumber(text: string): PhoneNumber | SenderProblem {
  const number = parsePhoneNumber(text);
  if ("to" in number) return number.country === korea ? number : { problem: "abroad" };
  if (number.problem === "two_countries") return { problem: "abroad" };
  const to = text.length > longestTyped ? "" : cleanUp(text);
  return /^1\d{2,3}$/.test(to) ? { to, country: korea } : number;
}

/** Letters that people type for a dash or a dot between digits: they are rendered as one. */
export const dashLetters = "ㅡᅳㅣᅵーｰㆍᆞ";
/** Dashes and middle dots of all keyboards. */
const dashes = new RegExp(`[\\p{Pd}−⁃˗─━∼·•‧∙⋅・]|(?<=\\d[\\s)]*)[${dashLetters}](?=[\\s(]*\\d)`, "gu");
const quotes = "[\\s\\p{So}\\ufe0f=\"'`´‘’‚‛“”„‟«»‹›「」『』]*";
const before = new RegExp(`^${quotes}-?`, "u");
const behind = new RegExp(`(?:${quotes}[.,;:!?-])?${quotes}$`, "u");

/**
 * A number without what only stands around it: links give up their target; quotes, marks of formatting, a sign at either
 * end, the invisible characters of copied contacts and a spreadsheet's `.0` go. All dashes and dots become one.
 */
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

/** One sign between two digits, with spaces and brackets around it; more of them stand for digits that are left out. */
const oneNumber = /^[\s([]*(?:\+[\s([]*)?\d(?:[\s()[\]]*(?:(?:-{1,2}|[.\\/|_~])[\s()[\]]*)?\d)*[\s)\]]*$/;

function parseOne(typed: string, defaultCountry: string): Parsed {
  if (!oneNumber.test(typed)) return { problem: "not_a_number" };
  const digits = typed.replace(/[^\d+]/g, "");
  if (digits.startsWith("+")) return parseInternational(digits.slice(1));
  if (!digits.startsWith("00")) return parseNational(digits, defaultCountry);
  return parseDialled(digits, findGaps(typed));
}

/** Behind how many digits there is something else. */
function findGaps(typed: string): number[] {
  return Array.from(
    typed.matchAll(/\d(?=\D)/g),
    ({ index }) => typed.slice(0, index + 1).replace(/\D/g, "").length,
  );
}

/** `02-123-4567~8`, as the numbers of a company are printed. */
function isRange(typed: string, country: string): boolean {
  const [, one] = /^(.*\d)\s*[~/]\s*\d{1,2}$/s.exec(typed) ?? [];
  return one !== undefined && "to" in parseOne(one, country);
}

/**
 * A number with a comma or a line's end before or behind it and more digits there; or pasted behind one another: there are
 * more digits than a number has, and a place at which both parts are one.
 */
function areTwo(typed: string, country: string): boolean {
  const count = (part: string) => part.replace(/\D/g, "").length;
  const isOne = (part: string) =>
    "to" in parseOne(part.replace(/^[\s,;、/|&-]+|[\s,;、/|&-]+$/g, ""), country);
  const parts = typed.split(/[,;、\n]/);
  if (parts.length > 1 && parts.some(isOne) && parts.every((part) => count(part) > 2)) return true;
  if (count(typed) <= longestNumber) return false;
  return Array.from(typed, (_, at) => [typed.slice(0, at), typed.slice(at)] as const)
    .filter(([one]) => count(one) >= fewestDigits && count(one) <= mostDigits)
    .some(([one, other]) => isOne(one) && (count(other) > longestNumber || isOne(other)));
}

function parseInternational(digits: string): Parsed {
  if (!digits.startsWith(korea)) return parseForeign(`+${digits}`, undefined);
  const rest = digits.slice(korea.length);
  const meant = rest.startsWith(korea) ? parseInternational(rest) : null;
  if (meant !== null && "to" in meant) return { problem: "other_country", meant: [inFull(meant)] };
  return parseKorean(toKoreanNational(rest));
}

/** Of Korea's carriers. Elsewhere 00 is dialled, and who is used to it writes it. */
const carrierPrefix = /^00(?:[12568]|[37]\d\d)/;

/** A number behind the prefix of an international call, neither of which has a gap within it or within its country. */
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

/** Where it fits behind both, a gap behind one of them decides. */
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

/** By its first digits too; Korean ones were looked at closer. */
function isUsual({ to, country }: PhoneNumber): boolean {
  return country === korea || parsePhoneNumberFromString(`+${country}${to}`)?.isValid() === true;
}

function parseNational(digits: string, country: string): Parsed {
  if (country === korea) return parseHome(digits);
  if (/^010\d{8}$/.test(digits) && !alsoBegin010.includes(country)) {
    return { problem: "other_country", meant: [`+${korea} ${groupNumber({ to: digits }).slice(1)}`] };
  }
  if (callingCodes.has(country)) return parseForeign(digits, country);
  return /^\d{4}$/.test(country) ? parseInArea(digits, country) : { problem: "no_such_country" };
}

/** Where 010 and eight digits are a number at home: Egypt's mobiles, Genoa, Beijing, Finland, Serbia, a carrier of Bolivia's. */
const alsoBegin010 = ["20", "39", "86", "358", "381", "591"];

/** A country number of four digits is a calling code with the area in it: 1809 is the Dominican Republic's. */
function parseInArea(digits: string, country: string): Parsed {
  const whole = parseForeign(`+${country}${digits}`, undefined);
  if ("problem" in whole) return whole;
  const isAsTyped = `${whole.country}${whole.to}` === `${country}${digits}`;
  return isAsTyped ? { to: digits, country } : { problem: "not_a_number" };
}

/** A Korean number, or what it lacks to be one or another country's. */
function parseHome(digits: string): Parsed {
  const number = parseKorean(digits);
  if (!("problem" in number) || digits.startsWith("0")) return number;
  const meant = [parseKorean(`0${digits}`), parseInternational(digits)].flatMap((one) =>
    "to" in one && isUsual(one) ? [inFull(one)] : [],
  );
  return meant.length === 0 ? number : { problem: "start_missing", meant };
}

/** `+82 10 …`, and `+82 (0)10 …` as it is often printed. */
function toKoreanNational(digits: string): string {
  return digits === "" || digits.startsWith("0") || representative.test(digits) ? digits : `0${digits}`;
}

function parseKorean(digits: string): Parsed {
  if (representative.test(digits)) return { to: digits, country: korea };
  const area = koreanAreas.find(({ prefix }) => prefix.test(digits));
  if (area !== undefined) return checkLength(digits, area);
  // Seven or eight digits with no area code, or the beginning of something.
  return { problem: digits.length <= 8 ? "too_short" : "not_a_number" };
}

/** The shortest and the longest number behind each prefix, in digits with the prefix. */
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
  // A trunk prefix typed twice: what is left would be another number to whoever reads it next.
  const again = parsePhoneNumberFromString(number.number);
  if (again?.nationalNumber !== number.nationalNumber) return { problem: "not_a_number" };
  return findRepeatedCode({ to: number.nationalNumber, country: number.countryCallingCode });
}

/** `+81 81 90…`: the platform would take the second code for a part of the number. */
function findRepeatedCode(number: PhoneNumber): Parsed {
  const bare = bareDigits(number.to);
  const meant = { to: bare.slice(number.country.length), country: number.country };
  const isTwice = bare.startsWith(number.country) && !isUsual(number) && isUsual(meant);
  return isTwice ? { problem: "other_country", meant: [inFull(meant)] } : number;
}

/** As people read it: `010-9876-5432`; a foreign number is in digits as it is dialled there. */
export function groupNumber({ to, country = korea }: { to: string; country?: string | undefined }): string {
  if (country !== korea) return to;
  const parts = /^(1[568]\d\d)(\d{4})$/.exec(to) ?? /^(02|0[35]0\d|0\d\d)(\d{3,4})(\d{4})$/.exec(to);
  return parts === null ? to : parts.slice(1).join("-");
}

/** As one reads a number at home; another country's with its code. */
export function inFull({ to, country = korea }: { to: string; country?: string | undefined }): string {
  return country === korea ? groupNumber({ to }) : `+${country} ${to}`;
}

/** In anything shorter, four digits would be most of it. */
export const shortestShown = 7;

/** For conversations: `010-****-5678` for Korea, the last four digits (`…5678`) for others. */
export function maskNumber(to: string, country: string): string {
  const digits = to.replace(/\D/g, "");
  const lastFour = digits.length >= shortestShown ? digits.slice(-4) : "";
  const area = country === korea ? /^(02|0[35]0\d|0\d\d)\d{7,8}$/.exec(digits)?.[1] : undefined;
  return area === undefined ? `…${lastFour}` : `${area}-****-${lastFour}`;
}

/**
 * However many separators: whatever is no letter, signs that count as letters, and letters that are rendered as a dot, a dash,
 * a bar or not at all. What ends a clause parts numbers, but for one alone without a space; `…` stands where one was masked. Digits in
 * circles and in keys are digits to whoever reads them.
 */
const phoneLikeRun =
  /[\p{Nd}\p{No}](?:(?:(?:[^\p{L}\p{Nd}\p{No},:;!?，：；！？、。…]|[\p{Lm}ㆍᆞㅡᅳㅣᅵ一\u115f\u1160\u3164\uffa0])*|[,:;!?，：；！？、。…])[\p{Nd}\p{No}]){6,}/gu;

/** The same number to whoever reads it: with or without the country's code, and the zeros dialled before it. */
export function isSameNumber(written: string, { to, country }: PhoneNumber): boolean {
  const own = formsOf(to, country);
  return formsOf(written, country).some((form) => form !== "" && own.includes(form));
}

/**
 * Certainly another one: all writings of a number end in the same digits. What is masked, cut short or anything else than
 * digits and what stands between them may be any number.
 */
export function isOtherNumber(written: string, { to, country }: PhoneNumber): boolean {
  const own = bareDigits(to);
  if (!/^[\d\s()+\-./]*$/.test(written) || own.length < shortestShown) return false;
  return formsOf(written, country).every((form) => {
    const isPart = form.length < shortestShown || own.includes(form) || form.includes(own);
    return !isPart && form.slice(-4) !== own.slice(-4);
  });
}

function formsOf(written: string, country: string): string[] {
  const digits = bareDigits(written);
  return digits.startsWith(country) ? [digits, bareDigits(digits.slice(country.length))] : [digits];
}

/** As it stands within all its writings: nothing but digits, and none of the zeros that are dialled before it. */
export function bareDigits(written: string): string {
  return written.normalize("NFKC").replace(/\D/g, "").replace(/^0+/, "");
}

const digitsOrRun = new RegExp(`(?<run>${phoneLikeRun.source})|[\\p{Nd}\\p{No}]+`, "gu");

/** What parts of one number may have between them: a few signs or a short word. `…` stands where one was masked. */
const short = /^[^…]{0,6}$/su;
/** Ends a clause: what stands on both sides is one number only where it looks like one. */
const clauseEnd = /[,:;!?，：；！？、。…\r\n]/;

type Piece = { index: number; text: string; isRun: boolean; gap: string };

/**
 * In words of other systems: seven digits and more, also when written like a phone number, become their last four; none
 * stays of those, and of digits near them, that may be parts of one number (`0109876x5432`, `010 and 9876 and 5432`).
 */
export function maskDigits(text: string): string {
  // Twice, since what looks like an escape may be digits.
  const masked = maskAs(text, text);
  return maskAs(masked, escapesAsDashes(masked));
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
/** A Korean number, with words between its groups (spaces) and signs anywhere (`-`). */
const inGroups = new RegExp(
  `(?<!\\d)(?=((?:(?:0-?0[ -]?)?8-?2[ -]?(?:0[ -]?)?|0[ -]?)${digits(1, 3)}[ -]?${digits(3, 4)}[ -]?${digits(4, 4)})(?!\\d))`,
  "g",
);

/** The pieces of which several make one number. Numbers of other countries look like any others. */
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
