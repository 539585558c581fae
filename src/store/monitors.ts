import { type NewAuditEntry, recordEvents } from "./audit/record.ts";
import type { StoreContext } from "./database/tables.ts";
import { transact } from "./database/transact.ts";
import type { Json } from "./database/values.ts";
import { readDocument, writeDocument } from "./documents.ts";
import { notify } from "./posts/notify.ts";
import type { Notification } from "./posts/table.ts";

export type MonitorChange = {
  version: number;
  known: object;
  notification: Notification;
  entry?: NewAuditEntry;
};

/** Stores the state of monitors, so that a change is announced once over all restarts and instances. */
export function createMonitors(context: StoreContext) {
  return {
    /** Reads a monitor's state; `version` is 0 before its first run. */
    async get(name: string): Promise<{ version: number; known: Json | null }> {
      const stored = await readDocument(context.connection.db, "monitor", name);
      return { version: stored?.version ?? 0, known: stored?.body ?? null };
    },

    /** Returns false if another process was first: read and compare again. `entry` is set if a person caused the change. */
    change: (name: string, { version, known, notification, entry }: MonitorChange): Promise<boolean> =>
      transact(context, async (trx) => {
        const document = { kind: "monitor", id: name, version } as const;
        if (!(await writeDocument(context, trx, document, { body: known }))) return false;
        await recordEvents(context, trx, entry === undefined ? [] : [entry]);
        await notify(context, trx, notification);
        return true;
      }),
  };
}
