import type { StoreContext } from "../database/tables.ts";
import { write } from "../database/transact.ts";

export type HomeTable = ReturnType<typeof createHomes>;

/** Who looks at their Home tab: it is drawn unasked for nobody else. */
export function createHomes(context: StoreContext) {
  const { db } = context.connection;
  return {
    async opened(person: string): Promise<void> {
      const openedAt = { opened_at: context.now().getTime() };
      await write(context, (trx) =>
        trx
          .insertInto("homes")
          .values({ person, ...openedAt })
          .onConflict((conflict) => conflict.column("person").doUpdateSet(openedAt))
          .execute(),
      );
    },

    async openedSince(since: Date): Promise<string[]> {
      const rows = await db
        .selectFrom("homes")
        .select("person")
        .where("opened_at", ">=", since.getTime())
        .execute();
      return rows.map(({ person }) => person);
    },

    async hasOpened(person: string): Promise<boolean> {
      const row = await db
        .selectFrom("homes")
        .select("person")
        .where("person", "=", person)
        .executeTakeFirst();
      return row !== undefined;
    },

    async purge(before: Date): Promise<void> {
      await write(context, (trx) =>
        trx.deleteFrom("homes").where("opened_at", "<", before.getTime()).execute(),
      );
    },
  };
}
