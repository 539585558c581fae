import { expect, it, vi } from "vitest";
import type { Store } from "../../../src/store/index.ts";
import { TestClock } from "../../contract/store-database.ts";
import { eventually } from "../../support/eventually.ts";
import { type Call, ended, start } from "./running.ts";

/*
 * A store that is away for longer than a lease, and back for recovery before it is back for who insists on an end: the
 * two ask it at times of their own. What fails is the transaction itself, as on a full disk.
 */

const leaseMs = 100;
const fail = (): never => {
  throw new Error("the disk is full");
};

type Options = { call: Call; outcome: "accepted" | "not_sent"; failsToStart?: boolean; resumes?: boolean };

async function startAway({ call, outcome, failsToStart = false, resumes = false }: Options) {
  const clock = new TestClock();
  const isBack = Promise.withResolvers<void>();
  const claim = vi.fn<Store["operations"]["claimAbandoned"]>();
  const finish = vi.fn<Store["operations"]["finish"]>();
  const { perform, store, posts } = await start(call, {
    resumes,
    lease: { ms: leaseMs, now: clock.now },
    store: (real) => {
      let isStarted = !failsToStart;
      const { operations } = real;
      claim.mockImplementation(operations.claimAbandoned);
      finish.mockImplementation(async (id, end) => {
        if (end.outcome !== outcome) return operations.finish(id, end);
        if (finish.mock.calls.length === 1) return operations.finish(id, { ...end, posts: fail });
        await isBack.promise;
        return operations.finish(id, end);
      });
      const failOnce: Store["operations"]["start"] = (id, how) => {
        const isFirst = !isStarted;
        isStarted = true;
        return operations.start(id, isFirst ? { ...how, posts: fail } : how);
      };
      const keepLease = async () => fail();
      return {
        ...real,
        operations: { ...operations, start: failOnce, finish, keepLease, claimAbandoned: claim },
      };
    },
  });
  await perform("a");
  await eventually(() => expect(finish).toHaveBeenCalledTimes(2));
  clock.advance(leaseMs);
  const looks = claim.mock.calls.length;
  await eventually(() => expect(claim.mock.calls.length).toBeGreaterThan(looks + 1));
  return { isBack, store, posts };
}

it("isn't told as unknown by a process that knows what became of it", async () => {
  const { isBack, store, posts } = await startAway({ call: async () => "done", outcome: "accepted" });
  isBack.resolve();
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted", attempts: 1 });
  expect(await posts("a")).toEqual([{ text: "closed accepted", blocks: [] }]);
});

it("isn't run by recovery while the same process insists that it was not sent", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { isBack, store, posts } = await startAway({
    call,
    outcome: "not_sent",
    failsToStart: true,
    resumes: true,
  });
  isBack.resolve();
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: { code: "StoreFailed" } });
  expect(await posts("a")).toEqual([{ text: "closed not_sent", blocks: [] }]);
  expect(call).not.toHaveBeenCalled();
});
