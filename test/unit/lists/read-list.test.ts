import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { within } from "../../../src/deadline.ts";
import { createPlatformList, createQuickReader } from "../../../src/lists/readings.ts";
import { Cursors, encodePosition, parseValue } from "../../../src/lists/show-list.ts";
import { wordsOf } from "../../../src/locales/index.ts";
import { explainPlatformFailure } from "../../../src/outcomes/reasons.ts";
import { clientCodes, PlatformError } from "../../../src/platform/index.ts";

const identity = { operation: "listChannels", method: "GET", path: "/chat/v1/plus-friends" } as const;

function failure(code: string) {
  return new PlatformError({ ...identity, certainty: "unknown", code });
}

describe("a list that is read from the platform", () => {
  /** A list whose reading gives these items in turn, and then fails where an error stands. */
  function listOf(read: () => (string | number | Error)[], now = () => new Date(0)) {
    return createPlatformList<string | number>(async function* () {
      for (const item of read()) {
        if (item instanceof Error) throw item;
        yield item;
      }
    }, now);
  }

  it("is read only once for all who ask within a minute, and a second time after that", async () => {
    let nowMs = 1_000_000;
    let readings = 0;
    const read = listOf(
      () => {
        readings += 1;
        return [readings];
      },
      () => new Date(nowMs),
    );
    const [first, same] = await Promise.all([read(), read()]);
    expect(first).toEqual({ value: { items: [1], isCut: false, hasGaps: false }, at: new Date(1_000_000) });
    expect(same).toEqual(first);
    for (const [laterMs, number] of [
      [59_999, 1],
      [1, 2],
      [-3_600_000, 3],
    ] as const) {
      nowMs += laterMs;
      expect((await read()).value.items).toEqual([number]);
    }
  });

  it("fails for all who wait for it, and is read by the next person who asks", async () => {
    const answers = [[failure("TimedOut")], ["a"]];
    const read = listOf(() => answers.shift() ?? []);
    const both = await Promise.allSettled([read(), read()]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await read()).value.items).toEqual(["a"]);
  });

  it("can be read after an earlier reading failed before its first page", async () => {
    let fails = true;
    const read = createPlatformList<string>(
      () => {
        if (fails) throw new TypeError("oops");
        return (async function* () {
          yield "a";
        })();
      },
      () => new Date(0),
    );
    await expect(read()).rejects.toThrow("oops");
    fails = false;
    expect((await read()).value.items).toEqual(["a"]);
  });

  it("is cut if it has too many pages, and fails if the connection is lost", async () => {
    const until = (code: string) => listOf(() => ["a", "b", failure(code)])();
    const { value } = await until(clientCodes.tooManyPages);
    expect(value).toEqual({ items: ["a", "b"], isCut: true, hasGaps: false });
    await expect(until(clientCodes.connectionLost)).rejects.toThrow("ConnectionLost");
  });

  it("may take up to five minutes to read", async () => {
    const limitsMs: number[] = [];
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      limitsMs.push(ms);
      return new AbortController().signal;
    });
    await listOf(() => [1, 2])();
    expect(limitsMs).toEqual([5 * 60_000]);
  });
});

it("explainPlatformFailure puts the platform's failures into words, but returns nothing for a bug of the app", () => {
  const words = wordsOf("en");
  const say = (error: unknown) => explainPlatformFailure(error, words)?.flat().join("\n");
  const refused = (more: object) =>
    say(new PlatformError({ ...identity, certainty: "refused", code: "HTTP_418", ...more }));
  expect(say(failure("TimedOut"))).toContain(words.reasons.byCode["TimedOut"]?.says);
  expect(say(failure(clientCodes.aborted))).toContain(words.lists.tookTooLong);
  expect(say(failure(clientCodes.tooManyPages))).toContain(words.lists.endless);
  expect(refused({ status: 418 })).toContain(words.reasons.byStatus(418).says);
  const long = refused({ platformMessage: `010-1234-5678 ${"가".repeat(900)}` });
  expect(long).not.toContain("1234");
  expect(long?.length).toBeLessThan(500);
  expect(say(new TypeError("oops"))).toBeUndefined();
});

describe("the quick reader of a list", () => {
  it("returns a value that comes in time, else the last value, else null", async () => {
    const readings = new Map<string, Promise<{ value: string; at: Date }>>();
    const glance = createQuickReader(
      (which) => readings.get(which) ?? Promise.reject(new Error("no such list")),
      within,
    );
    const reading = (value: string) => Promise.resolve({ value, at: new Date() });
    const never = new Promise<never>(() => {});
    expect(await glance("82", 1000)).toBeNull();
    readings.set("82", never);
    expect(await glance("82", 1)).toBeNull();
    readings.set("82", reading("first"));
    expect(await glance("82", 1000)).toBe("first");
    readings.set("82", never);
    expect(await glance("82", 1)).toBe("first");
    readings.delete("82");
    expect(await glance("82", 1000)).toBe("first");
    expect(await glance("1", 1)).toBeNull();
  });

  it("called without time to wait, returns the value to its next call", async () => {
    const { promise, resolve } = Promise.withResolvers<{ value: string; at: Date }>();
    const glance = createQuickReader(() => promise, within);
    expect(await glance("", 0)).toBeNull();
    resolve({ value: "read", at: new Date() });
    await promise;
    expect(await glance("", 0)).toBe("read");
  });

  it("keeps the values that were asked for last, however many texts are typed", async () => {
    let isSilent = false;
    const asked: string[] = [];
    const glance = createQuickReader((which) => {
      asked.push(which);
      const reading = { value: which, at: new Date() };
      return isSilent ? new Promise<never>(() => {}) : Promise.resolve(reading);
    }, within);
    await glance("typed first", 1000);
    await glance("82", 1000);
    for (let index = 0; index < 1000; index += 1) {
      await glance(`${index}`, 1000);
      if (index % 100 === 0) await glance("82", 1000);
    }
    isSilent = true;
    expect(await glance("typed first", 0)).toBeNull();
    expect([await glance("82", 0), await glance("999", 0)]).toEqual(["82", "999"]);
  });
});

const Position = z.object({ isOwn: z.boolean(), cursors: Cursors });

describe("the position of a paging button in its list", () => {
  it("is read back whole, or without the oldest pages if Slack's limit for a button needs it", () => {
    const audiences = fc.record({
      isOwn: fc.boolean(),
      cursors: fc.array(fc.string({ maxLength: 120 }), { maxLength: 60 }),
    });
    fc.assert(
      fc.property(audiences, (position) => {
        const value = encodePosition(position);
        expect(value.length).toBeLessThanOrEqual(2000);
        const back = parseValue(Position, value)!;
        expect({ ...back, cursors: [] }).toEqual({ ...position, cursors: [] });
        expect(position.cursors.slice(position.cursors.length - back.cursors.length)).toEqual(back.cursors);
        if (JSON.stringify(position).length <= 2000) expect(back).toEqual(position);
      }),
    );
  });

  it.each(["", "{}", "null", "[", '{"isOwn":"yes","trail":[]}'])(
    "is read as null from the invalid value %j",
    (value) => {
      expect(parseValue(Position, value)).toBeNull();
    },
  );
});
