import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import { toOperations } from "../operations/read.ts";
import type { Operation, Outcome } from "../operations/types.ts";

/** Answers to refused and unsent messages would say nothing. */
export const asksOf = ["accepted", "unknown"] as const satisfies Outcome[];

export function isAskedOf(outcome: Outcome | null): boolean {
  return asksOf.some((asked) => asked === outcome);
}

/** All that one direct message asks. */
export async function readSheet(db: Kysely<Tables>, sheet: string): Promise<Operation[]> {
  const rows = await db
    .selectFrom("operations")
    .innerJoin("receipts", "receipts.operation_id", "operations.id")
    .selectAll("operations")
    .where("sheet", "=", sheet)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  return toOperations(db, rows);
}
