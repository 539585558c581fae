import type { CountryCode } from "libphonenumber-js/min";
import { type Locale, onceForEach } from "../languages.ts";
import type { CountryPrice } from "../platform/index.ts";
import { countryNames, fold, toDigits } from "./country.ts";

/** What a country is called in a language; null when the platform gives neither name nor number that tells. */
export type NameCountry = (price: CountryPrice, locale: Locale) => string | null;

/**
 * Names in the reader's language: by the platform's own name, else by a number that one country alone has, else part by
 * part (`US/Canada`). A name that nobody else knows stays as it is.
 */
export function createCountryNaming(): NameCountry {
  const byName = new Map(countryNames.map(({ name, country }) => [name, country]));
  const byNumber = new Map<string, Set<CountryCode>>();
  for (const { code, country } of countryNames) {
    byNumber.set(code, (byNumber.get(code) ?? new Set()).add(country));
  }
  const displayOf = onceForEach(
    (locale) => new Intl.DisplayNames(locale, { type: "region", style: "short" }),
  );

  /** Signs and spaces are part of what is given, and not of a name as it is known. */
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
    const told = parts.flatMap((part) => (part === undefined ? [] : (displayOf(locale).of(part) ?? [])));
    if (told.length === parts.length) return told.join("/");
    return given;
  };
}
