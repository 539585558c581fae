import { type Kysely, type RawBuilder, sql } from "kysely";
import type { StoreContext, Tables } from "./tables.ts";

/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Sound without a check: whatever text JSON.parse accepts is a Json. */
export function toJson(text: string): Json {
  return JSON.parse(text);
}

/** `storeNow` as a number. */
export async function readStoreNowMs({ storeNow }: StoreContext, db: Kysely<Tables>): Promise<number> {
  const { ms } = await db.selectNoFrom(storeNow().as("ms")).executeTakeFirstOrThrow();
  return Number(ms);
}

/** PostgreSQL refuses NUL in text, and an outcome must not be lost to one in a message id or an error. */
export function toText(text: string): string {
  return text.replaceAll("\0", "");
}

export function toTextOrNull(text: string | null): string | null {
  return text === null ? null : toText(text);
}

export function toStrings(text: string): string[] {
  const value = toJson(text);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/** Whether a column holds what somebody looks for, whatever the case; on SQLite of Latin letters without accents alone. */
export function contains(column: string, part: string): RawBuilder<boolean> {
  const pattern = `%${part.normalize("NFC").replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}
