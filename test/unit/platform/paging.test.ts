import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAllChannels, readAllPayments, readAllPrices } from "../../../src/platform/index.ts";
import { usePlatformServer } from "../../support/platform-client.ts";
import { type Answer, json } from "../../support/platform-server.ts";

const platform = usePlatformServer();

const queries = () => platform.server.requests.map(({ url }) => url.split("?")[1] ?? "");
const many = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index));

/** All items, with the counts of entries that were left out; or the code of the failure. */
async function collect<T>(read: (call: { onGaps: (count: number) => void }) => AsyncIterable<T>) {
  const items: T[] = [];
  const gaps: number[] = [];
  let code: unknown;
  try {
    for await (const item of read({ onGaps: (count) => gaps.push(count) })) items.push(item);
  } catch (error) {
    code = error instanceof Error && "code" in error ? error.code : error;
  }
  return { items, gaps, code };
}

async function readPrices(...pages: unknown[][]) {
  platform.server.next(...pages.map((page) => json(200, page)));
  const client = platform.connect();
  const { items, ...read } = await collect((call) => readAllPrices(client, {}, call));
  return { ids: items.map(({ countryId }) => countryId), ...read };
}

const country = (countryId: number) => ({ countryId: `${countryId}` });

describe("readAllPrices", () => {
  it("reads on after a short page until an empty page, with the given limit and unsigned", async () => {
    platform.server.next(...[[1, 2], [3], [4], []].map((ids) => json(200, ids.map(country))));
    const client = platform.connect();
    const { items } = await collect((call) =>
      readAllPrices(client, { limit: 2 }, { ...call, anonymous: true }),
    );
    expect(items).toEqual([1, 2, 3, 4].map(country));
    expect(queries()).toEqual(["limit=2", "offset=2&limit=2", "offset=3&limit=2", "offset=4&limit=2"]);
    expect(platform.server.requests.every(({ signature }) => signature === "none")).toBe(true);
  });

  const odd = { countryId: {} };
  const ofText = { ...country(3), sms: "13" };
  const [one, two, three] = [1, 2, 3].map(country);
  const both = [one, two];
  it.each<[string, unknown[][], unknown[], number[]]>([
    [
      "past unreadable entries",
      [[one, null], [two, odd], [ofText], []],
      ["1", "2", undefined, "3"],
      [1, 0, 0],
    ],
    [
      "past pages without a readable entry",
      [[null], [one], [null, "2"], [{}], [three], []],
      ["1", undefined, "3"],
      [1, 2],
    ],
    ["until the platform repeats a page", [both, both], ["1", "2"], []],
    ["each entry once that two pages share", [[one, two], [two, three], []], ["1", "2", "3"], []],
  ])("reads %s, and counts the entries that it leaves out", async (_, pages, ids, gaps) => {
    expect(await readPrices(...pages)).toEqual({ ids, gaps, code: undefined });
    const before = pages.slice(1).map((_page, index) => pages.slice(0, index + 1).flat().length);
    expect(queries()).toEqual(["", ...before.map((offset) => `offset=${offset}`)]);
  });

  it("fails if no entry of the list is readable", async () => {
    expect((await readPrices([null], [null], [])).code).toBe("ReplyUseless");
    expect(queries()).toEqual(["", "offset=1", "offset=2"]);
  });

  it.each([
    ["unreadable entries", [null], { ids: [], code: "ReplyUseless" }],
    ["unreadable entries and a known one", [one, null], { ids: ["1"], code: undefined }],
  ])("ends after a few requests if every page has only %s", async (_, page, read) => {
    expect(await readPrices(...many(300, () => page))).toMatchObject(read);
    expect(platform.server.requests.length).toBeLessThan(15);
  });

  it("gives up on a list that never ends", async () => {
    expect((await readPrices(...many(300, (index) => [country(index)]))).code).toBe("TooManyPages");
    expect(platform.server.requests.length).toBeLessThan(300);
  });

  it("reads a list of 3,000 entries, and gives up on a longer one", async () => {
    const countries = (from: number, count: number) => many(count, (index) => country(from + index));
    const whole = await readPrices(countries(0, 3000), []);
    expect([whole.ids.length, whole.code]).toEqual([3000, undefined]);
    const more = await readPrices(...[0, 1200, 2400, 3600].map((from) => countries(from, 1200)));
    expect([more.ids.length, more.code]).toEqual([3000, "TooManyPages"]);
    expect(platform.server.requests).toHaveLength(2 + 3);
  });
});

describe("readAllPayments", () => {
  async function readPayments(...pages: { _id: string }[][]) {
    platform.server.next(...pages.map((payments) => json(200, { payments })));
    const client = platform.connect();
    return await collect((call) => readAllPayments(client, {}, call));
  }

  it("reads until a page brings nothing new", async () => {
    const { items } = await readPayments([{ _id: "a" }], [{ _id: "b" }], []);
    expect(items).toEqual([{ _id: "a" }, { _id: "b" }]);
    expect(queries()).toEqual(["", "offset=1", "offset=2"]);
  });

  it("reads a list of 10,000 entries, and gives up on a longer one", async () => {
    const payments = many(10_000, (index) => ({ _id: `${index}` }));
    expect((await readPayments(payments, [])).items).toHaveLength(10_000);
    expect((await readPayments(payments, [{ _id: "one more" }])).code).toBe("TooManyPages");
  });

  it("reads all readable entries, whatever the page sizes are, and counts the unreadable ones", async () => {
    /** Entries with an id, unreadable ones (null) and ones without an id, in pages of any size. */
    const odd = fc.array(fc.constantFrom(null, {}), { maxLength: 10 });
    const pagedLists = fc.record({
      entries: fc
        .tuple(fc.uniqueArray(fc.nat({ max: 99 }), { maxLength: 8 }), odd)
        .map(([ids, others]) => [...ids, ...others])
        .chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
      sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
    });
    const shown: { entries: unknown[]; sizes: number[]; pages: number } = {
      entries: [],
      sizes: [],
      pages: 0,
    };
    const answer: Answer = (response, request) => {
      platform.server.next(answer);
      const offset = Number(new URL(request.url, platform.server.url).searchParams.get("offset"));
      const size = shown.sizes[shown.pages % shown.sizes.length] ?? 1;
      shown.pages += 1;
      const page = shown.entries.slice(offset, offset + size);
      return json(200, { payments: page.map((_id) => (_id === null ? null : { _id })) })(response, request);
    };
    platform.server.next(answer);
    const client = platform.connect();
    await fc.assert(
      fc.asyncProperty(pagedLists, async ({ entries, sizes }) => {
        Object.assign(shown, { entries, sizes, pages: 0 });
        const { items, gaps, code } = await collect((call) => readAllPayments(client, {}, call));
        const readable = entries.filter((_id) => _id !== null);
        const ids = new Set(readable.map((_id) => (typeof _id === "number" ? `${_id}` : undefined)));
        expect(items).toEqual([...ids].map((_id) => ({ _id })));
        expect(code).toBe(readable.length === 0 && entries.length > 0 ? "ReplyUseless" : undefined);
        expect(gaps.reduce((sum, count) => sum + count, 0)).toBe(entries.length - readable.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe("readAllChannels", () => {
  const page = (friends: unknown[], nextKey?: string | null) => ({ friends, nextKey });
  async function readChannels(...pages: ReturnType<typeof page>[]) {
    platform.server.next(...pages.map((one) => json(200, one)));
    const client = platform.connect();
    const { items, ...read } = await collect((call) => readAllChannels(client, call));
    return { ids: items.map(({ pfId }) => pfId), ...read };
  }
  const [a, b, d] = ["a", "b", "d"].map((pfId) => ({ pfId }));

  it.each([
    ["follows nextKey to its end", [page([a], "b"), page([b], null)], ["a", "b"], []],
    [
      "follows nextKey past pages that bring nothing new",
      [page([a], "b"), page([], "c"), page([a], "d"), page([d], null)],
      ["a", "d"],
      [],
    ],
    [
      "follows nextKey past pages without a readable entry",
      [page([null], "b"), page([b], "c"), page([null, 7], "d"), page([d])],
      ["b", "d"],
      [1, 2],
    ],
    ["follows nextKey until it repeats", [page([a], "b"), page([b], "b")], ["a", "b"], []],
  ])("%s", async (_, pages, ids, gaps) => {
    expect(await readChannels(...pages)).toEqual({ ids, gaps, code: undefined });
    expect(queries()).toEqual(["", ...pages.slice(0, -1).map(({ nextKey }) => `startKey=${nextKey}`)]);
  });

  it.each([
    ["on a nextKey that never ends", [], "TooManyPages", 300],
    ["soon when new keys lead to unreadable entries only", [null], "ReplyUseless", 15],
  ])("gives up %s", async (_, friends, code, atMost) => {
    const pages = many(300, (key) => page(friends, `${key}`));
    expect((await readChannels(...pages)).code).toBe(code);
    expect(platform.server.requests.length).toBeLessThan(atMost);
  });

  it("gives up on entries that are too large together, even if they are few", async () => {
    const senderKeys = many(6000, () => ({ key: "k".repeat(250) }));
    const pages = many(3, (key) => page([{ pfId: `${key}`, senderKeys }], `${key}`));
    expect(await readChannels(...pages)).toMatchObject({ ids: ["0"], code: "TooManyPages" });
  });
});
