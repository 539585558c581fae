import { z } from "zod";
import { acceptedEnd, type OperationKind } from "../../operations/index.ts";
import type { PlatformClient } from "../../platform/index.ts";
import type { NewPost, Operation, Recorded, SightingTable, StoreTransaction } from "../../store/index.ts";
import { readCommented, readShown, type Shown } from "./shown.ts";

export const commentKind = "templates.comment";

const CommentRequest = z.object({
  templateId: z.string(),
  /** Exactly as it was typed. */
  comment: z.string(),
});
export type CommentRequest = z.infer<typeof CommentRequest>;

export function readComment(stored: unknown): CommentRequest | null {
  return CommentRequest.safeParse(stored).data ?? null;
}

export type CommentDeps = {
  platform: Pick<PlatformClient, "commentTemplate">;
  sightings: Pick<SightingTable, "record">;
  /** What the reply showed to have changed. Pure. */
  tellChanged: (operation: Operation, recorded: Recorded[]) => NewPost[];
};

/** One comment for the vendor's side to read. */
export function commentOperation(
  deps: CommentDeps,
  views: Pick<OperationKind<CommentRequest, Shown>, "posts" | "describe">,
): OperationKind<CommentRequest, Shown> {
  return {
    name: commentKind,
    read: readComment,
    async ready({ templateId, comment }) {
      return async ({ signal, onLateReply }) => {
        const reply = await deps.platform.commentTemplate(templateId, comment, {
          signal,
          onLateReply: (late) =>
            onLateReply(late.ok ? { ok: true, reply: readCommented(late.reply, templateId) } : late),
        });
        return readCommented(reply, templateId);
      };
    },
    toEnd: (shown) => acceptedEnd("200", shown),
    also: (trx, operation) => keepSeen(trx, operation, deps),
    ...views,
  };
}

async function keepSeen(
  trx: StoreTransaction,
  operation: Operation,
  { sightings, tellChanged }: CommentDeps,
): Promise<void> {
  const { id, author, outcome, request, result, correctedAt, startedAt } = operation;
  const asked = readComment(request);
  const shown = outcome === "accepted" ? readShown(result) : null;
  if (asked === null || shown === null) return;
  const sighting = {
    templateId: asked.templateId,
    from: { kind: "comment" as const, by: author, operationId: id },
    askedAt: correctedAt === null ? null : startedAt,
    vendors: shown.vendors,
  };
  await sightings.record(trx, sighting, (recorded) => tellChanged(operation, recorded));
}
