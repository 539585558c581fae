import { type RawBuilder, sql } from "kysely";

/** Whether a column holds what somebody looks for, whatever the case; on SQLite of Latin letters without accents alone. */
export function contains(column: string, part: string): RawBuilder<boolean> {
  const pattern = `%${part.normalize("NFC").replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}
