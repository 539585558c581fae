import type { House } from "../features/feature.ts";
import { searchCountries } from "../lists/country.ts";
import { createCountryNaming } from "../lists/country-name.ts";
import { createPriceReader } from "../lists/price-lists.ts";
import { createPlatformList } from "../lists/read-list.ts";
import { type PlatformClient, readAllChannels } from "../platform/index.ts";

/** The platform's lists that more than one feature shows. */
export function createLists(platform: PlatformClient, now: () => Date): House["lists"] {
  return {
    prices: createPriceReader(platform, now),
    channels: createPlatformList((call) => readAllChannels(platform, call), now),
    searchCountries,
    nameCountry: createCountryNaming(),
  };
}
