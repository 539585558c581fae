import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { checkRan, readSnapshot } from "./spine/checks.ts";
import { commands } from "./spine/commands.ts";
import { deliver, inspect, purge, retentionMs } from "./spine/steps.ts";
import { leaseMs, type SpineDatabase, World } from "./spine/world.ts";
import { TestClock } from "./store-database.ts";

/** `runs`: unless SPINE_RUNS says otherwise. */
export type SpineOptions = { runs: number; mostCommands: number };

/** Shrinking what fails included. */
const leastMs = 60_000;
const mostRunMs = 500;

/**
 * Acts, further tries, answers, ends, reports, kills and purges in any order, over one database or another, against
 * what a person, the platform and the store are seen to be told. SPINE_SEED repeats what a failure names.
 */
export function spineModel(makeDatabase: () => Promise<SpineDatabase>, options: SpineOptions): void {
  describe("one act, one root, one answer, at random", () => {
    // The app's own waits alone: drivers and databases go by real time.
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    });
    afterEach(() => void vi.useRealTimers());

    const { mostCommands } = options;
    const { SPINE_RUNS: given, SPINE_SEED: seed, SPINE_PATH: path } = process.env;
    const runs = given === undefined ? options.runs : Number(given);
    const timeout = leastMs + runs * mostRunMs;
    test(`holds over ${runs} runs of up to ${mostCommands} commands`, { timeout }, async () => {
      const seen = new Map<string, number>();
      const property = fc.asyncProperty(commands(mostCommands), async (each) => {
        const database = await makeDatabase();
        const world = new World(database, new TestClock());
        let isEmpty = false;
        try {
          await world.startOne();
          await world.startOne();
          seen.set("commands", (seen.get("commands") ?? 0) + [...each].length);
          await fc.asyncModelRun(() => ({ model: world, real: world }), each);
          await heal(world);
          isEmpty = true;
        } finally {
          for (const [what, times] of world.model.seen) seen.set(what, (seen.get(what) ?? 0) + times);
          await world.end();
          await database.remove(isEmpty);
        }
      });
      await fc.assert(property, {
        numRuns: runs,
        // Short runs are for shrinking: whatever matters takes several commands.
        unbiased: true,
        ...(seed !== undefined && { seed: Number(seed) }),
        ...(path !== undefined && { path }),
      });
      console.log(JSON.stringify([...seen].sort(), null, 0));
    });
  });
}

/** Nothing fails any more: all comes to its end, is told, and is removed when it is old. */
async function heal(world: World): Promise<void> {
  const { model } = world;
  world.reconnect();
  await world.startOne();
  await world.startOne();
  await settle(world);
  await inspect(world);
  const [instance] = world.reached;
  const { store } = instance!;
  expect(await store.operations.countOpen()).toBe(0);
  for (const one of world.instances) expect(one.operations.pending).toBe(0);
  checkRan(model, await readSnapshot(store), (owner) => world.isLost(owner));
  await deliver(world, instance!);
  await inspect(world);
  expect(await store.posts.countQueued()).toBe(0);
  world.clock.advance(2 * retentionMs);
  await purge(world, instance!);
  const left = await readSnapshot(store);
  expect(left).toEqual({ operations: [], posts: [], lines: [], receipts: [], quotas: [] });
  expect(model.broken).toEqual([]);
  await forgetTimes(store);
}

/** Another run, which may have the same database, begins at an earlier time. */
async function forgetTimes(store: Store): Promise<void> {
  await store.open(async ({ connection: { db } }) => {
    for (const table of ["listings", "lanes", "paces"] as const) await db.deleteFrom(table).execute();
  });
}

async function settle(world: World): Promise<void> {
  for (let rounds = 0; rounds < 5; rounds += 1) {
    for (let more = true; more; ) {
      const [gate] = world.gates;
      const silence = world.platform.silences.find((one) => !one.isOver());
      if (gate !== undefined) world.release(gate, true);
      silence?.say("accepted");
      more = gate !== undefined || silence !== undefined;
      await world.quiet();
    }
    await world.pass(leaseMs);
  }
}
