import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { type Country, countries } from "./countries.ts";
import { createRoute, noBody, offsetQuery } from "./route.ts";

const created = Date.UTC(2026, 0, 2, 3, 4, 5);

/**
 * Per-country prices, newest record first (the platform's order is not by name or number). A signed caller gets
 * the account's prices, a tenth below the default ones.
 */
export const listPrices = createRoute({
  method: "GET",
  path: "/pricing/v1/messaging/countries",
  authentication: "optional",
  body: noBody,
  query: z.strictObject({ countryId: z.string().optional(), ...offsetQuery }),
  run({ query, signed }) {
    const { countryId, offset, limit } = query;
    const found = countries.filter((country) => countryId === undefined || country.countryId === countryId);
    if (found.length === 0) {
      throw new ApiError(400, "InvalidCountryId", `올바르지 않은 국가 번호입니다. (${countryId})`);
    }
    return found.slice(offset, offset + limit).map((country) => toPrice(country, signed ? 0.9 : 1));
  },
});

function toPrice(country: Country, factor: number): object {
  const isDomestic = country.countryId === "82";
  const date = new Date(created - countries.indexOf(country)).toISOString();
  const toAmount = (won: number) => Math.round(won * factor * 10) / 10;
  return {
    countryName: country.countryName,
    countryId: country.countryId,
    sms: toAmount(country.sms),
    lms: toAmount(isDomestic ? 50 : 500),
    mms: toAmount(isDomestic ? 200 : 1000),
    ata: toAmount(19),
    cta: toAmount(13),
    cti: toAmount(20),
    dateCreated: date,
    dateUpdated: date,
  };
}
