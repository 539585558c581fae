import type { Config } from "../../config.ts";
import { inspectStore, StoreInUseError } from "../../store/index.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** Looks at the store and leaves it as it is: other instances may be running on tables of an older version. */
export async function checkStore(config: Config): Promise<Finding> {
  const about = "store";
  try {
    const { version, newest } = await inspectStore(config.databaseUrl.reveal());
    if (version === newest) return ok(about, "opens, its tables are up to date");
    if (version === 0) return ok(about, "can be reached, its tables will be created at the start");
    if (version < newest) {
      return ok(about, `opens, its tables (version ${version}) will be brought to ${newest} at the start`);
    }
    return problem(about, `is of a newer bot (version ${version}, this bot knows ${newest}): update the bot`);
  } catch (error) {
    if (error instanceof StoreInUseError) {
      return ok(about, "in use by a running bot, and so not opened here: fine if that is this bot");
    }
    const words = error instanceof Error ? error.message : "an unforeseen failure";
    return problem(about, `does not open: ${words || "no answer"}; look at DATABASE_URL`);
  }
}
