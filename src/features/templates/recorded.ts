import { z } from "zod";
import type { Recorded } from "../../store/index.ts";

const text = z.string().nullable();
const from = { by: z.string(), at: z.coerce.date() };
const SeenFrom = z.union([
  z.object({ ...from, kind: z.enum(["update", "comment"]), operationId: z.string() }),
  z.object({ ...from, kind: z.literal("report"), operationId: z.null() }),
]);

/** What was seen of a vendor, as what is told of it keeps that. */
export const StoredRecorded: z.ZodType<Recorded> = z.object({
  vendor: z.string(),
  status: text,
  statusBefore: text,
  statusFrom: SeenFrom,
  reason: text,
  code: text,
  comments: z.array(
    z.object({ isAdmin: z.boolean().nullable(), memberId: text, content: text, dateCreated: text }),
  ),
  commentsFrom: SeenFrom.nullable(),
});
