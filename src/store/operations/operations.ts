import { type ExpressionBuilder, sql } from "kysely";
import { BoundedMap } from "../../bounded-map.ts";
import type { StoreContext, Tables } from "../database/tables.ts";
import { write } from "../database/transact.ts";
import { leaseEnd } from "../database/values.ts";
import { closeAlone, endsAlone, toClose, toStoredRow } from "./close-alone.ts";
import { finish, settle, waits } from "./finish.ts";
import { findByMessageId, list } from "./list.ts";
import { readListed, readListing } from "./listings.ts";
import { readAct, readOperation, toOperations } from "./read.ts";
import { start, toStarter } from "./start.ts";
import type { OperationRow } from "./table.ts";
import { countUsed, takeOn } from "./take-on.ts";
import type { Operation, OperationTable, TakeOnRequest } from "./types.ts";

/** Closed operations in memory, until their first posts are rendered. */
const mostKept = 500;

export function createOperations(context: StoreContext): OperationTable {
  const { db } = context.connection;
  /**
   * What this process has in hand, until its end is stored: who fails to write that tries again, and knows more than
   * recovery. Only this keeps its lease and is safe from our own recovery; anything else in our name (a commit whose
   * answer was lost) must run out and be recovered.
   */
  const inHand = new Set<string>();
  /** Those whose end needs no look. */
  const alone = new Map<string, OperationRow>();
  /** What this process closed just now, by its act: its first post needs no look either. */
  const closed = new BoundedMap<string, Operation>(mostKept);
  /**
   * Acts, by their authors, that may be stored as started though nobody will run them: what the store answered was lost. Only
   * this process knows that their requests never left.
   */
  const lost = new Map<string, string>();
  let claiming: Promise<unknown> = Promise.resolve();

  return {
    async takeOn(request) {
      const { id, author, leavesAtOnce = false } = request;
      // Else a claim that looks for it could take what is stored now for what was lost.
      if (lost.has(id)) await claiming;
      lost.delete(id);
      const createdMs = context.now().getTime();
      const result = await takeOn(context, request, createdMs).catch((error: unknown) => {
        if (leavesAtOnce) lost.set(id, author);
        throw error;
      });
      if (result.kind !== "stored") return result;
      for (const one of idsOf(request)) inHand.add(one);
      if (endsAlone(request)) alone.set(id, toStoredRow(context.owner, request, createdMs));
      return result;
    },

    async acknowledged(id) {
      await write(context, (db) =>
        db
          .updateTable("operations")
          .set({ acknowledged_at: context.now().getTime() })
          .where("id", "=", id)
          .where("state", "=", "stored")
          .execute(),
      );
    },

    async start(id, how = {}) {
      const isStarted = await start(context, id, how);
      // Another process may have it, and die with it.
      if (!isStarted) inHand.delete(id);
      return isStarted;
    },

    waits: (id, tells) => waits(context, id, tells),

    async finish(id, end) {
      const row = alone.get(id);
      const close = row === undefined ? null : toClose(context, row, end);
      // Its post may be rendered before this resolves.
      if (close !== null) closed.set(id, close.operation);
      const isClosed = close !== null && (await closeAlone(context, close));
      if (!isClosed) closed.delete(id);
      const transition = isClosed ? "closed" : await finish(context, id, end);
      alone.delete(id);
      // Given up too late, it is under way.
      if (transition !== "ignored" || end.isGivenUp !== true) inHand.delete(id);
      return transition;
    },

    settle: (id, settlement) => settle(context, id, settlement),

    async keepLease() {
      if (inHand.size > 0) await keepLease(context, [...inHand]);
    },

    async claimAbandoned(limit) {
      const sought = [...lost];
      const claim = claimAbandoned(context, limit, { inHand: [...inHand], lost: sought });
      claiming = Promise.allSettled([claiming, claim]);
      const claimed = await claim;
      for (const { id } of claimed) inHand.add(id);
      // What comes later is closed when its lease has run out.
      for (const [id] of sought) lost.delete(id);
      return claimed;
    },

    async ofAct(id, version) {
      const known = version === 1 ? closed.get(id) : undefined;
      if (known === undefined) return await readAct(db, id);
      closed.delete(id);
      return [known];
    },
    ...createReading(context),
  };
}

type Reading = Pick<
  OperationTable,
  "get" | "list" | "listing" | "listed" | "findByMessageId" | "countUsed" | "countOpen"
>;

function createReading({ connection: { db } }: StoreContext): Reading {
  return {
    get: (id) => readOperation(db, id),
    list: (filter) => list(db, filter),
    listing: (of, author) => readListing(db, of, author),
    listed: (of) => readListed(db, of),
    findByMessageId: (messageId) => findByMessageId(db, messageId),
    countUsed: (author, of) => countUsed(db, author, of),

    async countOpen() {
      const { count } = await db
        .selectFrom("operations")
        .select((row) => row.fn.countAll<number>().as("count"))
        .where("closed_at", "is", null)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

function idsOf({ id, next, beside = [] }: TakeOnRequest): string[] {
  return [{ id }, ...beside, ...(next === undefined ? [] : [next])].map((one) => one.id);
}

/** A row that somebody is just changing is passed by until the next time, so that no two wait for each other. */
async function keepLease(context: StoreContext, inHand: string[]): Promise<void> {
  const { engine } = context.connection;
  await write(context, (db) =>
    db
      .updateTable("operations")
      .set({ lease_until: leaseEnd(context) })
      .where("id", "in", (query) =>
        query
          .selectFrom("operations")
          .select("id")
          .where("id", "in", inHand)
          .where("lease_owner", "=", context.owner)
          .where("closed_at", "is", null)
          .$if(engine === "postgres", (own) => own.forUpdate().skipLocked()),
      )
      .where("closed_at", "is", null)
      .execute(),
  );
}

function heldBefore({ leaseNow }: StoreContext, row: ExpressionBuilder<Tables, "operations">) {
  return row
    .selectFrom("operations as before")
    .select("before.id")
    .whereRef("before.id", "=", "operations.act")
    .where("operations.step", "=", 1)
    .where("before.closed_at", "is", null)
    .where("before.lease_until", ">", leaseNow());
}

type Known = { inHand: readonly string[]; lost: readonly (readonly [id: string, author: string])[] };

function isAbandoned(
  { owner, leaseNow }: StoreContext,
  lost: Known["lost"],
  row: ExpressionBuilder<Tables, "operations">,
) {
  const isLost = ([id, author]: Known["lost"][number]) =>
    row.and([row("id", "=", id), row("author", "=", author), row("lease_owner", "=", owner)]);
  return row.or([row("lease_until", "<=", leaseNow()), ...lost.map(isLost)]);
}

/** The outer conditions repeat the inner ones: without them two processes that saw the same row both get it. */
async function claimAbandoned(
  context: StoreContext,
  limit: number,
  { inHand, lost }: Known,
): Promise<Operation[]> {
  const { engine } = context.connection;
  const isOwn = sql<boolean>`started_by = ${toStarter(context.owner, 1)} and lease_owner = ${context.owner}`;
  const rows = await write(context, (db) =>
    db
      .with(
        (name) => name("picked").materialized(),
        (query) =>
          query
            .selectFrom("operations")
            .select("id")
            .where("closed_at", "is", null)
            .where((row) => isAbandoned(context, lost, row))
            // What waits for another is whoever's that is, whose end says why it didn't start.
            .where((row) => row.not(row.exists(heldBefore(context, row))))
            .$if(inHand.length > 0, (abandoned) => abandoned.where("id", "not in", inHand))
            .orderBy("lease_until")
            .orderBy("id")
            .limit(limit)
            .$if(engine === "postgres", (abandoned) => abandoned.forUpdate().skipLocked()),
      )
      .updateTable("operations")
      .set((row) => ({
        // Stored as started by this process, and not in hand: its commit's answer was lost, and its request never left.
        state: sql<Operation["state"]>`case when ${isOwn} then 'stored' else state end`,
        started_at: sql<number | null>`case when ${isOwn} then null else started_at end`,
        lease_owner: context.owner,
        lease_until: leaseEnd(context),
        attempts: row("attempts", "+", 1),
      }))
      .where("id", "in", (query) => query.selectFrom("picked").select("id"))
      .where("closed_at", "is", null)
      .where((row) => isAbandoned(context, lost, row))
      .returningAll()
      .execute(),
  );
  return toOperations(
    context.connection.db,
    rows.toSorted((a, b) => a.created_at - b.created_at),
  );
}
