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
  it("reads past a short page, until an empty one", async () => {
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

  it("counts the entries that can't be read as the platform does, and tells of them", async () => {
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

  it("reads on past pages of which nothing can be read", async () => {
    server.next(json(200, [null]), json(200, [country(1)]), json(200, [null, "2"]), json(200, [{}]));
    server.next(json(200, [country(3)]), json(200, []));
    const gaps: number[] = [];
    const ids = await idsOf(readAllPrices(client, {}, { onGaps: (leftOut) => gaps.push(leftOut) }));
    expect(ids).toEqual(["1", undefined, "3"]);
    expect(queries()).toEqual(["", "offset=1", "offset=2", "offset=4", "offset=5", "offset=6"]);
    expect(gaps).toEqual([1, 2]);
  });

  it("takes a list of which nothing at all can be read for no empty one", async () => {
    server.next(json(200, [null]), json(200, [null]), json(200, []));
    await expect(idsOf(readAllPrices(client))).rejects.toMatchObject({ code: "ReplyUseless" });
    expect(queries()).toEqual(["", "offset=1", "offset=2"]);
  });

  it("ends when the platform ignores the offset and repeats itself", async () => {
    const page = json(200, [country(1), country(2)]);
    server.next(page, page, page);
    expect(await idsOf(readAllPrices(client))).toEqual(["1", "2"]);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ["what can't be read", [null], "ReplyUseless"],
    ["what can't be read beside what it said", [country(1), null], ["1"]],
  ])("ends before long when the platform says nothing for ever but %s", async (_, page, expected) => {
    server.next(...Array.from({ length: 300 }, () => json(200, page)));
    const read = idsOf(readAllPrices(client)).catch(({ code }) => code);
    expect(await read).toEqual(expected);
    expect(server.requests.length).toBeLessThan(15);
  });

  it("drops what two pages share", async () => {
    server.next(json(200, [country(1), country(2)]), json(200, [country(2), country(3)]), json(200, []));
    expect(await idsOf(readAllPrices(client))).toEqual(["1", "2", "3"]);
  });

  it("gives up on a list that never ends", async () => {
    server.next(...Array.from({ length: 300 }, (_, index) => json(200, [country(index)])));
    await expect(idsOf(readAllPrices(client))).rejects.toMatchObject({ code: "TooManyPages" });
    expect(server.requests.length).toBeLessThan(300);
  });

  it("gives up on pages that bring ever more, and holds no more than it gives", async () => {
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

  it("takes a list of exactly as much as it reads at most for a whole one", async () => {
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

  it("takes ten thousand, and gives up on more", async () => {
    const payments = Array.from({ length: 10_000 }, (_, index) => ({ _id: `${index}` }));
    server.next(json(200, { payments }), json(200, { payments: [] }));
    expect(await collect(readAllPayments(client))).toHaveLength(10_000);
    server.next(json(200, { payments }), json(200, { payments: [{ _id: "one more" }] }));
    await expect(collect(readAllPayments(client))).rejects.toMatchObject({ code: "TooManyPages" });
  });
});

describe("readAllChannels", () => {
  it("gives up on what is too much together, in ever so few items", async () => {
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

  it("gives up on keys that never end", async () => {
    server.next(...Array.from({ length: 300 }, (_, key) => json(200, { friends: [], nextKey: `${key}` })));
    await expect(collect(readAllChannels(client))).rejects.toMatchObject({ code: "TooManyPages" });
    expect(server.requests.length).toBeLessThan(300);
  });

  it("follows nextKey past pages of which nothing can be read", async () => {
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

  it("ends before long when ever new keys lead to what can't be read", async () => {
    server.next(
      ...Array.from({ length: 300 }, (_, key) => json(200, { friends: [null], nextKey: `${key}` })),
    );
    await expect(collect(readAllChannels(client))).rejects.toMatchObject({ code: "ReplyUseless" });
    expect(server.requests.length).toBeLessThan(15);
  });

  it("ends when a key comes again", async () => {
    server.next(json(200, { friends: [{ pfId: "a" }], nextKey: "b" }));
    server.next(json(200, { friends: [{ pfId: "b" }], nextKey: "b" }));
    server.next(json(200, { friends: [{ pfId: "c" }], nextKey: "b" }));
    expect(await collect(readAllChannels(client))).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });
});

/** Entries that are read, that can't be, and that can't be told from each other; in whatever pages the platform likes. */
const odd = fc.array(fc.constantFrom(null, {}), { maxLength: 10 });
const pagedLists = fc.record({
  entries: fc
    .tuple(fc.uniqueArray(fc.nat({ max: 99 }), { maxLength: 8 }), odd)
    .map(([ids, others]) => [...ids, ...others])
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
  sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
});

it("reads whatever can be read of a list, however it is paged, and tells how much can't", async () => {
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
  // The answers that were left over are no other list's.
  const another = property.beforeEach(async () => {
    await stop();
    await start();
  });
  await fc.assert(another, { numRuns: 60 });
});
