import type { Selectable } from "kysely";
import { id, idOf, orNull, type RowOf, risingId, text, time } from "../database/columns.ts";
import type { AuditEvent } from "./types.ts";

/** Who did what, when: written with what it records, and never changed but for its salt, which may be taken out. */
export const auditEntries = {
  columns: {
    id: risingId(),
    at: time(),
    event: text<AuditEvent>(),
    /** Null of what the clock did. */
    person: orNull(text()),
    /** The record that it is of: `operation:<id>`, `proposal:<id>` … */
    subject: text(),
    outcome: orNull(text()),
    /** Null once its record was forgotten: nobody can try then whether a digest is some number's. */
    salt: orNull(text()),
    /** SHA-256 of the salt and of the record as it stood. */
    digest: text(),
    /** Its place in the chain, and the hash of all that up to it; null until it is sealed. */
    number: orNull(idOf()),
    seal: orNull(text()),
  },
  indexes: [
    "index audit_entries_unsealed on audit_entries (id) where number is null",
    "unique index audit_entries_number on audit_entries (number) where number is not null",
  ],
};
export type AuditRow = Selectable<RowOf<typeof auditEntries>>;

/** The one row that says where the chain ends, and what retention has removed of its beginning. */
export const auditChain = {
  columns: {
    id: id(),
    number: idOf(),
    seal: text(),
    removed_number: idOf(),
    removed_seal: text(),
    /** Records older than that may be gone. */
    removed_before: time(),
  },
};
export type ChainRow = RowOf<typeof auditChain>;
