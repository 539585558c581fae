import { sql } from "kysely";
import {
  type DecodedRow,
  decodeRow,
  idColumn,
  integer,
  nullable,
  prose,
  text,
  time,
} from "../database/columns.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { contains, withoutNul, withoutNulOrNull } from "../database/values.ts";
import type { Operation } from "../operations/table.ts";

export type FileFilter = {
  type?: string;
  author?: string;
  search?: string;
  before?: Pick<UploadedFileRecord, "uploadedAt" | "fileId">;
  limit: number;
};

export type FileTable = ReturnType<typeof createFileTable>;

export function createFileTable(context: StoreContext) {
  const { db } = context.connection;
  return {
    async get(fileId: string): Promise<UploadedFileRecord | null> {
      const row = await db.selectFrom("files").selectAll().where("file_id", "=", fileId).executeTakeFirst();
      return row === undefined ? null : decodeRow(filesTable, row);
    },

    async list({ type, author, search = "", before, limit }: FileFilter): Promise<UploadedFileRecord[]> {
      const rows = await db
        .selectFrom("files")
        .selectAll()
        .where("deleted_at", "is", null)
        .$if(type !== undefined, (all) => all.where("type", "=", type ?? ""))
        .$if(author !== undefined, (all) => all.where("author", "=", author ?? ""))
        .$if(search !== "", (files) =>
          files.where((row) => row.or([contains("file_id", search), contains("name", search)])),
        )
        .$if(before !== undefined, (all) =>
          all.where(sql<boolean>`
            (uploaded_at, file_id) < (${before?.uploadedAt.getTime()}, ${before?.fileId})`),
        )
        .orderBy("uploaded_at", "desc")
        .orderBy("file_id", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => decodeRow(filesTable, row));
    },

    async findSame(sha256: string, type: string): Promise<UploadedFileRecord | null> {
      const row = await db
        .selectFrom("files")
        .selectAll()
        .where("sha256", "=", sha256)
        .where("type", "=", type)
        .where("deleted_at", "is", null)
        .orderBy("uploaded_at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : decodeRow(filesTable, row);
    },

    async usesOf(fileId: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom("operation_words")
        .select("operation_id")
        .where("word", "=", useWord(fileId))
        .orderBy("created_at", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ operation_id }) => operation_id);
    },
  };
}

/** Prefix of search words for used files. People can't type it, since typed words have only letters and digits. */
export const fileUseWordPrefix = "file:";

function useWord(fileId: string): string {
  return withoutNul(`${fileUseWordPrefix}${fileId}`);
}

export async function storeFile(trx: StoreTransaction, file: UploadedFileRecord): Promise<void> {
  await trx
    .insertInto("files")
    .values({
      file_id: withoutNul(file.fileId),
      operation_id: file.operationId,
      author: file.author,
      uploaded_at: file.uploadedAt.getTime(),
      type: withoutNul(file.type),
      name: withoutNul(file.name),
      size_bytes: file.sizeBytes,
      width: file.width,
      height: file.height,
      sha256: file.sha256,
      vendor_a: withoutNulOrNull(file.vendorA),
      vendor_b: withoutNulOrNull(file.vendorB),
      link: withoutNulOrNull(file.link),
      deleted_at: null,
      deleted_by: null,
    })
    .onConflict((conflict) => conflict.column("file_id").doNothing())
    .execute();
}

type Deletion = { fileId: string; by: string; at: Date };

/** Marks a file as deleted on the platform, unless it is marked already. */
export async function markDeleted(trx: StoreTransaction, { fileId, by, at }: Deletion): Promise<void> {
  await trx
    .updateTable("files")
    .set({ deleted_at: at.getTime(), deleted_by: by })
    .where("file_id", "=", fileId)
    .where("deleted_at", "is", null)
    .execute();
}

/** Removes the mark if this deletion has set it. */
export async function unmarkDeleted(trx: StoreTransaction, { fileId, by, at }: Deletion): Promise<void> {
  await trx
    .updateTable("files")
    .set({ deleted_at: null, deleted_by: null })
    .where("file_id", "=", fileId)
    .where("deleted_at", "=", at.getTime())
    .where("deleted_by", "=", by)
    .execute();
}

/** Stores which files an operation uses, for as long as the operation is kept. */
export async function storeFileUses(
  trx: StoreTransaction,
  fileIds: readonly string[],
  { id, author, createdAt }: Pick<Operation, "id" | "author" | "createdAt">,
): Promise<void> {
  if (fileIds.length === 0) return;
  const use = { operation_id: id, author, created_at: createdAt.getTime() };
  await trx
    .insertInto("operation_words")
    .values(fileIds.map((fileId) => ({ word: useWord(fileId), ...use })))
    .onConflict((conflict) => conflict.columns(["operation_id", "word"]).doNothing())
    .execute();
}

export const filesTable = {
  columns: {
    file_id: idColumn(),
    operation_id: text(),
    author: text(),
    uploaded_at: time(),
    /** Type from the platform's reply: DOCUMENT, CHAT or MMS. */
    type: text(),
    name: prose(),
    size_bytes: integer(),
    width: nullable(integer()),
    height: nullable(integer()),
    /** SHA-256 of the uploaded bytes, lowercase hexadecimal. */
    sha256: text(),
    /** URLs of the file at the messenger's vendors; null if it isn't registered there. */
    vendor_a: nullable(prose()),
    vendor_b: nullable(prose()),
    link: nullable(prose()),
    deleted_at: nullable(time()),
    deleted_by: nullable(text()),
  },
  indexes: [
    "index files_newest on files (uploaded_at, file_id) where deleted_at is null",
    "index files_same on files (sha256, type) where deleted_at is null",
    "index files_deleted on files (deleted_at) where deleted_at is not null",
  ],
};
export type UploadedFileRecord = DecodedRow<typeof filesTable>;
