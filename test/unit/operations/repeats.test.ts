import { describe, expect, it, vi } from "vitest";
import type { Store } from "../../../src/store/index.ts";
import { anAsker } from "../../support/asker.ts";
import { eventually } from "../../support/eventually.ts";
import { type Call, ended, failure, kind, start } from "./running.ts";
import { otherwise } from "./taking-on.ts";

describe("a second try after an unknown outcome", () => {
  /** `meanwhile` happens between the acknowledgement and the start of the second try. */
  async function sendAgain(
    meanwhile: (store: Store, answerLate: () => void) => Promise<unknown>,
    seen: (store: Store) => Store = (store) => store,
  ) {
    let answerLate = () => {};
    const call = vi.fn<Call>(async (_, { onLateReply }) => {
      answerLate = () => onLateReply({ ok: true, reply: "after all" });
      throw failure("unknown", "TimedOut");
    });
    const { operations, perform, store, said } = await start(call, { store: seen });
    await perform("first");
    await ended(store, "first");
    const again = { root: "first", newest: "first", reason: "it hangs" };
    const prepare = async () => ({ conversation: null, request: {}, again });
    await operations.perform({ id: "again", kind, by: anAsker(), prepare }, async () => {
      await meanwhile(store, answerLate);
    });
    return { call, again: await ended(store, "again"), first: await store.operations.get("first"), said };
  }

  it("is not sent once the first try is known as accepted", async () => {
    const { call, again, first, said } = await sendAgain(async (store, answerLate) => {
      answerLate();
      await eventually(async () =>
        expect(await store.operations.get("first")).toMatchObject({ outcome: "accepted" }),
      );
    });
    expect(again).toMatchObject({ outcome: "not_sent", startedAt: null, result: { code: "Superseded" } });
    expect(first).toMatchObject({ outcome: "accepted", tries: [{ id: "again", startedAt: null }] });
    expect(await said("again")).toEqual(["closed not_sent"]);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["", false],
    [", even if its unknown outcome was only just stored", true],
  ])("is not sent while the first try's late reply is being stored%s", async (_, isEndHeldUp) => {
    const [isBack, isHeard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    if (!isEndHeldUp) isHeard.resolve();
    const { call, again } = await sendAgain(
      async (_, answerLate) => {
        answerLate();
        isHeard.resolve();
      },
      otherwise((store) => ({
        finish: async (id, end) => {
          if (end.outcome === "accepted") await isBack.promise;
          const transition = await store.finish(id, end);
          if (end.outcome === "unknown") await isHeard.promise;
          return transition;
        },
      })),
    );
    expect(again).toMatchObject({ outcome: "not_sent", startedAt: null, result: { code: "Superseded" } });
    expect(call).toHaveBeenCalledTimes(1);
    isBack.resolve();
  });
});
