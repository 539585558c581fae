import { z } from "zod";
import { acceptedEnd, mapReply, type OperationKind } from "../../operations/index.ts";
import type { PlatformClient, TemplateRecord } from "../../platform/index.ts";
import type {
  Notification,
  ObservationTable,
  Operation,
  ProposalTable,
  StoreTransaction,
} from "../../store/index.ts";
import { notificationOfObservation } from "./proposal-lines.view.ts";
import { readCommentReply, type Shown, toObservation } from "./shown.ts";

export const commentKind = "templates.comment";

const CommentRequest = z.object({
  templateId: z.string(),
  comment: z.string(),
  /** Template's name when the comment was written: a refusal doesn't contain it. */
  name: z.string().nullable().catch(null),
});
export type CommentRequest = z.infer<typeof CommentRequest>;

export function readComment(stored: unknown): CommentRequest | null {
  return CommentRequest.safeParse(stored).data ?? null;
}

type CommentDeps = {
  platform: Pick<PlatformClient, "commentTemplate">;
  observations: Pick<ObservationTable, "record">;
  proposals: Pick<ProposalTable, "list">;
  review: string | null;
};

export function createCommentKind(
  deps: CommentDeps,
  views: Pick<OperationKind<CommentRequest, Shown>, "notificationFor" | "describe" | "quota">,
): OperationKind<CommentRequest, Shown> {
  return {
    name: commentKind,
    read: readComment,
    async ready({ templateId, comment }) {
      return mapReply(
        (options) => deps.platform.commentTemplate(templateId, comment, options),
        (reply: TemplateRecord) => readCommentReply(reply, templateId),
      );
    },
    words: ({ templateId }) => ["template", "템플릿", "comment", "댓글", templateId],
    toEnd: (shown) => acceptedEnd("200", shown),
    inTransaction: (operation) => (trx) => keepSeen(trx, operation, deps),
    ...views,
  };
}

/** Records the template as the reply showed it, and posts changed statuses. */
async function keepSeen(
  trx: StoreTransaction,
  operation: Operation,
  { observations, proposals, review }: CommentDeps,
): Promise<Notification | null> {
  const asked = readComment(operation.request);
  const observation = asked === null ? null : toObservation(operation, "comment", asked.templateId);
  if (observation === null) return null;
  const { id, author: by, locale } = operation;
  const { templateId, vendors } = observation;
  const template = { templateId, name: vendors[0]?.content.name ?? null };
  const recorded = await observations.record(trx, observation);
  return notificationOfObservation(trx, recorded, { id, template, by, locale, review }, proposals);
}
