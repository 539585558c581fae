import { describe, expect, test } from "vitest";
import { database, store } from "./given.ts";

const hourMs = 60 * 60_000;
const leaseMs = 10 * 60_000;

export function jobsContract(): void {
  describe("jobs", () => {
    const take = () => {
      const ranBefore = new Date(database.clock.now().getTime() - hourMs);
      return store.jobs.take("hourly", { ranBefore, leaseMs });
    };

    test("are taken once, and again when they have not run since", async () => {
      expect(await take()).toBe(true);
      expect(await take()).toBe(false);
      await store.jobs.ran("hourly");
      expect(await take()).toBe(false);
      database.clock.advance(hourMs - 1);
      expect(await take()).toBe(false);
      database.clock.advance(1);
      expect(await take()).toBe(true);
    });

    test("are one's alone when many ask at once", async () => {
      const taken = await Promise.all(Array.from({ length: 20 }, take));
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    test("are free again when whoever took them is gone for longer than the lease", async () => {
      expect(await take()).toBe(true);
      database.clock.advance(leaseMs - 1);
      expect(await take()).toBe(false);
      database.clock.advance(1);
      expect(await take()).toBe(true);
    });

    test("that were let go wait as long as they are told to", async () => {
      await take();
      await store.jobs.letGo("hourly", { retryAfterMs: 1000 });
      expect(await take()).toBe(false);
      database.clock.advance(1000);
      expect(await take()).toBe(true);
    });

    test("are not put off by a clock that was set back", async () => {
      await take();
      await store.jobs.ran("hourly");
      database.clock.advance(-24 * hourMs);
      expect(await take()).toBe(true);
    });

    test("are not held for longer than a lease by one who died before the clock was set back", async () => {
      await take();
      database.clock.advance(-24 * hourMs);
      expect(await take()).toBe(true);
    });

    test("know one from another", async () => {
      expect(await take()).toBe(true);
      expect(await store.jobs.take("other", { ranBefore: database.clock.now(), leaseMs })).toBe(true);
    });
  });
}
