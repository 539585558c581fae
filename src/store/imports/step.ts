import { z } from "zod";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { lockKey } from "../database/transact.ts";
import { toJson } from "../database/values.ts";
import { tell } from "../posts/tell.ts";
import { VendorSighting } from "../sightings/shown.ts";
import { readTemplate, storeRows, toShownRow } from "../sightings/sightings.ts";
import type { EntryRow, ImportRow } from "./table.ts";
import type { EntryState, ImportOptions } from "./types.ts";

/** So few that nobody's acknowledgement waits for the database, and no timer for this process. */
const reportedAtOnce = 5;

const waiting: readonly EntryState[] = ["changed", "new", "same", "chosen"];

const Body = z.array(VendorSighting);

/** Whoever works on the same import waits for the commit, and goes on behind it. */
export async function takeStep(
  context: StoreContext,
  trx: StoreTransaction,
  { id, tells }: ImportOptions & { id: string },
): Promise<boolean> {
  await lockKey(context, trx, `import:${id}`);
  const open = trx.selectFrom("imports").selectAll().where("id", "=", id).where("done_at", "is", null);
  const own = await open.where("confirmed_at", "is not", null).executeTakeFirst();
  if (own === undefined) return false;
  const found = await trx
    .selectFrom("import_entries")
    .select(["id", "state", "template_id", "seen_at", "body"])
    .where("import_id", "=", id)
    .where("state", "in", waiting)
    .orderBy("id")
    .limit(reportedAtOnce + 1)
    .execute();
  const isDone = found.length <= reportedAtOnce;
  // In one order, so that no two imports wait for each other.
  const some = found
    .slice(0, reportedAtOnce)
    .toSorted((one, other) => (one.template_id < other.template_id ? -1 : 1));
  const templateIds: string[] = [];
  for (const entry of some) {
    const isReported = await report(context, trx, own, entry);
    if (isReported) templateIds.push(entry.template_id);
  }
  const changesAny = isDone && (await end(context, trx, id));
  await tell(context, trx, await tells({ templateIds, changesAny }, trx));
  return !isDone;
}

/** True where any of it changed a status. */
async function end({ storeNow }: StoreContext, trx: StoreTransaction, id: string): Promise<boolean> {
  await trx.updateTable("imports").set({ done_at: storeNow() }).where("id", "=", id).execute();
  const entries = trx.selectFrom("import_entries").select("id").where("import_id", "=", id);
  const first = await entries.where("changes", "is not", null).limit(1).executeTakeFirst();
  return first !== undefined;
}

/** False where something was seen since it was shown: it would change something else than its person confirmed. */
async function report(
  context: StoreContext,
  trx: StoreTransaction,
  own: ImportRow,
  entry: Pick<EntryRow, "id" | "state" | "template_id" | "seen_at" | "body">,
): Promise<boolean> {
  const { template_id: templateId, state } = entry;
  const vendors = Body.parse(toJson(entry.body ?? "[]"));
  await lockKey(context, trx, `template:${templateId}`);
  const seen = state === "chosen" ? null : await readTemplate(trx, templateId);
  const isReported = state === "chosen" || entry.seen_at === (seen?.seenAt.getTime() ?? null);
  const from = { kind: own.kind, by: own.by, operationId: own.id };
  const rows = vendors.map((vendor) => toShownRow(vendor, from));
  const shown = { templateId, rows, askedAt: null, seenAt: context.now() };
  const recorded = isReported ? await storeRows(context, trx, shown) : [];
  const name = vendors[0]?.content.name ?? seen?.content?.name ?? null;
  const changes = recorded.flatMap(({ vendor, status, statusBefore: before }) =>
    status === null || before === null || status === before
      ? []
      : [{ templateId, name, vendor, before, status }],
  );
  await trx
    .updateTable("import_entries")
    .set({
      ...{ state: isReported ? "reported" : "left_out", body: null },
      changes: changes.length === 0 ? null : JSON.stringify(changes),
    })
    .where("id", "=", entry.id)
    .execute();
  return isReported;
}
