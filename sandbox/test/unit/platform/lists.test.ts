import { describe, expect, it } from "vitest";
import { countries } from "../../../platform/countries.ts";
import { seedPayments } from "../../../platform/payments-seed.ts";
import { call } from "./caller.ts";
import { usePlatform } from "./platform.ts";

const getPlatform = usePlatform();
const read = (path: string, headers = {}) => call(getPlatform(), { path, headers });
const priceOf = (query: string, headers = {}) => read(`/pricing/v1/messaging/countries${query}`, headers);

describe("the channel list of the sandbox's platform", () => {
  it("can be read to its end by startKey, with each channel once", async () => {
    const ids: string[] = [];
    for (let key: string | null = ""; key !== null && ids.length < 100; ) {
      const { body } = await read(`/chat/v1/plus-friends${key && `?startKey=${key}`}`);
      const page: { friends: { pfId: string }[]; nextKey: string | null } = Object(body);
      ids.push(...page.friends.map(({ pfId }) => pfId));
      key = page.nextKey;
    }
    expect(ids).toEqual(getPlatform().state.channels.map(({ pfId }) => pfId));
  });

  it("gives a next key, and none when the page is exactly full or empty", async () => {
    const { channels } = getPlatform().state;
    const full = channels.slice(0, 20);
    expect((await read("/chat/v1/plus-friends")).body).toMatchObject({
      limit: 20,
      startKey: full[0]?.pfId,
      nextKey: expect.any(String),
    });
    channels.splice(20);
    expect((await read("/chat/v1/plus-friends")).body).toMatchObject({ nextKey: null });
    channels.splice(0);
    const none = { limit: 20, friends: [], startKey: null, nextKey: null };
    expect((await read("/chat/v1/plus-friends")).body).toEqual(none);
  });
});

describe("the price list of the sandbox's platform", () => {
  it("answers 20 records, or from offset on as many as limit says", async () => {
    const all = (await priceOf("?limit=500")).body;
    expect(all).toHaveLength(countries.length);
    expect(new Set(countries.map(({ countryId }) => countryId)).size).toBe(countries.length);
    expect((await priceOf("")).body).toHaveLength(20);
    expect((await priceOf("?offset=60&limit=3")).body).toEqual(Array.isArray(all) && all.slice(60, 63));
    expect((await priceOf(`?offset=${countries.length}`)).body).toEqual([]);
  });

  it("answers the account's prices to a signed caller, and the default prices to others", async () => {
    expect((await priceOf("?countryId=82")).body).toMatchObject([{ sms: 18, lms: 45, mms: 180 }]);
    const unsigned = await priceOf("?countryId=82", { authorization: "" });
    expect(unsigned.body).toMatchObject([{ sms: 20, lms: 50, mms: 200 }]);
  });

  it.each(["999", "KR", ""])("refuses the country %j", async (countryId) => {
    const refused = { status: 400, body: { errorCode: "InvalidCountryId" } };
    expect(await priceOf(`?countryId=${countryId}`)).toMatchObject(refused);
  });
});

describe("the payment methods of the sandbox's platform", () => {
  it("are those of the caller's account, by offset and limit", async () => {
    const { payments, accountId } = getPlatform().state;
    expect((await read("/cash/v1/payment")).body).toEqual({ payments });
    const second = await read(`/cash/v1/payment?offset=1&limit=1&accountId=${accountId}`);
    expect(second.body).toEqual({ payments: payments.slice(1, 2) });
    const foreign = await read("/cash/v1/payment?accountId=1");
    expect(foreign).toMatchObject({ status: 400, body: { errorCode: "InvalidAccountId" } });
  });

  it.each([
    ["2026-01-31T14:59:00Z", ["2028/01", "2026/01", "2025/12"]],
    ["2026-01-31T15:00:00Z", ["2028/02", "2026/02", "2026/01"]],
    ["2026-12-31T15:00:00Z", ["2029/01", "2027/01", "2026/12"]],
  ])("are seeded as a good, a soon expiring and an expired one, at %s", (now, dates) => {
    expect(seedPayments(new Date(now)).map(({ expDate }) => expDate)).toEqual(dates);
  });
});
