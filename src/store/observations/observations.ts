import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { parseId } from "../../foreign-id.ts";
import { recordEvents, subjectOf } from "../audit/record.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { lockKey, transactional } from "../database/transact.ts";
import { contains, readStoreNowMs, withoutNul, withoutNulOrNull } from "../database/values.ts";
import { type DocumentRow, readDocument, toDocument, writeDocument } from "../documents.ts";
import { notify } from "../posts/notify.ts";
import type { Notification } from "../posts/table.ts";
import {
  ObservationSource,
  type ObservedContent,
  type ObservedTemplate,
  type ObservedVendor,
  ShownContent,
  VendorObservation,
} from "./shown.ts";

const StoredObservation = VendorObservation.extend({
  from: ObservationSource,
  reason: z.string().nullable().catch(null),
});
export type StoredObservation = z.infer<typeof StoredObservation>;

/** Observations, newest first. `changed`: source of the last change of text or buttons. */
const Body = z.object({
  observations: z.array(StoredObservation),
  changed: ObservationSource.exactOptional(),
});

export type Observation = {
  templateId: string;
  from: { kind: "update" | "comment"; by: string; operationId: string };
  /** Time when a late reply's request left, since the reply must not replace later observations; else null. */
  askedAt: Date | null;
  /** Time of the reply. `askedAt` and `seenAt` are by this instance's clock; stored times are by the store's. */
  seenAt: Date;
  vendors: readonly VendorObservation[];
};

export type StatusReport = {
  /** Id of the form, whose report counts once. */
  id: string;
  templateId: string;
  by: string;
  vendors: readonly { vendor: string; status: string; reason: string | null }[];
  /** Reported content; null for none. A part is null if it was not reported. */
  content: Pick<ShownContent, "name" | "content" | "buttons"> | null;
};

/** Current state of a vendor with its previous status; null without a previous status. */
export type RecordedVendor = ObservedVendor & { statusBefore: string | null };

type NotificationForReport = (
  recorded: RecordedVendor[],
  trx: StoreTransaction,
) => Notification | Promise<Notification>;

export type ObservationTable = ReturnType<typeof createObservations>;

/** Stores all observations of a template as a document, since the platform has no call that reads a template. */
export function createObservations(context: StoreContext) {
  const { db } = context.connection;
  return {
    /** Adds an observation in the transaction that closes an operation. Returns the vendors with new facts. */
    async record(trx: StoreTransaction, observation: Observation): Promise<RecordedVendor[]> {
      const { templateId, askedAt, seenAt, vendors } = observation;
      const aheadMs = (await readStoreNowMs(context, trx)) - context.now().getTime();
      const from = { ...observation.from, at: new Date(seenAt.getTime() + aheadMs) };
      const seen = vendors.map((one) => ({ ...one, from, reason: null }));
      const since = askedAt === null ? {} : { askedMs: askedAt.getTime() + aheadMs };
      return add(context, trx, { templateId, seen, ...since });
    },

    report: transactional(context, takeReport),

    get: async (templateId: string, reader: Reader = db): Promise<ObservedTemplate | null> =>
      (await readTemplates(reader, [templateId]))[0] ?? null,

    getAll: readTemplates.bind(null, db),

    async list({ search = "", limit }: { search?: string; limit: number }): Promise<ObservedTemplate[]> {
      const rows = await templates(db)
        .$if(search !== "", (all) =>
          all.where((row) => row.or([contains("id", search), contains("subject", search)])),
        )
        .orderBy("due_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(toTemplate);
    },

    /** Finds an observed id that differs only in case or in surrounding signs. */
    async findMeant(templateId: string): Promise<string | undefined> {
      const isMeant = sql<boolean>`lower(id) = lower(${parseId(templateId)})`;
      return (await templates(db).where(isMeant).limit(1).executeTakeFirst())?.id;
    },
  };
}

type Reader = Pick<Kysely<Tables>, "selectFrom">;

/** Selects templates. The condition on `state` makes an index usable for their order by time. */
function templates(db: Reader) {
  return db.selectFrom("documents").selectAll().where("kind", "=", "template").where("state", "=", "live");
}

async function readTemplates(db: Reader, ids: readonly string[]): Promise<ObservedTemplate[]> {
  if (ids.length === 0) return [];
  const rows = await templates(db).where("id", "in", ids.map(withoutNul)).execute();
  const byId = new Map(rows.map((row) => [row.id, toTemplate(row)]));
  return ids.flatMap((id) => byId.get(withoutNul(id)) ?? []);
}

function toTemplate(row: DocumentRow): ObservedTemplate {
  const { observations, ...changed } = Body.parse(toDocument(row).body);
  const { id: templateId, version: newest } = row;
  return {
    templateId,
    content: toContent(observations),
    vendors: toVendors(observations),
    newest,
    ...changed,
  };
}

/** Stores a form's report once. `same` and `other`: already stored, with this or with another content. */
async function takeReport(
  context: StoreContext,
  trx: StoreTransaction,
  { id, templateId, by, vendors, content }: StatusReport,
  notificationFor: NotificationForReport,
): Promise<"new" | "same" | "other"> {
  // Two submissions of the form run one after the other.
  await lockKey(context, trx, `report:${id}`);
  const body = { vendors, content };
  const at = new Date(await readStoreNowMs(context, trx));
  const said = { from: { kind: "report", by, operationId: null, at } as const, code: null, comments: null };
  const texts = { ...nothing, ...content };
  const seen = [
    ...vendors.map((one) => ({ ...said, ...one, content: nothing })),
    ...(content === null ? [] : [{ ...said, vendor: "", status: null, reason: null, content: texts }]),
  ];
  const before = await readDocument(trx, "report", id);
  if (before !== null) return JSON.stringify(before.body) === JSON.stringify(body) ? "same" : "other";
  const recorded = await add(context, trx, { templateId, seen });
  const kept = { body, subject: templateId, author: by, dueAt: at };
  await writeDocument(context, trx, { kind: "report", id, version: 0 }, kept);
  await recordEvents(context, trx, [{ event: "reported", person: by, subject: subjectOf.report(id) }]);
  await notify(context, trx, await notificationFor(recorded, trx));
  return "new";
}

type Seen = {
  templateId: string;
  seen: readonly StoredObservation[];
  /** Time when the request of a late reply left, by the store's clock. */
  askedMs?: number;
  /** Version that the stored document must have. @default any */
  version?: number;
};

async function add(
  context: StoreContext,
  trx: StoreTransaction,
  seen: Omit<Seen, "version">,
): Promise<RecordedVendor[]> {
  for (let recorded: RecordedVendor[] | null = null; ; ) {
    recorded = await observe(context, trx, seen);
    if (recorded !== null) return recorded;
  }
}

/** Adds an observation. Returns null, with nothing written, if another transaction was first. */
export async function observe(
  context: StoreContext,
  trx: StoreTransaction,
  { templateId, seen, askedMs, version }: Seen,
): Promise<RecordedVendor[] | null> {
  const id = withoutNul(templateId);
  const document = await readDocument(trx, "template", id);
  const read = document?.version ?? 0;
  if (version !== undefined && version !== read) return null;
  const { observations: before, ...changed } = Body.parse(document?.body ?? { observations: [] });
  const news = withoutOlder(seen, before, askedMs).toReversed();
  const [newest] = news;
  if (newest === undefined) return [];
  const observations = [...news, ...before];
  const kept = observations.filter(
    (one, at) => !observations.slice(0, at).some((newer) => covers(newer, one)),
  );
  const after = toContent(kept);
  const isOther = hasChanged(toContent(before), after);
  const content = {
    body: { observations: kept, ...(isOther ? { changed: newest.from } : changed) },
    subject: withoutNulOrNull(after?.name ?? null),
    dueAt: newest.from.at,
  };
  if (!(await writeDocument(context, trx, { kind: "template", id, version: read }, content))) return null;
  const statuses = new Map(toVendors(before).map(({ vendor, status }) => [vendor, status]));
  return toVendors(kept)
    .filter(({ vendor }) => news.some((one) => one.vendor === vendor))
    .map((known) => ({ ...known, statusBefore: statuses.get(known.vendor) ?? null }));
}

function hasChanged(before: ObservedContent | null, after: ObservedContent | null): boolean {
  return (["content", "buttons"] as const).some(
    (field) => before?.[field] != null && !isDeepStrictEqual(before[field], after?.[field]),
  );
}

const fields = ShownContent.keyof().options;
const nothing = ShownContent.parse({});

function isEmpty(content: ShownContent): boolean {
  return fields.every((field) => content[field] === null);
}

function partsOf({ status, code, comments, content }: StoredObservation): unknown[] {
  return [status, code, comments, ...fields.map((field) => content[field])];
}

function covers(newer: StoredObservation, older: StoredObservation): boolean {
  const shown = partsOf(newer);
  return (
    newer.vendor === older.vendor && partsOf(older).every((part, at) => part === null || shown[at] !== null)
  );
}

/** Removes the parts of a late reply that were observed again after its request left. */
function withoutOlder(
  seen: readonly StoredObservation[],
  before: readonly StoredObservation[],
  askedMs = Number.POSITIVE_INFINITY,
): StoredObservation[] {
  const isSince = (from: ObservationSource | null | undefined) => from != null && from.at.getTime() > askedMs;
  const { from, nameFrom, buttonsFrom, channelFrom } = toContent(before) ?? {};
  const isOld = [from, nameFrom, buttonsFrom, channelFrom].some(isSince);
  const known = new Map(toVendors(before).map((one) => [one.vendor, one]));
  return seen
    .map((one) => (isOld ? { ...one, content: nothing } : one))
    .filter(({ vendor, content }) => {
      const last = known.get(vendor);
      return (
        !isSince(last?.statusFrom) && !isSince(last?.commentsFrom) && (vendor !== "" || !isEmpty(content))
      );
    });
}

/** Returns the newest value of each field; a field missing from a reply keeps its earlier value. */
function toContent(observations: readonly StoredObservation[]): ObservedContent | null {
  const shown = observations.filter(({ content }) => !isEmpty(content));
  const [newest] = shown;
  if (newest === undefined) return null;
  const showing = (field: keyof ShownContent) => shown.find(({ content }) => content[field] !== null);
  const last = fields.map((field) => [field, showing(field)?.content[field] ?? null]);
  const { from } = showing("content") ?? newest;
  const apart = (field: keyof ShownContent) => {
    const own = showing(field)?.from ?? from;
    return isDeepStrictEqual(own, from) ? undefined : own;
  };
  const [nameFrom, buttonsFrom, channelFrom] = [apart("name"), apart("buttons"), apart("pfId")];
  return {
    ...ShownContent.parse(Object.fromEntries(last)),
    from,
    ...(nameFrom && { nameFrom }),
    ...(buttonsFrom && { buttonsFrom }),
    ...(channelFrom && { channelFrom }),
  };
}

function toVendors(observations: readonly StoredObservation[]): ObservedVendor[] {
  const byVendor = Map.groupBy(observations, ({ vendor }) => vendor);
  return [...byVendor]
    .flatMap(([vendor, [newest, ...older]]): ObservedVendor[] => {
      if (vendor === "" || newest === undefined) return [];
      const own = [newest, ...older];
      const shown = own.find(({ status }) => status !== null) ?? newest;
      const coded = own.find(({ code }) => code !== null);
      const commented = own.find(({ comments }) => comments !== null);
      const said = {
        vendor,
        status: shown.status,
        statusFrom: shown.from,
        reason: shown.reason,
        code: coded?.code ?? null,
        comments: commented?.comments ?? [],
        commentsFrom: commented?.from ?? null,
      };
      return [coded === undefined || coded === shown ? said : { ...said, codeFrom: coded.from }];
    })
    .toSorted((a, b) => (a.vendor < b.vendor ? -1 : 1));
}
