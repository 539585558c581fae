import { type Kysely, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { insertPosts, lockKeys } from "../posts/insert.ts";
import { remember } from "../posts/once.ts";
import { readTemplates } from "./read.ts";
import type { SightingRow } from "./row.ts";
import type {
  Recorded,
  SeenTemplate,
  Sighting,
  SightingTable,
  StatusReport,
  VendorSighting,
} from "./types.ts";

/** What was ever seen of templates, which no call of the platform reads. */
export function createSightings(context: StoreContext): SightingTable {
  const { connection, tellAdded } = context;
  const { db } = connection;
  return {
    async record(trx, sighting, posts) {
      const rows = sighting.vendors.map((seen) => toReplyRow(seen, sighting));
      const all = await store(context, trx, { ...sighting, rows });
      await insertPosts(context, trx, posts(all), null);
      return all;
    },

    async report(report, posts) {
      const recorded = await transact(context, async (trx) => {
        const key = `report:${report.id}`;
        if (!(await remember(context, trx, { key, remembered: "for_retention" }))) return null;
        const all = await store(context, trx, { templateId: report.templateId, rows: toReportRows(report) });
        await insertPosts(context, trx, posts(all), null);
        return all;
      });
      if (recorded !== null) tellAdded();
      return recorded;
    },

    get: (templateId) => readTemplate(db, templateId),
    read: readTemplate,
    list: (filter) => list(db, filter),
  };
}

type VendorRow = Omit<SightingRow, "id" | "template_id" | "seen_at">;

/** Of a template's sightings one comes after the other: each sees which status the one before it left. */
async function store(
  context: StoreContext,
  trx: StoreTransaction,
  { templateId, rows, askedAt = null }: { templateId: string; rows: VendorRow[]; askedAt?: Date | null },
): Promise<Recorded[]> {
  await lockKeys(context, trx, [`template:${templateId}`]);
  const before = await readTemplate(trx, templateId);
  const known = new Map(before?.vendors.map((seen) => [seen.vendor, seen]));
  const isNews = ({ vendor }: VendorRow) => {
    const last = known.get(vendor);
    if (last === undefined || askedAt === null) return true;
    const seenAt = Math.max(last.statusFrom.at.getTime(), last.commentsFrom?.at.getTime() ?? 0);
    return seenAt <= askedAt.getTime();
  };
  const news = rows.filter(isNews);
  for (const row of news) {
    const values = { template_id: templateId, seen_at: context.now().getTime(), ...row };
    await trx.insertInto("sightings").values(values).execute();
  }
  const after = await readTemplate(trx, templateId);
  return (after?.vendors ?? [])
    .filter(({ vendor }) => news.some((row) => row.vendor === vendor))
    .map((seen) => ({ ...seen, statusBefore: known.get(seen.vendor)?.status ?? null }));
}

function toReplyRow(
  { vendor, status, code, comments, content }: VendorSighting,
  { from }: Sighting,
): VendorRow {
  return {
    ...{ kind: from.kind, by: from.by, operation_id: from.operationId, reason: null },
    vendor: toText(vendor),
    status: toNullableText(status),
    code: toNullableText(code),
    comments: JSON.stringify(comments),
    name: toNullableText(content.name),
    content: JSON.stringify(content),
  };
}

function toReportRows({ by, vendors }: StatusReport): VendorRow[] {
  return vendors.map(({ vendor, status, reason }) => ({
    ...{ kind: "report", by, operation_id: null, code: null, comments: null, name: null, content: null },
    ...{ vendor, status: toText(status), reason: toNullableText(reason) },
  }));
}

function toNullableText(text: string | null): string | null {
  return text === null ? null : toText(text);
}

async function readTemplate(db: Kysely<Tables>, templateId: string): Promise<SeenTemplate | null> {
  return (await readTemplates(db, [templateId]))[0] ?? null;
}

async function list(
  db: Kysely<Tables>,
  { search, limit }: Parameters<SightingTable["list"]>[0],
): Promise<SeenTemplate[]> {
  const rows = await db
    .selectFrom("sightings")
    .select("template_id")
    .$if(search !== undefined && search !== "", (query) =>
      query.where((row) => row.or([contains("template_id", search), contains("name", search)])),
    )
    .groupBy("template_id")
    .orderBy((row) => row.fn.max("id"), "desc")
    .limit(limit)
    .execute();
  return readTemplates(
    db,
    rows.map(({ template_id }) => template_id),
  );
}

function contains(column: "template_id" | "name", part = "") {
  const pattern = `%${part.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
}
