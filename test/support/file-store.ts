import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "../../src/store/index.ts";
import { leaseMs, TestClock, type TestDatabase } from "../contract/store-database.ts";
import { layStore } from "./laid-store.ts";

/** A file of its own, which one process has at a time; its stores are closed with it. */
export async function makeFile(): Promise<TestDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "store-"));
  const path = join(directory, "bot.db");
  const url = `file:${path}`;
  const clock = new TestClock();
  const opened: Store[] = [];
  return {
    url,
    isShared: false,
    clock,
    async open(owner = "first") {
      if (!existsSync(path)) await layStore(url);
      const store = await openStore({ url, owner, leaseMs, now: clock.now, leaseClock: clock.now });
      opened.push(store);
      return store;
    },
    async remove() {
      for (const store of opened) await store.close();
      await rm(directory, { recursive: true });
    },
  };
}
