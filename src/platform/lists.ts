import { z } from "zod";
import { type Caller, type CallOptions, parseInput } from "./call.ts";
import { listReplyOf } from "./reply.ts";
import { optionalId, optionalLine, optionalName, optionalNumber, optionalText } from "./reply-fields.ts";

// The description returns startKey and nextKey but shows no query; the platform's public record has startKey.
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
  /** null when no further page. */
  nextKey: optionalText,
});
export type ChannelPage = z.infer<typeof ChannelPage>;

export const listChannelsCall = {
  operation: "listChannels",
  method: "GET",
  path: "/chat/v1/plus-friends",
} as const;

export function listChannels(caller: Caller, query: ChannelQuery = {}, call?: CallOptions<ChannelPage>) {
  return caller(
    {
      ...listChannelsCall,
      query: parseInput(listChannelsCall, ChannelQuery, query),
      read: listReplyOf(ChannelPage, { name: "friends", told: ["pfId"] }),
    },
    call,
  );
}

const position = { offset: z.int().nonnegative().optional(), limit: z.int().positive().optional() };

/** `countryId`: a country number, such as 82. */
const PriceQuery = z.strictObject({ countryId: z.string().min(1).optional(), ...position });
export type PriceQuery = z.infer<typeof PriceQuery>;

/** The unit and currency of the prices are not in the description. */
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
  /** Unsigned: the default prices in place of the account's. */
  anonymous?: boolean | undefined;
};

const priceFields = ["countryId", "countryName", "sms", "lms", "mms", "ata", "cta", "cti"] as const;

export const listPricesCall = {
  operation: "listPrices",
  method: "GET",
  path: "/pricing/v1/messaging/countries",
} as const;

export function listPrices(caller: Caller, query: PriceQuery = {}, call: PriceCallOptions = {}) {
  const spec = {
    ...listPricesCall,
    query: parseInput(listPricesCall, PriceQuery, query),
    read: listReplyOf(z.array(CountryPrice), { told: priceFields }),
  };
  return caller({ ...spec, isAnonymous: call.anonymous }, call);
}

const PaymentQuery = z.strictObject({ accountId: z.string().min(1).optional(), ...position });
export type PaymentQuery = z.infer<typeof PaymentQuery>;

export const PaymentMethod = z.looseObject({
  autoRecharge: optionalNumber,
  /** YYYY/MM. */
  expDate: optionalLine,
  _id: optionalId,
  description: optionalLine,
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const PaymentList = z.looseObject({ payments: z.array(PaymentMethod) });
export type PaymentList = z.infer<typeof PaymentList>;

export const listPaymentsCall = {
  operation: "listPayments",
  method: "GET",
  path: "/cash/v1/payment",
} as const;

export function listPayments(caller: Caller, query: PaymentQuery = {}, call?: CallOptions<PaymentList>) {
  return caller(
    {
      ...listPaymentsCall,
      query: parseInput(listPaymentsCall, PaymentQuery, query),
      read: listReplyOf(PaymentList, { name: "payments", told: ["_id", "autoRecharge"] }),
    },
    call,
  );
}
