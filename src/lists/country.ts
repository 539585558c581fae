import { type CountryCode, getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import { locales } from "../languages.ts";
import type { CountryPrice } from "../platform/index.ts";
import { isoCodes, nicknames } from "./country-codes.ts";

export type Found =
  /** `missing`: of several that were asked for, those that the platform lists no price for. */
  | { kind: "all" | "found"; prices: CountryPrice[]; missing?: string[] }
  /** There is such a country, but the platform lists no price for it. */
  | { kind: "unlisted" }
  | { kind: "unknown" };

export type CountrySearch = typeof searchCountries;

/** Far more countries than anybody compares: each is looked for among thousands of names. */
const longestTyped = 500;

/**
 * A search by country number (`82`, `+82`, `0082`), ISO code, flag, or name in a language of this app or its own, as a whole
 * or in part; also by the name that the platform gives, and as a row is labelled: `South Korea (82)`. A country is its calling
 * code, so the Caribbean is found under 1. Several are shown together where each of them is a country.
 */
export function searchCountries(typed: string, prices: readonly CountryPrice[]): Found {
  if (typed.length > longestTyped) return { kind: "unknown" };
  const whole = searchOne(typed, prices);
  const parts = toParts(typed);
  if (parts.length < 2 || (whole.kind !== "unknown" && flagsIn(typed).length < 2)) return whole;
  const each = parts.map((part) => ({ part, found: searchOne(part, prices) }));
  if (each.some(({ found }) => found.kind === "unknown")) return { kind: "unknown" };
  const all = new Set(each.flatMap(({ found }) => ("prices" in found ? found.prices : [])));
  const missing = each.flatMap(({ part, found }) => (found.kind === "unlisted" ? [part] : []));
  if (all.size === 0) return { kind: "unlisted" };
  return { kind: "found", prices: prices.filter((price) => all.has(price)), missing };
}

/** Several flags, else what stands between signs or spaces where it is no name as a whole; one part where it is one. */
function toParts(typed: string): string[] {
  const flags = flagsIn(typed);
  if (flags.length > 1) return flags;
  const split = (by: RegExp) =>
    typed
      .split(by)
      .map((part) => part.trim())
      .filter((part) => part !== "");
  const words = split(/\s+/);
  // `+1 242` is one number.
  const isWhole = (word: string) => /^\d+$/.test(word) || countryNames.some(named(word));
  const bySigns = split(betweenCountries);
  const parts = bySigns.length < 2 && words.every(isWhole) ? words : bySigns;
  const isOne = parts.length < 2 || flags.length === 1 || labelled.test(typed);
  return isOne || findCodes(toWanted(typed)).size > 0 ? [typed] : parts;
}

function named(word: string): (country: CountryName) => boolean {
  const wanted = fold(word);
  return ({ name }) => name === wanted;
}

/** Each once. */
function flagsIn(typed: string): string[] {
  const flag = /[\u{1f1e6}-\u{1f1ff}]{2}|\u{1f3f4}[\u{e0061}-\u{e007a}]+\u{e007f}/gu;
  return [...new Set(typed.match(flag))];
}

const labelled = /^\D+[(（]\s*\+?(\d+)\s*[)）]\s*$/;
const betweenCountries =
  /[/,;|&+·、，／；]|\s(?:and|or|vs)\s|(?<=\p{Script=Hangul})(?:와|과|랑|하고)\s|\s(?:및|그리고)\s/u;

function searchOne(typed: string, prices: readonly CountryPrice[]): Found {
  const wanted = toWanted(typed);
  if (wanted === "") return isEmoji.test(typed) ? { kind: "unknown" } : { kind: "all", prices: [...prices] };
  const codes = /^\d+$/.test(wanted) ? new Set([toDigits(wanted)]) : findCodes(wanted);
  codes.delete("");
  const found = prices.filter((price) => codes.has(toDigits(price.countryId ?? "")));
  const named = found.length > 0 ? found : prices.filter((price) => isCalled(price, wanted));
  if (named.length > 0) return { kind: "found", prices: named };
  return codes.size > 0 && countryNames.some(({ code }) => codes.has(code))
    ? { kind: "unlisted" }
    : { kind: "unknown" };
}

const isEmoji = /\p{Extended_Pictographic}/u;

/** The one country number that is meant, or null: several, or only the platform's own names can tell. */
export function countryNumberOf(typed: string): string | null {
  if (toParts(typed).length > 1) return null;
  const wanted = toWanted(typed);
  if (/^\d+$/.test(wanted)) return toDigits(wanted) || null;
  const [number = "", ...others] = wanted === "" ? [] : findCodes(wanted);
  return number === "" || others.length > 0 ? null : number;
}

/** Whether it is the number that the platform gives a country. */
export function hasCountryNumber({ countryId }: CountryPrice, number: string): boolean {
  return toDigits(countryId ?? "") === number;
}

/** One of a country's names, folded, and the calling code behind it. */
type CountryName = { name: string; country: CountryCode; code: string };

/** What countries are called in each language, and by ISO's two letters: asking for all takes ten milliseconds. */
export const countryNames: readonly CountryName[] = listNames();

function listNames(): CountryName[] {
  const displays = locales.flatMap((locale) =>
    (["long", "short"] as const).map((style) => new Intl.DisplayNames(locale, { type: "region", style })),
  );
  const codeOf = (country: CountryCode) => String(getCountryCallingCode(country));
  const threeLetters = new Map(
    [...isoCodes.matchAll(/(\w\w)(\w{3})/g)].map(([, two = "", three = ""]) => [two, three]),
  );
  return getCountries().flatMap((country) => {
    const others = [threeLetters.get(country) ?? country, ...(nicknames[country]?.split(",") ?? [])];
    const names = [country, ...displays.map((display) => display.of(country) ?? country), ...others];
    const folded = new Set([...names, ...names.map(inFull)].map(fold));
    return [...folded].map((name) => ({ name, country, code: codeOf(country) }));
  });
}

/** `St. Kitts & Nevis` as it is said. */
function inFull(name: string): string {
  return name.replace(/\bSt\. /g, "Saint ").replace(" & ", " and ");
}

let ownNames: ReadonlyMap<string, string> | undefined;

/** By what its people call it (`Deutschland`, `日本`): looked through last, since asking for all takes fifty milliseconds. */
function findOwn(wanted: string): string[] {
  ownNames ??= new Map(
    getCountries().map((country) => {
      const { language } = new Intl.Locale(`und-${country}`).maximize();
      const name = new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
      return [fold(name), String(getCountryCallingCode(country))];
    }),
  );
  return [ownNames.get(wanted) ?? []].flat();
}

/** A flag stands for its letters, that of a part of a country for the country's; anything else is folded. */
function toWanted(typed: string): string {
  const [flag] = /[\u{1f1e6}-\u{1f1ff}]{2}|[\u{e0061}-\u{e007a}]{2}/u.exec(typed) ?? [];
  const letter = (sign: string) => {
    const point = sign.codePointAt(0) ?? 0;
    return String.fromCodePoint(point > 0xe0000 ? point - 0xe0000 : point - 0x1f1e6 + 0x61);
  };
  if (flag !== undefined) return Array.from(flag, letter).join("");
  return fold(/:flag-([a-z]+):/.exec(typed)?.[1] ?? labelled.exec(typed)?.[1] ?? typed);
}

/** Those called exactly so, else those whose name holds it. */
function findCodes(wanted: string): Set<string> {
  const exact = countryNames.filter(({ name }) => name === wanted || name === canonicalRegion(wanted));
  const found =
    exact.length > 0 || isTooShort(wanted) ? exact : countryNames.filter(({ name }) => name.includes(wanted));
  return new Set(found.length > 0 ? found.map(({ code }) => code) : findOwn(wanted));
}

/** `uk` is `gb`: codes that ISO replaced or keeps for others. */
function canonicalRegion(wanted: string): string | undefined {
  if (!/^[a-z]{2}$/.test(wanted)) return undefined;
  return new Intl.Locale(`und-${wanted}`).region?.toLowerCase();
}

function isCalled({ countryName }: CountryPrice, wanted: string): boolean {
  const name = fold(countryName ?? "");
  return name === wanted || (!isTooShort(wanted) && name.includes(wanted));
}

/** Two letters are a code, or part of half of all names. */
function isTooShort(wanted: string): boolean {
  return /^[a-z]{1,2}$/.test(wanted);
}

/** Without case, accents, spaces and signs: `Côte d’Ivoire` and `cote divoire` are one. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

export function toDigits(number: string): string {
  return number.replace(/\D/g, "").replace(/^0+/, "");
}
