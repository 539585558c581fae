import { type Generated, type QueryExecutorProvider, sql } from "kysely";

export type Engine = "sqlite" | "postgres";

/** A column as each database declares it. `value` is never there: it carries the type that rows have. */
export type Column<Value> = {
  type: Readonly<Record<Engine, string>>;
  mayBeNull: boolean;
  readonly value?: Value;
};

/** Of which a table is made, and the type of its rows: times are milliseconds since 1970, flags 0 or 1. */
export type Table = {
  columns: Readonly<Record<string, Column<unknown>>>;
  /** Its keys of several columns, and what must hold for each row. */
  constraints?: readonly string[];
  indexes?: readonly string[];
};

export type RowOf<T extends Table> = {
  [Name in keyof T["columns"]]: T["columns"][Name] extends Column<infer Value> ? Value : never;
};

function column<Value>(sqlite: string, postgres = sqlite): Column<Value> {
  return { type: { sqlite, postgres }, mayBeNull: false };
}

/** Text that is compared byte by byte: an index must not depend on the server's locale and its updates. */
export const text = <Value extends string = string>() => column<Value>("text", 'text collate "C"');
/** Text that nothing is found by: JSON, what people wrote. */
export const prose = () => column<string>("text");
export const integer = () => column<number>("integer");
export const flag = () => column<number>("integer");
export const time = () => column<number>("integer", "int8");
/** Another table's `risingId`. */
export const idOf = () => column<number>("integer", "int8");

export const id = () => column<string>("text primary key", 'text collate "C" primary key');
export const risingId = () =>
  column<Generated<number>>(
    "integer primary key autoincrement",
    "int8 generated always as identity primary key",
  );

export function orNull<Value>({ type }: Column<Value>): Column<Value | null> {
  return { type, mayBeNull: true };
}

export async function createTables(
  db: QueryExecutorProvider,
  engine: Engine,
  tables: Readonly<Record<string, Table>>,
): Promise<void> {
  for (const [name, { columns, constraints = [], indexes = [] }] of Object.entries(tables)) {
    const declared = Object.entries(columns).map(
      ([column, { type, mayBeNull }]) => `"${column}" ${type[engine]}${mayBeNull ? "" : " not null"}`,
    );
    await sql.raw(`create table ${name} (${[...declared, ...constraints].join(", ")})`).execute(db);
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db);
  }
}
