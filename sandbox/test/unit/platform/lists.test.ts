import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { countries } from "../../../platform/countries.ts";
import { seedPayments } from "../../../platform/payments-seed.ts";
import { call } from "./caller.ts";
import { usePlatform } from "./platform.ts";

const channelPage = z.object({
  limit: z.literal(20),
  friends: z.array(z.object({ pfId: z.string().length(32) })),
  startKey: z.string(),
  nextKey: z.string().nullable(),
});
const priceList = z.array(
  z.strictObject({
    countryName: z.string(),
    countryId: z.string(),
    sms: z.number(),
    lms: z.number(),
    mms: z.number(),
    ata: z.number(),
    cta: z.number(),
    cti: z.number(),
    dateCreated: z.iso.datetime(),
    dateUpdated: z.iso.datetime(),
  }),
);

describe("the channel list", () => {
  const getPlatform = usePlatform();

  it("is read to its end by startKey, each channel once, ids descending", async () => {
    const ids: string[] = [];
    let nextKey: string | null = null;
    let pages = 0;
    do {
      const query: string = nextKey === null ? "" : `?startKey=${nextKey}`;
      const page = channelPage.parse(
        (await call(getPlatform(), { path: `/chat/v1/plus-friends${query}` })).body,
      );
      expect(page.startKey).toBe(page.friends[0]?.pfId);
      ids.push(...page.friends.map(({ pfId }) => pfId));
      nextKey = page.nextKey;
      pages += 1;
    } while (nextKey !== null && pages < 10);
    expect(pages).toBe(3);
    expect(ids).toEqual(getPlatform().state.channels.map(({ pfId }) => pfId));
    expect(ids).toEqual([...new Set(ids)].toSorted().reverse());
  });

  it("has no next key when the page is exactly full, and none at all when it is empty", async () => {
    const platform = getPlatform();
    platform.state.channels.splice(20);
    expect((await call(platform, { path: "/chat/v1/plus-friends" })).body).toMatchObject({ nextKey: null });
    platform.state.channels.splice(0);
    expect((await call(platform, { path: "/chat/v1/plus-friends" })).body).toEqual({
      limit: 20,
      friends: [],
      startKey: null,
      nextKey: null,
    });
  });
});

describe("the price list", () => {
  const getPlatform = usePlatform();
  const read = async (query = "", headers = {}) =>
    priceList.parse(
      (await call(getPlatform(), { path: `/pricing/v1/messaging/countries${query}`, headers })).body,
    );

  it("answers 20 records, or from offset as many as limit says", async () => {
    expect(await read()).toHaveLength(20);
    const all = await read("?limit=500");
    expect(all).toHaveLength(countries.length);
    expect(countries.length).toBeGreaterThan(60);
    expect(await read("?offset=60&limit=3")).toEqual(all.slice(60, 63));
    expect(await read(`?offset=${countries.length}`)).toEqual([]);
  });

  it("answers one country, and refuses one that it doesn't know", async () => {
    expect(await read("?countryId=82")).toMatchObject([{ countryName: "Korea, South" }]);
    for (const countryId of ["999", "KR", ""]) {
      expect(
        await call(getPlatform(), { path: `/pricing/v1/messaging/countries?countryId=${countryId}` }),
      ).toMatchObject({
        status: 400,
        body: { errorCode: "InvalidCountryId" },
      });
    }
  });

  it("answers the account's prices to a signed caller and the default ones to others", async () => {
    expect(await read("?countryId=82")).toMatchObject([{ sms: 18, lms: 45, mms: 180 }]);
    expect(await read("?countryId=82", { authorization: "" })).toMatchObject([
      { sms: 20, lms: 50, mms: 200 },
    ]);
  });

  it("has each country number once", () => {
    expect(new Set(countries.map(({ countryId }) => countryId)).size).toBe(countries.length);
  });
});

describe("the payment methods", () => {
  const getPlatform = usePlatform({ now: () => new Date() });
  const read = (query = "") => call(getPlatform(), { path: `/cash/v1/payment${query}` });

  it("are one object with a list, by offset and limit", async () => {
    const { payments } = getPlatform().state;
    expect(await read()).toEqual({ status: 200, body: { payments } });
    expect((await read("?offset=1&limit=1")).body).toEqual({ payments: payments.slice(1, 2) });
  });

  it("are those of the own account only", async () => {
    const { accountId } = getPlatform().state;
    expect((await read(`?accountId=${accountId}`)).status).toBe(200);
    expect(await read("?accountId=1")).toMatchObject({
      status: 400,
      body: { errorCode: "InvalidAccountId" },
    });
  });

  it("are seeded good, in the month that ends next, and expired, whatever the day", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2020-01-01"), max: new Date("2099-12-31"), noInvalidDate: true }),
        (now) => {
          const seoul = new Date(now.getTime() + 9 * 3_600_000).toISOString().slice(0, 7).replace("-", "/");
          const [good, expiring, expired] = seedPayments(now);
          expect(good?.expDate).toBe(`${Number(seoul.slice(0, 4)) + 2}${seoul.slice(4)}`);
          expect(expiring?.expDate).toBe(seoul);
          expect((expired?.expDate ?? "") < seoul).toBe(true);
          expect(expired?.expDate).toMatch(/^\d{4}\/\d{2}$/);
        },
      ),
    );
  });
});
