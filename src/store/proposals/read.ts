import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { type DocumentRow, toDocument } from "../documents.ts";
import { readOperations } from "../operations/read.ts";
import {
  askedState,
  type Proposal,
  type ProposalState,
  type StoredProposal,
  toProposal,
  undecidedStates,
} from "./proposal.ts";

type Reader = Pick<Kysely<Tables>, "selectFrom">;

export type ProposalFilter = {
  templateId?: string;
  proposer?: string;
  states?: readonly ProposalState[];
  limit: number;
};

function proposals(db: Reader) {
  return db.selectFrom("documents").where("documents.kind", "=", "proposal");
}

/** In the order of their rows, with their updates. */
async function toProposals(db: Kysely<Tables>, rows: readonly DocumentRow[]): Promise<StoredProposal[]> {
  const operations = await readOperations(
    db,
    rows.flatMap(({ key }) => key ?? []),
  );
  return rows.map((row) => toProposal(toDocument(row), operations.find(({ id }) => id === row.key) ?? null));
}

/** By its id, or by the newest update that was to carry it out. */
export async function readProposal(
  db: Kysely<Tables>,
  which: { id: string } | { key: string },
): Promise<StoredProposal | null> {
  const rows = await proposals(db)
    .selectAll()
    .where((row) => row.and(which))
    .execute();
  return (await toProposals(db, rows))[0] ?? null;
}

function toStored(states: readonly string[]): string[] {
  return states.includes("approved") ? [...states, askedState] : [...states];
}

/** Undecided ones that end by then, the first one first. Reads a body of each. */
export async function listEnding(
  db: Kysely<Tables>,
  { after, by, limit }: { after?: Date; by: Date; limit?: number },
): Promise<StoredProposal[]> {
  let query = proposals(db)
    .selectAll()
    .where("state", "in", undecidedStates)
    .where("due_at", "<=", by.getTime())
    .orderBy("due_at");
  if (after !== undefined) query = query.where("due_at", ">", after.getTime());
  if (limit !== undefined) query = query.limit(limit);
  return toProposals(db, await query.execute());
}

/** Looks at the operation of each approved proposal whose proposer was not asked yet. */
function awaited(db: Reader) {
  return proposals(db)
    .innerJoin("operations", "operations.id", "documents.key")
    .where("documents.state", "=", "approved");
}

/** One that is approved, and whose update was sent for nothing. */
export async function findSpent(db: Reader): Promise<string | undefined> {
  const isSpent = sql<boolean>`operations.outcome in ('refused', 'not_sent')
    or (operations.outcome = 'unknown' and operations.settled_as = 'did_not_arrive')`;
  const row = await awaited(db)
    .select("documents.id")
    .where(sql<boolean>`(${isSpent})`)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export function createLists(db: Kysely<Tables>) {
  return {
    get: (id: string): Promise<Proposal | null> => readProposal(db, { id }),

    /**
     * The one that ends last comes first: undecided ones, then those that were decided last. Reads `limit` bodies. Inside a
     * transaction where one is given.
     */
    async list({ templateId, proposer, states, limit }: ProposalFilter, trx = db): Promise<Proposal[]> {
      let query = proposals(trx).selectAll().orderBy("due_at", "desc").orderBy("id", "desc").limit(limit);
      if (templateId !== undefined) query = query.where("subject", "=", templateId);
      if (proposer !== undefined) query = query.where("author", "=", proposer);
      if (states !== undefined) query = query.where("state", "in", toStored(states));
      return toProposals(trx, await query.execute());
    },

    /** Ids of those whose cards show what is observed of these templates. */
    async listShowing(templateIds: readonly string[], trx: Reader): Promise<string[]> {
      const rows = await proposals(trx)
        .select("id")
        .where("subject", "in", templateIds)
        .where("state", "in", toStored([...undecidedStates, "approved"]))
        .execute();
      return rows.map(({ id }) => id);
    },

    /**
     * Accepted before `before`, the oldest first, whose proposer was not asked yet what the vendors made of it, and of which
     * nothing was observed since.
     */
    async listUnasked(before: Date, limit: number): Promise<Proposal[]> {
      const rows = await awaited(db)
        .selectAll("documents")
        .where("operations.outcome", "=", "accepted")
        .where("operations.closed_at", "<", before.getTime())
        .where(
          sql<boolean>`not exists (select 1 from documents as template where template.kind = 'template'
            and template.id = documents.subject and template.due_at >= ${before.getTime()})`,
        )
        .orderBy("operations.closed_at")
        .limit(limit)
        .execute();
      return toProposals(db, rows);
    },
  };
}
