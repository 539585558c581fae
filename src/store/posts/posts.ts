import { sql } from "kysely";
import type { StoreContext } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toJson } from "../database/values.ts";
import { createDelivering } from "./deliver.ts";
import { toPlace } from "./read.ts";
import type { PostRow } from "./table.ts";
import { tell, tellOnce } from "./tell.ts";
import type { PostState, PostTable } from "./types.ts";

/** Others wait only to have what stands sent once more, which nobody is told. */
const isUnsent = sql<boolean>`(posts.version > posts.posted_version or exists (
  select 1 from post_lines where post_lines.post_id = posts.id and post_lines.unrenderable = 0))`;

export function createPosts(context: StoreContext): PostTable {
  const { db } = context.connection;
  return {
    ...createDelivering(context),

    async add(telling, also) {
      return await transact(context, async (trx) => {
        if ((await also?.(trx)) === false) return false;
        await tell(context, trx, telling);
        return true;
      });
    },

    addOnce: (post) => transact(context, (trx) => tellOnce(context, trx, post)),

    async countQueued() {
      const { count } = await db
        .selectFrom("posts")
        .select((row) => row.fn.countAll<number>().as("count"))
        .where("since", "is not", null)
        .where(isUnsent)
        .executeTakeFirstOrThrow();
      return count;
    },

    async longestWaitMs() {
      const { waitMs } = await db
        .selectFrom("posts")
        .select((row) => sql<number | null>`${context.storeNow()} - ${row.fn.min("since")}`.as("waitMs"))
        .where("since", "is not", null)
        .where(isUnsent)
        .executeTakeFirstOrThrow();
      return Math.max(Number(waitMs ?? 0), 0);
    },

    async find(subject, place) {
      for (const deliverer of context.deliverers) {
        const message = deliverer.find(subject, place);
        if (message !== null) return message;
      }
      const row = await db
        .selectFrom("posts")
        .select(["channel", "ts"])
        .where("subject", "=", subject)
        .where("place", "=", place)
        .executeTakeFirst();
      return row === undefined ? null : toPlace(row);
    },

    async told(place, of) {
      const rows = await db
        .selectFrom("posts")
        .select(["subject", "place", "kind", "facts", "destination"])
        .where("place", "=", place)
        .$if("subject" in of, (posts) => posts.where("subject", "=", "subject" in of ? of.subject : ""))
        .$if("changedAfter" in of, (posts) =>
          posts
            .where("ts", "is not", null)
            .where("changed_at", ">", "changedAfter" in of ? of.changedAfter.getTime() : 0),
        )
        .orderBy("id")
        .execute();
      return rows.map(({ facts, ...row }) => ({ ...row, facts: facts === null ? null : toJson(facts) }));
    },

    async list(subjects) {
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
  const { subject, place, destination, since, may_repeat, error } = row;
  return {
    subject,
    place,
    destination,
    error,
    message: toPlace(row),
    waits: since !== null && Boolean(row.is_unsent),
    // Set before it leaves, which is no reason to say so yet.
    mayRepeat: may_repeat === 1 && (row.ts !== null || error !== null),
  };
}
