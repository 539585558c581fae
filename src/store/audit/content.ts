import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { OperationRow } from "../operations/table.ts";
import type { ProposalNoteRow, ProposalRow, RevisionRow } from "../proposals/table.ts";
import type { ReceiptRow } from "../receipts/table.ts";
import type { SightingRow } from "../sightings/table.ts";

/** What an entry's digest is of: the record as JSON, of which columns that hold JSON are a part as they stand. */
export const subjectOf = {
  operation: (id: string) => `operation:${id}`,
  receipt: (operation: string) => `receipt:${operation}`,
  proposal: (id: string) => `proposal:${id}`,
  note: (id: string) => `note:${id}`,
  report: (form: string) => `report:${form}`,
};

/** Whether it is of a record that is kept, and not only of what happened. */
export function isRecord(subject: string): boolean {
  return Object.values(subjectOf).some((toSubject) => subject.startsWith(toSubject("")));
}

/** An operation as it is taken on. */
export type Asked = Pick<OperationRow, "kind" | "author" | "root" | "request" | "about" | "reason">;
type OperationContent = Asked &
  Partial<Pick<OperationRow, "outcome" | "result" | "message_id" | "settled_by" | "settled_as">>;

export function ofOperation(row: OperationContent): string {
  const { kind, author, root, reason, outcome, message_id, settled_by, settled_as } = row;
  return join({
    ...plain({ kind, author, root }),
    ...{ request: row.request, about: row.about },
    ...plain({ reason, outcome }),
    result: row.result ?? null,
    ...plain({ message_id, settled_by, settled_as }),
  });
}

export function ofReceipt({
  holder,
  received_as,
  words,
}: Pick<ReceiptRow, "holder" | "received_as" | "words">): string {
  return join(plain({ holder, received_as, words }));
}

function ofProposal(
  proposal: Pick<
    ProposalRow,
    "template_id" | "revision" | "state" | "proposer" | "decided_by" | "decided_words"
  > &
    Pick<RevisionRow, "change" | "reason" | "by">,
): string {
  const { template_id, revision, state, proposer, reason, decided_by, decided_words, by } = proposal;
  return join({
    ...plain({ template_id, revision: String(revision), state, proposer, reason, edited_by: by }),
    change: proposal.change,
    ...plain({ decided_by, decided_words }),
  });
}

export function ofNote({
  proposal_id,
  by,
  words,
}: Pick<ProposalNoteRow, "proposal_id" | "by" | "words">): string {
  return join(plain({ proposal_id, by, words }));
}

type ReportRow = Pick<
  SightingRow,
  "template_id" | "by" | "vendor" | "status" | "code" | "reason" | "content"
>;

/** One report may say something of several vendors, and of the texts. */
function ofReport(rows: readonly ReportRow[]): string {
  return `[${rows
    .map(({ template_id, by, vendor, status, code, reason, content }) =>
      join({ ...plain({ template_id, by, vendor, status, code, reason }), content }),
    )
    .join(",")}]`;
}

type Parts = Readonly<Record<string, string | null | undefined>>;

function plain(values: Parts): Parts {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value?.toWellFormed() ?? null)]),
  );
}

function join(parts: Parts): string {
  return `{${Object.entries(parts)
    .map(([name, json]) => `"${name}":${json ?? "null"}`)
    .join(",")}}`;
}

/** The records of these subjects as they stand; what is gone, or kept nowhere else, is left out. */
export async function readContents(
  db: Kysely<Tables>,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const idsOf = (toSubject: (id: string) => string) => {
    const head = toSubject("");
    return subjects
      .filter((subject) => subject.startsWith(head))
      .map((subject) => subject.slice(head.length));
  };
  const contents = new Map<string, string>();
  for (const readSome of [readOperations, readReceipts, readProposals, readNotes, readReports])
    for (const [subject, content] of await readSome(db, idsOf)) contents.set(subject, content);
  return contents;
}

type IdsOf = (toSubject: (id: string) => string) => string[];
type Found = [subject: string, content: string][];

async function readOperations(db: Kysely<Tables>, idsOf: IdsOf): Promise<Found> {
  const ids = idsOf(subjectOf.operation);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("operations").selectAll().where("id", "in", ids).execute();
  return rows.map((row) => [subjectOf.operation(row.id), ofOperation(row)]);
}

async function readReceipts(db: Kysely<Tables>, idsOf: IdsOf): Promise<Found> {
  const ids = idsOf(subjectOf.receipt);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("receipts").selectAll().where("operation_id", "in", ids).execute();
  return rows.map((row) => [subjectOf.receipt(row.operation_id), ofReceipt(row)]);
}

async function readProposals(db: Kysely<Tables>, idsOf: IdsOf): Promise<Found> {
  const ids = idsOf(subjectOf.proposal);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("proposals")
    .innerJoin("proposal_revisions as newest", (join) =>
      join
        .onRef("newest.proposal_id", "=", "proposals.id")
        .onRef("newest.revision", "=", "proposals.revision"),
    )
    .selectAll("proposals")
    .select(["newest.change", "newest.reason", "newest.by"])
    .where("proposals.id", "in", ids)
    .execute();
  return rows.map((row) => [subjectOf.proposal(row.id), ofProposal(row)]);
}

async function readNotes(db: Kysely<Tables>, idsOf: IdsOf): Promise<Found> {
  const ids = idsOf(subjectOf.note);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("proposal_notes").selectAll().where("id", "in", ids).execute();
  return rows.map((row) => [subjectOf.note(row.id), ofNote(row)]);
}

async function readReports(db: Kysely<Tables>, idsOf: IdsOf): Promise<Found> {
  const ids = idsOf(subjectOf.report);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("sightings")
    .selectAll()
    .where("kind", "=", "report")
    .where("operation_id", "in", ids)
    .orderBy("id")
    .execute();
  const reports = Map.groupBy(rows, ({ operation_id }) => operation_id ?? "");
  return [...reports].map(([form, some]) => [subjectOf.report(form), ofReport(some)]);
}
