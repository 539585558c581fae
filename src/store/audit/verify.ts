import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { isRecord, readContents, subjectOf } from "./content.ts";
import { digestOf } from "./record.ts";
import { readChain, sealOf } from "./seal.ts";
import type { AuditRow, ChainRow } from "./table.ts";
import type { AuditBreak, AuditEvent, AuditState } from "./types.ts";

const readAtOnce = 1000;

/** AuditTable.verify: on PostgreSQL all reads see the same moment. On SQLite nobody else writes. */
export function verify({ connection: { db, engine } }: StoreContext): Promise<AuditState> {
  const transaction = db.transaction();
  const read = engine === "postgres" ? transaction.setIsolationLevel("repeatable read") : transaction;
  return read.execute(examine);
}

async function examine(trx: StoreTransaction): Promise<AuditState> {
  const chain = await readChain(trx);
  const breaks: AuditBreak[] = [];
  /** Whose newest entry was looked at. */
  const seen = new Set<string>();
  let unsealed = 0;
  let after: AuditRow | null = null;
  for await (const rows of readBackwards(trx)) {
    for (const row of rows) {
      if (row.number === null) {
        unsealed += 1;
        continue;
      }
      if (after === null) breaks.push(...findAtEnd(chain, row));
      else breaks.push(...findBetween(row, after));
      after = row;
    }
    const newest = rows.filter(({ subject }) => !seen.has(subject) && seen.add(subject));
    breaks.push(...(await findInRecords(trx, newest, chain)));
  }
  breaks.push(...(after === null ? findAtEnd(chain, null) : findBetween(toRemoved(chain), after)));
  breaks.push(...(await findUnrecorded(trx, seen, chain)));
  return {
    breaks: breaks.toSorted((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity)),
    sealed: chain.number - chain.removed_number,
    unsealed,
    removed: chain.removed_number,
    last: chain.number === 0 ? null : { number: chain.number, seal: chain.seal },
  };
}

/** What isn't sealed first, then the chain from its end. */
async function* readBackwards(trx: StoreTransaction): AsyncGenerator<AuditRow[]> {
  const all = trx.selectFrom("audit_entries").selectAll().limit(readAtOnce);
  const open = all.where("number", "is", null).orderBy("id", "desc");
  const sealed = all.orderBy("number", "desc");
  for (let rows = await open.execute(); rows.length > 0; ) {
    yield rows;
    rows = await open.where("id", "<", rows.at(-1)?.id ?? 0).execute();
  }
  for (let rows = await sealed.where("number", "is not", null).execute(); rows.length > 0; ) {
    yield rows;
    rows = await sealed.where("number", "<", rows.at(-1)?.number ?? 0).execute();
  }
}

type Link = Pick<AuditRow, "number" | "seal">;

function toRemoved({ removed_number, removed_seal }: ChainRow): Link {
  return { number: removed_number, seal: removed_seal };
}

function findAtEnd(chain: ChainRow, last: AuditRow | null): AuditBreak[] {
  const { number, seal } = last ?? toRemoved(chain);
  if (number === chain.number && seal === chain.seal) return [];
  return [{ kind: "end", number: chain.number, subject: "" }];
}

function findBetween(before: Link, { seal, ...row }: AuditRow): AuditBreak[] {
  const { number, subject } = row;
  const isNext = before.number !== null && before.seal !== null && number === before.number + 1;
  if (isNext && sealOf(before.seal ?? "", { ...row, number }) === seal) return [];
  return [{ kind: "chain", number, subject }];
}

/** Clocks of instances and of the store may differ. */
const skewMs = 60 * 60_000;

/** Of a record that goes on nothing is removed; of one that is over, what is old. Others go with what they are of. */
const goesOn: ReadonlySet<AuditEvent> = new Set([
  ...(["taken_on", "completed", "proposed", "edited", "changes_requested", "reopened"] as const),
]);
const isOver: ReadonlySet<AuditEvent> = new Set([
  ...(["ended", "withdrawn", "expired", "approved", "carried_out", "reported"] as const),
]);

/** The newest entry of a record has its digest as it stands. */
async function findInRecords(
  trx: StoreTransaction,
  newest: readonly AuditRow[],
  { removed_before }: ChainRow,
): Promise<AuditBreak[]> {
  const kept = newest.filter(({ subject }) => isRecord(subject));
  const contents = await readContents(
    trx,
    kept.map(({ subject }) => subject),
  );
  return kept.flatMap(({ number, subject, event, at, salt, digest }): AuditBreak[] => {
    const isOld = at < removed_before + skewMs;
    const content = contents.get(subject);
    if (content === undefined) {
      const isMissing = goesOn.has(event) || (isOver.has(event) && !isOld);
      return isMissing ? [{ kind: "gone", number, subject }] : [];
    }
    // Of a report that is old, some may be gone.
    if (event === "reported" && isOld) return [];
    const isSame = salt !== null && digestOf(salt, content) === digest;
    return isSame ? [] : [{ kind: "record", number, subject }];
  });
}

/** Operations that somebody put there without this bot. */
async function findUnrecorded(
  trx: StoreTransaction,
  recorded: ReadonlySet<string>,
  { removed_before }: ChainRow,
): Promise<AuditBreak[]> {
  const breaks: AuditBreak[] = [];
  const all = trx
    .selectFrom("operations")
    .select("id")
    .where("created_at", ">=", removed_before + skewMs)
    .orderBy("id")
    .limit(readAtOnce);
  for (let rows = await all.execute(); rows.length > 0; ) {
    for (const subject of rows.map(({ id }) => subjectOf.operation(id)))
      if (!recorded.has(subject)) breaks.push({ kind: "unrecorded", number: null, subject });
    rows = await all.where("id", ">", rows.at(-1)?.id ?? "").execute();
  }
  return breaks;
}
