import type { Kysely } from "kysely";
import {
  type DecodedRow,
  decodeRow,
  integer,
  json,
  name,
  nullable,
  type RowOf,
  text,
  time,
} from "./database/columns.ts";
import type { StoreContext, StoreTransaction, Tables } from "./database/tables.ts";

/** Body versions that this app writes, by kind. Raise a version if an older app would lose a part of the new body. */
const bodyVersions = {
  draft: 1,
  import: 1,
  monitor: 1,
  message: 1,
  suite: 1,
  proposal: 1,
  template: 1,
  report: 1,
  receipt_stop: 1,
} as const;

export type DocumentKind = keyof typeof bodyVersions;

/** Documents: rows with a JSON body that is read leniently and replaced as a whole. */
export const documents = {
  columns: {
    kind: text<DocumentKind>(),
    id: text(),
    /** Name by which a document is found, unique within a kind; null without a name. */
    key: nullable(name()),
    /** Subject, such as a template's name. Lists filter by `subject` and by `author`, the owner. */
    subject: nullable(name()),
    author: nullable(text()),
    version: integer(),
    body_version: integer(),
    body: json(),
    state: text(),
    /** Time of expiry or decision, of an observation or report, or after which a draft or import may be purged. */
    due_at: nullable(time()),
    changed_at: time(),
  },
  key: ["kind", "id"],
  indexes: [
    "unique index documents_keys on documents (kind, key) where key is not null",
    "index documents_due on documents (kind, state, due_at)",
    "index documents_of_subject on documents (kind, subject, due_at, state) where subject is not null",
    "index documents_of_author on documents (kind, author, due_at, state) where author is not null",
  ],
};

export type DocumentRow = RowOf<typeof documents>;

export type Document = DecodedRow<typeof documents>;

/** Version for the compare-and-swap; 0 adds a document. */
export type DocumentVersion = Pick<Document, "kind" | "id" | "version">;

export type DocumentContent = Partial<Pick<Document, "key" | "subject" | "author" | "state" | "dueAt">> & {
  body: object;
};

/** Thrown if a newer app wrote the document, since writing could lose a part of the body. */
class NewerDocumentError extends Error {}

export async function readDocument(
  db: Pick<Kysely<Tables>, "selectFrom">,
  kind: DocumentKind,
  id: string,
): Promise<Document | null> {
  const found = db.selectFrom("documents").selectAll().where("kind", "=", kind).where("id", "=", id);
  const row = await found.executeTakeFirst();
  return row === undefined ? null : toDocument(row);
}

/** Writes by compare-and-swap; false, with nothing written, if the version differs. @throws NewerDocumentError */
export async function writeDocument(
  { now }: StoreContext,
  trx: StoreTransaction,
  { kind, id, version }: DocumentVersion,
  { body, key = null, subject = null, author = null, state = "live", dueAt = null }: DocumentContent,
): Promise<boolean> {
  const row = {
    key,
    subject,
    author,
    version: version + 1,
    body_version: bodyVersions[kind],
    body: JSON.stringify(body),
    state,
    due_at: dueAt?.getTime() ?? null,
    changed_at: now().getTime(),
  };
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("documents")
      .values({ kind, id, ...row })
      .onConflict((conflict) => conflict.columns(["kind", "id"]).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await trx
    .updateTable("documents")
    .set(row)
    .where("kind", "=", kind)
    .where("id", "=", id)
    .where("version", "=", version)
    .where("body_version", "<=", bodyVersions[kind])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return true;
  const newer = trx.selectFrom("documents").select("id").where("kind", "=", kind).where("id", "=", id);
  const isNewer = await newer.where("body_version", ">", bodyVersions[kind]).executeTakeFirst();
  if (isNewer !== undefined) throw new NewerDocumentError(`${kind} ${id} is of a newer version of the bot`);
  return false;
}

export function toDocument(row: DocumentRow): Document {
  return decodeRow(documents, row);
}
