import type { Catalogue } from "./catalogue.ts";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

export type { Catalogue } from "./catalogue.ts";
export type Locale = "en" | "ko";

const catalogues: Record<Locale, Catalogue> = { en, ko };

export function wordsOf(locale: Locale): Catalogue {
  return catalogues[locale];
}
