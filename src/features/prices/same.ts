import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { CountryPrice } from "../../platform/index.ts";
import { type Kind, kinds } from "./kinds.ts";

/**
 * The kinds of which every country has the same price, but for the first one at most, each in words. An SMS's is never one of
 * them: a table without any price is none. `name`: the first country's.
 */
export function samePrices(
  [first, ...others]: readonly CountryPrice[],
  name: string,
  { words: { prices }, format }: { words: Catalogue; format: Format },
): ReadonlyMap<Kind, { says: string; isForAll: boolean }> {
  const say = (amount: number) => prices.won(format.number(amount));
  const priceOf = (kind: Kind) => {
    const usual = others[0]?.[kind];
    const own = first?.[kind];
    if (typeof usual !== "number" || typeof own !== "number") return null;
    if (others.some((price) => price[kind] !== usual)) return null;
    if (own === usual) return { says: say(usual), isForAll: true };
    if (others.length < 2) return null;
    return { says: prices.but(say(usual), name, say(own)), isForAll: false };
  };
  return new Map(
    kinds.flatMap((kind): [Kind, { says: string; isForAll: boolean }][] => {
      const price = kind === "sms" ? null : priceOf(kind);
      if (price === null) return [];
      return [[kind, { ...price, says: `• ${kind.toUpperCase()} (${prices.kinds[kind]}): ${price.says}` }]];
    }),
  );
}
