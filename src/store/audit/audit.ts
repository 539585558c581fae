import type { StoreContext } from "../database/tables.ts";
import { toJson } from "../database/values.ts";
import { readContents } from "./content.ts";
import { seal } from "./seal.ts";
import type { AuditRow } from "./table.ts";
import type { AuditEntry, AuditFilter, AuditTable } from "./types.ts";
import { verify } from "./verify.ts";

const readAtOnce = 500;

/** Who did what, when, sealed in a chain. `listeners` are those who hear of transactions that wrote entries. */
export function createAudit(context: StoreContext, listeners: Set<() => void>): AuditTable {
  return {
    seal: () => seal(context),
    async countUnsealed() {
      const { count } = await context.connection.db
        .selectFrom("audit_entries")
        .select((row) => row.fn.countAll<number>().as("count"))
        .where("number", "is", null)
        .executeTakeFirstOrThrow();
      return count;
    },
    onRecorded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: (filter) => read(context, filter),
    verify: () => verify(context),
  };
}

async function* read(
  { connection: { db } }: StoreContext,
  { since, until, person }: AuditFilter,
): AsyncGenerator<AuditEntry> {
  const all = db
    .selectFrom("audit_entries")
    .selectAll()
    .$if(since !== undefined, (entries) => entries.where("at", ">=", since?.getTime() ?? 0))
    .$if(until !== undefined, (entries) => entries.where("at", "<", until?.getTime() ?? 0))
    .$if(person !== undefined, (entries) => entries.where("person", "=", person ?? ""))
    .limit(readAtOnce);
  const withRecords = async (rows: readonly AuditRow[]) => {
    const subjects = [...new Set(rows.map(({ subject }) => subject))];
    const contents = await readContents(db, subjects);
    return rows.map((row) => toEntry(row, contents.get(row.subject)));
  };
  const sealed = all.orderBy("number");
  for (let rows = await sealed.where("number", ">", 0).execute(); rows.length > 0; ) {
    yield* await withRecords(rows);
    rows = await sealed.where("number", ">", rows.at(-1)?.number ?? 0).execute();
  }
  const open = all.where("number", "is", null).orderBy("id");
  for (let rows = await open.execute(); rows.length > 0; ) {
    yield* await withRecords(rows);
    rows = await open.where("id", ">", rows.at(-1)?.id ?? 0).execute();
  }
}

function toEntry(
  { number, at, event, person, subject, outcome, salt, digest, seal: sealedBy }: AuditRow,
  content: string | undefined,
): AuditEntry {
  const kept = { number, event, person, subject, outcome, salt, digest, seal: sealedBy };
  return { ...kept, at: new Date(at), record: content === undefined ? null : toJson(content) };
}
