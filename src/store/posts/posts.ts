import { sql } from "kysely";
import type { Message } from "../../post-queue.ts";
import { decode } from "../database/columns.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact, transactional } from "../database/transact.ts";
import { createDelivering } from "./deliver.ts";
import { notify, notifyOnce } from "./notify.ts";
import {
  isAwaited,
  type Notification,
  type PostRow,
  type PostState,
  type PostToRender,
  posts,
  toMessage,
} from "./table.ts";

/** Others wait only for a repeated edit, which nobody is told. */
const isUnsent = sql<boolean>`(posts.version > posts.posted_version
  or exists (select 1 from post_lines where post_lines.post_id = posts.id))`;

export function createPosts(context: StoreContext) {
  const { db } = context.connection;
  const unsent = db.selectFrom("posts").where(isAwaited).where(isUnsent);
  return {
    ...createDelivering(context),

    /**
     * In one transaction. `precondition` stores what they tell of, first: false where somebody else was first, and nothing
     * is stored. May be called again.
     */
    async add(
      notification: Notification,
      precondition?: (trx: StoreTransaction) => Promise<boolean>,
    ): Promise<boolean> {
      return await transact(context, async (trx) => {
        if ((await precondition?.(trx)) === false) return false;
        await notify(context, trx, notification);
        return true;
      });
    },

    addOnce: transactional(context, notifyOnce),

    /** Posts that have not arrived. */
    async countQueued(): Promise<number> {
      const { count } = await unsent
        .select((row) => row.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Wait of the oldest in milliseconds; 0 when nothing waits. */
    async longestWaitMs(): Promise<number> {
      const { waitMs } = await unsent
        .select((row) => sql<number | null>`${context.storeNow()} - ${row.fn.min("since")}`.as("waitMs"))
        .executeTakeFirstOrThrow();
      return Math.max(Number(waitMs ?? 0), 0);
    },

    /** Where a subject's post stands; null while it doesn't. */
    async find(subject: string, audience: string): Promise<Message | null> {
      const row = await db
        .selectFrom("posts")
        .select(["channel", "ts"])
        .where("subject", "=", subject)
        .where("audience", "=", audience)
        .executeTakeFirst();
      return row === undefined ? null : toMessage(row);
    },

    /** Posts of an audience: one subject's, also before it appears, or those that stand and changed since; oldest first. */
    async ofAudience(
      audience: string,
      of: { subject: string } | { changedAfter: Date },
    ): Promise<PostToRender[]> {
      const rows = await db
        .selectFrom("posts")
        .select(["subject", "audience", "kind", "facts", "destination"])
        .where("audience", "=", audience)
        .$if("subject" in of, (all) => all.where("subject", "=", "subject" in of ? of.subject : ""))
        .$if("changedAfter" in of, (all) =>
          all
            .where("ts", "is not", null)
            .where("changed_at", ">", "changedAfter" in of ? of.changedAfter.getTime() : 0),
        )
        .orderBy("id")
        .execute();
      return rows.map((row) => decode(posts, row));
    },

    /** In the order in which they were first told. */
    async list(subjects: readonly string[]): Promise<PostState[]> {
      if (subjects.length === 0) return [];
      const rows = await db
        .selectFrom("posts")
        .selectAll()
        .select(isUnsent.as("is_unsent"))
        .where("subject", "in", subjects)
        .orderBy("id")
        .execute();
      return rows.map(toState);
    },
  };
}

function toState(row: PostRow & { is_unsent: boolean | number }): PostState {
  const { subject, audience, destination, since, may_repeat, error } = row;
  return {
    subject,
    audience,
    destination,
    error,
    message: toMessage(row),
    waits: since !== null && Boolean(row.is_unsent),
    // Set before it leaves, which is no reason to say so yet.
    mayRepeat: may_repeat === 1 && (row.ts !== null || error !== null),
  };
}
