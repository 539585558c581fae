import type { Kysely } from "kysely";
import { BoundedMap } from "../../bounded-map.ts";
import type { StoreContext, Tables } from "../database/tables.ts";
import { transactional, write } from "../database/transact.ts";
import { beat, claimAbandoned, leave } from "./abandoned.ts";
import { countUsed, enqueue } from "./enqueue.ts";
import { closeAlone, endsAlone, finish, resolve, toClose, toStoredRow } from "./finish.ts";
import { findByMessageId, list, readAct, readOperation, readUnknownsCard } from "./read.ts";
import {
  type EnqueueRequest,
  type EnqueueResult,
  type FinishRequest,
  type Operation,
  type OperationRow,
  operationsOf,
  type StartRequest,
  type Transition,
} from "./table.ts";
import { start } from "./tries.ts";

/** Ids of acts that failed to be stored. */
const mostLost = 10_000;
/** Closed operations kept until their first posts are rendered. */
const mostKept = 500;

export function createOperations(context: StoreContext) {
  const { db } = context.connection;
  /**
   * Operations of this process, counted by submission, from before they are stored until their end is. An open row in our
   * name that isn't here came from a commit whose answer was lost.
   */
  const inProgress = new Map<string, number>();
  const take = (ids: readonly string[]) => {
    for (const id of ids) inProgress.set(id, (inProgress.get(id) ?? 0) + 1);
  };
  const letGo = (ids: readonly string[]) => {
    for (const id of ids) {
      const left = (inProgress.get(id) ?? 0) - 1;
      if (left > 0) inProgress.set(id, left);
      else inProgress.delete(id);
    }
  };
  /** Acts whose storing failed or got no answer. */
  const lost = new BoundedMap<string, true>(mostLost);
  /** Rows whose end needs no read. */
  const alone = new Map<string, OperationRow>();
  /** Closed just now, by act: their first posts need no read either. */
  const closed = new BoundedMap<string, Operation>(mostKept);

  return {
    /**
     * Stores an act once, owned by this process, counted against its quota: all or nothing. When it rejects, nothing was
     * written, or the commit's answer was lost and recovery finds the row.
     */
    async enqueue(request: EnqueueRequest): Promise<EnqueueResult> {
      const createdMs = context.now().getTime();
      const ids = operationsOf(request).map(({ id }) => id);
      take(ids);
      let isStored = false;
      try {
        const result = await enqueue(context, request, createdMs);
        isStored = result.kind === "stored";
        if (isStored && endsAlone(request)) alone.set(request.id, toStoredRow(context, request, createdMs));
        return result;
      } catch (error) {
        for (const id of ids) lost.set(id, true);
        throw error;
      } finally {
        if (isStored) for (const id of ids) lost.delete(id);
        else letGo(ids);
      }
    },

    /** Notes that the person read that it is on its way: only then may it run after a restart. */
    async acknowledged(id: string): Promise<void> {
      await write(context, (db) =>
        db
          .updateTable("operations")
          .set({ acknowledged_at: context.now().getTime() })
          .where("id", "=", id)
          .where("state", "=", "stored")
          .execute(),
      );
    },

    /**
     * Stored to started; only then may the request leave. False: owned by another process, not stored, or its act's first
     * isn't accepted. When it rejects, the request must not leave. @throws SupersededError when another try was accepted or
     * arrived.
     */
    async start(id: string, how: StartRequest = {}): Promise<boolean> {
      const isStarted = await start(context, id, how);
      // Another process may have it, and die with it.
      if (!isStarted) inProgress.delete(id);
      return isStarted;
    },

    /**
     * Writes an outcome with its notification. `closed`: from stored (`not_sent` only) or started. `corrected`: the instance
     * that made the request learned the outcome of an `unknown`. `ignored`: nothing was written. Refused and not sent return
     * the quota. When it rejects, call it again.
     */
    async finish(id: string, end: FinishRequest): Promise<Transition | "ignored"> {
      const row = alone.get(id);
      const close = row === undefined ? null : toClose(context, row, end);
      // The post may be rendered before this resolves.
      if (close !== null) closed.set(id, close.operation);
      const isInOne = close !== null && context.connection.engine === "postgres";
      const isClosed = isInOne && (await closeAlone(context, close, end));
      const transition = isClosed ? "closed" : await finish(context, id, end, row !== undefined && !isInOne);
      if (transition !== "closed") closed.delete(id);
      alone.delete(id);
      inProgress.delete(id);
      return transition;
    },

    resolve: transactional(context, resolve),
    beat: beat.bind(null, context),
    leave: leave.bind(null, context),

    /** Takes over open operations of dead instances, and lost ones of its own, oldest first. */
    async claimAbandoned(limit: number): Promise<Operation[]> {
      const known = {
        isInProgress: (id: string) => inProgress.has(id),
        isLost: (id: string) => lost.get(id) === true,
      };
      const claimed = await claimAbandoned(context, limit, known);
      take(claimed.map(({ id }) => id));
      return claimed;
    },

    /**
     * Operations of an act, the first first; empty when it is gone. `version`: of the post being rendered; the first needs
     * no read where this process closed the act just now.
     */
    async ofAct(id: string, version?: number): Promise<Operation[]> {
      const known = version === 1 ? closed.get(id) : undefined;
      if (known === undefined) return await readAct(db, id);
      closed.delete(id);
      return [known];
    },

    ...createReading(db),
  };
}

function createReading(db: Kysely<Tables>) {
  return {
    get: readOperation.bind(null, db),
    list: list.bind(null, db),
    unknownsCard: readUnknownsCard.bind(null, db),
    findByMessageId: findByMessageId.bind(null, db),
    countUsed: countUsed.bind(null, db),

    /** Stored or started. */
    async countOpen(): Promise<number> {
      const { count } = await db
        .selectFrom("operations")
        .select((row) => row.fn.countAll<number>().as("count"))
        .where("closed_at", "is", null)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
