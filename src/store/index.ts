/** The store of all that survives a restart. It knows no Slack and no platform: requests and results are JSON here. */
export type { AuditEntry, AuditFilter } from "./audit/audit.ts";
export type { AuditEvent, NewAuditEntry } from "./audit/record.ts";
export type { PostgresLimits } from "./database/postgres.ts";
export { StoreInUseError } from "./database/sqlite.ts";
export type { StoreTransaction } from "./database/tables.ts";
export { isStoreBusyOrAway, retryWhileAway } from "./database/transact.ts";
export type { Json } from "./database/values.ts";
export type { Draft } from "./drafts.ts";
export {
  createFileTable,
  type FileFilter,
  type FileTable,
  markDeleted,
  storeFile,
  storeFileUses,
  type UploadedFileRecord,
  unmarkDeleted,
} from "./files/files.ts";
export { NoWritesError } from "./health.ts";
export type { EntryState, ImportEntry } from "./imports.ts";
export {
  createLibrary,
  type LibraryEntry,
  type LibraryKind,
  maxEntries,
  type SaveResult,
} from "./library.ts";
export type {
  Observation,
  ObservationTable,
  RecordedVendor,
  StatusReport,
} from "./observations/observations.ts";
export type * from "./observations/shown.ts";
export { inspectStore, openStore, type Store } from "./open-store.ts";
export { isOfBatch } from "./operations/read.ts";
export type * from "./operations/table.ts";
export { actSubject, hadNoEffect, unknownsCardSubject } from "./operations/table.ts";
export { SupersededError } from "./operations/tries.ts";
export type * from "./posts/table.ts";
export type { Proposal, ProposalState, ProposedButton, ProposedChange } from "./proposals/proposal.ts";
export { type DecisionResult, hasFailedUpdate, type ProposalTable } from "./proposals/proposals.ts";
export { type AskedOwner, canHaveArrived } from "./receipts.ts";
