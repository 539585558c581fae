import { z } from "zod";
import { type Caller, type CallOptions, parseInput } from "./call.ts";
import { listReplyOf } from "./reply.ts";
import { optionalId, optionalLine, optionalName, optionalNumber } from "./reply-fields.ts";

const PriceQuery = z.strictObject({
  /** Country number, such as 82. */
  countryId: z.string().min(1).optional(),
  offset: z.int().nonnegative().optional(),
  limit: z.int().positive().optional(),
});
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
