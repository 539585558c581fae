import { type Kysely, sql } from "kysely";
import { type AuditEvent, record, subjectOf } from "../audit/record.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact, transactional } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { type DocumentRow, toDocument, writeDocument } from "../documents.ts";
import { readOperations } from "../operations/read.ts";
import { notify } from "../posts/notify.ts";
import type { Notification } from "../posts/table.ts";
import * as decisions from "./decisions.ts";
import {
  askedState,
  type Proposal,
  type ProposalState,
  type StoredProposal,
  toContent,
  toProposal,
  undecidedStates,
  withRevisions,
} from "./proposal.ts";

type Proposed = Pick<
  Proposal,
  "templateId" | "change" | "contentDigest" | "reason" | "proposer" | "basis" | "locale"
>;
/** `id`: of the form's rendering, which counts once. */
export type NewProposal = Proposed & { id: string; expiresAt: Date };

/** Called in the transaction with the proposal as it is then. Pure. */
export type NotificationForProposal = (proposal: Proposal) => Notification;

/** `overtaken`: nothing was written, the proposal had changed: its rules say why. `gone`: no such proposal (any more). */
export type Decided = { kind: "done" | "overtaken"; proposal: Proposal } | { kind: "gone" };

export type ProposalTable = ReturnType<typeof createProposals>;

/** Documents whose key is the newest update to carry them out: one update carries out one proposal. */
export function createProposals(context: StoreContext) {
  const decide = (
    { id, by }: decisions.Withdrawal,
    {
      step,
      event,
      notificationFor,
    }: { step: decisions.Step; event: AuditEvent; notificationFor: NotificationForProposal },
  ): Promise<Decided> =>
    transact(context, async (trx) => {
      const swapped = await swap(context, trx, { id }, { step, event, person: by });
      if (swapped.kind === "gone") return swapped;
      const { kind, proposal } = swapped;
      if (kind === "written") await notify(context, trx, notificationFor(proposal));
      return { kind: kind === "overtaken" ? kind : "done", proposal };
    });

  return {
    ...createLists(context.connection.db),

    add: transactional(context, add),

    /**
     * One more approval, as `EnqueueRequest.precondition`. `last`: approved, the operation stays; `none`: nothing was
     * written. The end of the update tells of the last one.
     */
    async approve(
      trx: StoreTransaction,
      approval: decisions.ApprovalGiven,
      notificationFor: NotificationForProposal,
    ): Promise<"counted" | "last" | "none"> {
      const { id, by } = approval;
      const change = { step: decisions.approve(approval), event: "approved", person: by } as const;
      const swapped = await swap(context, trx, { id }, change);
      if (swapped.kind !== "written") return "none";
      const isLast = swapped.proposal.state === "approved";
      // Decided: its card has no buttons any more.
      await notify(
        context,
        trx,
        isLast ? { changed: [`proposal:${id}`] } : notificationFor(swapped.proposal),
      );
      return isLast ? "last" : "counted";
    },

    requestChanges: (
      request: decisions.Decision & { words: string },
      notificationFor: NotificationForProposal,
    ) =>
      decide(request, {
        step: decisions.requestChanges(request),
        event: "changes_requested",
        notificationFor,
      }),

    edit: (edit: decisions.EditDecision, notificationFor: NotificationForProposal) =>
      decide(edit, { step: decisions.edit(edit), event: "edited", notificationFor }),

    withdraw: (withdrawal: decisions.Withdrawal, notificationFor: NotificationForProposal) =>
      decide(withdrawal, { step: decisions.withdraw(withdrawal), event: "withdrawn", notificationFor }),

    /**
     * In the transaction of its operation's end, correction or resolution: reopens what had no effect. Null when the
     * operation carries out none.
     */
    async conclude(trx: StoreTransaction, operationId: string): Promise<Proposal | null> {
      const conclusion = (change: Change) => swap(context, trx, { key: operationId }, change);
      const done = await conclusion({ step: decisions.carryOut, event: "carried_out" });
      // Written in any case: a concurrent decision has read another outcome of the update.
      const kept = done.kind === "overtaken" ? await conclusion({ step: asItIs }) : done;
      return kept.kind === "gone" ? null : kept.proposal;
    },

    /** Reopens proposals whose update had no effect, where that failed with its end. */
    reopen: (notificationFor: NotificationForProposal) =>
      takeTurn(context, { find: findSpent, notificationFor }),

    /** Ends what nobody decided in time. */
    expire: (notificationFor: NotificationForProposal) =>
      takeTurn(context, {
        find: async (trx, now) => (await listEnding(trx, { by: now, limit: 1 }))[0]?.id,
        step: decisions.expire,
        event: "expired",
        notificationFor,
      }),

    /** Reminds once of each that expires before `before`. */
    remind: (before: Date, notificationFor: NotificationForProposal) =>
      takeTurn(context, {
        async find(trx, after) {
          const ending = await listEnding(trx, { after, by: before });
          return ending.find(({ remindedAt }) => remindedAt === null)?.id;
        },
        step: decisions.remind(before),
        notificationFor,
      }),

    /** Asks once; without a notification it only marks that nothing has to be asked. */
    ask: (id: string, notificationFor: (trx: StoreTransaction) => Promise<Notification>) =>
      takeTurn(context, {
        find: async () => id,
        step: decisions.markAsked,
        notificationFor: (_, trx) => notificationFor(trx),
      }),
  };
}

type Change = {
  /** @default reopen, if its update had no effect */
  step?: decisions.Step;
  event?: AuditEvent;
  /** @default nobody: the clock, or an update's end */
  person?: string;
};

const asItIs: decisions.Step = (proposal) => ({ ...proposal });

type Swapped = { kind: "written" | "same" | "overtaken"; proposal: StoredProposal } | { kind: "gone" };

/**
 * Changes a proposal, reopening it first if its update had no effect. Whoever loses the race for a version decides again on
 * the next.
 */
async function swap(
  context: StoreContext,
  trx: StoreTransaction,
  which: { id: string } | { key: string },
  { step, event, person }: Change,
): Promise<Swapped> {
  for (let found = await readProposal(trx, which); found !== null; found = await readProposal(trx, which)) {
    const now = context.now();
    const opened = decisions.reopen(found, now);
    const before = opened ?? found;
    const after = step === undefined ? opened : step(before, now);
    if (after === null) return { kind: "overtaken", proposal: found };
    if (step !== undefined && after === before) return { kind: "same", proposal: found };
    if (!(await writeDocument(context, trx, { ...found, kind: "proposal" }, toContent(after)))) continue;
    const subject = subjectOf.proposal(found.id);
    await record(context, trx, [
      ...(opened === null ? [] : [{ event: "reopened" as const, person: null, subject }]),
      ...(event === undefined ? [] : [{ event, person: person ?? null, subject }]),
    ]);
    return { kind: "written", proposal: after };
  }
  return { kind: "gone" };
}

/** `isNew` is false where the same form made the proposal before. */
async function add(
  context: StoreContext,
  trx: StoreTransaction,
  { change, contentDigest, reason, expiresAt, ...proposal }: NewProposal,
  notificationFor: NotificationForProposal,
): Promise<{ isNew: boolean; proposal: Proposal }> {
  const { id, proposer } = proposal;
  const now = context.now();
  const first = { revision: 1, change, contentDigest, reason: toText(reason), by: proposer, at: now };
  const stored: StoredProposal = {
    ...proposal,
    ...withRevisions([first]),
    templateId: toText(proposal.templateId),
    state: "open",
    approvals: [],
    decision: null,
    createdAt: now,
    expiresAt,
    remindedAt: null,
    operation: null,
    version: 1,
    operationId: null,
    sentDigest: null,
    isAsked: false,
  };
  if (!(await writeDocument(context, trx, { kind: "proposal", id, version: 0 }, toContent(stored)))) {
    const there = await readProposal(trx, { id });
    if (there === null) throw new Error(`proposal ${id} was purged while it came again`);
    return { isNew: false, proposal: there };
  }
  await record(context, trx, [{ event: "proposed", person: proposer, subject: subjectOf.proposal(id) }]);
  await notify(context, trx, notificationFor(stored));
  return { isNew: true, proposal: stored };
}

type Turn = Change & {
  find: (trx: StoreTransaction, now: Date) => Promise<string | null | undefined>;
  notificationFor: (proposal: Proposal, trx: StoreTransaction) => Notification | Promise<Notification>;
};

/** One proposal at a time, so that no round holds up an acknowledgement; returns how many. */
function takeTurn(context: StoreContext, { find, notificationFor, ...change }: Turn): Promise<number> {
  return transact(context, async (trx) => {
    const id = await find(trx, context.now());
    if (typeof id !== "string") return 0;
    const swapped = await swap(context, trx, { id }, change);
    if (swapped.kind !== "written") return 0;
    await notify(context, trx, await notificationFor(swapped.proposal, trx));
    return 1;
  });
}

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

/** By its id, or by its newest update. */
async function readProposal(
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

/** Undecided ones that end by then, soonest first. */
async function listEnding(
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

/** Approved ones whose proposer was not asked yet, with their operations. */
function awaited(db: Reader) {
  return proposals(db)
    .innerJoin("operations", "operations.id", "documents.key")
    .where("documents.state", "=", "approved");
}

async function findSpent(db: Reader): Promise<string | undefined> {
  const isSpent = sql<boolean>`operations.outcome in ('refused', 'not_sent')
    or (operations.outcome = 'unknown' and operations.resolved_as = 'did_not_arrive')`;
  const row = await awaited(db)
    .select("documents.id")
    .where(sql<boolean>`(${isSpent})`)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

function createLists(db: Kysely<Tables>) {
  return {
    get: (id: string): Promise<Proposal | null> => readProposal(db, { id }),

    /** Undecided first, then the last decided. Reads `limit` bodies. */
    async list({ templateId, proposer, states, limit }: ProposalFilter, trx = db): Promise<Proposal[]> {
      let query = proposals(trx).selectAll().orderBy("due_at", "desc").orderBy("id", "desc").limit(limit);
      if (templateId !== undefined) query = query.where("subject", "=", templateId);
      if (proposer !== undefined) query = query.where("author", "=", proposer);
      if (states !== undefined) query = query.where("state", "in", toStored(states));
      return toProposals(trx, await query.execute());
    },

    /** Ids of proposals whose cards show these templates. */
    async listShowing(templateIds: readonly string[], trx: Reader): Promise<string[]> {
      const rows = await proposals(trx)
        .select("id")
        .where("subject", "in", templateIds)
        .where("state", "in", toStored([...undecidedStates, "approved"]))
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Accepted before `before`, oldest first, not asked about, and without observations since. */
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
