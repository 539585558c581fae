import { type CountryCode, getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import { type Locale, locales, memoizeByLocale } from "../languages.ts";
import type { CountryPrice } from "../platform/index.ts";
import { countryAliases, isoCodes } from "./country-codes.ts";

export type CountrySearchResult =
  | { kind: "all" | "found"; prices: CountryPrice[] }
  | { kind: "unlisted" }
  | { kind: "unknown" };

export type SearchCountries = typeof searchCountries;

/** Most characters of a search; a longer text is no country's name. */
const maxTypedLength = 500;
const labelled = /^\D+[(（]\s*\+?(\d+)\s*[)）]\s*$/;

/** Searches by number, ISO code, flag, row label or part of a name. Compares calling codes, so 1 finds the Caribbean. */
export function searchCountries(typed: string, prices: readonly CountryPrice[]): CountrySearchResult {
  if (typed.length > maxTypedLength) return { kind: "unknown" };
  const wanted = toWanted(typed);
  if (wanted === "") return isEmoji.test(typed) ? { kind: "unknown" } : { kind: "all", prices: [...prices] };
  const codes = /^\d+$/.test(wanted) ? new Set([toDigits(wanted)]) : findCodes(wanted);
  codes.delete("");
  const found = prices.filter((price) => codes.has(toDigits(price.countryId ?? "")));
  // A part of a name must not match another known country: Niger isn't Nigeria.
  const mayBe = ({ countryId }: CountryPrice) => {
    const number = toDigits(countryId ?? "");
    // A country number of the platform may be longer than the calling code: `1809` belongs to 1.
    return codes.size === 0 || number === "" || [...codes].some((code) => number.startsWith(code));
  };
  const named = found.length > 0 ? found : prices.filter((price) => mayBe(price) && isCalled(price, wanted));
  if (named.length > 0) return { kind: "found", prices: named };
  return codes.size > 0 && countryNames.some(({ code }) => codes.has(code))
    ? { kind: "unlisted" }
    : { kind: "unknown" };
}

const isEmoji = /\p{Extended_Pictographic}/u;

/** Number of the country that the text names; null for several, or if only the platform's own names can match. */
export function findCountryNumber(typed: string): string | null {
  const wanted = toWanted(typed);
  if (/^\d+$/.test(wanted)) return toDigits(wanted) || null;
  const [number = "", ...others] = wanted === "" ? [] : findCodes(wanted);
  return number === "" || others.length > 0 ? null : number;
}

export function hasCountryNumber({ countryId }: CountryPrice, number: string): boolean {
  return toDigits(countryId ?? "") === number;
}

type CountryName = { name: string; country: CountryCode; code: string };

/** Country names in each language, and ISO codes. Built once, since building takes ten milliseconds. */
const countryNames: readonly CountryName[] = listNames();

function listNames(): CountryName[] {
  const displays = locales.flatMap((locale) =>
    (["long", "short"] as const).map((style) => new Intl.DisplayNames(locale, { type: "region", style })),
  );
  const codeOf = (country: CountryCode) => String(getCountryCallingCode(country));
  const threeLetters = new Map(
    [...isoCodes.matchAll(/(\w\w)(\w{3})/g)].map(([, two = "", three = ""]) => [two, three]),
  );
  return getCountries().flatMap((country) => {
    const others = [threeLetters.get(country) ?? country, ...(countryAliases[country]?.split(",") ?? [])];
    const names = [country, ...displays.map((display) => display.of(country) ?? country), ...others];
    const folded = new Set([...names, ...names.map(inFull)].map(fold));
    return [...folded].map((name) => ({ name, country, code: codeOf(country) }));
  });
}

function inFull(name: string): string {
  return name.replace(/\bSt\. /g, "Saint ").replace(" & ", " and ");
}

/** Converts a flag to its country's or region's code, and folds any other text. */
function toWanted(typed: string): string {
  const [flag] = /[\u{1f1e6}-\u{1f1ff}]{2}|[\u{e0061}-\u{e007a}]{2}/u.exec(typed) ?? [];
  const letter = (sign: string) => {
    const point = sign.codePointAt(0) ?? 0;
    return String.fromCodePoint(point > 0xe0000 ? point - 0xe0000 : point - 0x1f1e6 + 0x61);
  };
  if (flag !== undefined) return Array.from(flag, letter).join("");
  return fold(/:flag-([a-z]+):/.exec(typed)?.[1] ?? labelled.exec(typed)?.[1] ?? typed);
}

function findCodes(wanted: string): Set<string> {
  const exact = countryNames.filter(({ name }) => name === wanted || name === canonicalRegion(wanted));
  const holding = isTooShort(wanted) ? [] : countryNames.filter(({ name }) => name.includes(wanted));
  const beginning = holding.filter(({ name }) => name.startsWith(wanted));
  const found = [exact, beginning, holding].find((names) => names.length > 0) ?? [];
  return new Set(found.map(({ code }) => code));
}

/** Current ISO code for an old or reserved one: `gb` for `uk`. */
function canonicalRegion(wanted: string): string | undefined {
  if (!/^[a-z]{2}$/.test(wanted)) return undefined;
  return new Intl.Locale(`und-${wanted}`).region?.toLowerCase();
}

function isCalled({ countryName }: CountryPrice, wanted: string): boolean {
  const name = fold(countryName ?? "");
  return name === wanted || (!isTooShort(wanted) && name.includes(wanted));
}

/** Whether a text is too short to be a part of a name: two letters would match half of all names. */
function isTooShort(wanted: string): boolean {
  return /^[a-z]{1,2}$/.test(wanted);
}

/** Removes case, accents, spaces, signs and a first “the”: `Côte d’Ivoire` equals `cote divoire`. */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/^\s*the\s|[^\p{L}\p{N}]/gu, "");
}

function toDigits(number: string): string {
  return number.replace(/\D/g, "").replace(/^0+/, "");
}

/** Country's name in a language; null if the platform gives neither a name nor the number of a single country. */
export type NameCountry = (price: CountryPrice, locale: Locale) => string | null;

/** Finds a country by name, by a number that it has alone, or part by part (`US/Canada`); others keep their name. */
export function createCountryNamer(): NameCountry {
  const byName = new Map(countryNames.map(({ name, country }) => [name, country]));
  const byNumber = new Map<string, Set<CountryCode>>();
  for (const { code, country } of countryNames) {
    byNumber.set(code, (byNumber.get(code) ?? new Set()).add(country));
  }
  const displayOf = memoizeByLocale(
    (locale) => new Intl.DisplayNames(locale, { type: "region", style: "short" }),
  );

  /** Longest name that is looked up: twice the longest folded name, since the platform's have spaces and signs. */
  const longest = 2 * Math.max(...[...byName.keys()].map((name) => name.length));
  const named = (name: string) => (name.length > longest ? undefined : byName.get(fold(name)));

  function findCountry(name: string, number: string): CountryCode | undefined {
    const [only, ...others] = byNumber.get(number) ?? [];
    return named(name) ?? (others.length === 0 ? only : undefined);
  }

  return ({ countryName, countryId }, locale) => {
    const given = countryName?.trim() ?? "";
    const country = findCountry(given, toDigits(countryId ?? ""));
    if (country !== undefined) return displayOf(locale).of(country) ?? given;
    if (given === "") return null;
    if (given.length > longest || !given.includes("/")) return given;
    const parts = given.split("/").map(named);
    const names = parts.flatMap((part) => (part === undefined ? [] : (displayOf(locale).of(part) ?? [])));
    if (names.length === parts.length) return names.join("/");
    return given;
  };
}
