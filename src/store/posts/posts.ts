import type { Kysely, UpdateResult } from "kysely";
import { toClaimedPost, toPost, toText } from "../database/rows.ts";
import type { StoreContext, Tables } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import type { Posts } from "../types.ts";
import { claimPosts, LONGEST_DELAY_MS, readNextDueMs } from "./claim.ts";
import { insertPosts } from "./insert.ts";

/** `tellAdded` tells the listeners of onAdded, operations call it too. */
export function createPosts(context: StoreContext): { posts: Posts; tellAdded: () => void } {
  const listeners = new Set<() => void>();
  const tellAdded = () => {
    for (const listener of listeners) listener();
  };
  return { posts: { ...createQueue(context, tellAdded, listeners), ...createDelivery(context) }, tellAdded };
}

type Delivery = Pick<Posts, "claim" | "posted" | "retryAt" | "readdress" | "undeliverable">;

function createQueue(
  context: StoreContext,
  tellAdded: () => void,
  listeners: Set<() => void>,
): Omit<Posts, keyof Delivery> {
  const { db } = context.connection;
  return {
    async add(posts) {
      if (posts.length === 0) return;
      await transact(context, (trx) => insertPosts(context, trx, posts, null));
      tellAdded();
    },

    async addOnce(key, posts, remembered = "forever") {
      const isNew = await transact(context, async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("told")
          .values({ key, told_at: context.now().getTime(), lasting: remembered === "forever" ? 1 : 0 })
          .onConflict((conflict) => conflict.column("key").doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows !== 1n) return false;
        await insertPosts(context, trx, posts, null);
        return true;
      });
      if (isNew && posts.length > 0) tellAdded();
      return isNew;
    },

    onAdded(listener) {
      // A function of our own: the same listener given twice is two subscriptions.
      const entry = () => listener();
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },

    async nextDueAt() {
      const dueMs = await readNextDueMs(context);
      return dueMs === null ? null : new Date(dueMs);
    },

    async countQueued() {
      const { count } = await db
        .selectFrom("posts")
        .select((row) => row.fn.countAll<number>().as("count"))
        .where("closed_at", "is", null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async forOperation(operationId) {
      const rows = await db
        .selectFrom("posts")
        .selectAll()
        .where("operation_id", "=", operationId)
        .orderBy("id")
        .execute();
      return rows.map(toPost);
    },
  };
}

function createDelivery(context: StoreContext): Delivery {
  const { db } = context.connection;
  /** A delivery that is this process's own: another may have taken it over when the lease ran out. */
  const updateOwn = (trx: Kysely<Tables>, id: number) =>
    trx
      .updateTable("posts")
      .where("id", "=", id)
      .where("state", "=", "posting")
      .where("lease_owner", "=", context.owner);

  const isWritten = async (update: (trx: Kysely<Tables>) => Promise<UpdateResult>) =>
    (await write(context, update)).numUpdatedRows === 1n;

  return {
    async claim(limit) {
      const rows = await claimPosts(context, limit);
      return rows.toSorted((a, b) => a.id - b.id).map(toClaimedPost);
    },

    // Whoever delivered it, it is delivered: this spares a second delivery by the process that took it over.
    posted: (id, { ts }) =>
      isWritten((trx) =>
        trx
          .updateTable("posts")
          .set({ state: "posted", ts: toText(ts), closed_at: context.now().getTime() })
          .where("id", "=", id)
          .where("closed_at", "is", null)
          .executeTakeFirst(),
      ),

    retryAt: (id, dueAt, { error, mayRepeat = false }) =>
      isWritten((trx) =>
        updateOwn(trx, id)
          .set({
            state: "queued",
            due_at: Math.min(dueAt.getTime(), context.now().getTime() + LONGEST_DELAY_MS),
            error: toText(error),
            ...(mayRepeat ? { may_repeat: 1 } : {}),
          })
          .executeTakeFirst(),
      ),

    async readdress(id, error) {
      const post = await db.selectFrom("posts").selectAll().where("id", "=", id).executeTakeFirst();
      if (post === undefined) return false;
      const { destination, destinations } = toClaimedPost(post);
      const next = destinations[destinations.indexOf(destination) + 1];
      if (next === undefined) return false;
      return await isWritten((trx) =>
        updateOwn(trx, id)
          .where("destination", "=", destination)
          .set({
            state: "queued",
            destination: next,
            due_at: context.now().getTime(),
            error: toText(error),
          })
          .executeTakeFirst(),
      );
    },

    undeliverable: (id, error) =>
      isWritten((trx) =>
        updateOwn(trx, id)
          .set({ state: "undeliverable", error: toText(error), closed_at: context.now().getTime() })
          .executeTakeFirst(),
      ),
  };
}
