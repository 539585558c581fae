import { sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";

/** What waits for on-call is drawn for whoever of them looked within so long. */
const lookedMs = 24 * 60 * 60_000;

/** As the index has it. */
const isOnCall = sql<boolean>`homes.is_on_call = 1`;

/**
 * Notes that something on these people's Homes changes with this transaction, and with `onCall` on those that show what
 * waits for on-call. Writes nothing for who has opened none. Behind all other rows, which are locked in order of persons.
 */
export async function markHomes(
  { connection, now }: StoreContext,
  trx: StoreTransaction,
  people: readonly string[],
  { onCall = false }: { onCall?: boolean } = {},
): Promise<void> {
  if (people.length === 0 && !onCall) return;
  const marked = trx
    .selectFrom("homes")
    .select("person")
    .where((row) =>
      row.or([
        ...(people.length === 0 ? [] : [row("person", "in", people)]),
        ...(onCall ? [row.and([isOnCall, row("opened_at", ">", now().getTime() - lookedMs)])] : []),
      ]),
    )
    .$if(connection.engine === "postgres", (homes) => homes.orderBy("person").forUpdate());
  await trx
    .with("marked", () => marked)
    .updateTable("homes")
    .set({ wanted: sql<number>`wanted + 1` })
    .where("person", "in", (homes) => homes.selectFrom("marked").select("person"))
    .execute();
}
