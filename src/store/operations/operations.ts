import { type Kysely, type RawBuilder, sql } from "kysely";
import { BoundedMap } from "../../bounded-map.ts";
import type { StoreContext, Tables } from "../database/tables.ts";
import { retryOnConflict, transactional, write } from "../database/transact.ts";
import { amongValues } from "../database/values.ts";
import { enqueue, readQuotaUsed } from "./enqueue.ts";
import { canEndAlone, closeInOneStatement, finish, prepareClose, resolve, toStoredRow } from "./finish.ts";
import { findByMessageId, list, readAct, readOperation, readUnknownsCard, toOperations } from "./read.ts";
import {
  type EnqueueRequest,
  type EnqueueResult,
  type FinishRequest,
  type Operation,
  type OperationRow,
  type StartRequest,
  type Transition,
  toNewOperations,
} from "./table.ts";
import { start } from "./tries.ts";

const maxLostIds = 10_000;
/** Most closed operations kept in memory until their first posts are rendered. */
const maxClosedKept = 500;

export function createOperations(context: StoreContext) {
  const { db } = context.connection;
  /** Operations not ended yet, with the number of submissions. An open row missing here came from an unanswered commit. */
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
  /** Operations whose storing failed or got no answer. */
  const lost = new BoundedMap<string, true>(maxLostIds);
  /** Rows of operations that can end without being read (`canEndAlone`). */
  const alone = new Map<string, OperationRow>();
  /** Operations closed recently, by act: their first posts are rendered without reading them. */
  const closed = new BoundedMap<string, Operation>(maxClosedKept);

  return {
    /** Stores an act once, or nothing. After a rejection recovery finds the row if only the commit's answer was lost. */
    async enqueue(request: EnqueueRequest): Promise<EnqueueResult> {
      const createdMs = context.now().getTime();
      const ids = toNewOperations(request).map(({ id }) => id);
      take(ids);
      let isStored = false;
      try {
        const result = await enqueue(context, request, createdMs);
        isStored = result.kind === "stored";
        if (isStored && canEndAlone(request)) alone.set(request.id, toStoredRow(context, request, createdMs));
        return result;
      } catch (error) {
        for (const id of ids) lost.set(id, true);
        throw error;
      } finally {
        if (isStored) for (const id of ids) lost.delete(id);
        else letGo(ids);
      }
    },

    /** Stores that the acknowledgement succeeded; only then may the operation run after a restart. */
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

    /** Marks an operation as started; after false its request must not leave. @throws SupersededError if a try arrived */
    async start(id: string, how: StartRequest = {}): Promise<boolean> {
      const isStarted = await start(context, id, how);
      // If another process owns the operation and dies, this process must be able to claim it.
      if (!isStarted) inProgress.delete(id);
      return isStarted;
    },

    /** Writes an outcome; without an effect, returns the quota. Call again after a rejection. `ignored`: nothing changed. */
    async finish(id: string, end: FinishRequest): Promise<Transition | "ignored"> {
      const row = alone.get(id);
      const close = row === undefined ? null : prepareClose(context, row, end);
      // Kept before the write, since the post may be rendered before the write resolves.
      if (close !== null) closed.set(id, close.operation);
      const isInOne = close !== null && context.connection.engine === "postgres";
      const isClosed = isInOne && (await closeInOneStatement(context, close, end));
      const transition = isClosed ? "closed" : await finish(context, id, end, row !== undefined && !isInOne);
      if (transition !== "closed") closed.delete(id);
      alone.delete(id);
      inProgress.delete(id);
      return transition;
    },

    resolve: transactional(context, resolve),
    beat: beat.bind(null, context),
    leave: leave.bind(null, context),

    /** Takes over open operations of dead instances, and lost ones of this instance, oldest first. */
    async claimAbandoned(limit: number): Promise<Operation[]> {
      const known = {
        isInProgress: (id: string) => inProgress.has(id),
        isLost: (id: string) => lost.get(id) === true,
      };
      const claimed = await claimAbandoned(context, limit, known);
      take(claimed.map(({ id }) => id));
      return claimed;
    },

    /** Returns an act's operations. Version 1 of a post needs no read if this process has just closed the act. */
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
    countUsed: readQuotaUsed.bind(null, db),

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

/** Prefix of the names of rows in `jobs` that are leases of running instances. */
const instance = "instance:";

/** Renews this process's lease, so that no other takes its operations. SQLite has only one process. */
async function beat({ connection, owner, version, storeNow, leaseMs }: StoreContext): Promise<void> {
  if (!connection.isShared) return;
  await retryOnConflict(() =>
    sql`insert into jobs (name, ran_at, lease_owner, lease_until, version)
      values (${instance + owner}, ${storeNow()}, ${owner}, ${storeNow()} + ${sql.lit(leaseMs)}, ${version})
      on conflict (name) do update set ran_at = excluded.ran_at, lease_until = excluded.lease_until`.execute(
      connection.db,
    ),
  );
}

/** Ends this process's lease, so that other instances may take its open operations at once. */
async function leave({ connection, owner }: StoreContext): Promise<void> {
  if (!connection.isShared) return;
  await connection.db
    .deleteFrom("jobs")
    .where("name", "=", instance + owner)
    .execute();
}

/** Upper limit of leases, longer than any instance's, whatever its `PLATFORM_TIMEOUT_MS`. */
const maxLeaseMs = 60 * 60_000;

/** Matches if the owner is dead or this instance. A lease too far ahead was stored before a clock was set back. */
function isAbandoned({ owner, storeNow }: StoreContext): RawBuilder<boolean> {
  return sql<boolean>`(operations.owner = ${owner} or not exists (select 1 from jobs
    where jobs.name = ${sql.lit(instance)} || operations.owner
      and jobs.lease_until between ${storeNow()} + 1 and ${storeNow()} + ${sql.lit(maxLeaseMs)}))`;
}

type Known = {
  /** Call only after reading open rows, since an operation is in memory before it is in the store. */
  isInProgress: (id: string) => boolean;
  /** Whether this process never ran the operation, since storing it failed or got no answer. */
  isLost: (id: string) => boolean;
};

async function claimAbandoned(
  context: StoreContext,
  limit: number,
  { isInProgress, isLost }: Known,
): Promise<Operation[]> {
  const { connection, owner } = context;
  const open = await connection.db
    .selectFrom("operations")
    .select(["id", "act"])
    .where("closed_at", "is", null)
    .where(isAbandoned(context))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  // Omits a second step whose first step runs in this process and will close both.
  const ids = open
    .flatMap(({ id, act }) => (isInProgress(id) || isInProgress(act) ? [] : [id]))
    .slice(0, limit);
  if (ids.length === 0) return [];
  const lost = amongValues(connection.engine, "text", ids.filter(isLost));
  const isUnsent = sql<boolean>`operations.id ${lost} and started_by = ${owner} and owner = ${owner}`;
  const rows = await write(context, (db) =>
    db
      .with(
        (name) => name("picked").materialized(),
        (query) =>
          query
            .selectFrom("operations")
            .select("id")
            .where("id", "in", ids)
            .orderBy("id")
            .$if(connection.engine === "postgres", (abandoned) => abandoned.forUpdate().skipLocked()),
      )
      .updateTable("operations")
      .set({
        state: sql<OperationRow["state"]>`case when ${isUnsent} then 'stored' else state end`,
        started_at: sql<number | null>`case when ${isUnsent} then null else started_at end`,
        owner,
      })
      .where("id", "in", (query) => query.selectFrom("picked").select("id"))
      .where("closed_at", "is", null)
      // Checked again in the update, since two processes may have selected the same row.
      .where(isAbandoned(context))
      .returningAll()
      .execute(),
  );
  return toOperations(
    connection.db,
    rows.toSorted((a, b) => a.created_at - b.created_at),
  );
}
