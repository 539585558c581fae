import type { Locale } from "../languages.ts";

/** What a translation owes: every entry of the English words with the same arguments, whatever it says in them. */
export type Words<English> = English extends string
  ? string
  : English extends (...given: infer Given) => infer Says
    ? (...given: Given) => Words<Says>
    : { readonly [Name in keyof English]: Words<English[Name]> };

/** One subject's words in every language. */
export type Translated<English> = Readonly<Record<Locale, Words<English>>>;

/** A field's name and, where it needs one, a sentence on how to fill it in. */
export type FieldWords = { label: string; hint?: string | undefined };
