import { createHash } from "node:crypto";
import { samplePicture } from "../../sandbox/sample-picture.ts";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { Row, SoakDatabase } from "./database.ts";
import type { Wish } from "./story.ts";

/** What the store holds of one try. */
export type Try = {
  id: string;
  kind: string;
  act: string;
  /** Of which wish, and to whom; the mark is empty of what nobody here wished. */
  mark: string;
  to: string;
  outcome: string | null;
  messageId: string | null;
  settledAs: string | null;
};

/** A place where something is told. */
export type Place = {
  subject: string;
  place: string;
  destination: string;
  wanted: number;
  shown: number;
  waits: boolean;
  channel: string | null;
  ts: string | null;
};

export async function readTries({ read }: SoakDatabase): Promise<Try[]> {
  const rows = await read(
    "select id, kind, act, request, outcome, message_id, settled_as from operations order by created_at, id",
  );
  return rows.map((row) => {
    const request = text(row, "request") ?? "";
    return {
      ...{ id: text(row, "id") ?? "", kind: text(row, "kind") ?? "", act: text(row, "act") ?? "" },
      mark: /soak\d+z/.exec(request)?.[0] ?? "",
      to: /"to":"([^"]*)"/.exec(request)?.[1] ?? "",
      ...{ outcome: text(row, "outcome"), messageId: text(row, "message_id") },
      settledAs: text(row, "settled_as"),
    };
  });
}

export async function readPlaces({ read }: SoakDatabase): Promise<Place[]> {
  const rows = await read("select * from posts order by id");
  return rows.map((row) => ({
    ...{ subject: text(row, "subject") ?? "", place: text(row, "place") ?? "" },
    ...{ destination: text(row, "destination") ?? "", channel: text(row, "channel"), ts: text(row, "ts") },
    ...{ wanted: Number(row["wanted"]), shown: Number(row["shown"]), waits: row["since"] !== null },
  }));
}

/** How often the platform did what was wished, by whom it was for: comments, files and updates are for nobody. */
export function countDone({ platform }: Outside, { mark, what }: Wish): Map<string, number> {
  const { state } = platform;
  const found: string[] = [];
  for (const { request, result } of state.messages)
    if (JSON.stringify(request).includes(`${mark} `)) found.push(result.to);
  if (what === "upload") {
    const hash = createHash("sha256").update(samplePicture.bytes).update(mark).digest("hex");
    found.push(...[...state.fileHashes.values()].filter((one) => one === hash).map(() => ""));
  }
  if (what === "comment") {
    const comments = [...state.templates.values()].flatMap(({ codes }) =>
      codes.slice(0, 1).flatMap((code) => code.comments),
    );
    found.push(...comments.filter(({ content }) => content.includes(`${mark}?`)).map(() => ""));
  }
  return new Map([...Map.groupBy(found, (to) => to)].map(([to, all]) => [to, all.length]));
}

function text(row: Row, column: string): string | null {
  const value = row[column];
  return typeof value === "string" ? value : null;
}
