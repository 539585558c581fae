import { z } from "zod";
import { type Caller, type CallOptions, parseInput } from "./call.ts";
import type { PlatformClient } from "./client.ts";
import { clientCodes, PlatformError } from "./errors.ts";
import {
  type CallIdentity,
  createListReplyReader,
  optionalId,
  optionalLine,
  optionalName,
  optionalNumber,
  optionalText,
  type ReportGaps,
} from "./reply.ts";

// The platform's description has startKey only in replies; its public record has it as a query.
const ChannelQuery = z.strictObject({ startKey: z.string().min(1).optional() });
export type ChannelQuery = z.infer<typeof ChannelQuery>;

export const Channel = z.looseObject({
  pfId: optionalId,
  searchId: optionalId,
  accountId: optionalLine,
  senderKeys: z
    .array(z.looseObject({ key: optionalId, service: optionalLine, categoryCode: optionalLine }))
    .nullish(),
  phoneNumber: optionalLine,
  dateCreated: optionalLine,
  dateUpdated: optionalLine,
});
export type Channel = z.infer<typeof Channel>;

export const ChannelPage = z.looseObject({
  limit: optionalNumber,
  friends: z.array(Channel),
  startKey: optionalText,
  nextKey: optionalText,
});
export type ChannelPage = z.infer<typeof ChannelPage>;

const listChannelsCall = {
  operation: "listChannels",
  method: "GET",
  path: "/chat/v1/plus-friends",
} as const;

export function listChannels(caller: Caller, query: ChannelQuery = {}, call?: CallOptions<ChannelPage>) {
  return caller(
    {
      ...listChannelsCall,
      query: parseInput(listChannelsCall, ChannelQuery, query),
      read: createListReplyReader(ChannelPage, { name: "friends", keyFields: ["pfId"] }),
    },
    call,
  );
}

const position = { offset: z.int().nonnegative().optional(), limit: z.int().positive().optional() };

/** `countryId` is a calling code, such as 82. */
const PriceQuery = z.strictObject({ countryId: z.string().min(1).optional(), ...position });
export type PriceQuery = z.infer<typeof PriceQuery>;

/** A country's prices. The platform's description gives neither unit nor currency. */
export const CountryPrice = z.looseObject({
  countryName: optionalName,
  countryId: optionalId,
  sms: optionalNumber,
  lms: optionalNumber,
  mms: optionalNumber,
  ata: optionalNumber,
  cta: optionalNumber,
  cti: optionalNumber,
  dateCreated: optionalLine,
  dateUpdated: optionalLine,
});
export type CountryPrice = z.infer<typeof CountryPrice>;

export type PriceCallOptions = CallOptions<CountryPrice[]> & {
  /** True sends the call unsigned, which gets the default prices instead of the account's. */
  anonymous?: boolean | undefined;
};

const priceFields = ["countryId", "countryName", "sms", "lms", "mms", "ata", "cta", "cti"] as const;

const listPricesCall = {
  operation: "listPrices",
  method: "GET",
  path: "/pricing/v1/messaging/countries",
} as const;

export function listPrices(caller: Caller, query: PriceQuery = {}, call: PriceCallOptions = {}) {
  const spec = {
    ...listPricesCall,
    query: parseInput(listPricesCall, PriceQuery, query),
    read: createListReplyReader(z.array(CountryPrice), { keyFields: priceFields }),
  };
  return caller({ ...spec, isAnonymous: call.anonymous }, call);
}

const PaymentQuery = z.strictObject({ accountId: z.string().min(1).optional(), ...position });
export type PaymentQuery = z.infer<typeof PaymentQuery>;

export const PaymentMethod = z.looseObject({
  autoRecharge: optionalNumber,
  /** Date as YYYY/MM. */
  expDate: optionalLine,
  _id: optionalId,
  description: optionalLine,
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const PaymentList = z.looseObject({ payments: z.array(PaymentMethod) });
export type PaymentList = z.infer<typeof PaymentList>;

const listPaymentsCall = {
  operation: "listPayments",
  method: "GET",
  path: "/cash/v1/payment",
} as const;

export function listPayments(caller: Caller, query: PaymentQuery = {}, call?: CallOptions<PaymentList>) {
  return caller(
    {
      ...listPaymentsCall,
      query: parseInput(listPaymentsCall, PaymentQuery, query),
      read: createListReplyReader(PaymentList, { name: "payments", keyFields: ["_id", "autoRecharge"] }),
    },
    call,
  );
}

/** Most pages of a list, which may be endless and is held in memory; more fail as `TooManyPages`. */
const maxPages = 200;
/** Most consecutive pages with unreadable entries and nothing new; then reading ends, as one page may be repeated. */
const maxUnreadablePages = 10;
const maxItems = 10_000;
/** Most characters of all items as JSON; more fail as `TooManyPages`. */
const maxCharacters = 2_000_000;
/** Most countries; more fail as `TooManyPages`. 250 exist, and a search compares every name of each. */
const maxCountries = 3000;

type ListCall = Pick<CallOptions<unknown>, "signal" | "onGaps">;

export async function* readAllChannels(
  client: Pick<PlatformClient, "listChannels">,
  call?: ListCall,
): AsyncGenerator<Channel> {
  const readPages = async function* (onGaps: ReportGaps) {
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

/** Reads all prices until a page has nothing new; a short page isn't the end. */
export async function* readAllPrices(
  client: Pick<PlatformClient, "listPrices">,
  query: Omit<PriceQuery, "offset"> = {},
  call: ListCall & Pick<PriceCallOptions, "anonymous"> = {},
): AsyncGenerator<CountryPrice> {
  const read: ReadPage<CountryPrice> = (position, onGaps) =>
    client.listPrices({ ...query, ...position }, { ...call, onGaps });
  yield* readNewItems(readByOffset(read), { ...listPricesCall, maxItems: maxCountries }, call);
}

export async function* readAllPayments(
  client: Pick<PlatformClient, "listPayments">,
  query: Omit<PaymentQuery, "offset"> = {},
  call: ListCall = {},
): AsyncGenerator<PaymentMethod> {
  const read: ReadPage<PaymentMethod> = async (position, onGaps) =>
    (await client.listPayments({ ...query, ...position }, { ...call, onGaps })).payments;
  yield* readNewItems(readByOffset(read), listPaymentsCall, call);
}

type ReadPage<T> = (position: { offset?: number }, onGaps: ReportGaps) => Promise<T[]>;
/** `maxOldPages`: consecutive pages without new items that reading tolerates. @default 0 */
type ListEnd = { maxItems?: number; maxOldPages?: number };
type ReadPages<T> = (onGaps: ReportGaps) => AsyncGenerator<T[]>;

function readByOffset<T>(readPage: ReadPage<T>): ReadPages<T> {
  return async function* (onGaps) {
    let offset = 0;
    for (;;) {
      const page = await readPage(offset === 0 ? {} : { offset }, (entriesLeftOut) => {
        // The platform's offset also counts unreadable entries.
        offset += entriesLeftOut;
        onGaps(entriesLeftOut);
      });
      yield page;
      offset += page.length;
    }
  };
}

/**
 * Yields new items until a page has none. After a page with unreadable entries there may be more. @throws
 * {PlatformError} if no entry can be read, or the list doesn't end
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
