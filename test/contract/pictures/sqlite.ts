import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../../src/store/index.ts";
import { layStore } from "../../support/laid-store.ts";
import { leaseMs, TestClock } from "../store-database.ts";
import type { PicturesDatabase } from "./world.ts";

/** A file of its own. */
export async function makePicturesFile(): Promise<PicturesDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "pictures-"));
  const url = `file:${join(directory, "bot.db")}`;
  await layStore(url);
  const clock = new TestClock();
  return {
    isShared: false,
    clock,
    open: (owner) => openStore({ url, owner, leaseMs, now: clock.now, leaseClock: clock.now }),
    remove: () => rm(directory, { recursive: true }),
  };
}
