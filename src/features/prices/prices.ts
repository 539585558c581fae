import { createPlatformList, type ReadPlatformList } from "../../lists/read-list.ts";
import { type CountryPrice, type PlatformClient, readAllPrices } from "../../platform/index.ts";

/** `account`: what this account pays. `default`: what anybody is told without a login. */
export const bases = ["account", "default"] as const;
export type PriceBasis = (typeof bases)[number];

export type PriceLists = Record<PriceBasis, ReadPlatformList<CountryPrice>>;

/** All countries' prices, of the account and by default. */
export function createPriceLists(platform: Pick<PlatformClient, "listPrices">, now: () => Date): PriceLists {
  const listOf = (anonymous: boolean) =>
    createPlatformList((signal) => readAllPrices(platform, {}, { signal, anonymous }), now);
  return { account: listOf(false), default: listOf(true) };
}
