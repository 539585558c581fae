import { type NewAuditEntry, record } from "./audit/record.ts";
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

/** Knowledge of monitors about what they look at, so that a change is told once, over restarts and all processes. */
export function createMonitors(context: StoreContext) {
  return {
    /** `version` is 0 before a monitor knows anything. */
    async get(name: string): Promise<{ version: number; known: Json | null }> {
      const stored = await readDocument(context.connection.db, "monitor", name);
      return { version: stored?.version ?? 0, known: stored?.body ?? null };
    },

    /**
     * Replaces what a monitor knew, together with what is told of the difference. False: another process was
     * first, nothing is stored, and what it wrote is to be looked at instead. `entry`: where it is a person's doing.
     */
    change: (name: string, { version, known, notification, entry }: MonitorChange): Promise<boolean> =>
      transact(context, async (trx) => {
        const document = { kind: "monitor", id: name, version } as const;
        if (!(await writeDocument(context, trx, document, { body: known }))) return false;
        await record(context, trx, entry === undefined ? [] : [entry]);
        await notify(context, trx, notification);
        return true;
      }),
  };
}
