import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toJson } from "../database/values.ts";
import { claimPosts, toPlace } from "./claim.ts";
import { giveBack, readNextDueMs } from "./lanes.ts";
import { createNotes } from "./note.ts";
import type { PostRow } from "./table.ts";
import { raise, tell, tellOnce, wakeFor } from "./tell.ts";
import type { PostState, PostTable } from "./types.ts";

/** In one statement; after an outage the rest comes with the next claims. */
const mostGivenBack = 500;

/**
 * `listeners` hear of transactions that told something. `unheard`: claims that failed; nobody has what they took, if their
 * commit went through and its answer was lost.
 */
export function createPosts(
  context: StoreContext,
  { listeners, unheard }: { listeners: Set<() => void>; unheard: string[] },
): PostTable {
  return { ...createOutbox(context, listeners), ...createClaims(context, unheard), ...createNotes(context) };
}

type Claims = Pick<PostTable, "claim" | "deliverBy" | "nextDueAt">;

function createClaims(context: StoreContext, unheard: string[]): Claims {
  const slots = { lastMs: 0, ofLanes: new Map<string, number>() };
  /** As it was read last: while nothing is to be sent again, claims don't look for it. */
  let isAgain = false;
  return {
    async nextDueAt() {
      const next = await readNextDueMs(context);
      isAgain = next.isAgain;
      return next.dueMs === null ? null : new Date(next.dueMs);
    },

    deliverBy(courier) {
      context.couriers.add(courier);
      return () => context.couriers.delete(courier);
    },

    async claim(limit, kinds) {
      const again = unheard.splice(0, mostGivenBack);
      const claim = `${context.owner} ${randomUUID()}`;
      try {
        return await transact(context, async (trx) => {
          await giveBack(context, trx, again);
          if (isAgain) await sendAgain(context, trx);
          return await claimPosts(context, trx, { limit, kinds, claim, slots });
        });
      } catch (error) {
        unheard.push(...again, claim);
        throw error;
      }
    },
  };
}

/** What stands may be an older edit that landed late: it is drawn once more, though nothing has changed. */
async function sendAgain(context: StoreContext, trx: StoreTransaction): Promise<void> {
  await wakeFor(context, trx, await raise(context, trx, { column: "again_at", isLinkAlone: true }));
}

type Outbox = Omit<PostTable, keyof Claims | keyof ReturnType<typeof createNotes>>;

function createOutbox(context: StoreContext, listeners: Set<() => void>): Outbox {
  const { db } = context.connection;
  return {
    async add(telling, also) {
      return await transact(context, async (trx) => {
        if ((await also?.(trx)) === false) return false;
        await tell(context, trx, telling);
        return true;
      });
    },

    addOnce: (post) => transact(context, (trx) => tellOnce(context, trx, post)),

    onAdded(listener) {
      // A function of our own: the same listener given twice is two subscriptions.
      const entry = () => listener();
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },

    async countQueued() {
      const { count } = await db
        .selectFrom("posts")
        .select((row) => row.fn.countAll<number>().as("count"))
        .where("since", "is not", null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async longestWaitMs() {
      const { waitMs } = await db
        .selectFrom("posts")
        .select((row) => sql<number | null>`${context.storeNow()} - ${row.fn.min("since")}`.as("waitMs"))
        .where("since", "is not", null)
        .executeTakeFirstOrThrow();
      return Math.max(Number(waitMs ?? 0), 0);
    },

    async find(subject, place) {
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
        .where("subject", "in", subjects)
        .orderBy("id")
        .execute();
      return rows.map(toState);
    },
  };
}

function toState(row: PostRow): PostState {
  const { subject, place, destination, since, may_repeat, error } = row;
  return {
    ...{ subject, place, destination, error },
    message: toPlace(row),
    waits: since !== null,
    mayRepeat: may_repeat === 1,
  };
}
