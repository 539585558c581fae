import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { StoreContext } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { homeLeaseMs, takeTurn, waitMs } from "./pace.ts";
import type { HomeRow } from "./row.ts";
import type { HomeClaim, HomePace } from "./types.ts";

export const isMarked = sql<boolean>`homes.wanted > homes.shown`;

/** HomeTable.open */
export function openHome(
  context: StoreContext,
  pace: HomePace,
  { person, hash }: { person: string; hash: string | null },
): Promise<HomeClaim> {
  return transact(context, async (trx) => {
    const opened = {
      ...{ opened_at: context.now().getTime(), is_awaited: 1, due_at: 0, hash },
      ...claimed(context),
    };
    const row = await trx
      .insertInto("homes")
      .values({ person, wanted: 1, shown: 0, is_on_call: 0, ...opened })
      .onConflict((conflict) =>
        conflict.column("person").doUpdateSet({ wanted: sql<number>`homes.wanted + 1`, ...opened }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await takeTurn(context, trx, { pace, isAwaited: true });
    return toClaim(row);
  });
}

/** HomeTable.claim */
export async function claimNext(context: StoreContext, pace: HomePace): Promise<HomeClaim | null> {
  try {
    return await transact(context, async (trx) => {
      const isDue = sql<boolean>`${isMarked} and ${waitMs(context, pace)} = 0`;
      const next = await trx
        .selectFrom("homes")
        .select(["person", "is_awaited"])
        .where(isDue)
        .orderBy("is_awaited", "desc")
        .orderBy("drawn_at")
        .orderBy("person")
        .limit(1)
        .$if(context.connection.engine === "postgres", (homes) => homes.forUpdate().skipLocked())
        .executeTakeFirst();
      if (next === undefined) return null;
      // Before its turn is booked, which would have it wait.
      const row = await trx
        .updateTable("homes")
        .set(claimed(context))
        .where("person", "=", next.person)
        .where(isDue)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      const hasRoom = await takeTurn(context, trx, { pace, isAwaited: next.is_awaited === 1 });
      if (!hasRoom) throw new NoRoomError();
      return toClaim(row);
    });
  } catch (error) {
    if (error instanceof NoRoomError) return null;
    throw error;
  }
}

/** Another process took the last room: nothing is written. */
class NoRoomError extends Error {
  override readonly name = "NoRoomError";
}

function claimed({ leaseNow }: StoreContext) {
  return {
    lease: randomUUID(),
    drawn_at: leaseNow(),
    lease_until: sql<number>`${leaseNow()} + ${homeLeaseMs}`,
  };
}

function toClaim({ person, lease, wanted, hash }: Selectable<HomeRow>): HomeClaim {
  return { person, lease, wanted, hash };
}
