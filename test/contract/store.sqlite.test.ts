import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "../../src/store/index.ts";
import { storeContract } from "./store-contract.ts";
import { leaseMs, TestClock, type TestDatabase, unpaced } from "./store-database.ts";

storeContract(async (): Promise<TestDatabase> => {
  const directory = await mkdtemp(join(tmpdir(), "store-"));
  const url = `file:${join(directory, "bot.db")}`;
  const clock = new TestClock();
  const opened: Store[] = [];
  return {
    url,
    isShared: false,
    clock,
    async open(owner = "first", pace = unpaced) {
      const store = await openStore({ url, owner, leaseMs, now: clock.now, pace });
      opened.push(store);
      return store;
    },
    async remove() {
      for (const store of opened) await store.close();
      await rm(directory, { recursive: true });
    },
  };
});
