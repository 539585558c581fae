import { z } from "zod";
import { acceptedEnd, mapReply, NotReadyError, type OperationKind } from "../../operations/index.ts";
import type { PlatformClient, UpdatedTemplate } from "../../platform/index.ts";
import type {
  Notification,
  ObservationTable,
  Operation,
  Proposal,
  ProposalTable,
  StoreTransaction,
} from "../../store/index.ts";
import { ProposedChange } from "../../store/proposals/proposal.ts";
import { notificationOfEvents, toEndEvents } from "./proposal-lines.view.ts";
import { findTemplateCards } from "./sent.ts";
import { digestOfChange, readTemplateReply, readUpdateReply, type Shown, toObservation } from "./shown.ts";

export const updateKind = "templates.update";

const UpdateRequest = z.object({
  templateId: z.string(),
  proposal: z.string(),
  revision: z.int(),
  contentDigest: z.string(),
  body: ProposedChange,
});
export type UpdateRequest = z.infer<typeof UpdateRequest>;

export function readUpdate(stored: unknown): UpdateRequest | null {
  return UpdateRequest.safeParse(stored).data ?? null;
}

export function toUpdateRequest({
  id,
  templateId,
  revision,
  contentDigest,
  change,
}: Proposal): UpdateRequest {
  return { templateId, proposal: id, revision, contentDigest, body: change };
}

type UpdateDeps = {
  platform: Pick<PlatformClient, "updateTemplate">;
  observations: Pick<ObservationTable, "record">;
  proposals: Pick<ProposalTable, "conclude" | "list">;
};

/** Sends an approved revision to the platform, even after a restart: people have decided to send it. */
export function createUpdateKind(
  deps: UpdateDeps,
  views: Pick<OperationKind<UpdateRequest, Shown>, "notificationFor" | "describe">,
): OperationKind<UpdateRequest, Shown> {
  return {
    name: updateKind,
    resumes: true,
    read: readUpdate,
    async ready({ templateId, contentDigest, body }) {
      if (digestOfChange(body) !== contentDigest) throw new NotReadyError("DigestMismatch");
      return mapReply(
        (options) => deps.platform.updateTemplate(templateId, body, options),
        (reply: UpdatedTemplate) => readUpdateReply(reply, { templateId, change: body }),
      );
    },
    words: ({ templateId }) => ["template", "템플릿", "update", "수정", templateId],
    toEnd: (shown) => acceptedEnd("200", shown),
    inTransaction: (operation) => (trx) => recordUpdateEnd(trx, operation, deps),
    ...views,
  };
}

/**
 * Records the reply of an update that ended, was corrected or was resolved. The proposal's thread gets the outcome and
 * each vendor's review; the template's other cards are refreshed.
 */
export async function recordUpdateEnd(
  trx: StoreTransaction,
  operation: Operation,
  { observations, proposals }: Omit<UpdateDeps, "platform">,
): Promise<Notification | null> {
  const asked = readUpdate(operation.request);
  const observation = asked === null ? null : toObservation(operation, "update", asked.templateId);
  const recorded = observation === null ? [] : await observations.record(trx, observation);
  const shown = operation.outcome === "accepted" ? readTemplateReply(operation.result) : null;
  const proposal = await proposals.conclude(trx, operation.id);
  if (proposal === null) return null;
  const { changed } = await findTemplateCards(proposals, proposal.templateId, trx);
  return { ...notificationOfEvents(proposal, ...toEndEvents(proposal, recorded, shown)), changed };
}
