import type { Selectable } from "kysely";
import { orNull, type RowOf, risingId, text, time } from "../database/columns.ts";
import type { AuditEvent } from "./types.ts";

/** Who did what, when: written with what it records, and never changed. */
export const auditEntries = {
  columns: {
    id: risingId(),
    at: time(),
    event: text<AuditEvent>(),
    /** Null of what the clock did. */
    person: orNull(text()),
    /** The record that it is of, by `subjectOf`. */
    subject: text(),
    outcome: orNull(text()),
  },
};
export type AuditRow = Selectable<RowOf<typeof auditEntries>>;

export const subjectOf = {
  operation: (id: string) => `operation:${id}`,
  receipt: (operation: string) => `receipt:${operation}`,
  proposal: (id: string) => `proposal:${id}`,
  report: (form: string) => `report:${form}`,
};
