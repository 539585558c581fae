import { expect, it, vi } from "vitest";
import type { Outcome, Store } from "../../../src/store/index.ts";
import { TestClock } from "../../contract/store-database.ts";
import { eventually } from "../../support/eventually.ts";
import { type Call, ended, start } from "./running.ts";
import { otherwise } from "./taking-on.ts";

const fail = (): never => {
  throw new Error("the disk is full");
};

/**
 * A store that takes no end with `outcome` until `isBack`, while recovery can use it. First the transaction itself fails,
 * as on a full disk.
 */
function storeAway(outcome: Outcome, { failsToStart = false } = {}) {
  const isBack = Promise.withResolvers<void>();
  const claim = vi.fn<Store["operations"]["claimAbandoned"]>();
  const finish = vi.fn<Store["operations"]["finish"]>();
  const start = vi.fn<Store["operations"]["start"]>();
  const store = otherwise((operations) => {
    claim.mockImplementation(operations.claimAbandoned);
    start.mockImplementation(operations.start);
    if (failsToStart) start.mockImplementationOnce(async () => fail());
    finish.mockImplementation(async (id, end) => {
      if (end.outcome !== outcome) return operations.finish(id, end);
      if (finish.mock.calls.length === 1) return operations.finish(id, { ...end, notificationFor: fail });
      await isBack.promise;
      return operations.finish(id, end);
    });
    return { start, finish, beat: async () => fail(), claimAbandoned: claim };
  });
  return { store, isBack, claim, finish };
}

const leaseMs = 100;

/** Performs `a`, whose end can't be stored for longer than a lease, while recovery runs twice. */
async function outlast({ claim, finish, store }: ReturnType<typeof storeAway>, call: Call, resumes = false) {
  const clock = new TestClock();
  const running = await start(call, { own: { resumes }, store, lease: { ms: leaseMs, now: clock.now } });
  await running.perform("a");
  await eventually(() => expect(finish).toHaveBeenCalledTimes(2));
  clock.advance(leaseMs);
  const looks = claim.mock.calls.length;
  await eventually(() => expect(claim.mock.calls.length).toBeGreaterThan(looks + 1));
  return running;
}

it("an operation that can't be closed in the store for longer than a lease keeps its outcome", async () => {
  const away = storeAway("accepted");
  const at = new TestClock().now();
  const { store, said } = await outlast(away, async () => "done");
  away.isBack.resolve();
  // The time when it ended, not when that could be stored.
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted", closedAt: at });
  expect(await said("a")).toEqual(["closed accepted"]);
});

it("recovery doesn't run an operation that its own process is closing as not sent", async () => {
  const call = vi.fn<Call>(async () => "done");
  const away = storeAway("not_sent", { failsToStart: true });
  const { store, said } = await outlast(away, call, true);
  away.isBack.resolve();
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: { code: "StoreFailed" } });
  expect(await said("a")).toEqual(["closed not_sent"]);
  expect(call).not.toHaveBeenCalled();
});
