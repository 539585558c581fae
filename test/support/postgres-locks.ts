import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { eventually } from "./eventually.ts";

/** A connection of the test's own to the database at `url`, to be in the way. */
export async function connectOutside(url: string): Promise<pg.Client> {
  const outside = new pg.Client({ connectionString: url });
  await outside.connect();
  onTestFinished(() => outside.end());
  return outside;
}

/** Until so many others wait for somebody's lock. */
export async function othersWait(outside: pg.Client, count = 1): Promise<void> {
  await eventually(async () => {
    // Within a transaction the first look would be repeated for ever.
    await outside.query("select pg_stat_clear_snapshot()");
    const { rows } = await outside.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    expect(rows).toHaveLength(count);
  });
}
