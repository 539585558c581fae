import { sql } from "kysely";
import { type Decoded, decode, id, integer, orNull, prose, text, time } from "../database/columns.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { contains, toText, toTextOrNull } from "../database/values.ts";
import type { Operation } from "../operations/table.ts";

export type FileFilter = {
  type?: string;
  author?: string;
  /** A part of its name or id. */
  search?: string;
  /** The last of the page before. */
  before?: Pick<UploadedFileRecord, "uploadedAt" | "fileId">;
  limit: number;
};

export type FileTable = ReturnType<typeof createFiles>;

/** The files that were uploaded from Slack. */
export function createFiles(context: StoreContext) {
  const { db } = context.connection;
  return {
    /** Also one that is deleted. */
    async get(fileId: string): Promise<UploadedFileRecord | null> {
      const row = await db.selectFrom("files").selectAll().where("file_id", "=", fileId).executeTakeFirst();
      return row === undefined ? null : decode(files, row);
    },

    /** Those that are there, newest first. */
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
      return rows.map((row) => decode(files, row));
    },

    /** One with the same bytes and of the same type that is there, the newest. */
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
      return row === undefined ? null : decode(files, row);
    },

    /** The operations that used it, the newest first. */
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

/** Words of an operation that used a file begin so, which nobody can type: the history's have letters and digits alone. */
export const useMark = "file:";

function useWord(fileId: string): string {
  return toText(`${useMark}${fileId}`);
}

/** Kept with the end of the upload that brought it. */
export async function keepFile(trx: StoreTransaction, file: UploadedFileRecord): Promise<void> {
  await trx
    .insertInto("files")
    .values({
      file_id: toText(file.fileId),
      operation_id: file.operationId,
      author: file.author,
      uploaded_at: file.uploadedAt.getTime(),
      type: toText(file.type),
      name: toText(file.name),
      size_bytes: file.sizeBytes,
      width: file.width,
      height: file.height,
      sha256: file.sha256,
      vendor_a: toTextOrNull(file.vendorA),
      vendor_b: toTextOrNull(file.vendorB),
      link: toTextOrNull(file.link),
      deleted_at: null,
      deleted_by: null,
    })
    .onConflict((conflict) => conflict.column("file_id").doNothing())
    .execute();
}

type Deletion = { fileId: string; by: string; at: Date };

/** It is gone from the platform; who saw it first counts. */
export async function noteDeleted(trx: StoreTransaction, { fileId, by, at }: Deletion): Promise<void> {
  await trx
    .updateTable("files")
    .set({ deleted_at: at.getTime(), deleted_by: by })
    .where("file_id", "=", fileId)
    .where("deleted_at", "is", null)
    .execute();
}

/** It is there after all: takes back this note, and no other one's. */
export async function noteThere(trx: StoreTransaction, { fileId, by, at }: Deletion): Promise<void> {
  await trx
    .updateTable("files")
    .set({ deleted_at: null, deleted_by: null })
    .where("file_id", "=", fileId)
    .where("deleted_at", "=", at.getTime())
    .where("deleted_by", "=", by)
    .execute();
}

/** An operation used files; kept as long as the operation itself. */
export async function noteUses(
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

/** Files on the platform that were uploaded from Slack; never their bytes. */
export const files = {
  columns: {
    /** The platform's. */
    file_id: id(),
    /** The upload. */
    operation_id: text(),
    /** Slack user id. */
    author: text(),
    uploaded_at: time(),
    /** As the platform answered: DOCUMENT, CHAT, MMS. */
    type: text(),
    name: prose(),
    size_bytes: integer(),
    /** Pixels. */
    width: orNull(integer()),
    height: orNull(integer()),
    /** That of the bytes that were uploaded, lowercase hexadecimal. */
    sha256: text(),
    /** Addresses at the messenger's vendors; null where it isn't registered. */
    vendor_a: orNull(prose()),
    vendor_b: orNull(prose()),
    link: orNull(prose()),
    deleted_at: orNull(time()),
    deleted_by: orNull(text()),
  },
  indexes: [
    "index files_newest on files (uploaded_at, file_id) where deleted_at is null",
    "index files_same on files (sha256, type) where deleted_at is null",
    "index files_deleted on files (deleted_at) where deleted_at is not null",
  ],
};
export type UploadedFileRecord = Decoded<typeof files>;
