import type { Kysely } from "kysely";
import { decodeRow } from "../database/columns.ts";
import type { StoreContext, Tables } from "../database/tables.ts";
import { type Json, toJson } from "../database/values.ts";
import { type Document, toDocument } from "../documents.ts";
import { type OperationRow, operations } from "../operations/table.ts";
import { type Proposal, toProposal } from "../proposals/proposal.ts";
import { type AuditListener, type RecordedEntry, subjectOf, toRecordedEntry } from "./record.ts";

/** An entry with its record as stored now (null if removed). `contents`: texts that people wrote in the record. */
export type AuditEntry = RecordedEntry & { record: object | null; contents: { [name: string]: Json } };

export type AuditFilter = { since?: Date; until?: Date; person?: string };

const readAtOnce = 500;

export function createAudit({ connection: { db } }: StoreContext, listeners: Set<AuditListener>) {
  return {
    /** Calls `listener` after each commit with entries, unless its answer was lost. Returns a function that unsubscribes. */
    onRecorded(listener: AuditListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

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
        for (const row of rows) yield { ...toRecordedEntry(row), ...(records.get(row.subject) ?? noRecord) };
        rows = await all.where("id", ">", rows.at(-1)?.id ?? 0).execute();
      }
    },
  };
}

type Kept = Pick<AuditEntry, "record" | "contents">;

const noRecord: Kept = { record: null, contents: {} };

async function readRecords(
  db: Kysely<Tables>,
  subjects: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Kept>> {
  const idsOf = (toSubject: (id: string) => string) => {
    const head = toSubject("");
    return [...subjects].flatMap((one) => (one.startsWith(head) ? one.slice(head.length) : []));
  };
  const documentsOf = async (kind: "proposal" | "report") => {
    const ids = idsOf(subjectOf[kind]);
    if (ids.length === 0) return [];
    const found = db.selectFrom("documents").selectAll().where("kind", "=", kind).where("id", "in", ids);
    return (await found.execute()).map(toDocument);
  };
  const ids = [...idsOf(subjectOf.operation), ...idsOf(subjectOf.receipt)];
  const rows =
    ids.length === 0 ? [] : await db.selectFrom("operations").selectAll().where("id", "in", ids).execute();
  return new Map<string, Kept>([
    ...rows.flatMap(toKept),
    ...(await documentsOf("proposal")).map((document) => keptProposal(toProposal(document, null))),
    ...(await documentsOf("report")).map(keptReport),
  ]);
}

function toKept(row: OperationRow): [string, Kept][] {
  const { id, kind, author, root, outcome, message_id, resolved_by, resolved_as, reason } = row;
  const { phone_owner, received_as, received_words: words } = row;
  const { request, snapshot, result } = decodeRow(operations, row);
  const record = { kind, author, root, outcome, message_id, resolved_by, resolved_as };
  return [
    [subjectOf.operation(id), { record, contents: { request, snapshot, reason, result } }],
    [subjectOf.receipt(id), { record: { phone_owner, received_as }, contents: { words } }],
  ];
}

function keptProposal(proposal: Proposal): [string, Kept] {
  const { id, templateId, proposer, state, revision, revisions, decision, change, reason } = proposal;
  const record = {
    template_id: templateId,
    revision,
    state,
    proposer,
    decided_by: decision?.by ?? null,
    edited_by: revisions.at(-1)?.by ?? null,
  };
  const contents = { change: toJson(JSON.stringify(change)), reason, decided_words: decision?.words ?? null };
  return [subjectOf.proposal(id), { record, contents }];
}

function keptReport({ id, subject, author, body }: Document): [string, Kept] {
  return [subjectOf.report(id), { record: { template_id: subject, by: author }, contents: { said: body } }];
}
