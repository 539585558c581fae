import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createPlatformClient,
  type PlatformClient,
  readAllChannels,
  readAllPayments,
  readAllPrices,
} from "../../../src/platform/index.ts";
import {
  type Answer,
  credentials,
  json,
  type PlatformServer,
  startPlatformServer,
} from "../../support/platform-server.ts";

let server: PlatformServer;
let client: PlatformClient;

async function start() {
  server = await startPlatformServer();
  client = createPlatformClient({ ...credentials, baseUrl: server.url, timeoutMs: 10_000 });
}

async function stop() {
  await client.close();
  await server.close();
}

beforeEach(start);
afterEach(stop);

const queries = () => server.requests.map(({ url }) => url.split("?")[1] ?? "");
async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
const country = (countryId: number) => ({ countryId: `${countryId}` });
const idsOf = async (items: AsyncIterable<{ countryId?: string | null | undefined }>) =>
  (await collect(items)).map((item) => item.countryId);

describe("readAllPrices", () => {
  it("reads on after a short page, until an empty one", async () => {
    server.next(
      json(200, [country(1), country(2)]),
      json(200, [country(3)]),
      json(200, [country(4)]),
      json(200, []),
    );
    expect(await idsOf(readAllPrices(client, { limit: 2 }, { anonymous: true }))).toEqual([
      "1",
      "2",
      "3",
      "4",
    ]);
    expect(queries()).toEqual(["limit=2", "offset=2&limit=2", "offset=3&limit=2", "offset=4&limit=2"]);
    expect(server.requests.every(({ signature }) => signature === "none")).toBe(true);
  });

  it("counts unreadable entries into the offset, and reports them", async () => {
    server.next(
      json(200, [country(1), null]),
      json(200, [country(2), { countryId: {} }]),
      json(200, [{ ...country(3), sms: "13" }]),
      json(200, []),
    );
    const gaps: number[] = [];
    const ids = await idsOf(readAllPrices(client, {}, { onGaps: (leftOut) => gaps.push(leftOut) }));
    expect(ids).toEqual(["1", "2", undefined, "3"]);
    expect(queries()).toEqual(["", "offset=2", "offset=4", "offset=5"]);
    expect(gaps).toEqual([1, 0, 0]);
  });

  it("reads on after pages without a readable entry", async () => {
    server.next(json(200, [null]), json(200, [country(1)]), json(200, [null, "2"]), json(200, [{}]));
    server.next(json(200, [country(3)]), json(200, []));
    const gaps: number[] = [];
    const ids = await idsOf(readAllPrices(client, {}, { onGaps: (leftOut) => gaps.push(leftOut) }));
    expect(ids).toEqual(["1", undefined, "3"]);
    expect(queries()).toEqual(["", "offset=1", "offset=2", "offset=4", "offset=5", "offset=6"]);
    expect(gaps).toEqual([1, 2]);
  });

  it("fails on a list without any readable entry", async () => {
    server.next(json(200, [null]), json(200, [null]), json(200, []));
    await expect(idsOf(readAllPrices(client))).rejects.toMatchObject({ code: "ReplyUseless" });
    expect(queries()).toEqual(["", "offset=1", "offset=2"]);
  });

  it("ends when the platform repeats the same page", async () => {
    const page = json(200, [country(1), country(2)]);
    server.next(page, page, page);
    expect(await idsOf(readAllPrices(client))).toEqual(["1", "2"]);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ["unreadable entries", [null], "ReplyUseless"],
    ["unreadable entries and a known one", [country(1), null], ["1"]],
  ])("ends soon when every page has only %s", async (_, page, expected) => {
    server.next(...Array.from({ length: 300 }, () => json(200, page)));
    const read = idsOf(readAllPrices(client)).catch(({ code }) => code);
    expect(await read).toEqual(expected);
    expect(server.requests.length).toBeLessThan(15);
  });

  it("drops an entry that two pages share", async () => {
    server.next(json(200, [country(1), country(2)]), json(200, [country(2), country(3)]), json(200, []));
    expect(await idsOf(readAllPrices(client))).toEqual(["1", "2", "3"]);
  });

  it("gives up on a list that never ends", async () => {
    server.next(...Array.from({ length: 300 }, (_, index) => json(200, [country(index)])));
    await expect(idsOf(readAllPrices(client))).rejects.toMatchObject({ code: "TooManyPages" });
    expect(server.requests.length).toBeLessThan(300);
  });

  it("gives up on more than 3,000 entries", async () => {
    const page = (number: number) =>
      json(
        200,
        Array.from({ length: 1200 }, (_, index) => country(number * 1200 + index)),
      );
    server.next(page(0), page(1), page(2), page(3));
    let count = 0;
    const reading = (async () => {
      for await (const _ of readAllPrices(client)) count += 1;
    })();
    await expect(reading).rejects.toMatchObject({ code: "TooManyPages" });
    expect(count).toBe(3000);
    expect(server.requests).toHaveLength(3);
  });

  it("reads a list of exactly 3,000 entries", async () => {
    server.next(
      json(
        200,
        Array.from({ length: 3000 }, (_, index) => country(index)),
      ),
      json(200, []),
    );
    expect(await idsOf(readAllPrices(client))).toHaveLength(3000);
  });
});

describe("readAllPayments", () => {
  it("reads until a page brings nothing new", async () => {
    server.next(json(200, { payments: [{ _id: "a" }] }), json(200, { payments: [{ _id: "b" }] }));
    server.next(json(200, { payments: [] }));
    const payments = await collect(readAllPayments(client));
    expect(payments.map(({ _id }) => _id)).toEqual(["a", "b"]);
    expect(queries()).toEqual(["", "offset=1", "offset=2"]);
  });

  it("reads 10,000 entries, and gives up on more", async () => {
    const payments = Array.from({ length: 10_000 }, (_, index) => ({ _id: `${index}` }));
    server.next(json(200, { payments }), json(200, { payments: [] }));
    expect(await collect(readAllPayments(client))).toHaveLength(10_000);
    server.next(json(200, { payments }), json(200, { payments: [{ _id: "one more" }] }));
    await expect(collect(readAllPayments(client))).rejects.toMatchObject({ code: "TooManyPages" });
  });
});

describe("readAllChannels", () => {
  it("gives up on a few entries that are too large together", async () => {
    const keys = Array.from({ length: 6000 }, () => ({ key: "k".repeat(250) }));
    const page = (number: number) =>
      json(200, { friends: [{ pfId: `${number}`, senderKeys: keys }], nextKey: `${number}` });
    server.next(page(0), page(1), page(2));
    let count = 0;
    const reading = (async () => {
      for await (const _ of readAllChannels(client)) count += 1;
    })();
    await expect(reading).rejects.toMatchObject({ code: "TooManyPages" });
    expect(count).toBe(1);
  });

  it("follows nextKey to its end", async () => {
    server.next(json(200, { friends: [{ pfId: "a" }], nextKey: "b" }));
    server.next(json(200, { friends: [{ pfId: "b" }], nextKey: null }));
    const channels = await collect(readAllChannels(client));
    expect(channels.map(({ pfId }) => pfId)).toEqual(["a", "b"]);
    expect(queries()).toEqual(["", "startKey=b"]);
  });

  it("follows nextKey past pages that bring nothing new", async () => {
    server.next(json(200, { friends: [{ pfId: "a" }], nextKey: "b" }));
    server.next(json(200, { friends: [], nextKey: "c" }));
    server.next(json(200, { friends: [{ pfId: "a" }], nextKey: "d" }));
    server.next(json(200, { friends: [{ pfId: "d" }], nextKey: null }));
    const channels = await collect(readAllChannels(client));
    expect(channels.map(({ pfId }) => pfId)).toEqual(["a", "d"]);
    expect(queries()).toEqual(["", "startKey=b", "startKey=c", "startKey=d"]);
  });

  it("gives up on a nextKey that never ends", async () => {
    server.next(...Array.from({ length: 300 }, (_, key) => json(200, { friends: [], nextKey: `${key}` })));
    await expect(collect(readAllChannels(client))).rejects.toMatchObject({ code: "TooManyPages" });
    expect(server.requests.length).toBeLessThan(300);
  });

  it("follows nextKey past pages without a readable entry", async () => {
    server.next(json(200, { friends: [null], nextKey: "b" }));
    server.next(json(200, { friends: [{ pfId: "b" }], nextKey: "c" }));
    server.next(json(200, { friends: [null, 7], nextKey: "d" }));
    server.next(json(200, { friends: [{ pfId: "d" }] }));
    const gaps: number[] = [];
    const channels = await collect(readAllChannels(client, { onGaps: (leftOut) => gaps.push(leftOut) }));
    expect(channels.map(({ pfId }) => pfId)).toEqual(["b", "d"]);
    expect(queries()).toEqual(["", "startKey=b", "startKey=c", "startKey=d"]);
    expect(gaps).toEqual([1, 2]);
  });

  it("gives up soon when new keys lead to unreadable entries only", async () => {
    server.next(
      ...Array.from({ length: 300 }, (_, key) => json(200, { friends: [null], nextKey: `${key}` })),
    );
    await expect(collect(readAllChannels(client))).rejects.toMatchObject({ code: "ReplyUseless" });
    expect(server.requests.length).toBeLessThan(15);
  });

  it("ends when nextKey repeats", async () => {
    server.next(json(200, { friends: [{ pfId: "a" }], nextKey: "b" }));
    server.next(json(200, { friends: [{ pfId: "b" }], nextKey: "b" }));
    server.next(json(200, { friends: [{ pfId: "c" }], nextKey: "b" }));
    expect(await collect(readAllChannels(client))).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });
});

/** Entries with an id, unreadable ones (null) and ones without an id, in pages of any size. */
const odd = fc.array(fc.constantFrom(null, {}), { maxLength: 10 });
const pagedLists = fc.record({
  entries: fc
    .tuple(fc.uniqueArray(fc.nat({ max: 99 }), { maxLength: 8 }), odd)
    .map(([ids, others]) => [...ids, ...others])
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
  sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
});

it("readAllPayments reads all readable entries, however they are paged, and counts the rest", async () => {
  const property = fc.asyncProperty(pagedLists, async ({ entries, sizes }) => {
    let count = 0;
    const answer: Answer = (response, request) => {
      const offset = Number(new URL(request.url, server.url).searchParams.get("offset"));
      const size = sizes[count % sizes.length] ?? 1;
      count += 1;
      const page = entries.slice(offset, offset + size).map((_id) => (_id === null ? null : { _id }));
      return json(200, { payments: page })(response, request);
    };
    server.next(...Array.from({ length: entries.length + 1 }, () => answer));
    let leftOut = 0;
    const onGaps = (entriesLeftOut: number) => {
      leftOut += entriesLeftOut;
    };
    const read = await collect(readAllPayments(client, {}, { onGaps })).catch(({ code }) => code);
    const readable = entries.filter((_id) => _id !== null);
    const ids = new Set(readable.map((_id) => (typeof _id === "number" ? `${_id}` : undefined)));
    const none = entries.length === 0 ? [] : "ReplyUseless";
    expect(read).toEqual(readable.length === 0 ? none : [...ids].map((_id) => ({ _id })));
    expect(leftOut).toBe(entries.length - readable.length);
  });
  // Answers left over from one list must not reach the next one.
  const another = property.beforeEach(async () => {
    await stop();
    await start();
  });
  await fc.assert(another, { numRuns: 60 });
});
