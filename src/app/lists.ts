import type { House } from "../features/feature.ts";
import { createCountryNaming, searchCountries } from "../lists/country.ts";
import { createPlatformList, createPriceReader } from "../lists/readings.ts";
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
