import type { Catalogue } from "../../locales/index.ts";

/** The catalogue with what is said of files in the place of what is said of messages. */
export function withFileTerms(words: Catalogue, of: "upload" | "delete"): Catalogue {
  const { outcomes, settle, common, repeat, reasons } = words.files.terms[of];
  return {
    ...words,
    outcomes: {
      ...words.outcomes,
      ...outcomes,
      title: { ...words.outcomes.title, ...outcomes.title },
      onlyAuthor: words.files.onlyAuthor,
    },
    settle: { ...words.settle, ...settle },
    common: { ...words.common, ...common },
    repeat: { ...words.repeat, ...repeat },
    reasons: { ...words.reasons, byCode: { ...words.reasons.byCode, ...reasons } },
  };
}
