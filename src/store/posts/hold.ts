import { type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { againAt } from "./again.ts";
import { somethingWaits, wake } from "./lanes.ts";
import type { PostRow } from "./table.ts";
import { raise, wakeFor } from "./tell.ts";
import type { ClaimedPost, Place } from "./types.ts";

/** A claimed post as it is stored by now. Its row and its conversation are this transaction's. */
export type Held = {
  context: StoreContext;
  trx: StoreTransaction;
  row: PostRow;
  /** This claim still has its conversation. */
  isOurs: boolean;
};

/** Held with it: the posts that lead to it, where it may appear, and the conversation that it goes to next. */
type Holding = { appears?: boolean; leadBack?: readonly string[]; next?: string | undefined };

/** Holds posts before conversations, each in their order. Undefined: the post is gone, and its conversation free. */
export function during<T>(
  context: StoreContext,
  claimed: ClaimedPost,
  { appears = false, leadBack = [], next = "" }: Holding,
  run: (held: Held) => Promise<T>,
): Promise<T | undefined> {
  const { id, claim, destination, subject } = claimed;
  const isLocked = context.connection.engine === "postgres";
  return transact(context, async (trx) => {
    const rows = await trx
      .selectFrom("posts")
      .selectAll()
      .where((row) =>
        row.or([
          row("id", "=", id),
          ...(appears ? [row("links_to", "=", subject)] : []),
          ...(appears && leadBack.length > 0 ? [row("subject", "in", leadBack)] : []),
        ]),
      )
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
    const isOurs = lanes.some((lane) => lane.destination === destination && lane.claim === claim);
    if (row === undefined) {
      await free({ context, trx }, claimed, context.pace.postMs);
      return;
    }
    return await run({ context, trx, row, isOurs });
  });
}

/**
 * If it was the claim's, the conversation is anybody's again, after so long, and due then where something waits there: its
 * row is held by a statement before, so what was told until then is seen, and who tells more wakes it.
 */
export async function free(
  { context: { leaseNow }, trx }: Pick<Held, "context" | "trx">,
  { destination, claim }: ClaimedPost,
  afterMs = 0,
): Promise<void> {
  const at = sql<number>`${leaseNow()} + ${sql.lit(Math.max(0, Math.ceil(afterMs)))}`;
  await trx
    .updateTable("lanes")
    .set({
      ...{ claim: null, post_id: null, line_id: null, free_at: at },
      due_at: sql<number | null>`case when ${somethingWaits} then ${at} end`,
    })
    .where("destination", "=", destination)
    .where("claim", "=", claim)
    .execute();
}

function waitsStill({ storeNow }: StoreContext): RawBuilder<number> {
  return sql`coalesce(since, ${storeNow()})`;
}

type Standing = Place & { destination: string };
type Settling = {
  shown: number;
  at?: Standing | null;
  error?: string | null;
  undrawn?: 0 | 1;
  isBehind?: boolean;
};

/**
 * `shown`: what stands by now, there (`at`) if it is new. What changed meanwhile waits anew, behind what waits already, and so
 * does all that is left of it where it `isBehind`.
 */
export async function settle(
  { context, trx, row }: Held,
  { shown, at = null, error = null, undrawn, isBehind = false }: Settling,
): Promise<void> {
  const hasLines = sql`exists (
    select 1 from post_lines where post_lines.post_id = posts.id and post_lines.undrawn = 0)`;
  const since = sql<number | null>`case
    when wanted = ${shown} and not ${hasLines} then null
    ${isBehind ? sql`` : sql`when ${shown} in (wanted, shown) then ${waitsStill(context)}`}
    else ${context.storeNow()} end`;
  const standing =
    at === null ? {} : { destination: at.destination, channel: toText(at.channel), ts: toText(at.ts) };
  await trx
    .updateTable("posts")
    .set({
      ...{ shown, attempts: 0, error, since, ...standing },
      ...(undrawn !== undefined && { undrawn }),
      // What stands is older, or nothing does: whatever changes next has to say this too.
      ...(error !== null && { state_version: sql<number>`wanted + 1` }),
    })
    .where("id", "=", row.id)
    .execute();
}

/** A late edit may have come after newer ones: the newest is sent once more. */
export async function repair({ context, trx, row }: Held): Promise<void> {
  await trx
    .updateTable("posts")
    .set({ wanted: row.wanted + 1, state_version: row.wanted + 1, since: waitsStill(context) })
    .where("id", "=", row.id)
    .execute();
  await wake(context, trx, [row.destination]);
}

/** Nobody heard what became of an edit: it may land behind the next one, so that is sent once more. */
export async function doubt({ context, trx, row }: Held): Promise<void> {
  await trx
    .updateTable("posts")
    .set({ again_at: againAt(context) })
    .where("id", "=", row.id)
    .execute();
}

/** It stands somewhere since now: whoever leads to it is drawn once more. */
export async function tellLeading(
  { context, trx, row }: Held,
  leadBack: readonly string[] = [],
): Promise<void> {
  const isLinkAlone = true;
  const leading = await raise(context, trx, { column: "links_to", values: [row.subject], isLinkAlone });
  const back =
    leadBack.length === 0
      ? []
      : await raise(context, trx, { column: "subject", values: leadBack, isLinkAlone });
  await wakeFor(context, trx, [...leading, ...back]);
}

/** A new one, there, of a number that none was noted with; what may stand elsewhere, unseen, is said by it too. */
export async function startAnew(
  { context, trx, row }: Held,
  { destination, error }: { destination: string; error: string },
): Promise<void> {
  await trx
    .updateTable("posts")
    .set({
      ...{ destination, channel: null, ts: null, attempts: 0, again_at: null },
      error: toText(error),
      since: waitsStill(context),
      wanted: sql<number>`case when wanted > shown then wanted else shown + 1 end`,
    })
    .where("id", "=", row.id)
    .execute();
}
