import type { Operation, SettledAs } from "../store/index.ts";

/** Who said what of an unknown outcome, and when. */
export type Report = { by: string; as: SettledAs; at: Date };

export function toReport({ settledBy, settledAs, settledAt }: Operation): Report | null {
  if (settledBy === null || settledAs === null || settledAt === null) return null;
  return { by: settledBy, as: settledAs, at: settledAt };
}
