import type { PostgresLimits } from "../src/store/index.ts";

/** No three seconds of Slack's end here: on a machine that is busy for some a command takes as long, and has not failed. */
export const postgresLimits: PostgresLimits = { connectMs: 60_000, statementMs: 60_000 };
