import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import { type Json, toJson } from "../database/values.ts";
import { toDocument } from "../documents.ts";
import { toProposal } from "../proposals/proposal.ts";
import { subjectOf } from "./table.ts";

/** The ids of the records of one kind among the subjects that are read. */
type IdsOf = (toSubject: (id: string) => string) => string[];
type Found = [subject: string, record: Json][];

/** The records of these subjects as they stand, by subject; what is gone, or kept nowhere else, is left out. */
export async function readRecords(
  db: Kysely<Tables>,
  subjects: readonly string[],
): Promise<Map<string, Json>> {
  const idsOf: IdsOf = (toSubject) => {
    const head = toSubject("");
    return subjects
      .filter((subject) => subject.startsWith(head))
      .map((subject) => subject.slice(head.length));
  };
  const records = new Map<string, Json>();
  for (const readSome of [readOperations, readReceipts, readProposals, readReports])
    for (const [subject, record] of await readSome(db, idsOf)) records.set(subject, record);
  return records;
}

async function readOperations(db: Kysely<Tables>, idsOf: IdsOf): Promise<Found> {
  const ids = idsOf(subjectOf.operation);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("operations")
    .select(["id", "kind", "author", "root", "request", "about", "reason"])
    .select(["outcome", "result", "message_id", "settled_by", "settled_as"])
    .where("id", "in", ids)
    .execute();
  return rows.map(({ id, request, about, result, ...row }) => [
    subjectOf.operation(id),
    { ...row, request: toJson(request), about: toJsonOrNull(about), result: toJsonOrNull(result) },
  ]);
}

async function readReceipts(db: Kysely<Tables>, idsOf: IdsOf): Promise<Found> {
  const ids = idsOf(subjectOf.receipt);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("operations")
    .select(["id", "phone_owner", "received_as", "received_words as words"])
    .where("id", "in", ids)
    .execute();
  return rows.map(({ id, ...row }) => [subjectOf.receipt(id), row]);
}

async function readProposals(db: Kysely<Tables>, idsOf: IdsOf): Promise<Found> {
  const ids = idsOf(subjectOf.proposal);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("documents")
    .selectAll()
    .where("kind", "=", "proposal")
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => {
    const { id, templateId, proposer, state, revision, revisions, decision } = toProposal(
      toDocument(row),
      null,
    );
    const { change, reason, by } = revisions.at(-1) ?? {};
    const record = {
      template_id: templateId,
      revision,
      state,
      proposer,
      decided_by: decision?.by,
      decided_words: decision?.words,
      change,
      reason,
      edited_by: by,
    };
    return [subjectOf.proposal(id), toJson(JSON.stringify(record))];
  });
}

async function readReports(db: Kysely<Tables>, idsOf: IdsOf): Promise<Found> {
  const ids = idsOf(subjectOf.report);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("documents")
    .select(["id", "subject as template_id", "author as by", "body"])
    .where("kind", "=", "report")
    .where("id", "in", ids)
    .execute();
  return rows.map(({ id, body, ...row }) => [subjectOf.report(id), { ...row, said: toJson(body) }]);
}

function toJsonOrNull(text: string | null): Json {
  return text === null ? null : toJson(text);
}
