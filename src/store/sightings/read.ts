import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { toComments, toContent, toSeenFrom } from "./content.ts";
import type { SightingRow } from "./table.ts";
import type { SeenContent, SeenTemplate, SeenVendor, ShownContent } from "./types.ts";

/** Templates as they were seen last, or up to a moment, in the order asked for; those never seen are left out. */
export async function readTemplates(
  db: Kysely<Tables>,
  ids: readonly string[],
  until?: Date,
): Promise<SeenTemplate[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("sightings")
    .selectAll()
    .where("id", "in", (query) =>
      query
        .selectFrom("sightings as newest")
        .select((row) => row.fn.max("newest.id").as("id"))
        .where("newest.template_id", "in", [...ids])
        .$if(until !== undefined, (own) => own.where("newest.seen_at", "<=", until?.getTime() ?? 0))
        .groupBy(["newest.template_id", "newest.vendor", "newest.shows"])
        .groupBy(sql`case when newest.kind in ('update', 'comment') then 0 else 1 end`)
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
function toTemplate(templateId: string, rows: SightingRow[]): SeenTemplate {
  const byVendor = Map.groupBy(
    rows.filter(({ vendor }) => vendor !== ""),
    ({ vendor }) => vendor,
  );
  return {
    templateId,
    content: toSeenContent(rows),
    vendors: [...byVendor.values()].map(toVendor).toSorted((a, b) => (a.vendor < b.vendor ? -1 : 1)),
    newest: Math.max(...rows.map(({ id }) => Number(id))),
  };
}

/** What was shown last in each field: what a reply leaves out says nothing. */
function toSeenContent(rows: SightingRow[]): SeenContent | null {
  const shown = rows.flatMap((row) => {
    const content = toContent(row.content);
    return content === null ? [] : [{ content, from: toSeenFrom(row) }];
  });
  const [newest] = shown;
  if (newest === undefined) return null;
  const showing = (field: keyof ShownContent) => shown.find(({ content }) => content[field] !== null);
  const last = <Field extends keyof ShownContent>(field: Field): ShownContent[Field] =>
    (showing(field) ?? newest).content[field];
  const { from } = showing("content") ?? newest;
  const apart = (field: keyof ShownContent) => {
    const own = showing(field)?.from ?? from;
    return JSON.stringify(own) === JSON.stringify(from) ? undefined : own;
  };
  const [nameFrom, buttonsFrom, placeFrom] = [apart("name"), apart("buttons"), apart("pfId")];
  return {
    ...{ name: last("name"), content: last("content"), buttons: last("buttons"), pfId: last("pfId") },
    ...{ isHidden: last("isHidden"), dateCreated: last("dateCreated"), dateUpdated: last("dateUpdated") },
    from,
    ...(nameFrom && { nameFrom }),
    ...(buttonsFrom && { buttonsFrom }),
    ...(placeFrom && { placeFrom }),
  };
}

function toVendor(rows: SightingRow[]): SeenVendor {
  const [newest] = rows;
  if (newest === undefined) throw new Error("a vendor without a sighting");
  const shown = rows.find(({ status }) => status !== null) ?? newest;
  const coded = rows.find(({ code }) => code !== null);
  const told = rows.find(({ comments }) => comments !== null);
  return {
    vendor: newest.vendor,
    status: shown.status,
    statusFrom: toSeenFrom(shown),
    reason: shown.reason,
    code: coded?.code ?? null,
    ...(coded !== undefined && coded !== shown && { codeFrom: toSeenFrom(coded) }),
    comments: toComments(told?.comments ?? "[]"),
    commentsFrom: told === undefined ? null : toSeenFrom(told),
  };
}
