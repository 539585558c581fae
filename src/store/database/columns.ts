import { type ColumnDataType, type RawBuilder, sql } from "kysely";
import type { Engine } from "./tables.ts";

/** Text that is compared byte by byte: an index must not depend on the server's locale and its updates. */
export function textType(engine: Engine): RawBuilder<unknown> {
  return engine === "postgres" ? sql`text collate "C"` : sql`text`;
}

export function timeType(engine: Engine): ColumnDataType {
  return engine === "postgres" ? "int8" : "integer";
}
