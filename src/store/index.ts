/** What survives a restart. Knows no Slack and no platform: requests, results and posts are JSON to it. */
export { inspectStore } from "./inspect-store.ts";
export { openStore } from "./open-store.ts";
export { StoreInUseError } from "./sqlite.ts";
export type * from "./types.ts";
