import type { StoreContext } from "../database/tables.ts";
import { write } from "../database/transact.ts";
import { toJson } from "../database/values.ts";
import type { DraftTable } from "./types.ts";

export function createDrafts(context: StoreContext): DraftTable {
  const { db } = context.connection;
  return {
    async save({ id, author, kind, body, expiresAt }) {
      const row = { kind, body: JSON.stringify(body), expires_at: expiresAt.getTime() };
      const { numInsertedOrUpdatedRows } = await write(context, (trx) =>
        trx
          .insertInto("drafts")
          .values({ id, author, ...row })
          .onConflict((conflict) =>
            conflict.column("id").doUpdateSet(row).where("drafts.author", "=", author),
          )
          .executeTakeFirstOrThrow(),
      );
      if (numInsertedOrUpdatedRows !== 1n) throw new Error(`draft ${id} is somebody else's`);
    },

    async get(id, author) {
      const row = await db
        .selectFrom("drafts")
        .selectAll()
        .where("id", "=", id)
        .where("author", "=", author)
        .where("expires_at", ">", context.now().getTime())
        .executeTakeFirst();
      if (row === undefined) return null;
      return { id, author, kind: row.kind, body: toJson(row.body), expiresAt: new Date(row.expires_at) };
    },
  };
}
