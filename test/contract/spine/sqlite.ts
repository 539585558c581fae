import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../../src/store/index.ts";
import { layStore } from "../../support/laid-store.ts";
import { leaseMs, type SpineDatabase } from "./world.ts";

/** A file of its own, which one process has at a time. */
export async function makeSpineFile(): Promise<SpineDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "spine-"));
  const url = `file:${join(directory, "bot.db")}`;
  await layStore(url);
  return {
    isShared: false,
    open: (owner, clocks) => openStore({ url, owner, leaseMs, ...clocks }),
    remove: () => rm(directory, { recursive: true }),
  };
}
