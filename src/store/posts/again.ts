import { type RawBuilder, sql } from "kysely";
import type { StoreContext } from "../database/tables.ts";

/** Slack names no bound for a call whose connection is gone: six times as long as this app waits for an answer. */
const landsWithinMs = 60_000;

/** When no edit that left by now can land any more. */
export function againAt({ leaseNow }: StoreContext): RawBuilder<number> {
  return sql`${leaseNow()} + ${sql.lit(landsWithinMs)}`;
}

/** What lies further ahead was written before the clock was set back. */
export function isDueAgain(context: StoreContext): RawBuilder<boolean> {
  return sql`posts.again_at is not null
    and posts.again_at not between ${context.leaseNow()} + 1 and ${againAt(context)}`;
}
