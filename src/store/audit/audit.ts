import type { Kysely } from "kysely";
import type { StoreContext, Tables } from "../database/tables.ts";
import { type Json, toJson } from "../database/values.ts";
import { toDocument } from "../documents.ts";
import { toProposal } from "../proposals/proposal.ts";
import { type AuditListener, type RecordedEntry, subjectOf, toEntry } from "./record.ts";

/** An entry with its record as it stands now; null where that is gone, or was none. */
export type AuditEntry = RecordedEntry & { record: Json | null };

export type AuditFilter = { since?: Date; until?: Date; person?: string };

const readAtOnce = 500;

/** Who did what, when. */
export function createAudit({ connection: { db } }: StoreContext, listeners: Set<AuditListener>) {
  return {
    /**
     * Calls back after each commit of this process that recorded something; not after one whose answer was lost. Returns the
     * unsubscriber.
     */
    onRecorded(listener: AuditListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** In the order in which they were written. */
    async *read({ since, until, person }: AuditFilter): AsyncGenerator<AuditEntry> {
      const all = db
        .selectFrom("audit_entries")
        .selectAll()
        .$if(since !== undefined, (entries) => entries.where("at", ">=", since?.getTime() ?? 0))
        .$if(until !== undefined, (entries) => entries.where("at", "<", until?.getTime() ?? 0))
        .$if(person !== undefined, (entries) => entries.where("person", "=", person ?? ""))
        .orderBy("id")
        .limit(readAtOnce);
      for (let rows = await all.execute(); rows.length > 0; ) {
        const records = await readRecords(db, new Set(rows.map(({ subject }) => subject)));
        for (const row of rows) yield { ...toEntry(row), record: records.get(row.subject) ?? null };
        rows = await all.where("id", ">", rows.at(-1)?.id ?? 0).execute();
      }
    },
  };
}

/** The records of these subjects as they stand; what is gone, or kept nowhere else, is left out. */
async function readRecords(
  db: Kysely<Tables>,
  subjects: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Json>> {
  const records = new Map<string, Json>();
  const readers = [
    [subjectOf.operation, readOperations],
    [subjectOf.receipt, readReceipts],
    [subjectOf.proposal, readProposals],
    [subjectOf.report, readReports],
  ] as const;
  for (const [toSubject, readSome] of readers) {
    const head = toSubject("");
    const ids = [...subjects].flatMap((one) => (one.startsWith(head) ? one.slice(head.length) : []));
    if (ids.length === 0) continue;
    for (const { id, ...row } of await readSome(db, ids)) records.set(toSubject(id), row);
  }
  return records;
}

async function readOperations(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = await db
    .selectFrom("operations")
    .select(["id", "kind", "author", "root", "request", "about", "reason"])
    .select(["outcome", "result", "message_id", "settled_by", "settled_as"])
    .where("id", "in", ids)
    .execute();
  return rows.map(({ request, about, result, ...row }) => ({
    ...row,
    request: toJson(request),
    about: toJson(about ?? "null"),
    result: toJson(result ?? "null"),
  }));
}

function readReceipts(db: Kysely<Tables>, ids: readonly string[]) {
  return db
    .selectFrom("operations")
    .select(["id", "phone_owner", "received_as", "received_words as words"])
    .where("id", "in", ids)
    .execute();
}

async function readProposals(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = await db
    .selectFrom("documents")
    .selectAll()
    .where("kind", "=", "proposal")
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => {
    const { id, templateId, proposer, state, revision, revisions, decision, change, reason } = toProposal(
      toDocument(row),
      null,
    );
    return {
      id,
      template_id: templateId,
      revision,
      state,
      proposer,
      decided_by: decision?.by ?? null,
      decided_words: decision?.words ?? null,
      change: toJson(JSON.stringify(change)),
      reason,
      edited_by: revisions.at(-1)?.by ?? null,
    };
  });
}

async function readReports(db: Kysely<Tables>, ids: readonly string[]) {
  const rows = await db
    .selectFrom("documents")
    .select(["id", "subject as template_id", "author as by", "body"])
    .where("kind", "=", "report")
    .where("id", "in", ids)
    .execute();
  return rows.map(({ body, ...row }) => ({ ...row, said: toJson(body) }));
}
