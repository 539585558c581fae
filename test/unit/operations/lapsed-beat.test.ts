import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClocks } from "../../../src/clocks.ts";
import { storeBudgetMs } from "../../../src/deadline.ts";
import { Heartbeat } from "../../../src/operations/recovery.ts";
import { anAsker } from "../../support/asker.ts";
import { start } from "./running.ts";
import { otherwise } from "./taking-on.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const until = async (isSo: () => boolean) => {
  for (let turns = 0; turns < 1_000 && !isSo(); turns += 1) await setImmediate();
  expect(isSo()).toBe(true);
};

/** The next heartbeat after a stall doesn't show that another instance may have closed operations meanwhile. */
it.each([
  ["even after the next heartbeat", true],
  ["before the next heartbeat", false],
])("an act stored as started is not sent after a stall longer than the lease, %s", async (_, beats) => {
  const passed = { monotonicMs: 0, wallMs: 0 };
  const left: string[] = [];
  const others = Promise.withResolvers<void>();
  const call = async (request: { id?: string }) => {
    left.push(request.id ?? "");
    if (request.id === "other") await others.promise;
    return "done";
  };
  let isTurnLost = false;
  const running = await start(call, {
    own: { isReadyAtOnce: true },
    concurrency: 1,
    clocks: { monotonicMs: () => passed.monotonicMs, wallMs: () => passed.wallMs },
    store: otherwise((real) => ({
      async enqueue(request) {
        const result = await real.enqueue(request);
        if (request.id !== "first") return result;
        // So slow a store that its turn goes to somebody else.
        await vi.advanceTimersByTimeAsync(storeBudgetMs);
        void running.perform("other", async () => {}, { by: anAsker() });
        await until(() => left.includes("other"));
        isTurnLost = true;
        return result;
      },
    })),
  });
  const { store, perform, operations } = running;
  await perform("first", async () => {}, { by: anAsker() });
  await until(() => isTurnLost);
  for (let turns = 0; turns < 50; turns += 1) await setImmediate();
  // The machine stalls; another instance's recovery closes the act, and then a person resolves it.
  passed.monotonicMs += 70_000;
  passed.wallMs += 70_000;
  await store.operations.finish("first", { outcome: "unknown", result: null, notificationFor: () => ({}) });
  await store.operations.resolve("first", { by: "U1", as: "did_not_arrive", notificationFor: () => ({}) });
  if (beats) await vi.advanceTimersByTimeAsync(5_000);
  others.resolve();
  await until(() => operations.pending === 0);
  vi.useRealTimers();
  expect(left).toEqual(["other"]);
});

/** `retryWhileAway` starts the operations again if the store fails after the first beat. */
it("the heartbeat stops even if it was started twice", async () => {
  let beats = 0;
  const beat = async () => {
    beats += 1;
  };
  const heartbeat = new Heartbeat({ beat, leaseMs: 60_000, clocks: systemClocks, onError: () => {} });
  await heartbeat.start();
  await heartbeat.start();
  await heartbeat.stop();
  const before = beats;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(beats).toBe(before);
});
