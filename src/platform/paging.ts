import type { CallOptions } from "./call.ts";
import { type Channel, type ChannelPage, type ChannelQuery, listChannelsCall } from "./channels.ts";
import { clientCodes, PlatformError } from "./errors.ts";
import { listPaymentsCall, type PaymentList, type PaymentMethod, type PaymentQuery } from "./payments.ts";
import { type CountryPrice, listPricesCall, type PriceCallOptions, type PriceQuery } from "./prices.ts";
import type { CallIdentity, OnGaps } from "./reply.ts";

/**
 * Against a list that never ends, and against pages as long as one likes: all of it is held in memory, and gone through
 * for each page that is shown.
 */
const maxPages = 200;
const maxItems = 10_000;
/** Of all items together, as JSON. */
const maxCharacters = 2_000_000;
/** There are 250; each is looked for among all names that there are, and put in order. */
const maxCountries = 3000;

type Lists = {
  listChannels: (query?: ChannelQuery, call?: CallOptions<ChannelPage>) => Promise<ChannelPage>;
  listPrices: (query?: PriceQuery, call?: PriceCallOptions) => Promise<CountryPrice[]>;
  listPayments: (query?: PaymentQuery, call?: CallOptions<PaymentList>) => Promise<PaymentList>;
};

type ListCall = Pick<CallOptions<unknown>, "signal" | "onGaps">;

/** All messenger channels, one by one, page after page as nextKey leads. */
export async function* readAllChannels(
  client: Pick<Lists, "listChannels">,
  call?: ListCall,
): AsyncGenerator<Channel> {
  const pages = async function* () {
    const keys = new Set<string>();
    for (let startKey: string | undefined; ; ) {
      const page = await client.listChannels(startKey === undefined ? {} : { startKey }, call);
      yield page.friends;
      if (!page.nextKey || keys.has(page.nextKey)) return;
      startKey = page.nextKey;
      keys.add(startKey);
    }
  };
  yield* readNewItems(pages(), listChannelsCall);
}

/** All countries' prices. A short page is no end: reading goes on until a page brings nothing new. */
export async function* readAllPrices(
  client: Pick<Lists, "listPrices">,
  query: Omit<PriceQuery, "offset"> = {},
  call: ListCall & Pick<PriceCallOptions, "anonymous"> = {},
): AsyncGenerator<CountryPrice> {
  const read: ReadPage<CountryPrice> = (position, onGaps) =>
    client.listPrices({ ...query, ...position }, { ...call, onGaps });
  yield* readNewItems(readByOffset(read, call), { ...listPricesCall, maxItems: maxCountries });
}

/** All payment methods, read as readAllPrices reads. */
export async function* readAllPayments(
  client: Pick<Lists, "listPayments">,
  query: Omit<PaymentQuery, "offset"> = {},
  call: ListCall = {},
): AsyncGenerator<PaymentMethod> {
  const read: ReadPage<PaymentMethod> = async (position, onGaps) =>
    (await client.listPayments({ ...query, ...position }, { ...call, onGaps })).payments;
  yield* readNewItems(readByOffset(read, call), listPaymentsCall);
}

type ReadPage<T> = (position: { offset?: number }, onGaps: OnGaps) => Promise<T[]>;

async function* readByOffset<T>(readPage: ReadPage<T>, call: ListCall): AsyncGenerator<T[]> {
  let offset = 0;
  const onGaps: OnGaps = (entriesLeftOut) => {
    // The platform counts them too: asked for alone, the last one would be a list of which nothing can be read.
    offset += entriesLeftOut;

    call.onGaps?.(entriesLeftOut);
  };
  for (;;) {
    const page = await readPage(offset === 0 ? {} : { offset }, onGaps);
    yield page;
    offset += page.length;
  }
}

/** Items not yet seen, until a page has none: it is empty, or the server ignores where it was asked to start. */
async function* readNewItems<T>(
  pages: AsyncGenerator<T[]>,
  { maxItems: most = maxItems, ...identity }: CallIdentity & { maxItems?: number },
): AsyncGenerator<T> {
  const seen = new Set<string>();
  let pageCount = 0;
  let characters = 0;
  for await (const page of pages) {
    pageCount += 1;
    if (pageCount > maxPages) throw endless(identity);
    const sizeBefore = seen.size;
    for (const item of page) {
      const key = JSON.stringify(item);
      if (seen.has(key)) continue;
      characters += key.length;
      if (seen.size === most || characters > maxCharacters) throw endless(identity);
      seen.add(key);
      yield item;
    }
    if (seen.size === sizeBefore) return;
  }
}

function endless(identity: CallIdentity): PlatformError {
  return new PlatformError({ ...identity, certainty: "unknown", code: clientCodes.tooManyPages });
}
