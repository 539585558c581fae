import { z } from "zod";
import type { FileFilter, UploadedFileRecord } from "../../store/index.ts";
import { fileTypes } from "./ids.ts";

/** Which files: all, one's own, or those of one type. */
export const selections = ["all", "mine", ...fileTypes] as const;
export type Selection = (typeof selections)[number];

/**
 * A page of the list: `trail` holds the cursors that led to it, the last of them its own; empty is the newest page. It
 * comes back from a button as a person's client sent it, so it is no authority.
 */
export const FilePlace = z.object({ show: z.enum(selections), trail: z.array(z.string()).max(60) });
export type FilePlace = z.infer<typeof FilePlace>;

/** Null for what is no place. */
export function parseFilePlace(value: string): FilePlace | null {
  try {
    return FilePlace.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** Slack's limit for a button's value. */
const longestValue = 2000;

/** As a button's value. Of a trail that is too long the beginning goes: back leads to the newest page then. */
export function renderFilePlace(place: FilePlace): string {
  for (let { trail } = place; ; trail = trail.slice(1)) {
    const value = JSON.stringify({ ...place, trail } satisfies FilePlace);
    if (value.length <= longestValue || trail.length === 0) return value;
  }
}

export function toCursor({ uploadedAt, fileId }: UploadedFileRecord): string {
  return `${uploadedAt.getTime()}:${fileId}`;
}

/** What the store is asked for; `author` is who looks. */
export function toFilter({ show, trail }: FilePlace, author: string): Omit<FileFilter, "limit"> {
  const before = readCursor(trail.at(-1));
  return {
    ...(show === "mine" ? { author } : {}),
    ...(show === "all" || show === "mine" ? {} : { type: show }),
    ...(before === null ? {} : { before }),
  };
}

function readCursor(cursor: string | undefined): Required<FileFilter>["before"] | null {
  const [, ms, fileId] = /^(\d{1,15}):(.+)$/.exec(cursor ?? "") ?? [];
  return ms === undefined || fileId === undefined ? null : { uploadedAt: new Date(Number(ms)), fileId };
}
