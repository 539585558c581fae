import { BoundedMap } from "../bounded-map.ts";
import { type CountryPrice, type PlatformClient, PlatformError, readAllPrices } from "../platform/index.ts";
import { countryNumberOf, hasCountryNumber } from "./country.ts";
import { createPlatformList, type ReadPlatformList } from "./read-list.ts";

/** `account`: what this account pays. `default`: what anybody is told without a login. */
export const bases = ["account", "default"] as const;
export type PriceBasis = (typeof bases)[number];

export type ReadPrices = (wanted: {
  basis: PriceBasis;
  country: string;
}) => ReturnType<ReadPlatformList<CountryPrice>>;

/** The prices of the country that is meant, in one request, or of all, in as many as it takes. */
export function createPriceReader(platform: Pick<PlatformClient, "listPrices">, now: () => Date): ReadPrices {
  const listOf = (anonymous: boolean) =>
    createPlatformList((call) => readAllPrices(platform, {}, { ...call, anonymous }), now);
  const whole = { account: listOf(false), default: listOf(true) };
  const single = new BoundedMap<string, ReadPlatformList<CountryPrice>>(mostSingle);

  function readerOf(basis: PriceBasis, countryId: string): ReadPlatformList<CountryPrice> {
    const key = `${basis} ${countryId}`;
    const known = single.get(key);
    if (known !== undefined) return known;
    const anonymous = basis === "default";
    const reader = createPlatformList(async function* (call) {
      const prices = await platform.listPrices({ countryId }, { ...call, anonymous });
      // Others are there when the filter was ignored.
      yield* prices.filter((price) => hasCountryNumber(price, countryId)).slice(0, mostOfOne);
    }, now);
    single.set(key, reader);
    return reader;
  }

  return async ({ basis, country }) => {
    const number = countryNumberOf(country);
    if (number === null) return await whole[basis]();
    const reading = await readerOf(basis, number)().catch(unlessUnknown);
    // Refused as unknown, not told of it, or the filter was ignored: the whole list says which.
    return reading === undefined || reading.value.items.length === 0 ? await whole[basis]() : reading;
  };
}

/** How a platform says that it knows no such country; a key that is refused is no such answer. */
const unknownCountryStatuses: readonly unknown[] = [400, 404];

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof PlatformError && unknownCountryStatuses.includes(error.status))) throw error;
}

/** More than share a number: the Caribbean's are twenty. */
const mostOfOne = 100;

/** More than there are countries; what people type can be any number. */
const mostSingle = 500;
