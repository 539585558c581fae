import { vi } from "vitest";
import type { Outcome, Store } from "../../../src/store/index.ts";
import { otherwise } from "./taking-on.ts";

const fail = (): never => {
  throw new Error("the disk is full");
};

/**
 * A store that takes no end with `outcome` until `isBack`, while recovery can use it. First the transaction itself fails,
 * as on a full disk.
 */
export function storeAway(outcome: Outcome, { failsToStart = false } = {}) {
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
