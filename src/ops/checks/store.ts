import { randomUUID } from "node:crypto";
import type { Config } from "../../config.ts";
import { openStore, StoreInUseError } from "../../store/index.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** Only a name for leases, none of which is taken here. */
const leaseMs = 60_000;

/** Opens the store as a start would, and brings its tables up to date. */
export async function checkStore(config: Config, now: () => Date): Promise<Finding> {
  const about = "store";
  try {
    const store = await openStore({ url: config.databaseUrl.reveal(), owner: randomUUID(), leaseMs, now });
    try {
      await store.healthy();
      const open = await store.operations.countOpen();
      const queued = await store.posts.countQueued();
      return ok(about, `opens, its tables are up to date; ${open} open operations, ${queued} posts waiting`);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreInUseError) {
      return ok(about, "in use by a running bot, and so not opened here: fine if that is this bot");
    }
    const words = error instanceof Error ? error.message : "an unforeseen failure";
    return problem(about, `does not open: ${words || "no answer"}; look at DATABASE_URL`);
  }
}
