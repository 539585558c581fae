import { beforeEach, describe, expect, test } from "vitest";
import type { Operation } from "../../src/store/index.ts";
import { store } from "./given.ts";
import { anAct, anEnd } from "./store-database.ts";
import { aPostOf, deliverAll, listen, nothing, shownOf, tellsAct, waitingOf } from "./telling.ts";

/** What an operation that waits for its turn says, and how its author gives it up. */
export function turnsContract(): void {
  describe("an operation that waits for its turn", () => {
    beforeEach(async () => {
      await store.operations.takeOn(anAct({ id: "a" }));
    });

    const waits = () => store.operations.waits("a", tellsAct("waits"));
    const isWaiting = async () => (await store.operations.get("a"))?.waits;
    const giveUp = (seen: Operation[] = []) =>
      store.operations.finish("a", {
        ...{ outcome: "not_sent", result: null, isGivenUp: true },
        tells: (_, operation) => {
          seen.push(operation);
          return {};
        },
      });

    test("says so, and is known by that", async () => {
      expect(await isWaiting()).toBe(false);
      const { told } = listen(store);
      const seen: Operation[] = [];
      await store.operations.waits("a", (operation) => {
        seen.push(operation);
        return {
          ...tellsAct("waits")(operation),
          changed: ["finding:x"],
        };
      });
      expect(told.map(({ post }) => post.subject)).toEqual(["act:a"]);
      expect(seen).toMatchObject([{ id: "a", state: "stored", waits: true }]);
      expect(await isWaiting()).toBe(true);
      expect(await shownOf(store, "act:a")).toEqual(["posted", "waits"]);
    });

    test("tells of whatever else it changes", async () => {
      await store.posts.add({ posts: [aPostOf("finding:x")] });
      await deliverAll(store);
      await store.operations.waits("a", () => ({ changed: ["finding:x"] }));
      expect(await waitingOf(store, "finding:x")).toEqual(["finding:x"]);
    });

    test("says so before it starts, and not after that", async () => {
      await store.operations.start("a");
      await waits();
      await store.operations.waits("unknown", tellsAct("waits"));
      expect(await isWaiting()).toBe(false);
      expect(await store.posts.list(["act:a", "act:unknown"])).toEqual([]);
    });

    test("changes its post when it starts, once", async () => {
      await waits();
      await deliverAll(store);
      const { told } = listen(store);
      expect(await store.operations.start("a")).toBe(true);
      expect(told.map(({ post }) => post.subject)).toEqual(["act:a"]);
      expect(await shownOf(store, "act:a")).toEqual(["drawn anew"]);
      expect(await store.operations.start("a")).toBe(false);
      expect(await waitingOf(store, "act:a")).toEqual([]);
    });

    test("changes what stands of its act when it starts, whoever said that, and adds nothing", async () => {
      const beside = [{ id: "b.1", request: {} }];
      await store.operations.takeOn(anAct({ id: "b", beside }));
      expect(await store.operations.start("b")).toBe(true);
      expect(await store.posts.list(["act:b"])).toEqual([]);
      await store.operations.waits("b.1", tellsAct("waits"));
      await deliverAll(store);
      expect(await store.operations.start("b.1")).toBe(true);
      expect(await shownOf(store, "act:b")).toEqual(["drawn anew"]);
      expect(await store.operations.start("b.1", { isAgain: true })).toBe(true);
      expect(await waitingOf(store, "act:b")).toEqual([]);
    });

    test("is given up once, and never starts then", async () => {
      const seen: Operation[] = [];
      expect(await giveUp(seen)).toBe("closed");
      expect(seen).toMatchObject([{ waits: false, outcome: "not_sent" }]);
      expect(await giveUp()).toBe("ignored");
      expect(await store.operations.start("a")).toBe(false);
      await waits();
      expect(await store.posts.list(["act:a"])).toEqual([]);
    });

    test("knows at its end that it was told to wait, and changes its post", async () => {
      await waits();
      await deliverAll(store);
      const seen: Operation[] = [];
      expect(await giveUp(seen)).toBe("closed");
      expect(seen).toMatchObject([{ waits: true, startedAt: null }]);
      expect(await shownOf(store, "act:a")).toEqual(["drawn anew"]);
    });

    test("can't be given up once it has started", async () => {
      await store.operations.start("a");
      expect(await giveUp()).toBe("ignored");
      expect(await store.operations.get("a")).toMatchObject({ state: "started" });
      await store.operations.finish("a", anEnd({ outcome: "unknown" }));
      expect(await giveUp()).toBe("ignored");
      expect(await store.operations.get("a")).toMatchObject({ outcome: "unknown", correctedAt: null });
    });

    test("either says so before it is given up, or never", async () => {
      for (let round = 0; round < 20; round += 1) {
        const id = `race-${round}`;
        await store.operations.takeOn(anAct({ id }));
        const givenUp = anEnd({ outcome: "not_sent", isGivenUp: true, tells: nothing });
        await Promise.all([
          store.operations.finish(id, givenUp),
          store.operations.waits(id, tellsAct("waits")),
        ]);
        const { waits: didWait, state } = (await store.operations.get(id))!;
        expect(state).toBe("closed");
        expect(await store.posts.list([`act:${id}`])).toHaveLength(didWait ? 1 : 0);
      }
    });
  });
}
