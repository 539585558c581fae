/** Languages of the app. The compiler demands the sentences of a new entry. */
const languages = {
  en: { intlTag: "en-GB", help: "help" },
  ko: { intlTag: "ko-KR", help: "도움말" },
};

export type Locale = keyof typeof languages;

export const defaultLocale: Locale = "en";

const isLocale = (name: string): name is Locale => Object.hasOwn(languages, name);

export const locales: readonly Locale[] = Object.keys(languages).filter(isLocale);

export function findLocale(tag: string): Locale | undefined {
  return locales.find((locale) => locale === tag.split("-")[0]);
}

export const intlTagOf = (locale: Locale): string => languages[locale].intlTag;

export const helpKeywords: readonly string[] = locales.map((locale) => languages[locale].help);

/** Caches one object per language, created on first use. */
export function memoizeByLocale<T extends object>(make: (locale: Locale) => T): (locale: Locale) => T {
  const made = new Map<Locale, T>();
  return (locale) => {
    const one = made.get(locale) ?? make(locale);
    made.set(locale, one);
    return one;
  };
}
