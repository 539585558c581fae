import type { Locale } from "../languages.ts";

/** Type of a translation: every entry of the English sentences, with the same arguments. */
export type Words<English> = English extends string
  ? string
  : English extends (...given: infer Given) => infer Says
    ? (...given: Given) => Words<Says>
    : { readonly [Name in keyof English]: Words<English[Name]> };

/** One subject's sentences in every language. */
export type Translated<English> = Readonly<Record<Locale, Words<English>>>;

/** A form field's label, and the hint below it. */
export type FieldWords = { label: string; hint?: string | undefined };
