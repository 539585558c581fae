import { z } from "zod";
import type { StoreContext } from "../database/tables.ts";
import { toDate, toJson } from "../database/values.ts";
import type { ImportRow } from "./table.ts";
import type { EntryState, Import, ImportedChange, ImportTable } from "./types.ts";

/** Imports and what is in them, read. */
export function createReading({
  connection: { db },
}: StoreContext): Pick<ImportTable, "get" | "list" | "unfinished" | "changes"> {
  return {
    async get(id) {
      const row = await db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
      if (row === undefined) return null;
      const counted = await db
        .selectFrom("import_entries")
        .select(({ fn }) => ["state", fn.countAll().as("count")])
        .where("import_id", "=", id)
        .groupBy("state")
        .execute();
      return toImport(row, new Map(counted.map(({ state, count }) => [state, Number(count)])));
    },

    async list(id, { state, templateId, offset, limit }) {
      const rows = await db
        .selectFrom("import_entries")
        .select(["id", "state", "template_id", "says"])
        .where("import_id", "=", id)
        .$if(state !== undefined, (query) => query.where("state", "=", state ?? "broken"))
        .$if(templateId !== undefined, (query) => query.where("template_id", "=", templateId ?? ""))
        .orderBy("id")
        .offset(offset)
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        ...{ id: Number(row.id), state: row.state, templateId: row.template_id, says: toJson(row.says) },
      }));
    },

    async unfinished() {
      const rows = await db
        .selectFrom("imports")
        .select("id")
        .where("confirmed_at", "is not", null)
        .where("done_at", "is", null)
        .orderBy("confirmed_at")
        .execute();
      return rows.map((row) => row.id);
    },

    async changes(id) {
      const rows = await db
        .selectFrom("import_entries")
        .select("changes")
        .where("import_id", "=", id)
        .where("changes", "is not", null)
        .orderBy("id")
        .execute();
      return rows.flatMap(({ changes }) => Changes.parse(toJson(changes ?? "[]")));
    },
  };
}

const Changes = z
  .array(
    z.object({
      ...{ templateId: z.string(), name: z.string().nullable(), vendor: z.string() },
      ...{ before: z.string(), status: z.string() },
    }),
  )
  .catch([]) satisfies z.ZodType<ImportedChange[]>;

function toImport(row: ImportRow, counted: ReadonlyMap<EntryState, number>): Import {
  const { id, kind, by, locale } = row;
  const count = (state: EntryState) => counted.get(state) ?? 0;
  return {
    ...{ id, kind, by, locale, expiresAt: new Date(row.expires_at) },
    ...{ confirmedAt: toDate(row.confirmed_at), doneAt: toDate(row.done_at) },
    counts: {
      ...{ broken: count("broken"), older: count("older"), changed: count("changed"), new: count("new") },
      ...{ same: count("same"), chosen: count("chosen") },
      ...{ reported: count("reported"), left_out: count("left_out") },
    },
  };
}
