import { createHash } from "node:crypto";
import { samplePicture } from "../../sandbox/sample-picture.ts";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { SoakDatabase } from "./database.ts";
import { markIn, type Wish } from "./story.ts";

/** What the store holds of one try. */
export type Try = {
  id: string;
  kind: string;
  act: string;
  outcome: string | null;
  /** Of which wish, and to whom; the mark is empty of what nobody here wished. */
  mark: string;
  to: string;
};

export async function readTries({ read }: SoakDatabase): Promise<Try[]> {
  type Stored = Omit<Try, "mark" | "to"> & { request: string };
  const rows = await read<Stored>(
    "select id, kind, act, outcome, request from operations order by created_at, id",
  );
  return rows.map(({ request, ...row }) => ({
    ...row,
    mark: markIn(request),
    to: /"to":"([^"]*)"/.exec(request)?.[1] ?? "",
  }));
}

/** A place where something is told. */
export type Place = {
  subject: string;
  audience: string;
  destination: string;
  channel: string | null;
  ts: string | null;
  /** The last failure of what is there. */
  error: string | null;
  waits: boolean;
  isOlder: boolean;
};

export async function readPlaces({ read }: SoakDatabase): Promise<Place[]> {
  type Stored = Omit<Place, "waits" | "isOlder"> & Record<"version" | "posted_version" | "since", unknown>;
  const rows = await read<Stored>("select * from posts order by id");
  return rows.map((row) => ({
    ...row,
    waits: row.since !== null,
    isOlder: Number(row.posted_version) < Number(row.version),
  }));
}

/** What a person's day counts against their limit, and what of that day counts. */
export type Counter = { person: string; day: string; used: number; counted: number };

export async function readCounters({ read }: SoakDatabase): Promise<Counter[]> {
  const rows = await read<Counter>(
    `select person, day, kind, sum(used) as used, sum(counted) as counted from (
       select person, day, kind, used, 0 as counted from quotas union all
       select author, quota_day, kind, 0, count(*) from operations
       where quota_day is not null and coalesce(outcome, '') not in ('refused', 'not_sent') group by author, quota_day, kind
     ) as parts group by person, day, kind`,
  );
  return rows.map((row) => ({ ...row, used: Number(row.used), counted: Number(row.counted) }));
}

/** How often the platform did what was wished, by whom it was for: comments, files and updates are for nobody. */
export function countDone({ platform }: Outside): (wish: Wish) => Map<string, number> {
  const { messages, templates, fileHashes } = platform.state;
  const sent = Map.groupBy(
    messages.flatMap(({ request, result }) =>
      [...new Set(JSON.stringify(request).match(/soak\d+z(?= )/g))].map((mark) => ({ mark, to: result.to })),
    ),
    ({ mark }) => mark,
  );
  const hashes = Map.groupBy(fileHashes.values(), (hash) => hash);
  const comments = Map.groupBy(
    [...templates.values()]
      .flatMap(({ codes }) => codes.flatMap(({ comments }) => comments ?? []))
      .flatMap(({ content }) => /(soak\d+z)\?/.exec(content)?.[1] ?? []),
    (mark) => mark,
  );
  return ({ mark, what }) => {
    const found = (sent.get(mark) ?? []).map(({ to }) => to);
    if (what === "upload") {
      const hash = createHash("sha256").update(samplePicture.bytes).update(mark).digest("hex");
      found.push(...(hashes.get(hash) ?? []).map(() => ""));
    }
    if (what === "comment") found.push(...(comments.get(mark) ?? []).map(() => ""));
    return new Map([...Map.groupBy(found, (to) => to)].map(([to, all]) => [to, all.length]));
  };
}
