import { expect, it, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { type Call, ended, failure, start } from "./running.ts";

const isStored = { a: false };

/** Takes the first act, and no other look at any. */
async function startWithAStoreThatFails(call: Call, limit?: number) {
  isStored.a = false;
  return start(call, {
    ...(limit === undefined ? {} : { limit }),
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          if (isStored.a) throw new Error("the connection was cut");
          isStored.a = true;
          return real.operations.takeOn(request);
        },
      },
    }),
  });
}

it.each([
  ["accepted", async () => "done"],
  ["unknown", async () => Promise.reject(failure("unknown", "TimedOut"))],
] satisfies [string, Call][])(
  "once it was %s it is never told as unsent, whatever the store does",
  async (outcome, end) => {
    const call = vi.fn<Call>(end);
    const { operations, perform, store } = await startWithAStoreThatFails(call);
    expect(await perform("a")).toBe("stored");
    expect(await ended(store, "a")).toMatchObject({ outcome });
    await eventually(() => expect(operations.pending).toBe(0));
    expect(await perform("a")).toBe("twin");
    await operations.stop(1000);
    expect(await perform("a")).toBe("twin");
    expect(await store.operations.get("a")).toMatchObject({ outcome });
    expect(call).toHaveBeenCalledTimes(1);
  },
);

it("is not told as unsent where there is no room for another", async () => {
  const held = Promise.withResolvers<string>();
  const call = vi.fn<Call>(() => held.promise);
  call.mockResolvedValueOnce("done");
  const { operations, perform, store } = await start(call, { limit: 1 });
  await perform("a");
  await ended(store, "a");
  await eventually(() => expect(operations.pending).toBe(0));
  expect(await perform("b")).toBe("stored");
  expect([await perform("a"), await perform("c")]).toEqual(["twin", "busy"]);
  held.resolve("done");
});

it("is asked of the store again when it certainly had no effect, since its form can be used anew", async () => {
  const { operations, perform, store } = await start(async () => {
    throw failure("refused");
  });
  await perform("a");
  await ended(store, "a");
  await eventually(() => expect(operations.pending).toBe(0));
  expect(await perform("a")).toBe("duplicate");
});
