import { type Kysely, sql } from "kysely";
import type { StoreContext, Tables } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { pause, readRoom } from "../pace.ts";
import { claimNext, drawings, isMarked, openHome, waitMs } from "./claim.ts";
import { markHomes } from "./mark.ts";
import type { HomeClaim, HomePace, HomeTable } from "./types.ts";

export function createHomes(context: StoreContext, pace: HomePace): HomeTable {
  const { db } = context.connection;
  return {
    ...createEnds(context, pace),
    open: (person, hash) => openHome(context, pace, { person, hash }),
    claim: () => claimNext(context, pace),
    mark: (people) => transact(context, (trx) => markHomes(context, trx, people)),

    async dueInMs() {
      const marked = await db
        .selectFrom("homes")
        .select("person")
        .where(isMarked)
        .limit(1)
        .executeTakeFirst();
      if (marked === undefined) return null;
      const room = await readRoom(context, db, drawings(pace));
      const { ms } = await db
        .selectFrom("homes")
        .select((row) => row.fn.min<number | null>(waitMs(context, pace, room)).as("ms"))
        .where(isMarked)
        .executeTakeFirstOrThrow();
      return ms === null ? null : Number(ms);
    },

    async openedSince(since) {
      const rows = await db
        .selectFrom("homes")
        .select("person")
        .where("opened_at", ">=", since.getTime())
        .execute();
      return rows.map(({ person }) => person);
    },

    async purge(before) {
      await write(context, (trx) =>
        trx.deleteFrom("homes").where("opened_at", "<", before.getTime()).execute(),
      );
    },
  };
}

/** What becomes of a claim, for who has it. */
function createEnds(context: StoreContext, pace: HomePace): Pick<HomeTable, "drawn" | "retry" | "leave"> {
  const end = (trx: Kysely<Tables>, { person, lease }: HomeClaim) =>
    trx
      .updateTable("homes")
      .set({ lease: "", lease_until: 0 })
      .where("person", "=", person)
      .where("lease", "=", lease);
  return {
    drawn: (claim, { hash, isOnCall }) =>
      transact(context, async (trx) => {
        const shown = { shown: claim.wanted, hash, is_on_call: isOnCall ? 1 : 0, is_awaited: 0, due_at: 0 };
        const { numUpdatedRows } = await end(trx, claim).set(shown).executeTakeFirstOrThrow();
        if (numUpdatedRows === 1n) return true;
        // Perhaps over a newer one: Slack shows what came last.
        await markHomes(context, trx, [claim.person]);
        return false;
      }),

    retry: (claim, { afterMs, isLimited = false }) =>
      transact(context, async (trx) => {
        const dueAt = sql<number>`${context.leaseNow()} + ${Math.ceil(afterMs)}`;
        await end(trx, claim).set({ due_at: dueAt, hash: null }).execute();
        if (isLimited) await pause(context, trx, { budget: drawings(pace), pauseMs: afterMs });
      }),

    async leave(claim) {
      const left = { shown: claim.wanted, is_awaited: 0, hash: null };
      await write(context, (trx) => end(trx, claim).set(left).execute());
    },
  };
}
