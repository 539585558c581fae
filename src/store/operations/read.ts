import type { Expression, ExpressionBuilder, Kysely, SqlBool } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { type Beside, kinColumns, type OperationRow, toKin, toOperation, toReceipt } from "./row.ts";
import type { Operation } from "./types.ts";

/** Operations whole, in the order of their rows: one look for all that stands in other rows. */
export async function toOperations(db: Kysely<Tables>, rows: readonly OperationRow[]): Promise<Operation[]> {
  if (rows.length === 0) return [];
  const roots = [...new Set(rows.map(({ root }) => root))];
  const acts = [...new Set(rows.map(({ act }) => act))];
  const all = await db
    .selectFrom("operations")
    .leftJoin("receipts", "receipts.operation_id", "operations.id")
    .select(kinColumns)
    .select(["holder", "sheet", "received_as", "received_at", "words"])
    .where((row) => row.or([row("root", "in", roots), row("act", "in", acts)]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const toBeside = ({ id, root, act }: OperationRow): Beside => {
    const others = all.filter((one) => one.id !== id);
    const { holder, sheet, ...answer } = all.find((one) => one.id === id) ?? none;
    return {
      tries: others.filter((one) => one.root === root).map(toKin),
      siblings: others.filter((one) => one.act === act).map(toKin),
      receipt: holder === null || sheet === null ? null : toReceipt({ holder, sheet, ...answer }),
    };
  };
  return rows.map((row) => toOperation(row, toBeside(row)));
}

/** Of one whose row was removed at this very moment. */
const none = { holder: null, sheet: null, received_as: null, received_at: null, words: null };

export async function readOperations(db: Kysely<Tables>, ids: readonly string[]): Promise<Operation[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("operations").selectAll().where("id", "in", ids).orderBy("id").execute();
  return toOperations(db, rows);
}

export async function readOperation(db: Kysely<Tables>, id: string): Promise<Operation | null> {
  const [operation] = await readOperations(db, [id]);
  return operation ?? null;
}

/** OperationTable.ofAct */
export async function readAct(db: Kysely<Tables>, act: string): Promise<Operation[]> {
  const rows = await db
    .selectFrom("operations")
    .selectAll()
    .where("act", "=", act)
    .orderBy("step")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return toOperations(db, rows);
}

/**
 * Whoever changes what is so of a root or of an act takes the row of its first operation, and before any other: of two
 * that meet there the second sees what the first has written.
 */
export async function lockFamily(context: StoreContext, trx: StoreTransaction, id: string): Promise<void> {
  const of = (column: "root" | "act") =>
    trx.selectFrom("operations as own").select(`own.${column}`).where("own.id", "=", id);
  await lockRows(context, trx, (row) =>
    row.or([row("id", "=", id), row("id", "=", of("root")), row("id", "=", of("act"))]),
  );
}

/** Always in the same order, so that no two wait for each other. SQLite has one writer anyway. */
export async function lockRows(
  context: StoreContext,
  trx: StoreTransaction,
  which: (row: ExpressionBuilder<Tables, "operations">) => Expression<SqlBool>,
): Promise<void> {
  if (context.connection.engine !== "postgres") return;
  await trx.selectFrom("operations").select("id").where(which).orderBy("id").forUpdate().execute();
}
