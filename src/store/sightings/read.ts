import { type Kysely, type Selectable, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { type SightingRow, toComments, toContent, toSeenFrom } from "./row.ts";
import type { SeenContent, SeenTemplate, SeenVendor } from "./types.ts";

type Row = Selectable<SightingRow>;

/** Templates as they were seen last, in the order asked for; those never seen are left out. */
export async function readTemplates(db: Kysely<Tables>, ids: readonly string[]): Promise<SeenTemplate[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("sightings")
    .selectAll()
    .where("id", "in", (query) =>
      query
        .selectFrom("sightings as newest")
        .select((row) => row.fn.max("newest.id").as("id"))
        .where("newest.template_id", "in", [...ids])
        .groupBy(["newest.template_id", "newest.vendor"])
        .groupBy(sql`case when newest.kind = 'report' then 1 else 0 end`)
        .groupBy(sql`case when newest.status is null then 1 else 0 end`),
    )
    .orderBy("id", "desc")
    .execute();
  const byTemplate = Map.groupBy(rows, ({ template_id }) => template_id);
  return ids.flatMap((id) => {
    const own = byTemplate.get(id);
    return own === undefined ? [] : [toTemplate(id, own)];
  });
}

/** The newest row comes first. */
function toTemplate(templateId: string, rows: Row[]): SeenTemplate {
  const byVendor = Map.groupBy(rows, ({ vendor }) => vendor);
  return {
    templateId,
    content: toSeenContent(rows),
    vendors: [...byVendor.values()].map(toVendor).toSorted((a, b) => (a.vendor < b.vendor ? -1 : 1)),
    seenAt: new Date(Math.max(...rows.map(({ seen_at }) => seen_at))),
  };
}

function toSeenContent(rows: Row[]): SeenContent | null {
  for (const row of rows) {
    const content = toContent(row.content);
    if (content !== null) return { ...content, from: toSeenFrom(row) };
  }
  return null;
}

function toVendor(rows: Row[]): SeenVendor {
  const [newest] = rows;
  if (newest === undefined) throw new Error("a vendor without a sighting");
  const shown = rows.find(({ status }) => status !== null) ?? newest;
  const reply = rows.find(({ kind }) => kind !== "report");
  return {
    vendor: newest.vendor,
    status: shown.status,
    statusFrom: toSeenFrom(shown),
    reason: shown.reason,
    code: rows.find(({ code }) => code !== null)?.code ?? null,
    comments: toComments(reply?.comments ?? null),
    commentsFrom: reply === undefined ? null : toSeenFrom(reply),
  };
}
