import { describe, expect, test } from "vitest";
import { database, store } from "./given.ts";
import { aPostOf } from "./notifications.ts";

export function monitorsContract(): void {
  describe("the state of a monitor", () => {
    const change = (version: number, seen: string) =>
      store.monitors.change("payments", {
        ...{ version, known: { seen } },
        notification: { posts: [aPostOf(`alert:${seen}`)] },
      });

    test("is null at first, then what was written last for this monitor", async () => {
      expect(await store.monitors.get("payments")).toEqual({ version: 0, known: null });
      expect(await change(0, "one")).toBe(true);
      expect(await store.monitors.get("payments")).toEqual({ version: 1, known: { seen: "one" } });
      expect(await change(1, "two")).toBe(true);
      expect(await store.monitors.get("payments")).toEqual({ version: 2, known: { seen: "two" } });
      expect(await store.monitors.get("prices")).toEqual({ version: 0, known: null });
    });

    test.each([0, 1])("is changed and posted by one of twenty at once (version %i)", async (version) => {
      if (version === 1) await change(0, "before");
      const notified = await store.posts.countQueued();
      const changed = await Promise.all(
        Array.from({ length: 20 }, (_, index) => change(version, `${index}`)),
      );
      expect(changed.filter(Boolean)).toHaveLength(1);
      expect(await store.posts.countQueued()).toBe(notified + 1);
      expect(await store.monitors.get("payments")).toEqual({
        version: version + 1,
        known: { seen: `${changed.indexOf(true)}` },
      });
    });

    test("is not changed from another version, and nothing is posted", async () => {
      await change(0, "one");
      expect(await change(0, "late")).toBe(false);
      expect(await change(7, "never was")).toBe(false);
      expect(await store.posts.countQueued()).toBe(1);
    });

    test("survives every purge", async () => {
      await change(0, "one");
      await store.purge({ closedBefore: database.clock.advance(1e12) });
      expect(await store.monitors.get("payments")).toMatchObject({ version: 1 });
    });
  });
}
