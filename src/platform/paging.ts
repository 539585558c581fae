import type { CallOptions } from "./call.ts";
import type { PlatformClient } from "./client.ts";
import { clientCodes, PlatformError } from "./errors.ts";
import {
  type Channel,
  type CountryPrice,
  listChannelsCall,
  listPaymentsCall,
  listPricesCall,
  type PaymentMethod,
  type PaymentQuery,
  type PriceCallOptions,
  type PriceQuery,
} from "./lists.ts";
import type { CallIdentity, OnGaps } from "./reply.ts";

/**
 * Against a list that never ends, and against pages as long as one likes: all of it is held in memory, and gone through
 * for each page that is shown.
 */
const maxPages = 200;
/** In a row, with nothing new beside what can't be read: whether that is the same once more can't be told. */
const maxUnreadablePages = 10;
const maxItems = 10_000;
/** The size of all items together, as JSON. */
const maxCharacters = 2_000_000;
/** There are 250; each is looked for among all names that there are, and put in order. */
const maxCountries = 3000;

type ListCall = Pick<CallOptions<unknown>, "signal" | "onGaps">;

/** All messenger channels, one by one, page after page as nextKey leads. */
export async function* readAllChannels(
  client: Pick<PlatformClient, "listChannels">,
  call?: ListCall,
): AsyncGenerator<Channel> {
  const readPages = async function* (onGaps: OnGaps) {
    const keys = new Set<string>();
    for (let startKey: string | undefined; ; ) {
      const query = startKey === undefined ? {} : { startKey };
      const page = await client.listChannels(query, { ...call, onGaps });
      yield page.friends;
      if (!page.nextKey || keys.has(page.nextKey)) return;
      startKey = page.nextKey;
      keys.add(startKey);
    }
  };
  yield* readNewItems(readPages, { ...listChannelsCall, maxOldPages: maxPages }, call);
}

/** All countries' prices. A short page is no end: reading goes on until a page brings nothing new. */
export async function* readAllPrices(
  client: Pick<PlatformClient, "listPrices">,
  query: Omit<PriceQuery, "offset"> = {},
  call: ListCall & Pick<PriceCallOptions, "anonymous"> = {},
): AsyncGenerator<CountryPrice> {
  const read: ReadPage<CountryPrice> = (position, onGaps) =>
    client.listPrices({ ...query, ...position }, { ...call, onGaps });
  yield* readNewItems(readByOffset(read), { ...listPricesCall, maxItems: maxCountries }, call);
}

/** All payment methods, read as readAllPrices reads. */
export async function* readAllPayments(
  client: Pick<PlatformClient, "listPayments">,
  query: Omit<PaymentQuery, "offset"> = {},
  call: ListCall = {},
): AsyncGenerator<PaymentMethod> {
  const read: ReadPage<PaymentMethod> = async (position, onGaps) =>
    (await client.listPayments({ ...query, ...position }, { ...call, onGaps })).payments;
  yield* readNewItems(readByOffset(read), listPaymentsCall, call);
}

type ReadPage<T> = (position: { offset?: number }, onGaps: OnGaps) => Promise<T[]>;
/** `maxOldPages`: in a row, with nothing new; none where nothing else says which page is the last one. */
type ListEnd = { maxItems?: number; maxOldPages?: number };
type ReadPages<T> = (onGaps: OnGaps) => AsyncGenerator<T[]>;

function readByOffset<T>(readPage: ReadPage<T>): ReadPages<T> {
  return async function* (onGaps) {
    let offset = 0;
    for (;;) {
      const page = await readPage(offset === 0 ? {} : { offset }, (entriesLeftOut) => {
        // The platform counts them too.
        offset += entriesLeftOut;
        onGaps(entriesLeftOut);
      });
      yield page;
      offset += page.length;
    }
  };
}

/**
 * Items not yet seen, until a page has none: it is empty, or the server ignores where it was asked to start. One with gaps
 * may have hidden some, and isn't the end by itself; nor is any where the platform says which one is the last.
 * @throws {PlatformError} where the list isn't empty and nothing of it can be read, or when it has no end.
 */
async function* readNewItems<T>(
  readPages: ReadPages<T>,
  { maxItems: most = maxItems, maxOldPages = 0, ...identity }: CallIdentity & ListEnd,
  call: ListCall = {},
): AsyncGenerator<T> {
  const seen = new Set<string>();
  let pageCount = 0;
  let characters = 0;
  let gaps = 0;
  let oldPages = 0;
  const pages = readPages((entriesLeftOut) => {
    gaps += 1;
    call.onGaps?.(entriesLeftOut);
  });
  let before = { items: 0, gaps };
  for await (const page of pages) {
    pageCount += 1;
    if (pageCount > maxPages) throw failure(identity, clientCodes.tooManyPages);
    for (const item of page) {
      const key = JSON.stringify(item);
      if (seen.has(key)) continue;
      characters += key.length;
      if (seen.size === most || characters > maxCharacters) throw failure(identity, clientCodes.tooManyPages);
      seen.add(key);
      yield item;
    }
    oldPages = seen.size > before.items ? 0 : oldPages + 1;
    const mostOld = gaps > before.gaps ? maxUnreadablePages : maxOldPages;
    if (oldPages > mostOld) break;
    before = { items: seen.size, gaps };
  }
  if (seen.size === 0 && gaps > 0) throw failure(identity, clientCodes.replyUseless);
}

function failure(identity: CallIdentity, code: string): PlatformError {
  return new PlatformError({ ...identity, certainty: "unknown", code });
}
