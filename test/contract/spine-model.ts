import { expect } from "vitest";
import { findUnaudited } from "../support/audited.ts";
import { playAtRandom, type Runs } from "./at-random.ts";
import { checkRan, readSnapshot } from "./spine/checks.ts";
import { commands } from "./spine/commands.ts";
import { deliver, inspect, purge, retentionMs } from "./spine/steps.ts";
import { World } from "./spine/world.ts";
import { leaseMs, type MakeDatabase } from "./store-database.ts";

/**
 * Acts, further tries, answers, ends, reports, kills and purges in any order, over one database or another, against
 * what a person, the platform and the store are seen to be told.
 */
export function spineModel(makeDatabase: MakeDatabase, runs: Runs): void {
  playAtRandom("one act, one root, one answer, at random", makeDatabase, {
    ...{ ...runs, commands, rest: heal },
    createWorld: (database) => new World(database),
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
  expect(await findUnaudited(store, model.auditedSince)).toEqual([]);
  world.clock.advance(2 * retentionMs);
  await purge(world, instance!);
  const left = await readSnapshot(store);
  expect(left).toEqual({ operations: [], posts: [], lines: [], receipts: [], quotas: [] });
  expect(model.broken).toEqual([]);
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
