import { sql } from "kysely";
import type { StoreContext } from "./database/tables.ts";
import { write } from "./database/transact.ts";

/** A probe each second must cost nothing, so a write counts for this long. One that failed is tried anew. */
const believedForMs = 5_000;
const healthRow = "health";

/** It can be read and takes nothing: a full disk, another process in the middle of a write, a server that only reads. */
export class NoWritesError extends Error {
  override readonly name = "NoWritesError";
}

/** Whether the store can do its work: read, and write as acts do, committed and on the disk. */
export function createHealth(context: StoreContext) {
  const { connection } = context;
  let believedUntilMs = 0;
  let writing: Promise<void> | undefined;

  async function writeOnce(): Promise<void> {
    const row = {
      name: healthRow,
      ran_at: context.now().getTime(),
      lease_owner: context.owner,
      lease_until: 0,
    };
    try {
      await write(context, (db) =>
        db
          .insertInto("jobs")
          .values(row)
          .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
          .execute(),
      );
      believedUntilMs = performance.now() + believedForMs;
    } catch (cause) {
      throw new NoWritesError("the store takes no writes", { cause });
    }
  }

  return {
    /**
     * Why only a restart brings it back, in words for operators; null while it works, or is away and will come back by
     * itself. Answers at once, whatever the database does.
     */
    lost: connection.lost,

    /** Resolves when the database answers a read in time and takes a write; NoWritesError when only that fails. */
    async healthy(): Promise<void> {
      const lost = connection.lost();
      if (lost !== null) throw new Error(lost);
      await sql`select id from operations limit 1`.execute(connection.db);
      if (performance.now() < believedUntilMs) return;
      writing ??= writeOnce().finally(() => {
        writing = undefined;
      });
      await writing;
    },
  };
}
