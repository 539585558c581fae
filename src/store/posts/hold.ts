import { type RawBuilder, type Selectable, sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { toText } from "../database/values.ts";
import { wake } from "./lanes.ts";
import type { PostRow } from "./row.ts";
import { raise, wakeFor } from "./tell.ts";
import type { ClaimedPost, Place } from "./types.ts";

/** A claimed post as it is stored by now, and whether this claim still has its conversation. */
export type Held = { row: Selectable<PostRow>; isOurs: boolean };

/** Beside the post itself: those that lead to it, where it appears, and the conversation that it goes to next. */
export type Beside = { appears?: boolean; next?: string };

/** Posts are held before conversations, each in their order. Undefined: the post is gone, and its conversation free. */
export async function hold(
  context: StoreContext,
  trx: StoreTransaction,
  { claimed, appears = false, next = "" }: Beside & { claimed: ClaimedPost },
): Promise<Held | undefined> {
  const { id, claim, destination, subject } = claimed;
  const isLocked = context.connection.engine === "postgres";
  const rows = await trx
    .selectFrom("posts")
    .selectAll()
    .where((row) => row.or([row("id", "=", id), ...(appears ? [row("links_to", "=", subject)] : [])]))
    .orderBy("id")
    .$if(isLocked, (posts) => posts.forUpdate())
    .execute();
  const lanes = await trx
    .selectFrom("lanes")
    .select(["destination", "claim"])
    .where("destination", "in", [destination, next, ...rows.map((row) => row.destination)])
    .orderBy("destination")
    .$if(isLocked, (all) => all.forUpdate())
    .execute();
  const row = rows.find((one) => one.id === id);
  if (row === undefined) await free(context, trx, { claimed, afterMs: context.pace.postMs });
  const isOurs = lanes.some((lane) => lane.destination === destination && lane.claim === claim);
  return row === undefined ? undefined : { row, isOurs };
}

/** The conversation is anybody's again, from then on. */
export async function free(
  { leaseNow }: StoreContext,
  trx: StoreTransaction,
  { claimed, afterMs }: { claimed: ClaimedPost; afterMs: number },
): Promise<void> {
  const at = sql<number>`${leaseNow()} + ${sql.lit(Math.max(0, Math.ceil(afterMs)))}`;
  await trx
    .updateTable("lanes")
    .set({ claim: null, post_id: null, line_id: null, due_at: at, free_at: at })
    .where("destination", "=", claimed.destination)
    .where("claim", "=", claimed.claim)
    .execute();
}

function waitsStill({ storeNow }: StoreContext): RawBuilder<number> {
  return sql`coalesce(since, ${storeNow()})`;
}

type Standing = Place & { destination: string };
type Settling = { id: number; shown: number; at?: Standing | null; error?: string | null; undrawn?: 0 | 1 };

/** `shown`: what stands by now, there (`at`) if it is new. What changed meanwhile waits anew, behind what waits already. */
export async function settle(
  context: StoreContext,
  trx: StoreTransaction,
  { id, shown, at = null, error = null, undrawn }: Settling,
): Promise<void> {
  const hasLines = sql`exists (
    select 1 from post_lines where post_lines.post_id = posts.id and post_lines.undrawn = 0)`;
  const since = sql<number | null>`case
    when wanted = ${shown} and not ${hasLines} then null
    when ${shown} in (wanted, shown) then ${waitsStill(context)}
    else ${context.storeNow()} end`;
  const standing =
    at === null ? {} : { destination: at.destination, channel: toText(at.channel), ts: toText(at.ts) };
  await trx
    .updateTable("posts")
    .set({ shown, attempts: 0, error, since, ...standing, ...(undrawn !== undefined && { undrawn }) })
    .where("id", "=", id)
    .execute();
}

/** A late edit may have come after newer ones: the newest is sent once more. */
export async function repair(
  context: StoreContext,
  trx: StoreTransaction,
  { id, wanted, destination }: Held["row"],
): Promise<void> {
  const since = waitsStill(context);
  await trx
    .updateTable("posts")
    .set({ wanted: wanted + 1, since })
    .where("id", "=", id)
    .execute();
  await wake(context, trx, [destination]);
}

/** It stands somewhere since now: whoever leads to it is drawn once more. */
export async function tellLeading(
  context: StoreContext,
  trx: StoreTransaction,
  subject: string,
): Promise<void> {
  const leading = await raise(context, trx, { column: "links_to", values: [subject] });
  await wakeFor(context, trx, leading);
}

/** A new one, there; what may stand elsewhere, unseen, is said by it too. */
export async function startAnew(
  context: StoreContext,
  trx: StoreTransaction,
  { id, destination, error }: { id: number; destination: string; error: string },
): Promise<void> {
  await trx
    .updateTable("posts")
    .set({
      ...{ destination, channel: null, ts: null, attempts: 0 },
      error: toText(error),
      since: waitsStill(context),
    })
    .where("id", "=", id)
    .execute();
}
