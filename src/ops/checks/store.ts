import type { Config } from "../../config.ts";
import { inspectStore, StoreInUseError } from "../../store/index.ts";
import { type Finding, ok, problem } from "./finding.ts";

const found = {
  none: "can be reached, its tables will be created at the start",
  older: "opens, its tables will be brought up to date at the start",
  current: "opens, its tables are up to date",
};

/** Looks at the store and leaves it as it is: other instances may be running on tables of an older version. */
export async function checkStore(config: Config): Promise<Finding> {
  const about = "store";
  try {
    return ok(about, found[await inspectStore(config.databaseUrl.reveal())]);
  } catch (error) {
    if (error instanceof StoreInUseError) {
      return ok(about, "in use by another process, and so not opened here: fine if that is this bot");
    }
    const words = error instanceof Error ? error.message : "an unforeseen failure";
    return problem(about, `does not open: ${words || "no answer"}; look at DATABASE_URL`);
  }
}
