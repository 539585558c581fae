import { z } from "zod";
import type { StoreContext, StoreTransaction } from "./database/tables.ts";
import { transactional, write } from "./database/transact.ts";
import type { Json } from "./database/values.ts";
import { type DocumentRow, toDocument, writeDocument } from "./documents.ts";

const kinds = ["message", "suite"] as const;

export type LibraryKind = (typeof kinds)[number];

export type LibraryEntry = {
  id: string;
  kind: LibraryKind;
  name: string;
  author: string;
  body: Json;
  revision: number;
  changedAt: Date;
  changedBy: string;
};

export type NewEntry = Omit<LibraryEntry, "body" | "revision" | "changedAt" | "changedBy"> & { body: object };

type EntryChange = Pick<NewEntry, "name" | "body"> & { revision: number; by: string };

/** `taken`: the name is in use. `full`: too many entries. `changed`: the entry changed after it was shown. */
export type SaveResult = "saved" | "taken" | "full" | "changed";

/** Most entries of a kind, as many as a modal can list with their buttons. */
export const maxEntries: Readonly<Record<LibraryKind, number>> = { suite: 16, message: 30 };

export function createLibrary(context: StoreContext) {
  const { db } = context.connection;
  return {
    list: listEntries.bind(null, db),
    get: getEntry.bind(null, db),
    find: findEntry.bind(null, db),
    add: transactional(context, add),
    change: transactional(context, change),

    async remove(entryId: string): Promise<void> {
      await write(context, (db) =>
        db.deleteFrom("documents").where("kind", "in", kinds).where("id", "=", entryId).execute(),
      );
    },
  };
}

type Reader = Pick<StoreTransaction, "selectFrom">;

function entries(db: Reader) {
  return db.selectFrom("documents").selectAll().where("kind", "in", kinds);
}

async function listEntries(db: Reader, kind: LibraryKind): Promise<LibraryEntry[]> {
  const rows = await entries(db).where("kind", "=", kind).orderBy("key").execute();
  return rows.map(toEntry);
}

async function getEntry(db: Reader, entryId: string): Promise<LibraryEntry | null> {
  const row = await entries(db).where("id", "=", entryId).executeTakeFirst();
  return row === undefined ? null : toEntry(row);
}

async function findEntry(db: Reader, kind: LibraryKind, name: string): Promise<LibraryEntry | null> {
  const row = await entries(db).where("kind", "=", kind).where("key", "=", toKey(name)).executeTakeFirst();
  return row === undefined ? null : toEntry(row);
}

/** Adds an entry; a second submission of the same form adds nothing. */
async function add(
  context: StoreContext,
  trx: StoreTransaction,
  { id, kind, name, author, body }: NewEntry,
): Promise<SaveResult> {
  const there = await getEntry(trx, id);
  if (there !== null) return there.author === author && says(there, { name, body }) ? "saved" : "changed";
  if ((await findEntry(trx, kind, name)) !== null) return "taken";
  if ((await listEntries(trx, kind)).length >= maxEntries[kind]) return "full";
  // If another process takes the name now, the unique index refuses this entry and the transaction runs again.
  const content = toContent({ name, author, by: author, body });
  return (await writeDocument(context, trx, { kind, id, version: 0 }, content)) ? "saved" : "changed";
}

/** Replaces an entry of any author, if it hasn't changed since it was shown. */
async function change(
  context: StoreContext,
  trx: StoreTransaction,
  id: string,
  { name, body, revision, by }: EntryChange,
): Promise<SaveResult> {
  const there = await getEntry(trx, id);
  if (there === null) return "changed";
  const { kind, author } = there;
  const other = await findEntry(trx, kind, name);
  if (other !== null && other.id !== id) return "taken";
  if (there.revision === revision + 1 && says(there, { name, body })) return "saved";
  const content = toContent({ name, author, by, body });
  return (await writeDocument(context, trx, { kind, id, version: revision }, content)) ? "saved" : "changed";
}

function says(entry: LibraryEntry, { name, body }: Pick<NewEntry, "name" | "body">): boolean {
  return entry.name === name.normalize("NFC") && JSON.stringify(entry.body) === JSON.stringify(body);
}

function toKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function toContent({ name, author, by, body }: Pick<NewEntry, "name" | "author" | "body"> & { by: string }) {
  return { key: toKey(name), author, body: { name: name.normalize("NFC"), changedBy: by, body } };
}

const text = z.string().catch("");
const Body = z.object({ name: text, changedBy: text, body: z.json().catch(null) });
const Kind = z.enum(kinds);

function toEntry(row: DocumentRow): LibraryEntry {
  const { id, kind, author, version: revision, changedAt, body } = toDocument(row);
  return { id, kind: Kind.parse(kind), author: author ?? "", ...Body.parse(body), revision, changedAt };
}
