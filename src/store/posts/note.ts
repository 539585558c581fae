import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { type Beside, free, type Held, hold, repair, settle, startAnew, tellLeading } from "./hold.ts";
import { wake, wakeAll } from "./lanes.ts";
import { longestDelayMs, pauseEdits } from "./pace.ts";
import { raise } from "./tell.ts";
import type { ClaimedPost, Place, PostFailure, PostTable } from "./types.ts";

/** For operators, where a post's last failure is shown. */
const notDrawn = "not drawn";

/** What became of claims. */
export function createNotes(context: StoreContext): Arrivals & Failures {
  return { ...createArrivals(context), ...createFailures(context) };
}

/** In one transaction over what is held. `gone`: the answer where the post is no more. */
function during<T>(
  context: StoreContext,
  { gone, ...holding }: Beside & { claimed: ClaimedPost; gone: T },
  run: (trx: StoreTransaction, held: Held) => Promise<T>,
): Promise<T> {
  return transact(context, async (trx) => {
    const held = await hold(context, trx, holding);
    return held === undefined ? gone : await run(trx, held);
  });
}

function isEdit({ message, line }: ClaimedPost): boolean {
  return message !== null && line === null;
}

/** There it stands, wherever the post has gone since. Nothing is known of a message without a ts: what changes later is posted anew. */
function toStanding({ destination }: ClaimedPost, message: Place | null) {
  return message === null || message.ts === "" ? null : { ...message, destination };
}

/** Somebody who came late has noted that it stands. */
function hasAppeared({ message, line }: ClaimedPost, { ts }: Held["row"]): boolean {
  return message === null && line === null && ts !== null;
}

type Arrivals = Pick<PostTable, "delivered" | "leaveUndrawn" | "drawAgain">;

function createArrivals(context: StoreContext): Arrivals {
  async function removeLine(trx: StoreTransaction, { line }: ClaimedPost): Promise<void> {
    if (line !== null) await trx.deleteFrom("post_lines").where("id", "=", line.id).execute();
  }

  /** Whoever has the conversation looks at what waits by now. */
  async function leave(
    trx: StoreTransaction,
    { row, isOurs }: Held,
    left: { claimed: ClaimedPost; afterMs: number },
  ): Promise<void> {
    if (isOurs) await free(context, trx, left);
    await wake(context, trx, [row.destination, left.claimed.destination]);
  }

  async function noteLine(trx: StoreTransaction, held: Held, claimed: ClaimedPost): Promise<void> {
    await removeLine(trx, claimed);
    const { id, shown } = held.row;
    await settle(context, trx, { id, shown });
  }

  /** By whoever posted it, while nothing else stands. */
  async function noteNew(
    trx: StoreTransaction,
    { row, isOurs }: Held,
    { shown, at }: { shown: number; at: ReturnType<typeof toStanding> },
  ): Promise<void> {
    if (row.ts !== null || (at === null && !isOurs)) return;
    // Under what shows nothing there is nothing to say.
    if (at === null) await trx.deleteFrom("post_lines").where("post_id", "=", row.id).execute();
    await settle(context, trx, { id: row.id, shown, at, undrawn: 0 });
    if (at !== null) await tellLeading(context, trx, row.subject);
  }

  return {
    async delivered(claimed, message) {
      const isNew = claimed.message === null && claimed.line === null;
      const { wanted: shown } = claimed;
      const at = toStanding(claimed, message);
      await during(context, { claimed, appears: isNew, gone: undefined }, async (trx, held) => {
        const { row, isOurs } = held;
        if (claimed.line !== null) await noteLine(trx, held, claimed);
        else if (isNew) await noteNew(trx, held, { shown, at });
        else if (isOurs) await settle(context, trx, { id: row.id, shown, undrawn: 0 });
        else if (at !== null) await repair(context, trx, row);
        const afterMs = message === null || isEdit(claimed) ? 0 : context.pace.postMs;
        await leave(trx, held, { claimed, afterMs });
      });
    },

    async leaveUndrawn(claimed) {
      const { line, wanted } = claimed;
      await during(context, { claimed, appears: line === null, gone: undefined }, async (trx, held) => {
        const { row, isOurs } = held;
        const at = line === null && row.ts === null ? toStanding(claimed, claimed.message) : null;
        if (line !== null)
          await trx.updateTable("post_lines").set({ undrawn: 1 }).where("id", "=", line.id).execute();
        const isShown = line === null && (isOurs || at !== null);
        const shown = isShown ? wanted : row.shown;
        await settle(context, trx, { id: row.id, shown, at, error: notDrawn, undrawn: 1 });
        if (at !== null) await tellLeading(context, trx, row.subject);
        await leave(trx, held, { claimed, afterMs: at === null ? 0 : context.pace.postMs });
      });
    },

    async drawAgain() {
      await transact(context, async (trx) => {
        const lines = await trx
          .updateTable("post_lines")
          .set({ undrawn: 0 })
          .where("undrawn", "=", 1)
          .returning("post_id")
          .execute();
        const ids = lines.map(({ post_id }) => post_id);
        if (ids.length > 0)
          await trx.updateTable("posts").set({ undrawn: 1 }).where("id", "in", ids).execute();
        await raise(context, trx, { column: "undrawn", values: [1] });
        await wakeAll(context, trx);
      });
    },
  };
}

type Failures = Pick<PostTable, "retryAt" | "postAnew" | "readdress" | "giveUp">;

function createFailures(context: StoreContext): Failures {
  const { pace, now } = context;

  async function count(
    trx: StoreTransaction,
    { id, line }: ClaimedPost,
    { error, mayRepeat = false }: PostFailure,
  ): Promise<void> {
    const repeats = mayRepeat ? { may_repeat: 1 } : {};
    await trx
      .updateTable("posts")
      .set((row) => ({
        attempts: row("attempts", "+", 1),
        error: toText(error),
        ...(line === null && repeats),
      }))
      .where("id", "=", id)
      .execute();
    if (mayRepeat && line !== null)
      await trx.updateTable("post_lines").set(repeats).where("id", "=", line.id).execute();
  }

  return {
    retryAt: (claimed, dueAt, failure) =>
      during(context, { claimed, gone: false }, async (trx, { row, isOurs }) => {
        if (!isOurs && isEdit(claimed)) await repair(context, trx, row);
        if (!isOurs) return false;
        const delayMs = Math.min(dueAt.getTime() - now().getTime(), longestDelayMs);
        const { pausesEdits = false } = failure;
        if (pausesEdits) await pauseEdits(context, trx, delayMs);
        await count(trx, claimed, failure);
        // While all edits pause, what is none passes.
        const afterMs = pausesEdits ? pace.postMs : Math.max(delayMs, pace.postMs);
        await free(context, trx, { claimed, afterMs });
        return true;
      }),

    postAnew: (claimed, error) =>
      during<void>(context, { claimed, gone: undefined }, async (trx, { row, isOurs }) => {
        if (!isOurs) return;
        // What stands by now is another one.
        if (row.ts === (claimed.message?.ts ?? null))
          await startAnew(context, trx, { id: row.id, destination: row.destination, error });
        await free(context, trx, { claimed, afterMs: 0 });
      }),

    readdress(claimed, error) {
      const { destination, destinations } = claimed;
      const next = destinations[destinations.indexOf(destination) + 1];
      const beside = next === undefined ? {} : { next };
      return during(context, { claimed, ...beside, gone: false }, async (trx, { row, isOurs }) => {
        // Whoever asked before did not hear that it was done.
        if (row.destination !== destination) return true;
        if (isOurs && hasAppeared(claimed, row)) {
          await free(context, trx, { claimed, afterMs: 0 });
          return true;
        }
        if (next === undefined || !isOurs) return false;
        await startAnew(context, trx, { id: row.id, destination: next, error });
        await free(context, trx, { claimed, afterMs: 0 });
        await wake(context, trx, [next]);
        return true;
      });
    },

    giveUp: (claimed, error) =>
      during<void>(context, { claimed, gone: undefined }, async (trx, { row, isOurs }) => {
        if (!isOurs) return;
        // What changed meanwhile is tried once more.
        if (row.wanted === claimed.wanted)
          await trx.deleteFrom("post_lines").where("post_id", "=", row.id).execute();
        await settle(context, trx, { id: row.id, shown: claimed.wanted, error: toText(error) });
        await free(context, trx, { claimed, afterMs: 0 });
      }),
  };
}
