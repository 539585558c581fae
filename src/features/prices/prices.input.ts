import { z } from "zod";
import { withoutUndrawn } from "../../blank-text.ts";
import { bases } from "../../lists/readings.ts";

/** What a button asks for. */
export const PriceQuery = z.object({
  /** As the person wrote it. */
  country: z.string().max(100),
  basis: z.enum(bases),
  /** From 0. */
  page: z.int().nonnegative(),
});
export type PriceQuery = z.infer<typeof PriceQuery>;

/** The query of a command's words. */
export function parseCountry(text: string): PriceQuery {
  return { country: [...withoutUndrawn(text)].slice(0, 50).join(""), basis: "account", page: 0 };
}
