import { BoundedMap } from "../bounded-map.ts";
import type { Within } from "../deadline.ts";
import {
  type CountryPrice,
  clientCodes,
  type PlatformClient,
  PlatformError,
  readAllPrices,
} from "../platform/index.ts";
import { countryNumberOf, hasCountryNumber } from "./country.ts";

/** What was read, and when. */
export type Reading<T> = { value: T; at: Date };

export type RecentOptions<T> = {
  read: (signal: AbortSignal) => Promise<T>;
  /** For so long a reading is given to whoever asks. */
  maxAgeMs: number;
  /** After that the signal ends the reading. */
  limitMs: number;
  now: () => Date;
};

/**
 * One reading for all who ask at the same time or shortly after, so that turning pages doesn't read a whole list
 * again for each. A failure is told to those who waited for it, and not kept.
 */
function createRecent<T>({ read, maxAgeMs, limitMs, now }: RecentOptions<T>): () => Promise<Reading<T>> {
  let known: Reading<T> | undefined;
  let running: Promise<Reading<T>> | undefined;

  async function readNow(): Promise<Reading<T>> {
    const value = await read(AbortSignal.timeout(limitMs));
    known = { value, at: now() };
    return known;
  }

  return async () => {
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : now().getTime() - known.at.getTime();
    // A clock that was set back must not keep a reading for ever.
    if (known !== undefined && ageMs >= 0 && ageMs < maxAgeMs) return known;
    // Not within the reading: one that fails at once would be let go of before it is held, and held for ever.
    running ??= readNow().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/**
 * A list of the platform's as a whole. `isCut`: it went on beyond what is read at most, so this is its beginning.
 * `hasGaps`: entries of it, or their IDs, can't be read.
 */
export type PlatformList<T> = { items: T[]; isCut: boolean; hasGaps: boolean };

type ReadItems<T> = (call: { signal: AbortSignal; onGaps: () => void }) => AsyncIterable<T>;

export type ReadPlatformList<T> = () => Promise<Reading<PlatformList<T>>>;

/** Within this, a page and the one after it are of the same list. */
const maxAgeMs = 60_000;
/** Each page has the client's own time limit; at a slow platform they still come, and who asked is told later. */
const limitMs = 5 * 60_000;

/** Reads a whole list, page after page, and gives the same to all who ask within a minute. */
export function createPlatformList<T>(readItems: ReadItems<T>, now: () => Date): ReadPlatformList<T> {
  return createRecent({ read: (signal) => collect(readItems, signal), maxAgeMs, limitMs, now });
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

/** More than there are countries; what is asked for may be any text, and each has a whole list. */
const mostKept = 300;

/**
 * A list at a glance, for what is shown beside something else: as it is known within a moment, else as it was read
 * last, else null. Asking is also what has it read beforehand, but for a moment of null: then nothing is read. A failure
 * is told where the list itself is shown.
 */
export function createQuickReading<T>(
  read: (which: string) => Promise<Reading<T>>,
  within: Within,
): (which: string, momentMs: number | null) => Promise<T | null> {
  const last = new BoundedMap<string, T>(mostKept);
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
