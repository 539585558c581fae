import { z } from "zod";
import { toJson } from "../database/values.ts";
import type { SightingRow } from "./table.ts";

const text = z.string().nullable().catch(null);
const flag = z.boolean().nullable().catch(null);

/** As the platform wrote it: dates may be none. */
const Content = z.object({
  name: text,
  content: text,
  buttons: z
    .array(
      z.object({
        buttonType: text,
        buttonName: text,
        linkMo: text,
        linkPc: text,
        linkAnd: text,
        linkIos: text,
      }),
    )
    .nullable()
    .catch(null),
  isHidden: flag,
  pfId: text,
  dateCreated: text,
  dateUpdated: text,
});
export type ShownContent = z.infer<typeof Content>;

const Comments = z
  .array(
    z.object({
      /** From the reviewer's side. */
      isAdmin: flag,
      memberId: text,
      content: text,
      dateCreated: text,
    }),
  )
  .catch([]);
export type SeenComment = z.infer<typeof Comments>[number];

const by = { by: z.string(), at: z.coerce.date() };
const From = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["update", "comment"]), operationId: z.string().catch(""), ...by }),
  z.object({ kind: z.literal("report"), operationId: z.null(), ...by }),
]);
/** From what something was seen: a reply to somebody's act, or what a person read in the platform's console. */
export type SeenFrom = z.infer<typeof From>;

const Basis = Content.extend({ from: From });

export function toContent(stored: string | null): ShownContent | null {
  return stored === null ? null : (Content.safeParse(toJson(stored)).data ?? null);
}

/** What was seen at some time, kept where the sighting itself may go. */
export function toBasis(stored: string | null): z.infer<typeof Basis> | null {
  return stored === null ? null : (Basis.safeParse(toJson(stored)).data ?? null);
}

export function toComments(stored: string): SeenComment[] {
  return Comments.parse(toJson(stored));
}

export function toSeenFrom(row: Pick<SightingRow, "kind" | "by" | "operation_id" | "seen_at">): SeenFrom {
  const seen = { by: row.by, at: new Date(row.seen_at) };
  if (row.kind === "report") return { kind: row.kind, operationId: null, ...seen };
  return { kind: row.kind, operationId: row.operation_id ?? "", ...seen };
}
