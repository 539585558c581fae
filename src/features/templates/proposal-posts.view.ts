import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { NewPost, Proposal, Recorded, SeenVendor } from "../../store/index.ts";
import { type ApprovalRules, endLines, renderProposalCard, stillMissing } from "./card.view.ts";
import { changedFields, fittingLines, toContent, withChange } from "./change.view.ts";
import { proposalKey } from "./proposal.ts";
import { type Deviations, deviationLines, statusLines } from "./status.view.ts";

/** What came of a proposal; with it, its card changes and its thread gets a line. */
export type ProposalEvent =
  | { kind: "approved" | "edited" | "kept"; by: string }
  | { kind: "changes_requested" | "withdrawn" | "expired" | "reminder" | "noted" }
  /** Its update ended or was settled; the vendors as the reply showed them. */
  | {
      kind: "ended";
      vendors: readonly (SeenVendor & Partial<Pick<Recorded, "statusBefore">>)[];
      shown: Deviations | null;
    };

export type ProposalPostOptions = {
  /** Where proposals are reviewed; null: nowhere, and then there are none. */
  review: string | null;
  rules: ApprovalRules;
  /** For conversations. */
  words: Catalogue;
};

/** A new card. */
export function tellProposed(proposal: Proposal, options: ProposalPostOptions): NewPost[] {
  return [{ kind: "post", key: proposalKey(proposal.id), ...cardOf(proposal, options) }];
}

/** The card as it stands now, and a line that tells of the change: an edit alone notifies nobody. */
export function tellChange(
  proposal: Proposal,
  event: ProposalEvent,
  options: ProposalPostOptions,
): NewPost[] {
  const key = proposalKey(proposal.id);
  const card = cardOf(proposal, options);
  const { body: _, ...place } = card;
  const lines = eventLines(proposal, event, options).map(
    (body): NewPost => ({ kind: "line", key, ...place, body }),
  );
  return [{ kind: "edit", key, ...card }, ...lines];
}

function cardOf(proposal: Proposal, { review, rules, words }: ProposalPostOptions) {
  const { proposer } = proposal;
  return {
    destinations: review === null ? [proposer] : [review, proposer],
    author: proposer,
    body: renderProposalCard(proposal, rules, words),
  };
}

function eventLines(
  proposal: Proposal,
  event: ProposalEvent,
  { rules, words }: ProposalPostOptions,
): Answer[] {
  const { lines } = words.proposals;
  const { proposer, decision, expiresAt, notes } = proposal;
  switch (event.kind) {
    case "approved": {
      return [renderAnswer([[{ user: event.by }, lines.approved(stillMissing(proposal, rules))]])];
    }
    case "edited":
      return [
        renderAnswer([
          [{ user: event.by }, lines.edited(proposal.revision)],
          ...editedLines(proposal, words),
        ]),
      ];
    case "kept":
      return [renderAnswer([[{ user: event.by }, lines.kept]])];
    case "changes_requested": {
      const by: Line = decision?.by == null ? [] : [{ user: decision.by }, lines.requestedChanges];
      return [renderAnswer([[{ user: proposer }, " ", ...by], [decision?.words ?? ""]])];
    }
    case "withdrawn":
      return decision?.by == null ? [] : [renderAnswer([[{ user: decision.by }, lines.withdrew]])];
    case "noted":
      return notes
        .slice(-1)
        .map(({ by, words: said }) => renderAnswer([[`${lines.noted} `, { user: by }], [said]]));
    case "expired":
      return [renderAnswer([[{ user: proposer }, lines.expired]])];
    case "reminder":
      return [renderAnswer([[{ user: proposer }, `${lines.reminder} `, { at: expiresAt }]])];
    case "ended":
      return [
        endedLine(proposal, event.shown, words),
        ...event.vendors.map((vendor) => renderAnswer(statusLines(vendor, words))),
      ];
  }
}

/** To whom it concerns, what came of the update. */
function endedLine(proposal: Proposal, shown: Deviations | null, words: Catalogue): Answer {
  const { title, why } = endLines(proposal, words);
  const told: Line = [{ user: proposal.proposer }, " ", { bold: title }];
  return renderAnswer([told, ...why, ...(shown === null ? [] : deviationLines(shown, words))]);
}

/** What the newest revision says otherwise than the one before: reviewers have read that one. */
function editedLines({ revisions, basis }: Proposal, words: Catalogue): Line[] {
  const [before, after] = revisions.slice(-2);
  if (before === undefined || after === undefined) return [];
  const was = withChange(toContent(basis), before.change);
  // A field that is no longer proposed goes back to what was seen.
  const is = withChange(toContent(basis), after.change);
  const { name, content, buttons } = is;
  const now = {
    ...(name === null ? {} : { name }),
    ...(content === null ? {} : { content }),
    ...(buttons === null ? {} : { buttons: [...buttons] }),
  };
  const changed = changedFields(was, now, words).filter(({ before: old, after: fresh }) => old !== fresh);
  return [[words.proposals.lines.editedSince], ...fittingLines(changed, words)];
}
