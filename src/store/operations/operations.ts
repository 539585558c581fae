import type { Kysely } from "kysely";
import { BoundedMap } from "../../bounded-map.ts";
import type { StoreContext, Tables } from "../database/tables.ts";
import { write } from "../database/transact.ts";
import { beat, claimAbandoned, leave } from "./abandoned.ts";
import { countUsed, enqueue } from "./enqueue.ts";
import { closeAlone, endsAlone, finish, resolve, toClose, toStoredRow } from "./finish.ts";
import { findByMessageId, list, readAct, readOperation, readUnknownsCard } from "./read.ts";
import type {
  EnqueueRequest,
  EnqueueResult,
  FinishRequest,
  Operation,
  OperationFilter,
  OperationPage,
  OperationRow,
  ResolveRequest,
  ResolveResult,
  StartRequest,
  Transition,
  UnknownsCard,
} from "./table.ts";
import { start } from "./tries.ts";

/** Of acts that failed to be stored; nearly all of them never were. */
const mostLost = 10_000;
/** Closed operations in memory, until their first posts are rendered. */
const mostKept = 500;

export function createOperations(context: StoreContext) {
  const { db } = context.connection;
  /**
   * What this process has in hand, from before it is stored until its end is, and by how many submissions: who fails to write
   * that tries again, and knows more than recovery. Anything else in our name was stored by a commit whose answer was lost.
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
  /** What the store was asked for in vain, or without an answer. */
  const lost = new BoundedMap<string, true>(mostLost);
  /** Those whose end needs no look. */
  const alone = new Map<string, OperationRow>();
  /** What this process closed just now, by its act: its first post needs no look either. */
  const closed = new BoundedMap<string, Operation>(mostKept);

  return {
    /**
     * Stores an act once, owned by this process, counted against its quota: all of it or nothing. When it rejects,
     * nothing was written, or the commit's answer was lost: then recovery finds the row.
     */
    async enqueue(request: EnqueueRequest): Promise<EnqueueResult> {
      const createdMs = context.now().getTime();
      const ids = idsOf(request);
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

    /** Notes that the person was told that it is on its way: only then may it run after a restart. */
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
     * Stored -> started; only then may the request leave, or leave again. False: not this process's any more, not stored, or
     * its act's first is not accepted. When it rejects the request must not leave: finish as not sent, or recovery will. It
     * rejects with SupersededError when another try of the same was accepted after all or reported as arrived.
     */
    async start(id: string, how: StartRequest = {}): Promise<boolean> {
      const isStarted = await start(context, id, how);
      // Another process may have it, and die with it.
      if (!isStarted) inProgress.delete(id);
      return isStarted;
    },

    /**
     * Writes an outcome together with what is told of it. `closed`: from stored (`not_sent` only) or started. `corrected`: the
     * process that made the request learned later what became of an `unknown`. `ignored`: nothing was written. Refused and not
     * sent give the quota back. When it rejects, call it again: until then it stays this process's.
     */
    async finish(id: string, end: FinishRequest): Promise<Transition | "ignored"> {
      const row = alone.get(id);
      const close = row === undefined ? null : toClose(context, row, end);
      // Its post may be rendered before this resolves.
      if (close !== null) closed.set(id, close.operation);
      const isInOne = close !== null && context.connection.engine === "postgres";
      const isClosed = isInOne && (await closeAlone(context, close, end));
      const transition = isClosed ? "closed" : await finish(context, id, end, row !== undefined && !isInOne);
      if (transition !== "closed") closed.delete(id);
      alone.delete(id);
      inProgress.delete(id);
      return transition;
    },

    /** A person says what became of an unknown outcome: once, the first wins. Rejects when there is no such operation. */
    resolve: (id: string, resolution: ResolveRequest): Promise<ResolveResult> =>
      resolve(context, id, resolution),

    /** Says that this process lives, for `leaseMs`: nobody takes what it owns. Where no other process can, nothing is written. */
    beat: (): Promise<void> => beat(context),

    /** This process ends: what it left open may be claimed at once. */
    leave: (): Promise<void> => leave(context),

    /**
     * Takes over open operations of processes that live no more, and of its own what nobody here has in hand, oldest first.
     * On SQLite opening the store proved that no other process holds it.
     */
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
     * All that one act brought, the first first; empty when it is gone. `version`: of the post that is rendered; its first one
     * needs no look where this process closed the act just now.
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
    get: (id: string): Promise<Operation | null> => readOperation(db, id),

    /** Newest first; pages don't shift when newer operations come in. */
    list: (filter: OperationFilter): Promise<OperationPage> => list(db, filter),

    /** A listing as it stands, or as much of it as is one author's. Of an act: what of it is unresolved. */
    unknownsCard: (of: { unknownsCard: string } | { act: string }, author?: string): Promise<UnknownsCard> =>
      readUnknownsCard(db, of, author),

    findByMessageId: (messageId: string): Promise<Operation | null> => findByMessageId(db, messageId),

    /** How many of a person's operations of a kind count against the limit of that day. */
    countUsed: (author: string, of: { day: string; kind: string }): Promise<number> =>
      countUsed(db, author, of),

    /** How many are stored or started. */
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

function idsOf({ id, next, siblings = [] }: EnqueueRequest): string[] {
  return [{ id }, ...siblings, ...(next === undefined ? [] : [next])].map((one) => one.id);
}
