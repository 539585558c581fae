import { type RawBuilder, sql } from "kysely";
import type { Engine } from "./columns.ts";

type Types = Readonly<Record<string, "text" | "int8">>;
type Given<T extends Types> = Readonly<Record<keyof T, string | number | null>>;

/** Rows as one parameter: the statement is the same however many there are. Text must be well-formed and free of NUL. */
export function given<T extends Types>(
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

/** What follows a column that is to be one of these, likewise one parameter. */
export function among(
  engine: Engine,
  type: "text" | "int8",
  values: readonly (string | number)[],
): RawBuilder<unknown> {
  return engine === "postgres"
    ? sql`= any(${[...values]}::${sql.raw(type)}[])`
    : sql`in (select value from json_each(${JSON.stringify(values)}))`;
}
