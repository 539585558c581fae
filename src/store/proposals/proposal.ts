import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { locales } from "../../languages.ts";
import type { Tables } from "../database/tables.ts";
import { type Document, type DocumentContent, type DocumentRow, toDocument } from "../documents.ts";
import { ObservedContent } from "../observations/shown.ts";
import { readOperations } from "../operations/read.ts";
import type { Operation } from "../operations/table.ts";

const text = z.string().optional();

const ProposedButton = z.object({
  buttonType: z.string(),
  buttonName: z.string(),
  linkMo: text,
  linkPc: text,
  linkAnd: text,
  linkIos: text,
});
export type ProposedButton = z.infer<typeof ProposedButton>;

/** Body of the update, with fields in a fixed order; absent fields remain unchanged on the platform. */
export const ProposedChange = z.object({
  name: text,
  content: text,
  buttons: z.array(ProposedButton).optional(),
});
export type ProposedChange = z.infer<typeof ProposedChange>;

/** Time; an unreadable one is replaced, since erasing a phone number may have changed its digits. */
const time = z.coerce.date().catch(() => new Date(0));

/** A change and its reason. The proposer's comes first; each edit adds a revision. */
const Revision = z.object({
  revision: z.int(),
  change: ProposedChange,
  /** SHA-256 of the change's canonical body, hexadecimal. */
  contentDigest: z.string(),
  reason: z.string().catch(""),
  by: z.string(),
  at: time,
});
export type Revision = z.infer<typeof Revision>;

const Body = z.object({
  locale: z.enum(locales).nullable().catch(null),
  /** Content known when the newest revision was made; null if none was observed. */
  basis: ObservedContent.nullable().catch(null),
  revisions: z.array(Revision).min(1),
  /** Approvals of the newest revision, and of earlier revisions with the same content. */
  approvals: z.array(z.object({ by: z.string(), at: time })),
  /** Decision; null while open. `words`: the decider's text. `by`: null if expiry or a late reply decided. */
  decision: z
    .object({ by: z.string().nullable(), at: time, words: z.string().nullable().catch(null) })
    .nullable(),
  createdAt: time,
  expiresAt: time,
  remindedAt: z.coerce.date().nullable().catch(null),
  /** Digest of the content sent by the newest update. */
  sentDigest: z.string().nullable().catch(null),
});
type Body = z.infer<typeof Body>;

const states = ["open", "changes_requested", "approved", "withdrawn", "expired"] as const;
/** State of a proposal. `approved` is only the decision; the operation has the outcome. */
export type ProposalState = (typeof states)[number];
const State = z.enum(states);

export const undecidedStates = ["open", "changes_requested"] as const;
/** Final state: approved, and the proposer was asked for the vendors' decision. */
const askedState = "asked";
export const decidedStates = ["approved", askedState, "withdrawn", "expired"] as const;

export type Proposal = Omit<Body, "basis" | "sentDigest"> & {
  id: string;
  templateId: string;
  proposer: string;
  state: ProposalState;
  basis: ObservedContent | null;
  /** Newest revision, with `change`, `contentDigest` and `reason`. */
  revision: number;
  change: ProposedChange;
  contentDigest: string;
  reason: string;
  /** Newest update of the proposal, which had no effect if the proposal is open again. */
  operation: Operation | null;
};

export type StoredProposal = Proposal & {
  version: number;
  /** Id of `operation`, kept after the operation is purged. */
  operationId: string | null;
  sentDigest: string | null;
  isAsked: boolean;
};

export function toProposal(document: Document, operation: Operation | null): StoredProposal {
  const { id, subject, author, version, key, state } = document;
  const { revisions, ...body } = Body.parse(document.body);
  return {
    id,
    templateId: subject ?? "",
    proposer: author ?? "",
    version,
    operationId: key,
    ...body,
    ...toRevisionFields(revisions),
    state: state === askedState ? "approved" : State.parse(state),
    isAsked: state === askedState,
    operation,
  };
}

export function toRevisionFields(revisions: Revision[]) {
  const newest = revisions.at(-1);
  if (newest === undefined) throw new Error("a proposal has no revision");
  const { revision, change, contentDigest, reason } = newest;
  return { revisions, revision, change, contentDigest, reason };
}

export function isUndecided({ state }: Pick<Proposal, "state">): boolean {
  return state === "open" || state === "changes_requested";
}

/** Makes a proposal's document: listed by template and proposer, found by its update, due at its expiry or decision. */
export function toDocumentContent(proposal: StoredProposal): DocumentContent {
  const { templateId, proposer, operationId, state, isAsked, decision, expiresAt } = proposal;
  return {
    body: Body.parse(proposal),
    key: operationId,
    subject: templateId,
    author: proposer,
    state: isAsked ? askedState : state,
    // Throws for an invalid date, which would be stored as null.
    dueAt: z.date().parse(decision === null || isUndecided(proposal) ? expiresAt : decision.at),
  };
}

type Reader = Pick<Kysely<Tables>, "selectFrom">;

type ProposalFilter = {
  templateId?: string;
  proposer?: string;
  states?: readonly ProposalState[];
  limit: number;
};

function proposals(db: Reader) {
  return db.selectFrom("documents").where("documents.kind", "=", "proposal");
}

async function toProposals(db: Kysely<Tables>, rows: readonly DocumentRow[]): Promise<StoredProposal[]> {
  const operations = await readOperations(
    db,
    rows.flatMap(({ key }) => key ?? []),
  );
  return rows.map((row) => toProposal(toDocument(row), operations.find(({ id }) => id === row.key) ?? null));
}

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

/** Lists undecided proposals that expire after `after` and until `by`, soonest first. */
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

/** Selects approved proposals whose proposer was not asked yet, with their operations. */
function awaited(db: Reader) {
  return proposals(db)
    .innerJoin("operations", "operations.id", "documents.key")
    .where("documents.state", "=", "approved");
}

export async function findFailedUpdate(db: Reader): Promise<string | undefined> {
  const isSpent = sql<boolean>`operations.outcome in ('refused', 'not_sent')
    or (operations.outcome = 'unknown' and operations.resolved_as = 'did_not_arrive')`;
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

    /** Lists undecided proposals first, then those decided last; `limit` counts both. */
    async list({ templateId, proposer, states, limit }: ProposalFilter, trx = db): Promise<Proposal[]> {
      let query = proposals(trx).selectAll().orderBy("due_at", "desc").orderBy("id", "desc").limit(limit);
      if (templateId !== undefined) query = query.where("subject", "=", templateId);
      if (proposer !== undefined) query = query.where("author", "=", proposer);
      if (states !== undefined) query = query.where("state", "in", toStored(states));
      return toProposals(trx, await query.execute());
    },

    async listShowing(templateIds: readonly string[], trx: Reader): Promise<string[]> {
      const rows = await proposals(trx)
        .select("id")
        .where("subject", "in", templateIds)
        .where("state", "in", toStored([...undecidedStates, "approved"]))
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Lists accepted proposals, oldest first, whose proposer was not asked and whose template was not observed since. */
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
