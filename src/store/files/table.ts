import { id, integer, orNull, prose, type RowOf, text, time } from "../database/columns.ts";

export const files = {
  columns: {
    /** The platform's. */
    file_id: id(),
    operation_id: text(),
    author: text(),
    uploaded_at: time(),
    type: text(),
    name: prose(),
    size_bytes: integer(),
    width: orNull(integer()),
    height: orNull(integer()),
    sha256: text(),
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
export type FileRow = RowOf<typeof files>;

/** An operation that used a file, as far as its platform's answer goes. */
export const fileUses = {
  columns: { file_id: text(), operation_id: text(), used_at: time() },
  key: ["file_id", "operation_id"],
};
