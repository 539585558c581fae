import { z } from "zod";
import { acceptedEnd, mapReply, type OperationKind } from "../../operations/index.ts";
import { type FileRecord, type PlatformClient, PlatformError } from "../../platform/index.ts";
import { type InTransaction, markDeleted, type Operation, unmarkDeleted } from "../../store/index.ts";
import { type DeleteResult, toStoredFile } from "./stored.ts";

export const deleteKind = "files.delete";

/** `isAgain`: set to repeat a deletion with an unknown outcome; a missing file then counts as deleted. */
const DeleteRequest = z.object({
  fileId: z.string(),
  name: z.string(),
  type: z.string(),
  isAgain: z.literal(true).optional(),
});
export type DeleteRequest = z.infer<typeof DeleteRequest>;

export function readDelete(stored: unknown): DeleteRequest | null {
  return DeleteRequest.safeParse(stored).data ?? null;
}

/** Defines the deletion of a file; deleting twice is harmless, so a call may be repeated at once. */
export function createDeleteKind(
  platform: Pick<PlatformClient, "deleteFile">,
  views: Pick<OperationKind<DeleteRequest, DeleteResult>, "notificationFor" | "describe">,
): OperationKind<DeleteRequest, DeleteResult> {
  return {
    name: deleteKind,
    read: readDelete,
    async ready({ fileId, isAgain }) {
      const call = mapReply(
        (options) => platform.deleteFile(fileId, options),
        (record: FileRecord) => ({ wasThere: true, ...toStoredFile(record) }),
      );
      if (isAgain !== true) return call;
      const gone = { wasThere: false, ...toStoredFile({}) };
      return ({ onLateReply, ...options }) =>
        call({
          ...options,
          onLateReply: (late) =>
            onLateReply(late.ok || !isGone(late.error) ? late : { ok: true, reply: gone }),
        }).catch((error: unknown) => {
          if (isGone(error)) return gone;
          throw error;
        });
    },
    words: ({ name, type }) => ["delete", "삭제", name, type],
    toEnd: (gone) => acceptedEnd("200", gone),
    inTransaction: recordDeletion,
    ...views,
  };
}

/** Records whether the file still exists: by the platform's answer, else by a person's report. */
export function recordDeletion(operation: Operation): ReturnType<InTransaction> {
  const { outcome, author, closedAt, createdAt, resolvedAs, resolvedBy, resolvedAt, kind } = operation;
  const asked = kind === deleteKind ? readDelete(operation.request) : null;
  if (asked === null) return null;
  const { fileId } = asked;
  const isGoneNow = outcome === "accepted" || isUnknownFile(operation);
  const note = isGoneNow || outcome === "unknown" ? markDeleted : unmarkDeleted;
  const by = isGoneNow ? author : resolvedAs === "arrived" ? resolvedBy : null;
  const at = isGoneNow ? (closedAt ?? createdAt) : resolvedAt;
  if (by === null || at === null) return null;
  return async (trx) => {
    await note(trx, { fileId, by, at });
    return null;
  };
}

export function isUnknownFile({ outcome, result }: Pick<Operation, "outcome" | "result">): boolean {
  const kept = Kept.safeParse(result).data;
  return outcome === "refused" && kept !== undefined && saysUnknown(kept);
}

const Kept = z.object({ status: z.number(), code: z.string() });

function isGone(error: unknown): boolean {
  return error instanceof PlatformError && saysUnknown(error);
}

/** True if the platform itself has no such file: a 404 without a code may be a gateway's, and proves nothing. */
function saysUnknown({ status, code }: { status?: number | undefined; code: string }): boolean {
  return status === 404 && code !== "HTTP_404";
}
