import { BoundedMap } from "../../bounded-map.ts";
import type { StoreContext } from "../database/tables.ts";
import { write } from "../database/transact.ts";
import { beat, claimAbandoned, leave } from "./abandoned.ts";
import { closeAlone, endsAlone, toClose, toStoredRow } from "./close-alone.ts";
import { finish, settle } from "./finish.ts";
import { findByMessageId, list } from "./list.ts";
import { readListing } from "./listings.ts";
import { readAct, readOperation } from "./read.ts";
import { start } from "./start.ts";
import type { OperationRow } from "./table.ts";
import { countUsed, takeOn } from "./take-on.ts";
import type { Operation, OperationTable, TakeOnRequest } from "./types.ts";

/** Of acts that failed to be stored; nearly all of them never were. */
const mostLost = 10_000;
/** Closed operations in memory, until their first posts are rendered. */
const mostKept = 500;

export function createOperations(context: StoreContext): OperationTable {
  const { db } = context.connection;
  /**
   * What this process has in hand, from before it is stored until its end is, and by how many submissions: who fails to write
   * that tries again, and knows more than recovery. Anything else in our name was stored by a commit whose answer was lost.
   */
  const inHand = new Map<string, number>();
  const take = (ids: readonly string[]) => {
    for (const id of ids) inHand.set(id, (inHand.get(id) ?? 0) + 1);
  };
  const letGo = (ids: readonly string[]) => {
    for (const id of ids) {
      const left = (inHand.get(id) ?? 0) - 1;
      if (left > 0) inHand.set(id, left);
      else inHand.delete(id);
    }
  };
  /** What the store was asked for in vain, or without an answer. */
  const lost = new BoundedMap<string, true>(mostLost);
  /** Those whose end needs no look. */
  const alone = new Map<string, OperationRow>();
  /** What this process closed just now, by its act: its first post needs no look either. */
  const closed = new BoundedMap<string, Operation>(mostKept);

  return {
    async takeOn(request) {
      const createdMs = context.now().getTime();
      const ids = idsOf(request);
      take(ids);
      let isStored = false;
      try {
        const result = await takeOn(context, request, createdMs);
        isStored = result.kind === "stored";
        if (isStored && endsAlone(request))
          alone.set(request.id, toStoredRow(context.owner, request, createdMs));
        return result;
      } catch (error) {
        for (const id of ids) lost.set(id, true);
        throw error;
      } finally {
        if (isStored) for (const id of ids) lost.delete(id);
        else letGo(ids);
      }
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

    async finish(id, end) {
      const row = alone.get(id);
      const close = row === undefined ? null : toClose(context, row, end);
      // Its post may be rendered before this resolves.
      if (close !== null) closed.set(id, close.operation);
      const isInOne = close !== null && context.connection.engine === "postgres";
      const isClosed = isInOne && (await closeAlone(context, close, end));
      const transition = isClosed ? "closed" : await finish(context, id, end, row !== undefined && !isInOne);
      if (transition !== "closed") closed.delete(id);
      alone.delete(id);
      inHand.delete(id);
      return transition;
    },

    settle: (id, settlement) => settle(context, id, settlement),

    beat: () => beat(context),
    leave: () => leave(context),

    async claimAbandoned(limit) {
      const known = {
        isInHand: (id: string) => inHand.has(id),
        isLost: (id: string) => lost.get(id) === true,
      };
      const claimed = await claimAbandoned(context, limit, known);
      take(claimed.map(({ id }) => id));
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
  "get" | "list" | "listing" | "findByMessageId" | "countUsed" | "countOpen"
>;

function createReading({ connection: { db } }: StoreContext): Reading {
  return {
    get: (id) => readOperation(db, id),
    list: (filter) => list(db, filter),
    listing: (of, author) => readListing(db, of, author),
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
