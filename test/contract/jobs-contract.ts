import { describe, expect, test } from "vitest";
import { database, store } from "./given.ts";

const hourMs = 60 * 60_000;
const leaseMs = 10 * 60_000;

export function jobsContract(): void {
  describe("scheduled jobs", () => {
    const take = () => {
      const ranBefore = new Date(database.clock.now().getTime() - hourMs);
      return store.jobs.take("hourly", { ranBefore, leaseMs });
    };

    test("are taken once, and again when the last run is long enough ago", async () => {
      expect(await take()).toBe(true);
      expect(await take()).toBe(false);
      await store.jobs.ran("hourly");
      expect(await take()).toBe(false);
      database.clock.advance(hourMs - 1);
      expect(await take()).toBe(false);
      database.clock.advance(1);
      expect(await take()).toBe(true);
    });

    test("are taken by one of twenty instances that ask at the same time", async () => {
      const taken = await Promise.all(Array.from({ length: 20 }, take));
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    test("can be taken again when the lease of the instance that took them is over", async () => {
      expect(await take()).toBe(true);
      database.clock.advance(leaseMs - 1);
      expect(await take()).toBe(false);
      database.clock.advance(1);
      expect(await take()).toBe(true);
    });

    test("that were released can be taken again after the retry time", async () => {
      await take();
      await store.jobs.letGo("hourly", { retryAfterMs: 1000 });
      expect(await take()).toBe(false);
      database.clock.advance(1000);
      expect(await take()).toBe(true);
    });

    test("can be taken again when the clock was set back after a run", async () => {
      await take();
      await store.jobs.ran("hourly");
      database.clock.advance(-24 * hourMs);
      expect(await take()).toBe(true);
    });

    test("can be taken again when the clock was set back during a lease", async () => {
      await take();
      database.clock.advance(-24 * hourMs);
      expect(await take()).toBe(true);
    });

    test("of different names are taken independently", async () => {
      expect(await take()).toBe(true);
      expect(await store.jobs.take("other", { ranBefore: database.clock.now(), leaseMs })).toBe(true);
    });
  });
}
