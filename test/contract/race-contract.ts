import { beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { createObservations } from "../../src/store/observations/observations.ts";
import { openSecond, store } from "./given.ts";
import { shownOf } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

/** Each of these runs over two processes' stores where the database allows it, else over one. */
export function raceContract(): void {
  describe("simultaneous writes to the store", () => {
    let stores: [Store, Store];
    beforeEach(async () => {
      stores = [store, await openSecond()];
    });

    /** Calls `run` many times at once, by turns in each process. */
    const crowd = <T>(size: number, run: (store: Store, index: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: size }, (_, index) => run(stores[index % 2]!, index)));

    test("store and count one of fifty submissions of a form with different contents", async () => {
      const quota = { day: "2026-11-21", limit: 100 };
      const answers = await crowd(50, (store, index) =>
        store.operations.enqueue(anAct({ id: "a", request: { index }, quota })),
      );
      const kinds = Object.groupBy(answers, ({ kind }) => kind);
      expect(kinds.stored).toHaveLength(1);
      expect(kinds.duplicate).toHaveLength(49);
      const [store] = stores;
      expect(await store.operations.countUsed("U1", { day: quota.day, kind: "messages.send" })).toBe(1);
      const index = answers.findIndex(({ kind }) => kind === "stored");
      expect(await store.operations.get("a")).toMatchObject({ request: { index } });
    });

    test("store seven of fifty acts under a limit of seven", async () => {
      const quota = { day: "2026-11-21", limit: 7 };
      const answers = await crowd(50, (store, index) =>
        store.operations.enqueue({ ...anAct({ id: `${index}` }), quota }),
      );
      expect(answers.filter(({ kind }) => kind === "stored")).toHaveLength(7);
      expect(await stores[0].operations.countOpen()).toBe(7);
    });

    test("count one of eight submissions of a report", async () => {
      const vendors = [{ vendor: "vendorA", status: "APPROVED", reason: null }];
      for (let form = 0; form < 20; form += 1) {
        const report = { id: `F${form}`, templateId: "T", by: "U1", vendors, content: null };
        const answers = await crowd(8, async (store, index) => {
          // One begins while another is about to commit.
          for (let look = 0; look < index; look += 1) await store.operations.countOpen();
          return await store.open(createObservations).report(report, () => ({}));
        });
        expect(answers.filter((answer) => answer !== "same")).toEqual(["new"]);
      }
    });

    test("let one of twenty starts of an operation succeed", async () => {
      await stores[0].operations.enqueue(anAct({ id: "a" }));
      const answers = await crowd(20, (store) => store.operations.start("a"));
      expect(answers.filter(Boolean)).toHaveLength(1);
    });

    test("store and post one of twenty outcomes of an operation", async () => {
      const [store] = stores;
      await store.operations.enqueue(anAct({ id: "a" }));
      await store.operations.start("a");
      const answers = await crowd(20, () => store.operations.finish("a", anEnd({})));
      expect(answers.filter((answer) => answer !== "ignored")).toEqual(["closed"]);
      expect(await shownOf(store, "act:a")).toEqual(["posted", "closed"]);
    });
  });
}
