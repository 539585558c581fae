import { randomUUID } from "node:crypto";
import { type Selectable, sql, type UpdateResult } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { editAfterLate } from "./again.ts";
import { claimPosts, giveBack } from "./claim.ts";
import { findLink, findTarget, showLinks } from "./links.ts";
import { postAnew, readdress, updateOwn } from "./move.ts";
import { longestDelayMs, pauseEdits, takeTurn } from "./pace.ts";
import { type PostRow, toClaimedPost } from "./row.ts";
import type { ClaimedPost, PostTable } from "./types.ts";

export type Delivery = Pick<
  PostTable,
  "claim" | "posted" | "retryAt" | "postAnew" | "readdress" | "undeliverable"
>;

export function createDelivery(context: StoreContext): Delivery {
  /** Claims that failed: nobody has what they took, if their commit went through and its answer was lost. */
  const unheard: string[] = [];
  return {
    async claim(limit) {
      const again = unheard.pop();
      const lease = again ?? `${context.owner} ${randomUUID()}`;
      try {
        // One transaction with the looks behind it: what could not be handed over whole was not claimed.
        return await transact(context, async (trx) => {
          if (again !== undefined) await giveBack(trx, again);
          const rows = await claimPosts(context, trx, { limit, lease });
          return await lookBehind(trx, rows);
        });
      } catch (error) {
        unheard.push(lease);
        throw error;
      }
    },

    // Whoever delivered it, it is delivered: this spares a second delivery by the process that took it over.
    posted: (id, { channel, ts }) =>
      transact(context, async (trx) => {
        await takeTurn(context, trx, id);
        const closed = await trx
          .updateTable("posts")
          .set({
            state: "posted",
            channel: toText(channel),
            ts: toText(ts),
            closed_at: context.now().getTime(),
          })
          .where("id", "=", id)
          .where("closed_at", "is", null)
          .returning(["kind", "key"])
          .executeTakeFirst();
        if (closed !== undefined) {
          if (closed.kind === "post" && closed.key !== null) await showLinks(context, trx, closed.key);
          return true;
        }
        await editAfterLate(context, trx, id);
        return false;
      }),

    retryAt: (claim, dueAt, { error, mayRepeat = false, pausesEdits = false }) =>
      transact(context, async (trx) => {
        const delayMs = Math.min(dueAt.getTime() - context.now().getTime(), longestDelayMs);
        await takeTurn(context, trx, claim.id);
        if (pausesEdits) await pauseEdits(context, trx, delayMs);
        const queued = await updateOwn(trx, claim)
          .set({
            state: "queued",
            due_at: sql<number>`${context.storeNow()} + ${delayMs}`,
            error: toText(error),
            ...(mayRepeat ? { may_repeat: 1 } : {}),
          })
          .executeTakeFirstOrThrow();
        if (isOne(queued)) return true;
        await editAfterLate(context, trx, claim.id);
        return false;
      }),

    readdress: (claim, error) => transact(context, (trx) => readdress(context, trx, claim, error)),

    postAnew: (claim, error) => transact(context, (trx) => postAnew(context, trx, claim, error)),

    undeliverable: async (claim, error) =>
      isOne(
        await write(context, (db) =>
          updateOwn(db, claim, ["posting", "undeliverable"])
            .set({ state: "undeliverable", error: toText(error), closed_at: context.now().getTime() })
            .executeTakeFirstOrThrow(),
        ),
      ),
  };
}

async function lookBehind(
  trx: StoreTransaction,
  rows: readonly Selectable<PostRow>[],
): Promise<ClaimedPost[]> {
  const claimed: ClaimedPost[] = [];
  for (const row of rows.toSorted((a, b) => a.id - b.id)) {
    const places = { target: await findTarget(trx, row), link: await findLink(trx, row) };
    claimed.push(toClaimedPost(row, places));
  }
  return claimed;
}

function isOne({ numUpdatedRows }: UpdateResult): boolean {
  return numUpdatedRows === 1n;
}
