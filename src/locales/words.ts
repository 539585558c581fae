import type { Locale } from "../languages.ts";

/** Translation of English sentences: the same entries, with the same arguments. */
export type Words<English> = English extends string
  ? string
  : English extends (...given: infer Given) => infer Says
    ? (...given: Given) => Words<Says>
    : { readonly [Name in keyof English]: Words<English[Name]> };

export type Translated<English> = Readonly<Record<Locale, Words<English>>>;

export type FieldWords = { label: string; hint?: string | undefined };
