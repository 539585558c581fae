import { sql } from "kysely";
import type { StoreContext } from "../database/tables.ts";
import { isDivisionByZero, repeatOnConflict } from "../database/transact.ts";
import type { Telling } from "../posts/types.ts";
import { closing, toClosedColumns } from "./finish.ts";
import { noFamily, toWhole } from "./read.ts";
import type { OperationRow } from "./table.ts";
import { toNewRow } from "./take-on.ts";
import type { FinishRequest, Operation, TakeOnRequest } from "./types.ts";
import { writeInOne } from "./write-rest.ts";

/** All of its act, and stored as started: until its end nobody but this process changes its row or adds to its family. */
export function endsAlone({ again, next, beside = [], also, tells, leavesAtOnce }: TakeOnRequest): boolean {
  const hasMore = again !== undefined || next !== undefined || beside.length > 0;
  return leavesAtOnce === true && !hasMore && also === undefined && tells === undefined;
}

/** What is not known of any operation that is stored. */
const unset = {
  outcome: null,
  result: null,
  message_id: null,
  acknowledged_at: null,
  closed_at: null,
  ended_at: null,
  corrected_at: null,
  settled_by: null,
  settled_as: null,
  settled_at: null,
  unknowns_card: null,
  phone_owner: null,
  questionnaire: null,
  asked_at: null,
  asking: null,
  received_as: null,
  received_at: null,
  received_words: null,
} as const;

/** Its row as it was stored, so that it needn't be read. */
export function toStoredRow(context: StoreContext, request: TakeOnRequest, createdMs: number): OperationRow {
  return { ...unset, ...toNewRow(context, request, { ...request, step: 0 }, createdMs) };
}

/** An end of such an operation, and all that commits with it. */
export type Close = { operation: Operation; row: OperationRow; telling: Telling };

/** Null where more than its own row and posts commits with this end. */
export function toClose(context: StoreContext, before: OperationRow, end: FinishRequest): Close | null {
  if (end.outcome === "unknown") return null;
  const row: OperationRow = { ...before, ...toClosedColumns(context, end) };
  const operation = toWhole(row, noFamily);
  if (end.also !== undefined && end.needsAlso?.(operation) !== false) return null;
  return { operation, row, telling: end.tells("closed", operation) };
}

/**
 * The end with all that commits with it, as one statement of PostgreSQL's. False, with nothing written: the row is not as
 * this process knows it.
 */
export async function closeAlone(
  context: StoreContext,
  { row, telling }: Close,
  end: FinishRequest,
): Promise<boolean> {
  const { db } = context.connection;
  const change = { event: "ended" as const, row, person: row.author, telling };
  const update = closing(context, db, row.id, end);
  const aftermath = context.aftermath();
  try {
    const written = await repeatOnConflict(() => writeInOne(context, db, change, sql`${update}`));
    context.over({ ...aftermath, ...written }, true);
    return true;
  } catch (error) {
    // Perhaps it was stored before, and the answer was lost.
    for (const deliverer of context.deliverers) deliverer.look();
    if (isDivisionByZero(error)) return false;
    throw error;
  }
}
