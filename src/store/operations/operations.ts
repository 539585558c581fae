import type { ExpressionBuilder } from "kysely";
import type { StoreContext, Tables } from "../database/tables.ts";
import { write } from "../database/transact.ts";
import { leaseEnd } from "../database/values.ts";
import { readBatch } from "./batches.ts";
import { finish, settle, tell } from "./finish.ts";
import { findByMessageId, list } from "./list.ts";
import { readListing } from "./listings.ts";
import { readOperation } from "./repeats.ts";
import { toOperation } from "./row.ts";
import { start } from "./start.ts";
import { countUsed, takeOn } from "./take-on.ts";
import type { Operation, OperationTable, TakeOnRequest } from "./types.ts";
import { useUp, withdraw } from "./withdraw.ts";

export function createOperations(context: StoreContext): OperationTable {
  const { connection, tellAdded } = context;
  const { db } = connection;
  /**
   * What this process has in hand, until its end is stored: who fails to write that tries again, and knows more than
   * recovery. Only this keeps its lease and is safe from our own recovery; anything else in our name (a commit whose
   * answer was lost) must run out and be recovered.
   */
  const inHand = new Set<string>();

  return {
    async takeOn(request) {
      const result = await takeOn(context, request);
      if (result.kind === "stored") for (const id of idsOf(request)) inHand.add(id);
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
      else if ((how.posts ?? null) !== null) tellAdded();
      return isStarted;
    },

    async tell(id, posts) {
      if (await tell(context, id, posts)) tellAdded();
    },

    async finish(id, end) {
      const { transition, mayTell } = await finish(context, id, end);
      // Given up too late, it is under way.
      if (transition !== "ignored" || end.isGivenUp !== true) inHand.delete(id);
      if (mayTell) tellAdded();
      return transition;
    },

    async withdraw(id, by) {
      const withdrawn = await withdraw(context, id, by);
      for (const one of withdrawn ?? []) inHand.delete(one);
      return withdrawn === null || withdrawn.length > 0;
    },

    useUp: (id) => useUp(context, id),

    async settle(id, settlement) {
      const result = await settle(context, id, settlement);
      if (result.kind === "settled") tellAdded();
      return result;
    },

    async keepLease() {
      if (inHand.size === 0) return;
      await write(context, (trx) =>
        trx
          .updateTable("operations")
          .set({ lease_until: leaseEnd(context) })
          .where("id", "in", [...inHand])
          .where("lease_owner", "=", context.owner)
          .where("closed_at", "is", null)
          .execute(),
      );
    },

    async claimAbandoned(limit) {
      const claimed = await claimAbandoned(context, limit, [...inHand]);
      for (const { id } of claimed) inHand.add(id);
      return claimed;
    },

    get: (id) => readOperation(db, id),
    list: (filter) => list(db, filter),
    batch: (id) => readBatch(db, id),
    listing: (id, author) => readListing(db, id, author),
    findByMessageId: (messageId) => findByMessageId(db, messageId),

    countUsed: (author, day) => countUsed(db, author, day),

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

function idsOf({ id, followedBy, beside = [] }: TakeOnRequest): string[] {
  return [{ id }, ...beside, ...(followedBy === undefined ? [] : [followedBy])].map((one) => one.id);
}

function heldBefore({ leaseNow }: StoreContext, row: ExpressionBuilder<Tables, "operations">) {
  return row
    .selectFrom("operations as before")
    .select("before.id")
    .whereRef("before.id", "=", "operations.follows")
    .where("before.closed_at", "is", null)
    .where("before.lease_until", ">", leaseNow());
}

/** The outer conditions repeat the inner ones: without them two processes that saw the same row both get it. */
async function claimAbandoned(context: StoreContext, limit: number, inHand: string[]): Promise<Operation[]> {
  const { engine } = context.connection;
  const rows = await write(context, (db) =>
    db
      .with(
        (name) => name("picked").materialized(),
        (query) =>
          query
            .selectFrom("operations")
            .select("id")
            .where("closed_at", "is", null)
            .where("lease_until", "<=", context.leaseNow())
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
        lease_owner: context.owner,
        lease_until: leaseEnd(context),
        attempts: row("attempts", "+", 1),
      }))
      .where("id", "in", (query) => query.selectFrom("picked").select("id"))
      .where("closed_at", "is", null)
      .where("lease_until", "<=", context.leaseNow())
      .returningAll()
      .execute(),
  );
  return rows.toSorted((a, b) => a.created_at - b.created_at).map(toOperation);
}
