import type { StoreContext } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { readNextDueMs } from "./claim.ts";
import { createDelivery, type Delivery } from "./delivery.ts";
import { insertPosts } from "./insert.ts";
import { remember } from "./once.ts";
import { toPost } from "./row.ts";
import type { PostTable } from "./types.ts";

/** `listeners` are those that `context.tellAdded` tells. */
export function createPosts(context: StoreContext, listeners: Set<() => void>): PostTable {
  return { ...createQueue(context, listeners), ...createDelivery(context) };
}

function createQueue(context: StoreContext, listeners: Set<() => void>): Omit<PostTable, keyof Delivery> {
  const { tellAdded } = context;
  const { db } = context.connection;
  return {
    async add(posts, also) {
      if (posts.length === 0 && also === undefined) return true;
      const isAdded = await transact(context, async (trx) => {
        if ((await also?.(trx)) === false) return false;
        await insertPosts(context, trx, posts, null);
        return true;
      });
      if (isAdded && posts.length > 0) tellAdded();
      return isAdded;
    },

    async addOnce(key, posts, remembered = "forever") {
      const isNew = await transact(context, async (trx) => {
        if (!(await remember(context, trx, { key, remembered }))) return false;
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
