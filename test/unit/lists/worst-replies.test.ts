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
const manyPages = (count: number, item: (index: number) => unknown, perPage = 400) =>
  many(Math.ceil(count / perPage), (page) => many(perPage, (index) => item(page * perPage + index)));

describe("a huge list of the platform", () => {
  it.each([
    ["long names", manyPages(300, (index) => `${index}${"가나é/".repeat(2500)}`, 100)],
    ["more countries than there are", manyPages(12_000, (index) => `나라 ${index}`, 4000)],
    ["both", manyPages(12_000, (index) => `${index}${"가나é/".repeat(25)}`, 4000)],
  ])("is shown fast: prices, %s", async (_, pages) => {
    const toPrice = (countryName: unknown, index: number) => ({
      countryId: `9${index}`,
      countryName,
      sms: 9,
    });
    platform.server.next(...pages.map((names) => json(200, names.map(toPrice))), json(200, []));
    const reading = await createPriceReader(platform.connect(), now)({ basis: "account", country: "" });
    const { items } = reading.value;
    const nameOf = createCountryNamer();
    const naming = { lists: { searchCountries, nameCountry: nameOf }, locale: "ko" } as const;
    const rendering = { words, format, ...naming };
    for (const [country, page] of [
      ["", 0],
      ["", last],
      ["나", 0],
    ] as const) {
      expectToBeQuick(`page ${page} of ${country}`, () =>
        renderPrices(reading, { country, basis: "account", page }, rendering),
      );
    }
    expectToBeQuick("a keystroke", () => searchCountries("나라1", items));
  });

  it("is cut at 100 prices if one country was asked for", async () => {
    const prices = many(16_000, (index) => ({ countryId: "82", countryName: `${index}` }));
    platform.server.next(json(200, prices));
    const { value } = await createPriceReader(platform.connect(), now)({ basis: "account", country: "82" });
    expect(value.items.length).toBeLessThanOrEqual(100);
  });

  const long = " a<".repeat(3300);
  it.each([
    ["many", manyPages(12_000, () => ({ key: "k".repeat(40), service: "vendorA" }), 4000)],
    ["long", manyPages(200, () => ({ key: long, service: long, categoryCode: long }), 50)],
    ["with many keys", many(20, () => many(1, () => many(6000, () => ({ key: "&".repeat(300) }))))],
  ])("is shown fast: channels, %s", async (_, pages) => {
    const longFields = { searchId: long, phoneNumber: long, accountId: long, dateCreated: long };
    const shortFields = { searchId: "a", phoneNumber: "010", accountId: "", dateCreated: "" };
    const replies = pages.map((page, number) => {
      const fields = page.length > 1000 ? shortFields : longFields;
      const friends = page.map((keys, index) => ({
        ...{ ...fields, pfId: `P${number * page.length + index}`, senderKeys: [keys].flat() },
      }));
      return json(200, { friends, nextKey: number === pages.length - 1 ? null : `${number + 1}` });
    });
    platform.server.next(...replies);
    const client = platform.connect();
    const reading = await createPlatformList((call) => readAllChannels(client, call), now)();
    for (const page of [0, last]) {
      expectToBeQuick(`page ${page}`, () =>
        renderChannels(reading, { search: "a", page }, { words, format }),
      );
    }
  });

  it.each([
    ["many", manyPages(12_000, () => "2027/01", 4000)],
    ["long", manyPages(500, () => long, 100)],
  ])("is shown fast: payment methods, %s", async (_, pages) => {
    const replies = pages.map((page, number) => {
      const toId = (index: number) => `${number * page.length + index}`;
      const payments = page.map((words, index) => ({ _id: toId(index), description: words, expDate: words }));
      return json(200, { payments });
    });
    platform.server.next(...replies, json(200, { payments: [] }));
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
