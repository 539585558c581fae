import { z } from "zod";
import { Trail } from "../../lists/show-list.ts";
import type { FileFilter, UploadedFileRecord } from "../../store/index.ts";
import { fileTypes } from "./ids.ts";

/** Which files: all, one's own, or those of one type. */
export const selections = ["all", "mine", ...fileTypes] as const;
export type Selection = (typeof selections)[number];

/** Where in which list somebody looks. */
export const FilePlace = z.object({ show: z.enum(selections), trail: Trail });
export type FilePlace = z.infer<typeof FilePlace>;

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
