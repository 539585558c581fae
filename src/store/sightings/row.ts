import type { Generated } from "kysely";
import { z } from "zod";
import { toJson } from "../database/values.ts";
import type { SeenComment, SeenFrom, ShownContent } from "./types.ts";

/** What one reply showed of one vendor, or what one person reported of it. */
export type SightingRow = {
  /** Rising in the order of storing: the highest is the newest. */
  id: Generated<number>;
  template_id: string;
  vendor: string;
  kind: "update" | "comment" | "report";
  by: string;
  /** For a report, the id of its form. */
  operation_id: string | null;
  seen_at: number;
  status: string | null;
  reason: string | null;
  code: string | null;
  comments: string | null;
  /** Beside its place in `content`, to be found by. */
  name: string | null;
  content: string | null;
  /** The sum of what it says something of, as `shownParts` counts it: of each part the newest row is shown. */
  shows: number;
};

export const shownParts = { name: 1, content: 2, buttons: 4, code: 8, comments: 16 } as const;

const text = z.string().nullable().catch(null);
const flag = z.boolean().nullable().catch(null);
const button = z.object({
  buttonType: text,
  buttonName: text,
  linkMo: text,
  linkPc: text,
  linkAnd: text,
  linkIos: text,
});
const Content = z.object({
  name: text,
  content: text,
  buttons: z.array(button).nullable().catch(null),
  isHidden: flag,
  pfId: text,
  dateCreated: text,
  dateUpdated: text,
});
const Comments = z
  .array(z.object({ isAdmin: flag, memberId: text, content: text, dateCreated: text }))
  .catch([]);

export function toContent(stored: string | null): ShownContent | null {
  return stored === null ? null : (Content.safeParse(toJson(stored)).data ?? null);
}

export function toComments(stored: string): SeenComment[] {
  return Comments.parse(toJson(stored));
}

export function toSeenFrom({
  kind,
  by,
  operation_id,
  seen_at,
}: Pick<SightingRow, "kind" | "by" | "operation_id" | "seen_at">): SeenFrom {
  const at = new Date(seen_at);
  if (kind === "report") return { kind, by, operationId: null, at };
  return { kind, by, operationId: operation_id ?? "", at };
}
