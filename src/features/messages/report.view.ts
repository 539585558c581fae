import type { Catalogue } from "../../locales/index.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Operation, SettledAs } from "../../store/index.ts";

/** Who said what of an unknown outcome, and when. */
export type Report = { by: string; as: SettledAs; at: Date };

export function toReport({ settledBy, settledAs, settledAt }: Operation): Report | null {
  if (settledBy === null || settledAs === null || settledAt === null) return null;
  return { by: settledBy, as: settledAs, at: settledAt };
}

/** `@mina says that it arrived (10:42).` A report of a person, and never worded as the platform's. */
export function renderReport({ by, as, at }: Report, { settle }: Catalogue): Line {
  return [{ user: by }, settle.says[as], " (", { at }, ")."];
}
