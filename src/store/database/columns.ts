import { type Generated, type QueryExecutorProvider, sql } from "kysely";
import { type Json, toJson } from "./values.ts";

export type Engine = "sqlite" | "postgres";

/** A column as each database declares it. `value` exists only for its type. */
export type DatabaseColumn<Value, Read = Value> = {
  type: Readonly<Record<Engine, string>>;
  mayBeNull: boolean;
  /** Converts a stored value. @default no conversion */
  read?(value: string | number): Read;
  /** Set for people's text, which `forget.ts` can erase. `by`: column with the author; null if there is none. */
  words?: { isJson: boolean; isName: boolean; by: string | null };
  readonly value?: Value;
};

/** Columns of a table, which also give its row type. Times are milliseconds since 1970, flags 0 or 1. */
export type Table = {
  columns: Readonly<Record<string, DatabaseColumn<unknown, unknown>>>;
  /** Primary key, unless a column declares it. */
  key?: readonly string[];
  constraints?: readonly string[];
  indexes?: readonly string[];
};

export type RowOf<T extends Table> = {
  [Name in keyof T["columns"]]: T["columns"][Name] extends DatabaseColumn<infer Value, unknown>
    ? Value
    : never;
};

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;

/** A row outside the store: names in camel case; dates, flags and JSON decoded. */
export type DecodedRow<T extends Table, Name extends keyof T["columns"] = keyof T["columns"]> = {
  [Each in Name as Camel<Each> & string]: T["columns"][Each] extends DatabaseColumn<unknown, infer Read>
    ? Read
    : never;
};

export function decodeRow<T extends Table, Row extends Partial<Record<keyof T["columns"], unknown>>>(
  table: T,
  row: Row,
): DecodedRow<T, keyof Row & keyof T["columns"]>;
export function decodeRow({ columns }: Table, row: Readonly<Record<string, unknown>>): object {
  const decoded: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const column = columns[name];
    if (column === undefined) continue;
    const camel = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const isSet = typeof value === "string" || typeof value === "number";
    decoded[camel] = isSet && column.read !== undefined ? column.read(value) : value;
  }
  return decoded;
}

function column<Value>(sqlite: string, postgres = sqlite): DatabaseColumn<Value> {
  return { type: { sqlite, postgres }, mayBeNull: false };
}

/** Text compared byte by byte, since an index must not depend on the server's locale. */
export const text = <Value extends string = string>() => column<Value>("text", 'text collate "C"');
/** A name given by people, or text by which rows are found. */
export const name = () => ({ ...text(), words: { isJson: false, isName: true, by: null } });
/** Text without an index. `by`: column with the author. */
export const prose = (by: string | null = null) => ({
  ...column<string>("text"),
  words: { isJson: false, isName: false, by },
});
export const json = (by: string | null = null): DatabaseColumn<string, Json> => ({
  ...column<string>("text"),
  read: toJson,
  words: { isJson: true, isName: false, by },
});
export const integer = () => column<number>("integer");
export const flag = (): DatabaseColumn<number, boolean> => ({
  ...column<number>("integer"),
  read: (value: number) => value === 1,
});
export const time = (): DatabaseColumn<number, Date> => ({
  ...column<number>("integer", "int8"),
  read: (value: number) => new Date(value),
});
export const idOf = () => column<number>("integer", "int8");

export const idColumn = () => column<string>("text primary key", 'text collate "C" primary key');
export const risingId = (): DatabaseColumn<Generated<number>, number> => ({
  type: {
    sqlite: "integer primary key autoincrement",
    postgres: "int8 generated always as identity primary key",
  },
  mayBeNull: false,
});

export function nullable<Value, Read>({
  value: _,
  ...column
}: DatabaseColumn<Value, Read>): DatabaseColumn<Value | null, Read | null> {
  return { ...column, mayBeNull: true };
}

type Empty<T extends Table> = {
  [Name in keyof T["columns"] as null extends RowOf<T>[Name] ? Name : never]: null;
};

export function nullColumns<T extends Table>(table: T): Empty<T>;
export function nullColumns({ columns }: Table): object {
  const names = Object.keys(columns).filter((name) => columns[name]?.mayBeNull === true);
  return Object.fromEntries(names.map((name) => [name, null]));
}

export function keyOf({ columns, key }: Table): readonly string[] {
  return key ?? Object.keys(columns).filter((name) => columns[name]?.type.sqlite.includes("primary key"));
}

export async function createTables(
  db: QueryExecutorProvider,
  engine: Engine,
  tables: Readonly<Record<string, Table>>,
): Promise<void> {
  for (const [name, { columns, key, constraints = [], indexes = [] }] of Object.entries(tables)) {
    const declared = Object.entries(columns).map(
      ([column, { type, mayBeNull }]) => `"${column}" ${type[engine]}${mayBeNull ? "" : " not null"}`,
    );
    const keys = key === undefined ? [] : [`primary key (${key.join(", ")})`];
    await sql.raw(`create table ${name} (${[...declared, ...keys, ...constraints].join(", ")})`).execute(db);
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db);
  }
}
