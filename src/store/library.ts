import type { Selectable } from "kysely";
import { id, integer, prose, type RowOf, text, time } from "./database/columns.ts";
import type { StoreContext, StoreTransaction } from "./database/tables.ts";
import { transact, write } from "./database/transact.ts";
import { type Json, toJson } from "./database/values.ts";

/** What people keep for their tests under a name, until somebody deletes it. */
export type LibraryKind = "message" | "suite" | "group";

export type LibraryEntry = {
  id: string;
  kind: LibraryKind;
  name: string;
  author: string;
  body: Json;
  /** One more with each change. */
  revision: number;
  changedAt: Date;
  /** Who wrote it as it stands, its author or another. */
  changedBy: string;
};

export type NewEntry = Omit<LibraryEntry, "body" | "revision" | "changedAt" | "changedBy"> & { body: object };

/** `taken`: another of its kind has that name. `full`: a form can't list more. `changed`: it isn't what was shown any more. */
export type SaveResult = "saved" | "taken" | "full" | "changed";

/** As many of a kind as a select in Slack lists. */
export const mostEntries = 100;

export const library = {
  columns: {
    id: id(),
    kind: text<LibraryKind>(),
    name: prose(),
    /** The name as it is compared. */
    key: text(),
    author: text(),
    body: prose(),
    revision: integer(),
    changed_at: time(),
    changed_by: text(),
  },
  indexes: ["unique index library_names on library (kind, key)"],
};

export type LibraryTable = ReturnType<typeof createLibrary>;

export function createLibrary(context: StoreContext) {
  const { db } = context.connection;
  return {
    /** By their names. */
    list: (kind: LibraryKind): Promise<LibraryEntry[]> => listEntries(db, kind),

    async get(entryId: string): Promise<LibraryEntry | null> {
      const row = await db.selectFrom("library").selectAll().where("id", "=", entryId).executeTakeFirst();
      return row === undefined ? null : toEntry(row);
    },

    async find(kind: LibraryKind, name: string): Promise<LibraryEntry | null> {
      const row = await named(db, kind, name);
      return row === undefined ? null : toEntry(row);
    },

    /** A form that comes twice adds once. */
    add: (entry: NewEntry): Promise<SaveResult> => transact(context, (trx) => add(context, trx, entry)),

    /** In the place of what was shown, whoever's it is. */
    change: (
      entryId: string,
      change: Pick<NewEntry, "name" | "body"> & { revision: number; by: string },
    ): Promise<SaveResult> =>
      transact(context, async (trx) => {
        const row = await trx.selectFrom("library").selectAll().where("id", "=", entryId).executeTakeFirst();
        if (row === undefined) return "changed";
        const other = await named(trx, row.kind, change.name);
        if (other !== undefined && other.id !== entryId) return "taken";
        const body = JSON.stringify(change.body);
        const isWritten =
          row.revision === change.revision + 1 && row.body === body && row.name === change.name;
        if (isWritten) return "saved";
        const { numUpdatedRows } = await trx
          .updateTable("library")
          .set((own) => ({
            ...toName(change.name),
            body,
            revision: own("revision", "+", 1),
            changed_at: context.now().getTime(),
            changed_by: change.by,
          }))
          .where("id", "=", entryId)
          .where("revision", "=", change.revision)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n ? "saved" : "changed";
      }),

    async remove(entryId: string): Promise<void> {
      await write(context, (trx) => trx.deleteFrom("library").where("id", "=", entryId).execute());
    },
  };
}

export async function listEntries(
  db: Pick<StoreTransaction, "selectFrom">,
  kind: LibraryKind,
): Promise<LibraryEntry[]> {
  const all = db.selectFrom("library").selectAll().where("kind", "=", kind);
  const rows = await all.orderBy("key").execute();
  return rows.map(toEntry);
}

async function add(
  { now }: StoreContext,
  trx: StoreTransaction,
  { id: entryId, kind, name, author, body }: NewEntry,
): Promise<SaveResult> {
  const there = await trx.selectFrom("library").selectAll().where("id", "=", entryId).executeTakeFirst();
  if (there !== undefined) {
    const isWritten =
      there.author === author && there.name === toName(name).name && there.body === JSON.stringify(body);
    return isWritten ? "saved" : "changed";
  }
  if ((await named(trx, kind, name)) !== undefined) return "taken";
  const { count } = await trx
    .selectFrom("library")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostEntries) return "full";
  // Where another process takes the name at this moment, its index refuses this one, which then looks again.
  await trx
    .insertInto("library")
    .values({
      ...{ id: entryId, kind, author, ...toName(name), revision: 1 },
      body: JSON.stringify(body),
      changed_at: now().getTime(),
      changed_by: author,
    })
    .execute();
  return "saved";
}

function named(db: Pick<StoreTransaction, "selectFrom">, kind: LibraryKind, name: string) {
  return db
    .selectFrom("library")
    .selectAll()
    .where("kind", "=", kind)
    .where("key", "=", toName(name).key)
    .executeTakeFirst();
}

function toName(name: string): { name: string; key: string } {
  const normal = name.normalize("NFC");
  return { name: normal, key: normal.toLowerCase() };
}

function toEntry(row: Selectable<RowOf<typeof library>>): LibraryEntry {
  const { id: entryId, kind, name, author, body, revision, changed_at, changed_by: changedBy } = row;
  const changedAt = new Date(changed_at);
  return { id: entryId, kind, name, author, body: toJson(body), revision, changedAt, changedBy };
}
