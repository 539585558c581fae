import type { Button } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, compose, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { fillLine, type Line } from "../../slack/blocks/rich-text.ts";
import type {
  Notification,
  ObservedComment,
  ObservedVendor,
  Operation,
  Proposal,
  ProposalTable,
  RecordedVendor,
  StoreTransaction,
} from "../../store/index.ts";
import { describeUpdateEnd } from "./card.view.ts";
import { ids } from "./ids.ts";
import { type ProposalObstacle, proposalKind, proposalSubject } from "./proposal.ts";
import { findTemplateCards } from "./sent.ts";
import {
  type Deviations,
  deviationLines,
  isRejected,
  isStatusChange,
  readDate,
  renderStatus,
  StoredVendor,
} from "./status.view.ts";
import {
  createRejectionButtons,
  notificationOfStatusChanges,
  type StatusChangeOptions,
} from "./status-post.view.ts";

const by = z.string();
const names = z.array(z.string()).readonly();

export const ProposalEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("approved"), by, missing: z.number() }),
  z.object({ kind: z.enum(["edited", "kept"]), by, revision: z.number() }),
  z.object({ kind: z.literal("changes_requested"), by, words: z.string() }),
  z.object({ kind: z.literal("withdrawn"), by }),
  z.object({ kind: z.enum(["expired", "reminder"]) }),
  /** Ended or resolved update. `shown`: differences of its reply from the API document or from the sent change. */
  z.object({
    kind: z.literal("ended"),
    operation: z.string(),
    /** Outcome at that time; a late reply may have corrected it since. */
    outcome: z.string().nullable().exactOptional(),
    shown: z.object({ missing: names, others: names, differing: names }).nullable(),
  }),
  /** Question to the proposer, after `days` working days without a vendor's decision. */
  z.object({ kind: z.literal("asked"), days: z.number() }),
  z.object({ kind: z.literal("vendor"), vendor: StoredVendor }),
]);
export type ProposalEvent = z.infer<typeof ProposalEvent>;

export function notificationOfProposal(
  { id, proposer }: Proposal,
  { review }: { review: string | null },
): Notification {
  const destinations = review === null ? [proposer] : [review, proposer];
  return {
    posts: [{ subject: proposalSubject(id), audience: "review", kind: proposalKind, destinations }],
  };
}

/** Refreshes the card and adds thread lines, since an edited post alone notifies nobody. */
export function notificationOfEvents({ id }: Proposal, ...events: ProposalEvent[]): Notification {
  return { lines: events.map((event) => ({ subject: proposalSubject(id), event })) };
}

/** Refreshes the template's cards. A changed status is a thread line of the last sent change, else its own post. */
export async function notificationOfObservation(
  trx: StoreTransaction,
  recorded: readonly RecordedVendor[],
  options: StatusChangeOptions,
  proposals: Pick<ProposalTable, "list">,
): Promise<Notification> {
  const { changed, sent } = await findTemplateCards(proposals, options.template.templateId, trx);
  if (sent === null || options.review === null)
    return { ...notificationOfStatusChanges(recorded, options), changed };
  const events = recorded.filter(isStatusChange).map((vendor) => ({ kind: "vendor" as const, vendor }));
  return { ...notificationOfEvents(sent, ...events), changed };
}

export function toEndEvents(
  { operation }: Proposal,
  vendors: readonly RecordedVendor[],
  shown: Deviations | null,
): ProposalEvent[] {
  if (operation === null) return [];
  return [
    { kind: "ended", operation: operation.id, outcome: operation.outcome, shown },
    ...vendors.map((vendor) => ({ kind: "vendor" as const, vendor })),
  ];
}

/** `operation`: update of an `ended` event; null for other events. */
export function renderEvent(
  { proposal, operation }: { proposal: Proposal; operation: Operation | null },
  event: ProposalEvent,
  words: Catalogue,
  toConsole: readonly Button[] = [],
): Answer {
  const { lines } = words.proposals;
  const { proposer, expiresAt, templateId } = proposal;
  switch (event.kind) {
    case "approved":
      return renderAnswer([[{ user: event.by }, lines.approved(event.missing)]]);
    case "edited":
      return renderAnswer([[{ user: event.by }, lines.edited(event.revision)]]);
    case "kept":
      return renderAnswer([[{ user: event.by }, lines.kept]]);
    case "changes_requested":
      return renderAnswer([
        fillLine(lines.requestedChanges, {
          by: { user: event.by },
          proposer: { user: proposer },
          words: event.words,
        }),
      ]);
    case "withdrawn":
      return renderAnswer([[{ user: event.by }, lines.withdrew]]);
    case "expired":
      return renderAnswer([[{ user: proposer }, lines.expired]]);
    case "reminder":
      return renderAnswer([[{ user: proposer }, `${lines.reminder} `, { at: expiresAt }]]);
    case "asked": {
      const report = button(ids.report, words.templates.report.title, templateId);
      return renderAnswer([[{ user: proposer }, lines.asks(event.days)]], ...actions([report, ...toConsole]));
    }
    case "vendor": {
      const vendor = withNews(event.vendor, proposal);
      if (!isRejected(vendor)) return renderStatus(vendor, words);
      const status = renderStatus(vendor, words, ["🔴 ", { user: proposer }]);
      return compose(status, ...createRejectionButtons(templateId, words));
    }
    case "ended": {
      const { title, why } = describeUpdateEnd({ ...proposal, operation }, words);
      const named: Line = [{ user: proposer }, " ", { bold: title }];
      return renderAnswer([
        named,
        ...why,
        ...(event.shown === null ? [] : deviationLines(event.shown, words)),
      ]);
    }
  }
}

/** Keeps reviewers' comments since the proposal; for a rejection, all comments. */
function withNews<T extends ObservedVendor>(vendor: T, { createdAt }: Proposal): T {
  if (isRejected(vendor)) return vendor;
  const isNew = ({ isAdmin, dateCreated }: ObservedComment) =>
    isAdmin !== false && (readDate(dateCreated) ?? createdAt) > createdAt;
  return { ...vendor, comments: vendor.comments.filter(isNew) };
}

/** Reason why an action is not possible (any more), with the person who was faster. */
export function obstacleLine(obstacle: ProposalObstacle, { proposals: { obstacles } }: Catalogue): Line {
  if (obstacle.kind === "revised")
    return [obstacles.revised, " ", { user: obstacle.by }, " ", { at: obstacle.at }];
  if (obstacle.kind !== "decided") return [obstacles[obstacle.kind]];
  const { state, by, at } = obstacle;
  return [obstacles.decided[state], ...(by === null ? [] : [" ", { user: by }]), " ", { at }];
}
