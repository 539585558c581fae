import type { Kysely } from "kysely";
import { parseId } from "../../foreign-id.ts";
import { record } from "../audit/record.ts";
import { subjectOf } from "../audit/table.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { lockKey, transact } from "../database/transact.ts";
import { contains, readStoreNowMs, toText, toTextOrNull } from "../database/values.ts";
import { tell } from "../posts/tell.ts";
import { readTemplates } from "./read.ts";
import type { SightingRow } from "./table.ts";
import type {
  Recorded,
  SeenContent,
  SeenTemplate,
  ShownContent,
  Sighting,
  SightingTable,
  StatusReport,
  VendorSighting,
} from "./types.ts";

/** What was ever seen of templates, which no call of the platform reads. */
export function createSightings(context: StoreContext): SightingTable {
  const { db } = context.connection;
  return {
    record(trx, sighting) {
      const rows = sighting.vendors.map((seen) => toShownRow(seen, sighting.from));
      return storeRows(context, trx, { ...sighting, rows });
    },

    async report(report, tells, stands = async () => true) {
      return await transact(context, async (trx) => {
        const { templateId } = report;
        await lockKey(context, trx, `template:${templateId}`);
        const said = await readReport(trx, report);
        if (said.length > 0) return wasSaid(report, said) ? "same" : "other";
        if (!(await stands(trx))) return "overtaken";
        const all = await storeRows(context, trx, {
          templateId,
          rows: toReportRows(report),
          askedAt: null,
          seenAt: context.now(),
        });
        await record(context, trx, [
          { event: "reported", person: report.by, subject: subjectOf.report(report.id) },
        ]);
        await tell(context, trx, await tells(all, trx));
        return "new";
      });
    },

    get: (templateId, until) => readTemplate(db, templateId, until),
    getAll: (templateIds) => readTemplates(db, templateIds),
    read: (trx, templateId) => readTemplate(trx, templateId),
    list: (filter) => list(db, filter),
    findMeant: (templateId) => findMeant(db, templateId),
  };
}

type VendorRow = Omit<SightingRow, "id" | "template_id" | "seen_at" | "content" | "shows"> & {
  content: VendorSighting["content"] | null;
};

/** A template's sightings are stored one after the other: each sees which status the one before it left. */
async function storeRows(
  context: StoreContext,
  trx: StoreTransaction,
  {
    templateId,
    rows,
    askedAt,
    seenAt,
  }: Pick<Sighting, "templateId" | "askedAt" | "seenAt"> & { rows: VendorRow[] },
): Promise<Recorded[]> {
  await lockKey(context, trx, `template:${templateId}`);
  const aheadMs = (await readStoreNowMs(context, trx)) - context.now().getTime();
  const before = await readTemplate(trx, templateId);
  const known = new Map(before?.vendors.map((seen) => [seen.vendor, seen]));
  const isSince = (at: Date | undefined) =>
    askedAt !== null && at !== undefined && at.getTime() > askedAt.getTime() + aheadMs;
  const news = rows
    .map((row) => withoutSeen(row, before?.content ?? null, isSince))
    .filter(({ vendor, content }) => {
      if (vendor === "" && content === null) return false;
      const last = known.get(vendor);
      return !isSince(last?.statusFrom.at) && !isSince(last?.commentsFrom?.at);
    });
  for (const row of news) {
    const values = { template_id: templateId, seen_at: seenAt.getTime() + aheadMs, ...toColumns(row) };
    await trx.insertInto("sightings").values(values).execute();
  }
  const after = await readTemplate(trx, templateId);
  return (after?.vendors ?? [])
    .filter(({ vendor }) => news.some((row) => row.vendor === vendor))
    .map((seen) => ({ ...seen, statusBefore: known.get(seen.vendor)?.status ?? null }));
}

/** Without those of its texts that were seen since, each by itself. */
function withoutSeen(row: VendorRow, seen: SeenContent | null, isSince: (at: Date) => boolean): VendorRow {
  if (row.content === null || seen === null) return row;
  const { from, nameFrom = from, buttonsFrom = from, placeFrom = from } = seen;
  const unsaid = {
    ...(isSince(nameFrom.at) && { name: null }),
    ...(isSince(from.at) && { content: null }),
    ...(isSince(buttonsFrom.at) && { buttons: null }),
    ...(isSince(placeFrom.at) && { isHidden: null, pfId: null, dateCreated: null, dateUpdated: null }),
  };
  const content = { ...row.content, ...unsaid };
  return { ...row, name: toTextOrNull(content.name), content: isEmpty(content) ? null : content };
}

function isEmpty(content: ShownContent): boolean {
  return Object.values(content).every((field) => field === null);
}

/** As a record shows it: a reply's, or an imported one. */
export function toShownRow(
  { vendor, status, code, comments, content }: VendorSighting,
  from: { kind: SightingRow["kind"]; by: string; operationId: string },
): VendorRow {
  return {
    ...{ kind: from.kind, by: from.by, operation_id: from.operationId, reason: null },
    vendor: toText(vendor),
    status: toTextOrNull(status),
    code: toTextOrNull(code),
    comments: comments === null ? null : JSON.stringify(comments),
    name: toTextOrNull(content.name),
    content: isEmpty(content) ? null : content,
  };
}

/** A sighting `shows` the sum of what it says something of. */
const shownParts = { name: 1, content: 2, buttons: 4, code: 8, comments: 16 } as const;

export function toColumns({
  content,
  ...row
}: VendorRow): Omit<SightingRow, "id" | "template_id" | "seen_at"> {
  const said = { ...content, name: row.name, code: row.code, comments: row.comments };
  const parts = (["name", "content", "buttons", "code", "comments"] as const).filter(
    (part) => (said[part] ?? null) !== null,
  );
  return {
    ...row,
    content: content === null ? null : JSON.stringify(content),
    shows: parts.reduce((sum, part) => sum + shownParts[part], 0),
  };
}

/** One for each vendor, and one of no vendor for the texts. */
function toReportRows({ id, by, vendors, content }: StatusReport): VendorRow[] {
  const from = { kind: "report", by, operation_id: id, comments: null } as const;
  const reviews = vendors.map(({ vendor, status, code, reason }) => ({
    ...{ ...from, vendor, status: toText(status), code: toTextOrNull(code), reason: toTextOrNull(reason) },
    ...{ name: null, content: null },
  }));
  if (content === null) return reviews;
  const unsaid = { isHidden: null, pfId: null, dateCreated: null, dateUpdated: null };
  const texts = { name: toTextOrNull(content.name), content: { ...unsaid, ...content } };
  return [...reviews, { ...from, vendor: "", status: null, code: null, reason: null, ...texts }];
}

function readReport(trx: StoreTransaction, { id, templateId }: StatusReport) {
  return trx
    .selectFrom("sightings")
    .select(["vendor", "status", "code", "reason", "content"])
    .where("template_id", "=", templateId)
    .where("kind", "=", "report")
    .where("operation_id", "=", id)
    .orderBy("id")
    .execute();
}

/** By the same form, and word by word. */
function wasSaid(report: StatusReport, said: Awaited<ReturnType<typeof readReport>>): boolean {
  const asStored = toReportRows(report)
    .map(toColumns)
    .map(({ vendor, status, code, reason, content }) => ({ vendor, status, code, reason, content }));
  return JSON.stringify(said) === JSON.stringify(asStored);
}

async function readTemplate(
  db: Kysely<Tables>,
  templateId: string,
  until?: Date,
): Promise<SeenTemplate | null> {
  return (await readTemplates(db, [templateId], until))[0] ?? null;
}

/** All are looked through only where the newest don't name enough, or what is searched for is rare. */
async function list(
  db: Kysely<Tables>,
  filter: Parameters<SightingTable["list"]>[0],
): Promise<SeenTemplate[]> {
  const newest = await listAmong(db, filter, mostLookedThrough);
  const left = newest.reduce((sum, { rows }) => sum - rows, mostLookedThrough);
  const listed = newest.length < filter.limit && left === 0 ? await listAmong(db, filter) : newest;
  return readTemplates(
    db,
    listed.map(({ template_id }) => template_id),
  );
}

const mostAlike = 50;

async function findMeant(db: Kysely<Tables>, templateId: string): Promise<string | undefined> {
  const search = parseId(templateId).toLowerCase();
  const alike = search === "" ? [] : await listAmong(db, { search, limit: mostAlike });
  return alike.map(({ template_id }) => template_id).find((id) => id.toLowerCase() === search);
}

const mostLookedThrough = 1000;

async function listAmong(
  db: Kysely<Tables>,
  { search = "", limit }: Parameters<SightingTable["list"]>[0],
  most?: number,
): Promise<{ template_id: string; rows: number }[]> {
  const found = db
    .selectFrom("sightings")
    .select(["id", "template_id"])
    .$if(search !== "", (query) =>
      query.where((row) => row.or([contains("template_id", search), contains("name", search)])),
    )
    .$if(most !== undefined, (query) => query.orderBy("id", "desc").limit(most ?? 0));
  const templates = await db
    .selectFrom(found.as("found"))
    .select(({ fn }) => ["template_id", fn.countAll().as("rows")])
    .groupBy("template_id")
    .orderBy(({ fn }) => fn.max("found.id"), "desc")
    .limit(limit)
    .execute();
  return templates.map(({ template_id, rows }) => ({ template_id, rows: Number(rows) }));
}
