import { z } from "zod";
import { recordEvents } from "./audit/record.ts";
import type { StoreContext, StoreTransaction } from "./database/tables.ts";
import { lockKey, transact } from "./database/transact.ts";
import { readStoreNowMs } from "./database/values.ts";
import { readDocument, writeDocument } from "./documents.ts";
import { observe } from "./observations/observations.ts";
import { VendorObservation } from "./observations/shown.ts";
import { notify } from "./posts/notify.ts";
import type { Notification } from "./posts/table.ts";

/**
 * State of a record. Before confirmation: `known` or `new` (whether its template was observed before), or `broken`.
 * Afterwards: `imported`, or `left_out` if the template was observed meanwhile.
 */
const states = ["broken", "known", "new", "imported", "left_out"] as const;
export type EntryState = (typeof states)[number];

const Entry = z.object({
  state: z.enum(states),
  /** Id in the record, unique within an import; null if the record has none. */
  templateId: z.string().nullable(),
  /** Facts to show, in the feature's own form. */
  says: z.json(),
  /** Version of the template's observations when the record was compared with them; 0 without observations. */
  newest: z.number(),
  vendors: z.array(VendorObservation),
});

export type ImportEntry = z.infer<typeof Entry>;

const Body = z.object({ entries: z.array(Entry) });

export type NewImport = { id: string; by: string; expiresAt: Date; entries: readonly ImportEntry[] };

/** Returns posts about imported templates, to be stored in the same transaction. Pure. */
export type NotificationForImport = (
  imported: readonly ImportEntry[],
  trx: StoreTransaction,
) => Notification | Promise<Notification>;

/** Keeps template records that a person supplied; they become observations once they are confirmed. */
export function createImports(context: StoreContext) {
  return {
    keep({ id, by, expiresAt, entries }: NewImport): Promise<boolean> {
      const content = { author: by, body: { entries }, state: "shown", dueAt: expiresAt };
      const added = { kind: "import", id, version: 0 } as const;
      return transact(context, (trx) => writeDocument(context, trx, added, content));
    },

    /** Imports everything or nothing; confirming again returns the same. Null if the import is gone or somebody else's. */
    confirm: (
      id: string,
      by: string,
      notificationFor: NotificationForImport,
    ): Promise<ImportEntry[] | null> =>
      transact(context, (trx) => confirm(context, trx, { id, by, notificationFor })),
  };
}

async function confirm(
  context: StoreContext,
  trx: StoreTransaction,
  { id, by, notificationFor }: { id: string; by: string; notificationFor: NotificationForImport },
): Promise<ImportEntry[] | null> {
  // Two clicks on Confirm run one after the other.
  await lockKey(context, trx, `import:${id}`);
  const document = await readDocument(trx, "import", id);
  if (document === null) return null;
  const { entries } = Body.parse(document.body);
  if (document.author !== by || document.dueAt === null || document.dueAt <= context.now()) return null;
  if (document.state === "done") return entries;
  const from = {
    kind: "import",
    by,
    operationId: null,
    at: new Date(await readStoreNowMs(context, trx)),
  } as const;
  const taken = new Set<ImportEntry>();
  // Sorted by id, so that two imports lock in the same order and can't deadlock.
  const wanted = entries.filter(({ state }) => state !== "broken");
  for (const entry of wanted.toSorted((a, b) => ((a.templateId ?? "") < (b.templateId ?? "") ? -1 : 1))) {
    const { templateId, vendors, newest: version } = entry;
    if (templateId === null) continue;
    const seen = vendors.map((one) => ({ ...one, from, reason: null }));
    if ((await observe(context, trx, { templateId, seen, version })) !== null) taken.add(entry);
  }
  const done = entries.map((entry) => ({
    ...entry,
    state: stateAfter(entry, taken.has(entry)),
    vendors: [],
  }));
  const next = { author: by, body: { entries: done }, state: "done", dueAt: document.dueAt };
  if (!(await writeDocument(context, trx, document, next))) throw new Error(`import ${id} was changed`);
  await recordEvents(context, trx, [{ event: "imported", person: by, subject: `import:${id}` }]);
  await notify(context, trx, await notificationFor([...taken], trx));
  return done;
}

function stateAfter({ state }: ImportEntry, isTaken: boolean): EntryState {
  if (isTaken) return "imported";
  return state === "broken" ? state : "left_out";
}
