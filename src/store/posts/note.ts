import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { longestDelayMs, pause } from "../pace.ts";
import { doubt, during, free, type Held, repair, settle, startAnew, tellLeading } from "./hold.ts";
import { wake, wakeAll } from "./lanes.ts";
import { edits } from "./slots.ts";
import { raise } from "./tell.ts";
import type { ClaimedPost, Place, PostTable } from "./types.ts";

/** For operators, where a post's last failure is shown. */
const notDrawn = "not drawn";

/** What became of claims. */
export function createNotes(context: StoreContext): Arrivals & Failures {
  return { ...createArrivals(context), ...createFailures(context) };
}

function isEdit({ message, line }: ClaimedPost): boolean {
  return message !== null && line === null;
}

function isNew({ message, line }: ClaimedPost): boolean {
  return message === null && line === null;
}

/** There it stands, wherever the post has gone since. Nothing is known of a message without a ts: what changes later is posted anew. */
function toStanding({ destination }: ClaimedPost, message: Place | null) {
  return message === null || message.ts === "" ? null : { ...message, destination };
}

type Arrivals = Pick<PostTable, "delivered" | "leaveUndrawn" | "drawAgain">;

function createArrivals(context: StoreContext): Arrivals {
  const { pace } = context;

  /** Whoever has the conversation looks at what waits by now. */
  async function leave(held: Held, claimed: ClaimedPost, afterMs: number): Promise<void> {
    await free(held, claimed, afterMs);
    const isFreed = (destination: string) => held.isOurs && destination === claimed.destination;
    const others = [held.row.destination, claimed.destination].filter((one) => !isFreed(one));
    await wake(context, held.trx, others);
  }

  return {
    async delivered(claimed, message, leadBack = []) {
      await during(context, claimed, { appears: isNew(claimed), leadBack }, async (held) => {
        const { trx, row, isOurs } = held;
        const { line, wanted: shown } = claimed;
        const at = toStanding(claimed, message);
        if (line !== null) {
          await trx.deleteFrom("post_lines").where("id", "=", line.id).execute();
          // Another post is not kept waiting for all the lines of one.
          await settle(held, { shown: row.shown, isBehind: true });
        } else if (isNew(claimed)) await noteNew(held, { shown, at, leadBack });
        else if (isOurs) await settle(held, { shown, undrawn: 0 });
        else if (at !== null) await repair(held);
        await leave(held, claimed, message === null || isEdit(claimed) ? 0 : pace.postMs);
      });
    },

    async leaveUndrawn(claimed) {
      const { line, wanted } = claimed;
      await during(context, claimed, { appears: line === null }, async (held) => {
        const { trx, row, isOurs } = held;
        const at = line === null && row.ts === null ? toStanding(claimed, claimed.message) : null;
        if (line !== null)
          await trx.updateTable("post_lines").set({ undrawn: 1 }).where("id", "=", line.id).execute();
        const shown = line === null && (isOurs || at !== null) ? wanted : row.shown;
        await settle(held, { shown, at, error: notDrawn, undrawn: 1 });
        if (at !== null) await tellLeading(held);
        await leave(held, claimed, at === null ? 0 : pace.postMs);
      });
    },

    drawAgain: () => transact(context, (trx) => drawAgain(context, trx)),
  };
}

/** By whoever posted it, while nothing else stands. What was noted before, and was left since for one that waits, is not. */
async function noteNew(
  held: Held,
  { shown, at, leadBack }: { shown: number; at: ReturnType<typeof toStanding>; leadBack: readonly string[] },
): Promise<void> {
  const { row, isOurs } = held;
  const wasLeft = row.since !== null && row.shown >= shown;
  if (row.ts !== null || (!isOurs && (at === null || wasLeft))) return;
  // Under what shows nothing there is nothing to say.
  if (at === null) await removeLines(held);
  await settle(held, { shown, at, undrawn: 0 });
  if (at !== null) await tellLeading(held, leadBack);
}

async function removeLines({ trx, row }: Held): Promise<void> {
  await trx.deleteFrom("post_lines").where("post_id", "=", row.id).execute();
}

async function drawAgain(context: StoreContext, trx: StoreTransaction): Promise<void> {
  const lines = await trx
    .updateTable("post_lines")
    .set({ undrawn: 0 })
    .where("undrawn", "=", 1)
    .returning("post_id")
    .execute();
  const ids = lines.map(({ post_id }) => post_id);
  if (ids.length > 0) await trx.updateTable("posts").set({ undrawn: 1 }).where("id", "in", ids).execute();
  await raise(context, trx, { column: "undrawn" });
  await wakeAll(context, trx);
}

type Failures = Pick<PostTable, "retryAt" | "postAnew" | "readdress" | "giveUp">;

function createFailures(context: StoreContext): Failures {
  const { pace, now } = context;
  return {
    async retryAt(claimed, dueAt, { error, mayRepeat = false, pausesEdits = false }) {
      const isDue = await during(context, claimed, {}, async (held) => {
        const { trx, isOurs } = held;
        if (!isOurs && isEdit(claimed)) await repair(held);
        if (mayRepeat && isEdit(claimed)) await doubt(held);
        if (!isOurs) return false;
        const delayMs = Math.min(dueAt.getTime() - now().getTime(), longestDelayMs);
        if (pausesEdits) await pause(context, trx, { budget: edits(context), pauseMs: delayMs });
        await countFailure(held, claimed, { error, mayRepeat });
        // While all edits pause, what is none passes.
        await free(held, claimed, pausesEdits ? pace.postMs : Math.max(delayMs, pace.postMs));
        return true;
      });
      return isDue === true;
    },

    async postAnew(claimed, error) {
      await during(context, claimed, {}, async (held) => {
        const { row, isOurs } = held;
        const { message, wanted: shown } = claimed;
        // A newer link alone is no reason for another post.
        const saysAll = isEdit(claimed) && row.state_version <= row.shown;
        // What stands by now may be another one.
        if (isOurs && row.ts === (message?.ts ?? null))
          await (saysAll
            ? settle(held, { shown })
            : startAnew(held, { destination: row.destination, error }));
        await free(held, claimed);
      });
    },

    async readdress(claimed, error) {
      const { destination, destinations } = claimed;
      const next = destinations[destinations.indexOf(destination) + 1];
      const isDone = await during(context, claimed, { next }, async (held) => {
        const { row, isOurs } = held;
        // Whoever asked before did not hear that it was done.
        if (row.destination !== destination) return true;
        // Somebody who came late has noted that it stands.
        const hasAppeared = isNew(claimed) && row.ts !== null;
        if (!isOurs || (next === undefined && !hasAppeared)) return false;
        await free(held, claimed);
        if (hasAppeared || next === undefined) return true;
        await startAnew(held, { destination: next, error });
        await wake(context, held.trx, [next]);
        return true;
      });
      return isDone === true;
    },

    async giveUp(claimed, error) {
      await during(context, claimed, {}, async (held) => {
        if (!held.isOurs) return;
        // What changed meanwhile is tried once more.
        if (held.row.wanted === claimed.wanted) await removeLines(held);
        await settle(held, { shown: claimed.wanted, error: toText(error) });
        await free(held, claimed);
      });
    },
  };
}

async function countFailure(
  { trx, row }: Held,
  claimed: ClaimedPost,
  { error, mayRepeat }: { error: string; mayRepeat: boolean },
): Promise<void> {
  const { line } = claimed;
  const repeats = mayRepeat && !isEdit(claimed) ? { may_repeat: 1 } : {};
  await trx
    .updateTable("posts")
    .set({ attempts: row.attempts + 1, error: toText(error), ...(line === null && repeats) })
    .where("id", "=", row.id)
    .execute();
  if (mayRepeat && line !== null)
    await trx.updateTable("post_lines").set(repeats).where("id", "=", line.id).execute();
}
