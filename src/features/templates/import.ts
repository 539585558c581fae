import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { every, type Job } from "../../jobs/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { Drawer } from "../../slack/posts/queue.ts";
import type {
  Import,
  ImportOptions,
  ImportTable,
  NewEntry,
  SeenTemplate,
  SightingTable,
  VendorSighting,
} from "../../store/index.ts";
import { type ParsedRecord, parseRecord, RecordIssue } from "./import.input.ts";
import { importKind, renderImported, renderOneImported, tellImported } from "./import-post.view.ts";
import { proposalSubject } from "./proposal.ts";
import { type RecordsProblem, readRecords } from "./records.ts";
import { findShowing } from "./sent.ts";
import { saysSame } from "./shown.ts";
import { parseDate } from "./status.view.ts";
import type { TemplateDeps } from "./templates-deps.ts";

export const longestImportKilobytes = 512;
export const longestImportBytes = longestImportKilobytes * 1024;
/** An import that nobody confirmed can be for a day. */
export const importLifeMs = 24 * 60 * 60_000;
const comparedAtOnce = 10;

const parts = ["name", "content", "buttons", "code", "comments"] as const;

/** What a person is shown of a record before it is reported. */
export const EntrySays = z.union([
  z.object({ issues: z.array(RecordIssue), called: z.string().exactOptional() }),
  z.object({
    name: z.string().nullable(),
    /** Nothing was seen of it before. */
    isNew: z.literal(true).exactOptional(),
    /** Where its content is otherwise, how that begins to differ. */
    content: z.object({ before: z.string(), after: z.string() }).exactOptional(),
    /** What is otherwise than it was seen, of any vendor. */
    parts: z.array(z.enum(parts)),
    statuses: z.array(z.object({ vendor: z.string(), before: z.string().nullable(), status: z.string() })),
  }),
]);
export type EntrySays = z.infer<typeof EntrySays>;

/** What needs a look comes first. */
const order: readonly NewEntry["state"][] = ["broken", "older", "changed", "new", "same"];

/** A text's records against what was seen, in the order in which they are shown; or why there are none. */
export async function readImport(
  text: string,
  sightings: Pick<SightingTable, "getAll">,
): Promise<{ entries: NewEntry[] } | RecordsProblem> {
  const found = await readRecords(text);
  if ("problem" in found) return found;
  const parsed: ParsedRecord[] = [];
  for (const [index, record] of found.records.entries()) {
    parsed.push(parseRecord(record, index + 1));
    await setImmediate();
  }
  const { records, issues } = onceEach(parsed);
  const broken: Broken[] = [
    ...issues.map((issue) => ({ issues: [issue] })),
    ...parsed.filter((one) => !one.ok),
  ];
  const entries = broken
    .toSorted((one, other) => numberOf(one.issues) - numberOf(other.issues))
    .map(toBroken);
  for (let at = 0; at < records.length; at += comparedAtOnce) {
    const some = records.slice(at, at + comparedAtOnce);
    const seen = await sightings.getAll(some.map(({ templateId }) => templateId));
    const known = new Map(seen.map((template) => [template.templateId, template]));
    for (const record of some) entries.push(compare(record, known.get(record.templateId) ?? null));
    await setImmediate();
  }
  return { entries: entries.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state)) };
}

type GoodRecord = Extract<ParsedRecord, { ok: true }>;

/** Of the records of one template the newest, by the platform's date; else the last. */
function onceEach(parsed: readonly ParsedRecord[]): { records: GoodRecord[]; issues: RecordIssue[] } {
  const byId = Map.groupBy(
    parsed.filter((record) => record.ok),
    ({ templateId }) => templateId,
  );
  const records = [...byId.values()].flatMap((own) => {
    const ordered = own.toSorted((one, other) => changedAt(one.vendors) - changedAt(other.vendors));
    return ordered.slice(-1);
  });
  const rest = [...byId.values()].flat().filter((record) => !records.includes(record));
  return {
    records,
    issues: rest.map(({ number: record }) => ({ record, field: "templateId", problem: "twice" })),
  };
}

/** 0 where the record doesn't say. */
function changedAt(vendors: readonly VendorSighting[]): number {
  return parseDate(vendors[0]?.content.dateUpdated ?? null)?.getTime() ?? 0;
}

/** By the platform's own dates: what has none, or stands against none, is not older. */
export function isOlder(vendors: readonly VendorSighting[], seen: SeenTemplate | null): boolean {
  const given = changedAt(vendors);
  const known = parseDate(seen?.content?.dateUpdated ?? null);
  return given > 0 && known !== null && given < known.getTime();
}

function numberOf([first]: readonly RecordIssue[]): number {
  return first?.record ?? 0;
}

type Broken = { issues: RecordIssue[]; called?: string };

function toBroken({ issues, called = "" }: Broken): NewEntry {
  return {
    state: "broken",
    templateId: null,
    says: { issues, ...(called === "" ? {} : { called }) } satisfies EntrySays,
    seenAt: null,
    vendors: [],
  };
}

function compare({ templateId, vendors }: GoodRecord, seen: SeenTemplate | null): NewEntry {
  const content = vendors[0]?.content;
  const differing = parts.filter((part) => {
    if (part === "name" || part === "content" || part === "buttons")
      return content !== undefined && !saysSame(part, content, seen?.content ?? null);
    return vendors.some((vendor) => differs(vendor[part], knownOf(vendor, seen)?.[part]));
  });
  const statuses = vendors.flatMap(({ vendor, status }) => {
    const before = knownOf({ vendor }, seen)?.status ?? null;
    return status === null || status === before ? [] : [{ vendor, before, status }];
  });
  const [before, after] = [seen?.content?.content ?? null, content?.content ?? null];
  const isRewritten = differing.includes("content") && before !== null && after !== null;
  const says = {
    name: content?.name ?? seen?.content?.name ?? null,
    ...(seen === null ? { isNew: true as const } : {}),
    ...(isRewritten ? { content: whereTheyDiffer(before, after) } : {}),
    ...{ parts: differing, statuses },
  };
  const isSame = differing.length === 0 && statuses.length === 0;
  const against = isOlder(vendors, seen) ? "older" : isSame ? "same" : "changed";
  const state = seen === null ? "new" : against;
  return { state, templateId, says: says satisfies EntrySays, seenAt: seen?.seenAt ?? null, vendors };
}

/** As much of two texts as tells them apart, and a little before that. */
const shownApart = { before: 20, all: 60 };

/** The lines that one has in the place of the other's, on one line; of what differs in spaces and breaks alone, all with those. */
function whereTheyDiffer(before: string, after: string): { before: string; after: string } {
  const [gone = "", come = ""] = differingLines(before, after).map((text) =>
    text.trim().replace(/\s+/g, " "),
  );
  if (gone !== come) return cutAlike(gone, come);
  const [old = "", fresh = ""] = [before, after].map((text) => text.replace(lineBreak, "↵"));
  return cutAlike(old, fresh);
}

const lineBreak = /\r\n?|\n/g;

function differingLines(before: string, after: string): string[] {
  const [old = [], fresh = []] = [before, after].map((text) => text.split(lineBreak));
  const most = Math.min(old.length, fresh.length);
  let [start, end] = [0, 0];
  while (start < most && old[start] === fresh[start]) start += 1;
  while (end < most - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  return [old, fresh].map((lines) => lines.slice(start, lines.length - end).join("\n"));
}

function cutAlike(before: string, after: string): { before: string; after: string } {
  const [characters = [], others = []] = [before, after].map((text) => [...text]);
  const differs = characters.findIndex((character, index) => character !== others[index]);
  const at = differs < 0 ? characters.length : differs;
  const from = Math.max(0, at - shownApart.before);
  const lead = characters.slice(from, at).join("");
  // The rest of a placeholder says nothing.
  const [rest = ""] = from === 0 ? [] : (/^[^#{}]*\}/.exec(lead) ?? []);
  const cut = (text: string[]) => {
    const short = shorten(text.slice(from + [...rest].length).join(""), shownApart.all);
    const whole = short.replace(/#\{[^{}]*…$/, "…");
    return `${from === 0 ? "" : "…"}${whole.length > shownApart.before + 1 ? whole : short}`;
  };
  return { before: cut(characters), after: cut(others) };
}

function knownOf({ vendor }: Pick<VendorSighting, "vendor">, seen: SeenTemplate | null) {
  return seen?.vendors.find((known) => known.vendor === vendor);
}

/** What a record leaves out says nothing; nothing was known before where there is none. */
function differs(given: unknown, known: unknown): boolean {
  const isNone = (value: unknown) => value === undefined || value === null || JSON.stringify(value) === "[]";
  return !isNone(given) && JSON.stringify(given) !== JSON.stringify(known);
}

export type ImportDeps = Pick<TemplateDeps, "proposals" | "review"> & {
  imports: Pick<ImportTable, "get" | "step" | "unfinished">;
};

/** Reports a confirmed import to its end, or to where somebody else did. Changed statuses are one post in all. */
export async function runImport(made: Import, deps: ImportDeps, signal?: AbortSignal): Promise<void> {
  const tells: ImportOptions["tells"] = async ({ templateIds, changesAny }, trx) => {
    const cards: string[] = [];
    for (const templateId of templateIds) {
      const showing = await findShowing(deps.proposals, templateId, trx);
      cards.push(...showing.cards.map(({ id }) => proposalSubject(id)));
    }
    return { changed: cards, posts: changesAny ? [tellImported(made, deps.review)] : [] };
  };
  // SQLite answers within the same turn.
  while (signal?.aborted !== true && (await deps.imports.step(made.id, { tells }))) await setImmediate();
}

/** For who reads there: the person whose word it is, or the team. */
export function createImportDrawer({
  imports,
  sightings,
  teamLocale,
  wordsOf,
}: Pick<TemplateDeps, "sightings" | "teamLocale" | "wordsOf"> & {
  imports: Pick<ImportTable, "get" | "list" | "changes">;
}): Drawer {
  return {
    async draw({ subject, destination }) {
      const made = await imports.get(subject.slice(`${importKind}:`.length));
      if (made === null) return null;
      const locale = destination === made.by ? made.locale : null;
      const words = wordsOf(locale ?? teamLocale);
      const changes = await imports.changes(made.id);
      const [only, ...others] = changes;
      if (only === undefined || others.length > 0) return renderImported(made, changes, words);
      const [seen, entries] = await Promise.all([
        sightings.get(only.templateId),
        imports.list(made.id, { templateId: only.templateId, offset: 0, limit: 1 }),
      ]);
      const says = EntrySays.safeParse(entries[0]?.says).data;
      const also = says !== undefined && "parts" in says ? says.parts : [];
      return renderOneImported(made, { change: only, vendors: seen?.vendors ?? [], also }, words);
    },
  };
}

/** Those whose process ended, or whose store was away, meanwhile. */
export function createImportRound(deps: ImportDeps): Job {
  return {
    ...{ name: "templates.imports", dueSince: every(60_000), atStart: true },
    async run(signal) {
      for (const id of await deps.imports.unfinished()) {
        const made = await deps.imports.get(id);
        if (made !== null) await runImport(made, deps, signal);
      }
    },
  };
}
