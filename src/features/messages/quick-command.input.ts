import { withoutInvisible } from "../../blank-text.ts";
import { dashLetters, maxDigits, minDigits, parsePhoneNumber } from "../../phone-number.ts";
import { commas } from "../../recipient-names.ts";
import { findRecipient, type NameSources, normalizeName } from "./recipients.input.ts";
import type { Warning } from "./warnings.ts";

/** `isSure`: false if it is unclear where a number ends and the text begins. */
type QuickCommand = { to: string; text: string; isSure: boolean };

const firstName = new RegExp(`^[^\\s${commas}]+`);
const leadingCommas = new RegExp(`^\\s*[${commas}][\\s${commas}]*`);
const beforeComma = new RegExp(`^[^${commas}]*`);

type Taken = { written: string; rest: string; isSure: boolean; isNumber: boolean };

/** Splits recipients (first word or number, or several with commas) from the text. Null without a text. */
export function parseQuickCommand(typed: string): QuickCommand | null {
  const taken: Taken[] = [];
  for (let rest: string | undefined = typed.trim(); rest !== undefined; ) {
    const one = takeRecipient(rest);
    if (one === null) return null;
    taken.push(one);
    const [comma] = leadingCommas.exec(one.rest) ?? [];
    rest = comma === undefined ? undefined : one.rest.slice(comma.length);
  }
  const text = taken.at(-1)?.rest.trim() ?? "";
  if (text === "") return null;
  const to = taken.map(({ written }) => written).join(",");
  return { to, text, isSure: taken.every(({ isSure }) => isSure) };
}

/** Splits recipients at commas and spaces, but not within a number, for a command that takes no text. */
export function splitRecipients(typed: string): string[] {
  const one = takeRecipient(typed.replace(new RegExp(`^[\\s${commas}]+`), ""));
  return one === null ? [] : [one.written, ...splitRecipients(one.rest)];
}

/** Finds likely mistakes: a number with an unclear end, or a second recipient at the start of the text. */
export function findCommandWarnings({ text, isSure }: QuickCommand, rules: NameSources): Warning[] {
  const found: Warning[] = [];
  if (!isSure) found.push({ says: ({ warnings }) => warnings.numberEnd });
  const second = findSecond(text, rules);
  if (second !== null) found.push({ says: ({ warnings }) => warnings.secondRecipient(second) });
  return found;
}

/** Signs and words before or between recipients: "&", "and", "그리고". */
const joining =
  /^(?:[\s\p{P}\p{S}]|(?:and|or|plus|to|cc|및|또는|그리고|이?랑|[과와]|하고)(?=[\s\p{P}\p{S}]))+/iu;
/** End of a name (space, bracket or sign) and the text after it: ": hi" of "joon: hi". */
const nameEnd = /(?:[\s:&+/|·・"“”*`~=<>\p{Ps}\p{Pe}].*|[\p{P}\p{S}]+)$/su;
/** Korean title and particle after a name: "님에게" of "준님에게". */
const particles = /(?:님|씨)?(?:에게|한테|께|이?랑|[과와도]|하고|및)?$/u;
/** Date such as 20261127: not a phone number that lacks its first 0. */
const startsAsDate = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/;

function findSecond(text: string, rules: NameSources): string | null {
  const start = text.slice(0, 2 * maxNumberLength);
  const plain = withoutInvisible(start).normalize("NFKC");
  const found = [start, plain, plain.replace(joining, "")].map((one) => findKnown(one, rules));
  return found.find((one) => one !== null) ?? null;
}

function findKnown(text: string, rules: NameSources): string | null {
  const one = takeRecipient(text);
  if (one === null) return null;
  const { written, isNumber } = one;
  const name = written.replace(nameEnd, "").replace(/[\p{P}\p{S}]+$/u, "");
  const meant = isNumber ? [written.replace(/\s.*$/s, "")] : [name, name.replace(particles, "")];
  const found = [written, ...meant].find((typed) => isRecipient(typed, rules)) ?? null;
  return found === null || isNumber ? found : normalizeName(found);
}

function isRecipient(typed: string, rules: NameSources): boolean {
  const found = findRecipient(typed, rules);
  if (!("problem" in found)) return true;
  return found.problem === "start_missing" && !startsAsDate.test(typed.replace(/\D/g, ""));
}

function takeRecipient(text: string): Taken | null {
  const number = findLeadingNumber(text);
  const written = number?.written ?? findLeadingName(text);
  if (written === undefined) return null;
  const rest = text.slice(written.length);
  return { written, rest, isSure: number?.isSure ?? true, isNumber: number !== null };
}

const trailingName = /^\s*(?:\(([^()]+)\)|<([^<>]+)>|\[([^[\]]+)\])(?=[\s,，、､;；]|$)/;

function findLeadingName(text: string): string | undefined {
  const [name] = firstName.exec(text) ?? [];
  if (name === undefined) return undefined;
  const [trailing = "", ...inBrackets] = trailingName.exec(text.slice(name.length)) ?? [];
  const isNumber = "to" in parsePhoneNumber(inBrackets.find((one) => one !== undefined) ?? "");
  return isNumber ? name + trailing : name;
}

/** Limit in characters of a number with its spaces. */
const maxNumberLength = 100;
const numberWord = new RegExp(`^(?:<tel:[^>]*>|(?:[^\\p{L}]|[${dashLetters}])+)$`, "iu");
const anyDigit = /[\p{Nd}\p{No}]/gu;

/** Number with spaces, except a Korean mobile number, whose length is fixed. */
const isSpaced = /^(?!\D*(?:82\D*0?|0)10).*\s/su;
/** Three or more digits after a space, perhaps the number's last group. */
const goesOn = /^\s+\d{3,}(?=\s|$)/u;

/** Finds the number at the start of a text, with its spaces; else the text that resembles a number. */
function findLeadingNumber(text: string): { written: string; isSure: boolean } | null {
  const look = text.length > maxNumberLength ? text.slice(0, maxNumberLength).replace(/\S+$/, "") : text;
  const [start = ""] = beforeComma.exec(look) ?? [];
  const beginnings: string[] = [];
  for (const { 0: word, index } of start.matchAll(/<[^>]*>|\S+/g)) {
    const beginning = start.slice(0, index + word.length);
    const isTooLong = digitsIn(beginning) > maxDigits && beginnings.length > 0;
    if (!numberWord.test(word) || isTooLong) break;
    if (digitsIn(word) > 0) beginnings.push(beginning);
  }
  const [first] = beginnings;
  const numbers = beginnings.filter((one) => digitsIn(one) >= minDigits && isNumber(one));
  const written =
    first !== undefined && numbers.includes(first) ? first : (numbers.at(-1) ?? beginnings.at(-1));
  if (written === undefined) return null;
  const isCut = isSpaced.test(written) && goesOn.test(text.slice(written.length));
  return { written, isSure: numbers.length < 2 && !isCut };
}

/** True for a whole number, even one that is refused as another country's. */
function isNumber(written: string): boolean {
  const number = parsePhoneNumber(written);
  return "to" in number || number.problem === "other_country";
}

function digitsIn(text: string): number {
  return (text.match(anyDigit) ?? []).length;
}
