import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { StoreTransaction, Tables, Transact } from "./tables.ts";

/** So many at most go together: nothing else has a turn until all of them are through. */
const mostTogether = 64;

/** Who waits for a commit. `run` leads to what is to be done once it is on the disk: giving the answer. */
type Member = { run: (trx: StoreTransaction) => Promise<() => void>; reject: (error: unknown) => void };

/**
 * Transactions that wait when the event loop turns are committed as one, so that the disk is waited for once. Each
 * has a savepoint and fails alone; what the disk does to the commit happens to all, and nobody is told before it.
 */
export function shareCommits(db: Kysely<Tables>, database: DatabaseSync): Transact {
  const runTogether = createGroup(db, database);
  const waiting: Member[] = [];
  let isDraining = false;
  const drain = async () => {
    isDraining = true;
    while (waiting.length > 0) {
      await setImmediate();
      await runTogether(waiting.splice(0, mostTogether));
    }
    isDraining = false;
  };
  return (run) =>
    new Promise((resolve, reject) => {
      const runMember: Member["run"] = async (trx) => {
        const result = await run(trx);
        return () => resolve(result);
      };
      waiting.push({ run: runMember, reject });
      if (!isDraining) void drain();
    });
}

/** Never rejects: it is the members who are told. */
function createGroup(db: Kysely<Tables>, database: DatabaseSync): (members: Member[]) => Promise<void> {
  const inSavepoint = createSavepoint(database);
  return async (members) => {
    try {
      const answers = await db.transaction().execute(async (trx) => {
        const given: (() => void)[] = [];
        for (const member of members) given.push(await inSavepoint(trx, member));
        return given;
      });
      for (const answer of answers) answer();
    } catch (error) {
      for (const member of members) member.reject(error);
    }
  };
}

function createSavepoint(database: DatabaseSync) {
  const begin = database.prepare("savepoint member");
  const undo = database.prepare("rollback to member");
  const end = database.prepare("release member");
  return async (trx: StoreTransaction, member: Member): Promise<() => void> => {
    begin.run();
    try {
      const answer = await member.run(trx);
      assertOneTransaction(database);
      end.run();
      return answer;
    } catch (error) {
      // Then it was the disk, and the others' work is gone as well.
      if (!database.isTransaction) throw error;
      undo.run();
      end.run();
      return () => member.reject(error);
    }
  };
}

/**
 * A full or failing disk makes SQLite undo the whole transaction by itself. The next savepoint or statement would
 * begin another one, without those who came before: so this is asked after each member, and thus before the commit.
 */
function assertOneTransaction(database: DatabaseSync): void {
  if (!database.isTransaction) throw new Error("SQLite has undone the transaction by itself");
}
