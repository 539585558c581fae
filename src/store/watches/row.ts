/** What a watch of the clock knows, as JSON; each change of it is one `version` more. */
export type WatchRow = { name: string; version: number; known: string; changed_at: number };
