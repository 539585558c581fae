import { hash } from "node:crypto";
import { sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { lockKey, transact } from "../database/transact.ts";
import type { AuditRow, ChainRow } from "./table.ts";

/** So few that no acknowledgement waits for them. */
const sealedAtOnce = 100;

const chainId = "chain";
const start: ChainRow = {
  ...{ id: chainId, number: 0, seal: "", removed_number: 0, removed_seal: "", removed_before: 0 },
};

type Sealed = Pick<AuditRow, "at" | "event" | "person" | "subject" | "outcome" | "digest"> & {
  number: number;
};

/** The hash of an entry and, by the seal before it, of all that came before. */
export function sealOf(before: string, entry: Sealed): string {
  const { number, at, event, person, subject, outcome, digest } = entry;
  return hash("sha256", JSON.stringify([before, number, at, event, person, subject, outcome, digest]));
}

/**
 * AuditTable.seal: in the order in which they were written, as far as that is committed. What commits later gets its place
 * behind them.
 */
export async function seal(context: StoreContext): Promise<number> {
  const { db } = context.connection;
  for (let sealed = 0; ; ) {
    const isAny = await db
      .selectFrom("audit_entries")
      .select("id")
      .where("number", "is", null)
      .limit(1)
      .execute();
    if (isAny.length === 0) return sealed;
    sealed += await transact(context, (trx) => sealSome(context, trx));
  }
}

async function sealSome(context: StoreContext, trx: StoreTransaction): Promise<number> {
  await lockKey(context, trx, chainId);
  const chain = await readChain(trx);
  const rows = await trx
    .selectFrom("audit_entries")
    .selectAll()
    .where("number", "is", null)
    .orderBy("id")
    .limit(sealedAtOnce)
    .execute();
  let { number, seal: last } = chain;
  const links = rows.map((row) => {
    number += 1;
    last = sealOf(last, { ...row, number });
    return sql`(cast(${row.id} as bigint), cast(${number} as bigint), ${last})`;
  });
  if (links.length === 0) return 0;
  await sql`
    update audit_entries set number = sealed.column2, seal = sealed.column3
    from (values ${sql.join(links)}) as sealed
    where audit_entries.id = sealed.column1`.execute(trx);
  await writeChain(trx, { ...chain, number, seal: last });
  return links.length;
}

/** Under `chainId`'s lock, where it is written afterwards. */
export async function readChain(db: Pick<StoreTransaction, "selectFrom">): Promise<ChainRow> {
  return (await db.selectFrom("audit_chain").selectAll().executeTakeFirst()) ?? start;
}

async function writeChain(trx: StoreTransaction, chain: ChainRow): Promise<void> {
  const { id: _id, ...columns } = chain;
  await trx
    .insertInto("audit_chain")
    .values(chain)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
}

/** What retention has come to: from then on records older than that may be gone. */
export function noteRetention(context: StoreContext, beforeMs: number): Promise<void> {
  return transact(context, async (trx) => {
    await lockKey(context, trx, chainId);
    const chain = await readChain(trx);
    if (chain.removed_before < beforeMs) await writeChain(trx, { ...chain, removed_before: beforeMs });
  });
}

/** Some of the chain's beginning that is old; the seal of the last one stays, so that the rest can be held against it. */
export async function removeOldest(
  context: StoreContext,
  trx: StoreTransaction,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<number> {
  await lockKey(context, trx, chainId);
  const chain = await readChain(trx);
  const oldest = await trx
    .selectFrom("audit_entries")
    .select(["id", "at", "number", "seal"])
    .where("number", ">", chain.removed_number)
    .orderBy("number")
    .limit(limit)
    .execute();
  const kept = oldest.findIndex(({ at }) => at >= beforeMs);
  const old = kept === -1 ? oldest : oldest.slice(0, kept);
  const last = old.at(-1);
  if (last === undefined || last.number === null || last.seal === null) return 0;
  await trx
    .deleteFrom("audit_entries")
    .where("number", ">", chain.removed_number)
    .where("number", "<=", last.number)
    .execute();
  await writeChain(trx, { ...chain, removed_number: last.number, removed_seal: last.seal });
  return old.length;
}
