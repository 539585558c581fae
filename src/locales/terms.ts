import type { Catalogue } from "./index.ts";

/** What is said of one operation in the place of what is said of a message. */
export type Terms = {
  outcomes: Partial<Omit<Catalogue["outcomes"], "title">> & {
    title: Partial<Catalogue["outcomes"]["title"]>;
  };
  settle: Pick<Catalogue["settle"], "buttons" | "notYours"> & {
    confirm: Pick<Catalogue["settle"]["confirm"], "title" | "says"> & {
      yes?: Catalogue["settle"]["confirm"]["yes"];
    };
  };
  common?: Partial<Catalogue["common"]>;
  repeat?: Partial<Catalogue["repeat"]>;
  /** By the platform's code, where it means something else here. */
  reasons?: Catalogue["reasons"]["byCode"];
};

/** The catalogue in the terms of one kind of operation. */
export function withTerms(words: Catalogue, of: "upload" | "delete" | "update" | "comment"): Catalogue {
  const terms: Terms = { ...words.files.terms, ...words.templates.terms }[of];
  const { outcomes, settle, common, repeat, reasons } = terms;
  return {
    ...words,
    outcomes: { ...words.outcomes, ...outcomes, title: { ...words.outcomes.title, ...outcomes.title } },
    settle: { ...words.settle, ...settle, confirm: { ...words.settle.confirm, ...settle.confirm } },
    common: { ...words.common, ...common },
    repeat: { ...words.repeat, ...repeat },
    reasons: { ...words.reasons, byCode: { ...words.reasons.byCode, ...reasons } },
  };
}
