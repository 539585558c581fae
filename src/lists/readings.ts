import { BoundedMap } from "../bounded-map.ts";
import type { Within } from "../deadline.ts";
import {
  type CountryPrice,
  clientCodes,
  type PlatformClient,
  PlatformError,
  readAllPrices,
} from "../platform/index.ts";
import { findCountryNumber, hasCountryNumber } from "./country.ts";

export type Reading<T> = { value: T; at: Date };

/** `isCut`: the platform's list is longer than this. `hasGaps`: some entries or ids were unreadable. */
export type PlatformList<T> = { items: T[]; isCut: boolean; hasGaps: boolean };

type ReadItems<T> = (call: { signal: AbortSignal; onGaps: () => void }) => AsyncIterable<T>;

export type ReadPlatformList<T> = () => Promise<Reading<PlatformList<T>>>;

/** Age up to which a reading is reused, so that consecutive pages are of the same list. */
const maxAgeMs = 60_000;
/** Time limit for reading a whole list; each page has the client's own timeout. */
const limitMs = 5 * 60_000;

/** Reads a list once for all callers within a minute. A failure is thrown to all who wait for it, and isn't cached. */
export function createPlatformList<T>(readItems: ReadItems<T>, now: () => Date): ReadPlatformList<T> {
  let known: Reading<PlatformList<T>> | undefined;
  let running: Promise<Reading<PlatformList<T>>> | undefined;

  async function readNow(): Promise<Reading<PlatformList<T>>> {
    const value = await collect(readItems, AbortSignal.timeout(limitMs));
    known = { value, at: now() };
    return known;
  }

  return async () => {
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : now().getTime() - known.at.getTime();
    // A clock set back must not keep a reading for ever.
    if (known !== undefined && ageMs >= 0 && ageMs < maxAgeMs) return known;
    // Cleared here: if `readNow` cleared it, a reading that fails at once would be assigned afterwards and kept for
    // ever.
    running ??= readNow().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function collect<T>(readItems: ReadItems<T>, signal: AbortSignal): Promise<PlatformList<T>> {
  const items: T[] = [];
  let hasGaps = false;
  const onGaps = () => {
    hasGaps = true;
  };
  try {
    for await (const item of readItems({ signal, onGaps })) items.push(item);
  } catch (error) {
    const isEndless = error instanceof PlatformError && error.code === clientCodes.tooManyPages;
    if (!isEndless || items.length === 0) throw error;
    return { items, isCut: true, hasGaps };
  }
  return { items, isCut: false, hasGaps };
}

/** `account`: what this account pays; `default`: the public price. */
export const priceBases = ["account", "default"] as const;
type PriceBasis = (typeof priceBases)[number];

export type ReadPrices = (wanted: {
  basis: PriceBasis;
  country: string;
}) => ReturnType<ReadPlatformList<CountryPrice>>;

/** Reads the prices of one country in one request, or those of all countries as a list. */
export function createPriceReader(platform: Pick<PlatformClient, "listPrices">, now: () => Date): ReadPrices {
  const listOf = (anonymous: boolean) =>
    createPlatformList((call) => readAllPrices(platform, {}, { ...call, anonymous }), now);
  const whole = { account: listOf(false), default: listOf(true) };
  const single = new BoundedMap<string, ReadPlatformList<CountryPrice>>(maxKeptReaders);

  function readerOf(basis: PriceBasis, countryId: string): ReadPlatformList<CountryPrice> {
    const key = `${basis} ${countryId}`;
    const known = single.get(key);
    if (known !== undefined) return known;
    const anonymous = basis === "default";
    const reader = createPlatformList(async function* (call) {
      const prices = await platform.listPrices({ countryId }, { ...call, anonymous });
      // Filters again, since the platform may ignore the filter.
      yield* prices.filter((price) => hasCountryNumber(price, countryId)).slice(0, maxPricesOfNumber);
    }, now);
    single.set(key, reader);
    return reader;
  }

  return async ({ basis, country }) => {
    const number = findCountryNumber(country);
    if (number === null) return await whole[basis]();
    const reading = await readerOf(basis, number)().catch(unlessUnknown);
    return reading === undefined || reading.value.items.length === 0 ? await whole[basis]() : reading;
  };
}

/** HTTP statuses with which the platform may answer for an unknown country. */
const unknownCountryStatuses: readonly unknown[] = [400, 404];

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof PlatformError && unknownCountryStatuses.includes(error.status))) throw error;
}

/** Most prices of one number; about twenty countries share the Caribbean's. */
const maxPricesOfNumber = 100;

const maxKeptReaders = 500;

/** Most lists kept in memory, more than there are countries; the oldest is dropped. */
const maxKeptValues = 300;

/** Returns the current list if it arrives within `momentMs` (null: reads nothing), else the last one, else null. */
export function createQuickReader<T>(
  read: (which: string) => Promise<Reading<T>>,
  within: Within,
): (which: string, momentMs: number | null) => Promise<T | null> {
  const last = new BoundedMap<string, T>(maxKeptValues);
  return async (which, momentMs) => {
    if (momentMs === null) return last.get(which) ?? null;
    const reading = read(which).then(
      ({ value }) => {
        last.set(which, value);
        return value;
      },
      () => null,
    );
    return (await within(momentMs, reading)) ?? last.get(which) ?? null;
  };
}
