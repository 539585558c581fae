import { hash, randomBytes } from "node:crypto";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import type { NewAuditEntry } from "./types.ts";

/** Writes entries with what they record, in its transaction: both stand, or neither. */
export async function record(
  { now, recordedIn }: StoreContext,
  trx: StoreTransaction,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const at = now().getTime();
  const rows = entries.map(({ event, person, subject, outcome = null, content = "null" }) => {
    const salt = randomBytes(16).toString("hex");
    return { at, event, person, subject, outcome, salt, digest: digestOf(salt, content) };
  });
  await trx.insertInto("audit_entries").values(rows).execute();
  recordedIn.add(trx);
}

/** Without its salt nobody can try whether a digest is that of some number. */
export function digestOf(salt: string, content: string): string {
  return hash("sha256", salt + content);
}
