import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Engine } from "./columns.ts";
import type { StoreContext, Tables } from "./tables.ts";

/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export function toJson(text: string): Json {
  return JSON.parse(text);
}

export async function readStoreNowMs({ storeNow }: StoreContext, db: Kysely<Tables>): Promise<number> {
  const { ms } = await db.selectNoFrom(storeNow().as("ms")).executeTakeFirstOrThrow();
  return Number(ms);
}

/** Removes NUL characters, which PostgreSQL refuses: an outcome must not be lost because of one. */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "");
}

export function withoutNulOrNull(text: string | null): string | null {
  return text === null ? null : withoutNul(text);
}

/** Matches if a column contains a text, ignoring case (on SQLite only the case of unaccented Latin letters). */
export function contains(column: string, part: string): RawBuilder<boolean> {
  const pattern = `%${part.normalize("NFC").replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}

type Types = Readonly<Record<string, "text" | "int8">>;
type Given<T extends Types> = Readonly<Record<keyof T, string | number | null>>;

/** Passes rows as one parameter, so that one statement serves any number. Text must be well-formed and without NUL. */
export function givenRows<T extends Types>(
  engine: Engine,
  types: T,
  rows: readonly Given<T>[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  const names = Object.entries(types);
  if (engine === "postgres") {
    const columns = names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
    return sql`select * from jsonb_to_recordset(${json}::jsonb) as given(${sql.join(columns)})`;
  }
  const columns = names.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
  return sql`select ${sql.join(columns)} from json_each(${json})`;
}

/** Matches if a column has one of these values, passed as one parameter. */
export function amongValues(
  engine: Engine,
  type: "text" | "int8",
  values: readonly (string | number)[],
): RawBuilder<unknown> {
  return engine === "postgres"
    ? sql`= any(${[...values]}::${sql.raw(type)}[])`
    : sql`in (select value from json_each(${JSON.stringify(values)}))`;
}
