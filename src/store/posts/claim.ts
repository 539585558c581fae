import { sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { toJson, toStrings } from "../database/values.ts";
import { book, type Room, readRoom } from "../pace.ts";
import { againAt } from "./again.ts";
import { letSleep, lockDue, putOff, take } from "./lanes.ts";
import { edits, giveSlot, type Slots } from "./slots.ts";
import type { LaneRow, PostLineRow, PostRow } from "./table.ts";
import type { ClaimedPost, Place } from "./types.ts";

type HeadLine = Pick<PostLineRow, "id" | "event" | "may_repeat">;
type Head = { row: PostRow; line: HeadLine | null };

/** What there is to do in a conversation: nothing, nothing before an edit may be made, or one request. */
type Work = { destination: string; head: Head | "nothing" | "held" };

export type Claiming = {
  limit: number;
  kinds: readonly string[];
  /** Names this claim. */
  claim: string;
  slots: Slots;
};

/** Conversations that had something until just now are looked at once more: they must not keep others waiting for long. */
const mostRounds = 5;

/** PostTable.claim */
export async function claimPosts(
  context: StoreContext,
  trx: StoreTransaction,
  claiming: Claiming,
): Promise<ClaimedPost[]> {
  const claimed: ClaimedPost[] = [];
  if (claiming.kinds.length === 0) return claimed;
  for (let round = 1; round <= mostRounds && claimed.length < claiming.limit; round += 1) {
    const limit = claiming.limit - claimed.length;
    const due = await lockDue(context, trx, limit);
    if (due.length > 0) claimed.push(...(await claimDue(context, trx, { ...claiming, due })));
    if (due.length < limit) break;
  }
  return claimed;
}

/**
 * The conversations' rows are held, and what waits there is read by a statement behind that: what was committed before is
 * seen, and whoever tells more waits for this, and wakes the conversation again.
 */
async function claimDue(
  context: StoreContext,
  trx: StoreTransaction,
  { kinds, claim, slots, due }: Claiming & { due: readonly LaneRow[] },
): Promise<ClaimedPost[]> {
  const lanes = await markRepeats(context, trx, due);
  if (lanes.length === 0) return [];
  const heads = await findHeads(trx, lanes, { kinds, areEditsHeld: false });
  const budget = edits(context);
  const areEdits = [...heads.values()].some(({ row }) => row.ts !== null);
  const room = areEdits ? await readRoom(context, trx, budget) : noRoom;
  const works = await findWork(trx, lanes, { heads, kinds, freeEdits: room.free });
  const of = (what: "nothing" | "held") =>
    works.filter(({ head }) => head === what).map(({ destination }) => destination);
  const given = works.flatMap(({ destination, head }) =>
    typeof head === "string" ? [] : [{ destination, ...head }],
  );
  const count = given.filter(isEdit).length;
  await book(context, trx, { budget, count });
  const takings = given.map((head) => ({
    destination: head.destination,
    postId: head.row.id,
    lineId: head.line?.id ?? null,
  }));
  await take(context, trx, { takings, claim });
  await letSleep(context, trx, of("nothing"));
  for (const { destination, head } of works) if (head !== "held") slots.ofLanes.delete(destination);
  await putOff(
    trx,
    of("held").map((destination) => ({
      destination,
      untilMs: giveSlot(context, destination, { slots, room, count }),
    })),
  );
  const ranOut = new Set(lanes.flatMap((lane) => (lane.claim === null ? [] : [lane.destination])));
  return given.map(({ destination, row, line }) => ({
    ...toClaimed(row, claim, line),
    isTakenOver: ranOut.has(destination),
  }));
}

function isEdit({ row, line }: Head): boolean {
  return line === null && row.ts !== null;
}

/**
 * What somebody had claimed and never noted may stand there, and an edit may come yet. Whoever notes it just now
 * has the post and waits for its conversation, which is left to the next claim.
 */
async function markRepeats(
  context: StoreContext,
  trx: StoreTransaction,
  lanes: readonly LaneRow[],
): Promise<LaneRow[]> {
  const ids = lanes.filter(({ claim }) => claim !== null).flatMap(({ post_id }) => post_id ?? []);
  if (ids.length === 0) return [...lanes];
  const named = trx.selectFrom("posts").select("id").where("id", "in", ids);
  const held = await named
    .$if(context.connection.engine === "postgres", (posts) => posts.forUpdate().skipLocked())
    .execute();
  const all = held.length === ids.length ? held : await named.execute();
  const busy = new Set(all.map(({ id }) => id));
  for (const { id } of held) busy.delete(id);
  const free = lanes.filter(({ claim, post_id }) => claim === null || post_id === null || !busy.has(post_id));
  const left = free.filter(({ claim, post_id }) => claim !== null && post_id !== null);
  const posts = left.filter(({ line_id }) => line_id === null).flatMap(({ post_id }) => post_id ?? []);
  const lines = left.flatMap(({ line_id }) => line_id ?? []);
  if (posts.length > 0)
    await trx
      .updateTable("posts")
      .set({
        may_repeat: sql<number>`case when ts is null then 1 else may_repeat end`,
        again_at: sql<number | null>`case when ts is null then again_at else ${againAt(context)} end`,
      })
      .where("id", "in", posts)
      .execute();
  if (lines.length > 0)
    await trx.updateTable("post_lines").set({ may_repeat: 1 }).where("id", "in", lines).execute();
  return free;
}

/** Where nobody edits, none is asked for. */
const noRoom: Room = { nowMs: 0, free: 0, roomMs: 0 };

/** `heads`: what waits the longest in each, edits or not. */
async function findWork(
  trx: StoreTransaction,
  lanes: readonly LaneRow[],
  { heads, kinds, freeEdits }: Pick<Claiming, "kinds"> & { heads: Map<string, Head>; freeEdits: number },
): Promise<Work[]> {
  let free = freeEdits;
  const works = lanes.map(({ destination }): Work => {
    const head = heads.get(destination);
    if (head === undefined) return { destination, head: "nothing" };
    const { row, line } = head;
    if (row.ts === null) return { destination, head: { row, line: null } };
    // An edit goes before its line, unless edits are held.
    if (row.wanted !== row.shown && free > 0) {
      free -= 1;
      return { destination, head: { row, line: null } };
    }
    return { destination, head: line === null ? "held" : { row, line } };
  });
  const held = works.filter(({ head }) => head === "held");
  if (held.length === 0) return works;
  const passing = await findHeads(trx, held, { kinds, areEditsHeld: true });
  return works.map((work) => {
    const head = work.head === "held" ? passing.get(work.destination) : undefined;
    if (head === undefined) return work;
    return { ...work, head: { ...head, line: head.row.ts === null ? null : head.line } };
  });
}

/** What waits the longest in each conversation, with its first line; where edits are held, of what is none. */
async function findHeads(
  trx: StoreTransaction,
  lanes: readonly { destination: string }[],
  { kinds, areEditsHeld }: { kinds: readonly string[]; areEditsHeld: boolean },
): Promise<Map<string, Head>> {
  const values = lanes.map(({ destination }) => sql`(${destination})`);
  const hasLine = sql<boolean>`exists (
    select 1 from post_lines where post_lines.post_id = waiting.id and post_lines.undrawn = 0)`;
  const rows = await trx
    .selectFrom("posts")
    .leftJoin("post_lines as line", (join) =>
      join.on("line.id", "=", (query) =>
        query
          .selectFrom("post_lines")
          .select((one) => one.fn.min("post_lines.id").as("id"))
          .whereRef("post_lines.post_id", "=", "posts.id")
          .where("post_lines.undrawn", "=", 0),
      ),
    )
    .selectAll("posts")
    .select(["line.id as line_id", "line.event as line_event", "line.may_repeat as line_may_repeat"])
    .where("posts.id", "in", (query) =>
      query.selectFrom(sql<{ column1: string }>`(values ${sql.join(values)})`.as("given")).select((lane) =>
        lane
          .selectFrom("posts as waiting")
          .select("waiting.id")
          .whereRef("waiting.destination", "=", "given.column1")
          .where("waiting.since", "is not", null)
          .where("waiting.kind", "in", kinds)
          .$if(areEditsHeld, (passing) =>
            passing.where((row) => row.or([row("waiting.ts", "is", null), hasLine])),
          )
          .orderBy("waiting.since")
          .orderBy("waiting.id")
          .limit(1)
          .as("id"),
      ),
    )
    .execute();
  return new Map(
    rows.map(({ line_id: id, line_event: event, line_may_repeat: may_repeat, ...row }) => [
      row.destination,
      { row, line: id === null || event === null || may_repeat === null ? null : { id, event, may_repeat } },
    ]),
  );
}

export function toClaimed(
  row: PostRow,
  claim: string,
  line: HeadLine | null,
): Omit<ClaimedPost, "isTakenOver"> {
  const { id, subject, place, kind, facts, destination, destinations, wanted, attempts } = row;
  const mayRepeat = line === null ? row.may_repeat : line.may_repeat;
  return {
    ...{ id, claim, subject, place, kind, destination, wanted, attempts },
    facts: facts === null ? null : toJson(facts),
    destinations: toStrings(destinations),
    message: toPlace(row),
    line: line === null ? null : { id: line.id, event: toJson(line.event) },
    mayRepeat: mayRepeat === 1,
  };
}

export function toPlace({ channel, ts }: Pick<PostRow, "channel" | "ts">): Place | null {
  return channel === null || ts === null ? null : { channel, ts };
}
