import { z } from "zod";
import { toJson } from "../database/values.ts";
import { isReplyKind, SeenComment, SeenFrom, ShownContent } from "./shown.ts";
import type { SightingRow } from "./table.ts";

/** What was seen at some time, kept where the sighting itself may go. */
export const Basis = ShownContent.extend({
  from: SeenFrom,
  nameFrom: SeenFrom.exactOptional(),
  buttonsFrom: SeenFrom.exactOptional(),
});

export function toContent(stored: string | null): ShownContent | null {
  return stored === null ? null : (ShownContent.safeParse(toJson(stored)).data ?? null);
}

const Comments = z.array(SeenComment).catch([]);

export function toComments(stored: string): SeenComment[] {
  return Comments.parse(toJson(stored));
}

export function toSeenFrom(row: Pick<SightingRow, "kind" | "by" | "operation_id" | "seen_at">): SeenFrom {
  const seen = { by: row.by, at: new Date(row.seen_at) };
  const { kind } = row;
  return isReplyKind(kind)
    ? { kind, operationId: row.operation_id ?? "", ...seen }
    : { kind, operationId: null, ...seen };
}
