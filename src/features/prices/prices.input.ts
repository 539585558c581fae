import { z } from "zod";
import { withoutInvisible } from "../../blank-text.ts";
import { bases } from "../../lists/readings.ts";

export const PriceQuery = z.object({
  /** As typed. */
  country: z.string().max(100),
  basis: z.enum(bases),
  page: z.int().nonnegative(),
});
export type PriceQuery = z.infer<typeof PriceQuery>;

const regionFlag = /(\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6}\u{e007f})/u;

export function parseCountry(text: string): PriceQuery {
  // A region's flag has invisible letters.
  const parts = text
    .split(regionFlag)
    .map((part, index) => (index % 2 === 1 ? part : withoutInvisible(part)));
  return { country: [...parts.join("")].slice(0, 50).join(""), basis: "account", page: 0 };
}
