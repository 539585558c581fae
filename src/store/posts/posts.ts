import { sql } from "kysely";
import type { SlackMessage } from "../../post-queue.ts";
import { decodeRow } from "../database/columns.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact, transactional } from "../database/transact.ts";
import { createPostQueue } from "./deliver.ts";
import { addPostOnce, notify } from "./notify.ts";
import {
  awaitedCondition,
  type Notification,
  type PostRow,
  type PostState,
  posts,
  type StoredPost,
  toMessage,
} from "./table.ts";

/** Matches a post with changes or replies to send. Other waiting posts only repeat an edit, which isn't reported. */
const isUnsent = sql<boolean>`(posts.version > posts.posted_version
  or exists (select 1 from post_lines where post_lines.post_id = posts.id))`;

export function createPosts(context: StoreContext) {
  const { db } = context.connection;
  const unsent = db.selectFrom("posts").where(awaitedCondition).where(isUnsent);
  return {
    ...createPostQueue(context),

    /** Runs `precondition`, maybe twice, and stores in one transaction. A false `precondition` stores nothing. */
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

    addOnce: transactional(context, addPostOnce),

    async countQueued(): Promise<number> {
      const { count } = await unsent
        .select((row) => row.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Returns the longest wait of a waiting post in milliseconds; 0 without one. */
    async readMaxWaitMs(): Promise<number> {
      const { waitMs } = await unsent
        .select((row) => sql<number | null>`${context.storeNow()} - ${row.fn.min("since")}`.as("waitMs"))
        .executeTakeFirstOrThrow();
      return Math.max(Number(waitMs ?? 0), 0);
    },

    /** Finds the Slack message of a subject's post; null before it is posted. */
    async find(subject: string, audience: string): Promise<SlackMessage | null> {
      const row = await db
        .selectFrom("posts")
        .select(["channel", "ts"])
        .where("subject", "=", subject)
        .where("audience", "=", audience)
        .executeTakeFirst();
      return row === undefined ? null : toMessage(row);
    },

    /** Lists posts, oldest first: a subject's, even unposted, or those in Slack that changed after a time. */
    async ofAudience(
      audience: string,
      of: { subject: string } | { changedAfter: Date },
    ): Promise<StoredPost[]> {
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
      return rows.map((row) => decodeRow(posts, row));
    },

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
    // The flag is set before the post leaves; without a Slack message or a failure it means nothing yet.
    mayRepeat: may_repeat === 1 && (row.ts !== null || error !== null),
  };
}
