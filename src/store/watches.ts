import type { NewAuditEntry } from "./audit/record.ts";
import type { StoreContext } from "./database/tables.ts";
import type { Json } from "./database/values.ts";
import { changeDocument, readDocument } from "./documents.ts";
import type { Telling } from "./posts/types.ts";

/** `version` is 0 before a monitor knows anything. */
export type WatchState = { version: number; known: Json | null };

export type WatchChange = { version: number; known: object; telling: Telling; entry?: NewAuditEntry };

export type WatchTable = ReturnType<typeof createWatches>;

/** Knowledge of monitors about what they look at, so that a change is told once, over restarts and all processes. */
export function createWatches(context: StoreContext) {
  return {
    async get(name: string): Promise<WatchState> {
      const stored = await readDocument(context.connection.db, "monitor", name);
      return { version: stored?.version ?? 0, known: stored?.body ?? null };
    },

    /**
     * Replaces what a monitor knew, together with what is told of the difference. False: another process was
     * first, nothing is stored, and what it wrote is to be looked at instead. `entry`: where it is a person's doing.
     */
    change: (name: string, { version, known, telling, entry }: WatchChange): Promise<boolean> =>
      changeDocument(
        context,
        { kind: "monitor", id: name, version },
        { content: { body: known }, telling, entries: entry === undefined ? [] : [entry] },
      ),
  };
}
