/** What survives a restart. Knows no Slack and no platform: requests, results and posts are JSON to it. */
export { inspectStore } from "./database/inspect-store.ts";
export { StoreInUseError } from "./database/sqlite.ts";
export type { StoreTransaction } from "./database/tables.ts";
export type * from "./drafts/types.ts";
export * from "./files/files.ts";
export type * from "./files/types.ts";
export { NoWritesError } from "./health.ts";
export type * from "./jobs/types.ts";
export type * from "./json.ts";
export { openStore } from "./open-store.ts";
export { AlsoFailedError } from "./operations/finish.ts";
export type * from "./operations/types.ts";
export type * from "./posts/types.ts";
export type * from "./proposals/types.ts";
export type * from "./receipts/types.ts";
export type * from "./sightings/types.ts";
export type * from "./types.ts";
export type * from "./watches/types.ts";
