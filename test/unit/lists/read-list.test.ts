import { describe, expect, it, vi } from "vitest";
import { createPlatformList } from "../../../src/lists/readings.ts";
import { wordsOf } from "../../../src/locales/index.ts";
import { explainPlatformFailure } from "../../../src/outcomes/reasons.ts";
import { clientCodes, PlatformError } from "../../../src/platform/index.ts";

const identity = { operation: "listChannels", method: "GET", path: "/chat/v1/plus-friends" } as const;

function failure(code: string) {
  return new PlatformError({ ...identity, certainty: "unknown", code });
}

describe("a list of the platform", () => {
  it("is read once for all who ask within a minute, then again", async () => {
    let nowMs = 1_000_000;
    let readings = 0;
    const read = createPlatformList(
      async function* () {
        readings += 1;
        yield readings;
      },
      () => new Date(nowMs),
    );
    const [first, same] = await Promise.all([read(), read()]);
    expect(first).toEqual({ value: { items: [1], isCut: false, hasGaps: false }, at: new Date(1_000_000) });
    expect(same).toEqual(first);
    nowMs += 59_999;
    expect((await read()).value.items).toEqual([1]);
    nowMs += 1;
    expect((await read()).value.items).toEqual([2]);
    nowMs -= 3_600_000;
    expect((await read()).value.items).toEqual([3]);
  });

  it("fails for all who wait for it, and is read again for the next", async () => {
    let fails = true;
    const read = createPlatformList<string>(
      async function* () {
        if (fails) throw failure("TimedOut");
        yield "a";
      },
      () => new Date(0),
    );
    const both = await Promise.allSettled([read(), read()]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    fails = false;
    expect((await read()).value.items).toEqual(["a"]);
  });

  it("is read again after a reading failed before its first page", async () => {
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

  it("is cut if it has too many pages, and fails if its connection is lost", async () => {
    const until = (code: string) =>
      createPlatformList<string>(
        async function* () {
          yield "a";
          yield "b";
          throw failure(code);
        },
        () => new Date(0),
      );
    expect((await until(clientCodes.tooManyPages)()).value).toEqual({
      items: ["a", "b"],
      isCut: true,
      hasGaps: false,
    });
    await expect(until(clientCodes.connectionLost)()).rejects.toThrow("ConnectionLost");
  });
});

describe("explainPlatformFailure", () => {
  it("explains the platform's failures, and returns nothing for a defect of the app", () => {
    const words = wordsOf("en");
    const say = (error: unknown) => explainPlatformFailure(error, words)?.flat().join("\n");
    expect(say(failure("TimedOut"))).toContain(words.reasons.byCode["TimedOut"]?.says);
    expect(say(failure(clientCodes.aborted))).toContain(words.lists.tookTooLong);
    expect(say(failure(clientCodes.tooManyPages))).toContain(words.lists.endless);
    expect(
      say(new PlatformError({ ...identity, certainty: "refused", code: "HTTP_418", status: 418 })),
    ).toContain(words.reasons.byStatus(418).says);
    const long = new PlatformError({
      ...identity,
      certainty: "refused",
      code: "X",
      platformMessage: `010-1234-5678 ${"가".repeat(900)}`,
    });
    expect(say(long)).not.toContain("1234");
    expect(say(long)?.length).toBeLessThan(500);
    expect(say(new TypeError("oops"))).toBeUndefined();
  });
});

it("a list of the platform may take five minutes to read", async () => {
  const limitsMs: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limitsMs.push(ms);
    return new AbortController().signal;
  });
  const read = createPlatformList<number>(
    async function* () {
      for (let page = 1; page <= 5; page += 1) yield page;
    },
    () => new Date(0),
  );
  expect((await read()).value.items).toEqual([1, 2, 3, 4, 5]);
  expect(limitsMs).toEqual([5 * 60_000]);
});
