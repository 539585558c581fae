import { describe, expect, it } from "vitest";
import { renderChannels } from "../../../src/features/channels/channels.view.ts";
import { compareMethods } from "../../../src/features/payments/monitor.view.ts";
import { renderPayments } from "../../../src/features/payments/payments.view.ts";
import { renderPrices } from "../../../src/features/prices/prices.view.ts";
import { createCountryNamer, searchCountries } from "../../../src/lists/country.ts";
import { createPlatformList, createPriceReader } from "../../../src/lists/readings.ts";
import { createFormat } from "../../../src/locales/format.ts";
import { wordsOf } from "../../../src/locales/index.ts";
import { readAllChannels, readAllPayments } from "../../../src/platform/index.ts";
import { usePlatformServer } from "../../support/platform-client.ts";
import { json } from "../../support/platform-server.ts";
import { timesParsing } from "../../support/processor-time.ts";

const platform = usePlatformServer();

const now = () => new Date("2026-11-22T00:00:00Z");
const words = wordsOf("ko");
const format = createFormat("ko", "Asia/Seoul");
/** A page so far behind that all others are laid out first. */
const last = 999_999;

const expectToBeQuick = (what: string, run: () => unknown) => expect(timesParsing(run), what).toBeLessThan(5);

const many = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index));

/** The platform gives so many of these to a page, in this form. */
function replyInPages<T>(
  items: readonly T[],
  perPage: number,
  toReply: (page: T[], next: number | null) => unknown,
) {
  for (let from = 0; from < items.length; from += perPage) {
    const next = from + perPage < items.length ? from + perPage : null;
    platform.server.next(json(200, toReply(items.slice(from, from + perPage), next)));
  }
}

describe("a huge list from the platform", () => {
  it.each([
    ["long names", many(300, (index) => `${index}${"가나é/".repeat(2500)}`), 100],
    ["more countries than exist", many(12_000, (index) => `나라 ${index}`), 4000],
    ["many countries with long names", many(12_000, (index) => `${index}${"가나é/".repeat(25)}`), 4000],
  ])("is rendered quickly: prices, %s", async (_, names, perPage) => {
    const prices = names.map((countryName, index) => ({
      countryId: `9${index % perPage}`,
      countryName,
      sms: 9,
    }));
    replyInPages(prices, perPage, (page) => page);
    platform.server.next(json(200, []));
    const reading = await createPriceReader(platform.connect(), now)({ basis: "account", country: "" });
    const lists = { searchCountries, nameCountry: createCountryNamer() };
    const rendering = { words, format, lists, locale: "ko" } as const;
    for (const [country, page] of [
      ["", 0],
      ["", last],
      ["나", 0],
    ] as const) {
      expectToBeQuick(`page ${page} of ${country}`, () =>
        renderPrices(reading, { country, basis: "account", page }, rendering),
      );
    }
    expectToBeQuick("a keystroke", () => searchCountries("나라1", reading.value.items));
  });

  it("is cut to 100 prices if one country was asked for", async () => {
    const prices = many(16_000, (index) => ({ countryId: "82", countryName: `${index}` }));
    platform.server.next(json(200, prices));
    const { value } = await createPriceReader(platform.connect(), now)({ basis: "account", country: "82" });
    expect(value.items.length).toBeLessThanOrEqual(100);
  });

  const long = " a<".repeat(3300);
  const ofTexts = (text: string) => ({
    searchId: text,
    phoneNumber: text,
    accountId: text,
    dateCreated: text,
  });
  const short = { ...ofTexts("a"), senderKeys: [{ key: "k".repeat(40), service: "vendorA" }] };
  const longKey = { key: long, service: long, categoryCode: long };
  it.each([
    ["12,000 of them", 12_000, 4000, short],
    ["200 with long texts", 200, 50, { ...ofTexts(long), senderKeys: [longKey] }],
    [
      "20 with many sender keys",
      20,
      1,
      { ...ofTexts(long), senderKeys: many(6000, () => ({ key: "&".repeat(300) })) },
    ],
  ])("is rendered quickly: channels, %s", async (_, count, perPage, fields) => {
    const channels = many(count, (index) => ({ ...fields, pfId: `P${index}` }));
    replyInPages(channels, perPage, (friends, next) => ({
      friends,
      nextKey: next === null ? null : `${next}`,
    }));
    const client = platform.connect();
    const reading = await createPlatformList((call) => readAllChannels(client, call), now)();
    for (const page of [0, last]) {
      expectToBeQuick(`page ${page}`, () =>
        renderChannels(reading, { search: "a", page }, { words, format }),
      );
    }
  });

  it.each([
    ["12,000 of them", 12_000, 4000, "2027/01"],
    ["500 with long texts", 500, 100, long],
  ])("is rendered quickly: payment methods, %s", async (_, count, perPage, text) => {
    const methods = many(count, (index) => ({ _id: `${index}`, description: text, expDate: text }));
    replyInPages(methods, perPage, (payments) => ({ payments }));
    platform.server.next(json(200, { payments: [] }));
    const client = platform.connect();
    const reading = await createPlatformList((call) => readAllPayments(client, {}, call), now)();
    const rendering = { words, format, timeZone: "Asia/Seoul", now: now(), toConsole: [] };
    for (const page of [0, last]) {
      expectToBeQuick(`page ${page}`, () => renderPayments(reading, page, rendering));
    }
    const listed = { methods: reading.value.items, isPart: false, now: now(), timeZone: "Asia/Seoul" };
    expectToBeQuick("the watch", () => compareMethods([], listed));
  });
});
