import { id, prose, text, time } from "./database/columns.ts";
import type { StoreContext } from "./database/tables.ts";
import { write } from "./database/transact.ts";
import { type Json, toJson } from "./database/values.ts";

export type Draft = { id: string; author: string; kind: string; body: Json; expiresAt: Date };

/** What a form can't carry, kept for a while. */
export type DraftTable = {
  /** Stores or replaces the author's own draft; rejects when the id is somebody else's. */
  save(draft: Omit<Draft, "body"> & { body: object }): Promise<void>;
  /** Null when it is gone, expired or somebody else's. */
  get(id: string, author: string): Promise<Draft | null>;
};

export const drafts = {
  columns: { id: id(), author: text(), kind: text(), body: prose(), expires_at: time() },
  indexes: ["index drafts_expiry on drafts (expires_at)"],
};

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
