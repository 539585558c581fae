import { type Decoded, id, integer, orNull, prose, text, time } from "../database/columns.ts";

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

/** An operation that used a file, as far as its platform's answer goes. */
export const fileUses = {
  columns: { file_id: text(), operation_id: text(), used_at: time() },
  key: ["file_id", "operation_id"],
};
