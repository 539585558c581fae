import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { type Budget, book, longestDelayMs, type Room, readRoom } from "../pace.ts";
import type { HomeRow } from "./table.ts";
import type { HomeClaim, HomePace } from "./types.ts";

/** A claim outlasts the reading and the request of a drawing. */
export const homeLeaseMs = 30_000;

export const isMarked = sql<boolean>`homes.wanted > homes.shown`;

export function drawings({ drawMs, burst }: HomePace): Budget {
  return { lane: "drawings", eachMs: drawMs, burst };
}

/** How long the row in `homes` has to wait, by the clock that all processes share; 0 when it is due. */
export function waitMs(
  { connection, leaseNow }: StoreContext,
  { everyMs }: HomePace,
  { roomMs }: Room,
): RawBuilder<number> {
  const latest = sql.raw(connection.engine === "postgres" ? "greatest" : "max");
  const until = (at: RawBuilder<unknown>, longestMs: number) => {
    const left = sql`(${at} - ${leaseNow()})`;
    return sql`case when ${left} between 1 and ${sql.lit(longestMs)} then ${left} else 0 end`;
  };
  const again = until(sql`(homes.drawn_at + ${sql.lit(everyMs)})`, everyMs);
  return sql`${latest}(
    ${until(sql`homes.due_at`, longestDelayMs)},
    ${until(sql`homes.lease_until`, homeLeaseMs)},
    case when homes.is_awaited = 1 then 0 else ${latest}(${again}, ${sql.lit(Math.max(-roomMs, 0))}) end
  )`;
}

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
    await book(context, trx, { budget: drawings(pace), count: 1 });
    return toClaim(row);
  });
}

/** HomeTable.claim: a row that somebody else is just changing is passed by until the next time. */
export function claimNext(context: StoreContext, pace: HomePace): Promise<HomeClaim | null> {
  const budget = drawings(pace);
  return transact(context, async (trx) => {
    const isDue = sql<boolean>`${isMarked} and ${waitMs(context, pace, await holdRoom(context, trx, budget))} = 0`;
    const next = trx
      .selectFrom("homes")
      .select("person")
      .where(isDue)
      .orderBy("is_awaited", "desc")
      .orderBy("drawn_at")
      .orderBy("person")
      .limit(1)
      .$if(context.connection.engine === "postgres", (homes) => homes.forUpdate().skipLocked());
    const row = await trx
      .with(
        (name) => name("next").materialized(),
        () => next,
      )
      .updateTable("homes")
      .set(claimed(context))
      .where("person", "=", (homes) => homes.selectFrom("next").select("next.person"))
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return null;
    await book(context, trx, { budget, count: 1 });
    return toClaim(row);
  });
}

/** Nobody else takes of it until the commit. */
async function holdRoom(context: StoreContext, trx: StoreTransaction, budget: Budget): Promise<Room> {
  if (context.connection.engine === "postgres")
    await trx.selectFrom("paces").select("lane").where("lane", "=", budget.lane).forUpdate().execute();
  return await readRoom(context, trx, budget);
}

function claimed({ leaseNow }: StoreContext) {
  return {
    lease: randomUUID(),
    drawn_at: leaseNow(),
    lease_until: sql<number>`${leaseNow()} + ${homeLeaseMs}`,
  };
}

function toClaim({ person, lease, wanted, hash }: HomeRow): HomeClaim {
  return { person, lease, wanted, hash };
}
