import type { Expression, ExpressionBuilder, Kysely, SqlBool } from "kysely";
import { type Decoded, decode } from "../database/columns.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { type Kin, type Operation, type OperationRow, operations, type Receipt } from "./table.ts";

export const kinColumns = [
  ...(["id", "kind", "author", "act", "step", "root", "state", "outcome"] as const),
  ...(["settled_as", "unknowns_card", "created_at", "started_at"] as const),
] as const satisfies readonly (keyof OperationRow)[];

export type KinRow = Pick<OperationRow, (typeof kinColumns)[number]>;

/** Operations whole, in the order of their rows: one look for all that stands in other rows. */
export async function toOperations(db: Kysely<Tables>, rows: readonly OperationRow[]): Promise<Operation[]> {
  if (rows.length === 0) return [];
  const roots = [...new Set(rows.map(({ root }) => root))];
  const acts = [...new Set(rows.map(({ act }) => act))];
  const all = await db
    .selectFrom("operations")
    .select(kinColumns)
    .where((row) => row.or([row("root", "in", roots), row("act", "in", acts)]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  // Of a run of many, each is another one's sibling.
  const kin = all.map(toKin);
  const beside = await readBeside(db, kin, acts);
  return rows.map((row) => {
    const others = kin.filter(({ id }) => id !== row.id);
    const tries = others.filter(({ root }) => root === row.root);
    const siblings = others.filter(({ act }) => act === row.act);
    const later = kin.slice(kin.findIndex(({ id }) => id === row.id)).filter(({ root }) => root === row.root);
    // An edit's act begins with the try that it edits. A run's begins with another message where it brings any beside tries.
    const besideOf = ({ act }: Kin) => act !== row.act && later.some(({ id }) => id === act);
    return toWhole(row, { tries, siblings, editedBeside: beside.filter(besideOf) });
  });
}

type Family = Pick<Operation, "tries" | "siblings" | "editedBeside">;

export const noFamily: Family = { tries: [], siblings: [], editedBeside: [] };

/** A row with what stands in others. */
export function toWhole(row: OperationRow, family: Family): Operation {
  const own = decode(operations, row);
  return { ...own, ...family, closedAt: own.endedAt ?? own.closedAt, receipt: toReceipt(own) };
}

/** What came at once with tries that are in other acts. */
async function readBeside(db: Kysely<Tables>, kin: readonly Kin[], acts: readonly string[]): Promise<Kin[]> {
  const others = kin.filter(({ act, step }) => step === 0 && !acts.includes(act)).map(({ act }) => act);
  if (others.length === 0) return [];
  const rows = await db
    .selectFrom("operations")
    .select(kinColumns)
    .where("act", "in", others)
    .where("step", "=", 0)
    .whereRef("id", "=", "root")
    .orderBy("id")
    .execute();
  return rows.map(toKin);
}

/** Its act brought several at once, which have one post. */
export function isOfBatch({ step, siblings }: Pick<Operation, "step" | "siblings">): boolean {
  return step === 0 && siblings.some((one) => one.step === 0);
}

export async function toOperation(db: Kysely<Tables>, row: OperationRow): Promise<Operation> {
  const [operation] = await toOperations(db, [row]);
  if (operation === undefined) throw new Error(`operation ${row.id} is gone`);
  return operation;
}

function toKin(row: KinRow): Kin {
  return decode(operations, row);
}

function toReceipt({
  phoneOwner,
  questionnaire,
  asking,
  ...row
}: Decoded<typeof operations>): Receipt | null {
  if (phoneOwner === null || questionnaire === null) return null;
  const { receivedAs: as, receivedAt: at, receivedWords: words } = row;
  return { phoneOwner, questionnaire, asking: asking ?? "once", as, at, words };
}

export async function readOperations(db: Kysely<Tables>, ids: readonly string[]): Promise<Operation[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("operations").selectAll().where("id", "in", ids).orderBy("id").execute();
  return toOperations(db, rows);
}

export async function readOperation(db: Kysely<Tables>, id: string): Promise<Operation | null> {
  const [operation] = await readOperations(db, [id]);
  return operation ?? null;
}

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
export async function lockFamily(
  context: StoreContext,
  trx: StoreTransaction,
  ...ids: string[]
): Promise<void> {
  const of = (column: "id" | "root" | "act") =>
    trx.selectFrom("operations as own").select(`own.${column}`).where("own.id", "in", ids);
  // One list of ids: of several PostgreSQL would look at each row that there is.
  const family = of("id").union(of("root")).union(of("act"));
  await lockRows(context, trx, (row) => row("id", "in", family));
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
