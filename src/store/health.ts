import { sql } from "kysely";
import type { StoreContext } from "./database/tables.ts";
import { write } from "./database/transact.ts";

/** Milliseconds for which a successful write counts, so that a check each second rarely writes. */
const believedForMs = 5_000;
const healthRow = "health";

/** Thrown if the store can be read but not written: a full disk, another writer, a standby. */
export class NoWritesError extends Error {
  override readonly name = "NoWritesError";
}

/** Checks that the store can be read, and written like acts: committed to the disk. */
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
    /** Returns why only a restart helps, as a sentence for operators; null if the store works or may recover. */
    lost: connection.lost,

    /** Resolves when the store can be read and written. @throws NoWritesError if only the write fails */
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
