import { isOfBatch } from "../operations/index.ts";
import { type Answer, renderAnswer } from "../slack/blocks/answer.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { Operation } from "../store/index.ts";
import { editedInto, sayStates, sentAgainBy, toReport } from "./again.ts";
import { type Card, type Edit, editedWords, present, receiptLine } from "./card.view.ts";
import { type Seen, toCard } from "./index.ts";
import { explainEnd } from "./reasons.ts";
import type { ThreadEvent } from "./telling.ts";

/** Under a post, what came of an operation, named by the person whom it concerns; on-call's says of which. */
export function renderThreadLine(
  { operation, isListed, edits = [] }: { operation: Operation; isListed: boolean; edits?: readonly Edit[] },
  event: ThreadEvent,
  seen: Seen,
): Answer {
  const card = { ...toCard(operation, seen, null), edits };
  const { title } = present(card);
  const says = sentence(event, title, card);
  // A post of several doesn't say by itself of which.
  const isOfOne = event.kind !== "ended" && event.kind !== "all_arrived";
  return renderAnswer([
    isOfOne && (isListed || isOfBatch(operation)) ? [{ bold: title }, " · ", ...says] : says,
  ]);
}

function sentence(event: ThreadEvent, title: string, card: Card): Line {
  const { operation, description } = card;
  const { outcomes } = description.terms ?? card.words;
  const { author, receipt } = operation;
  const saidBy = (by: string, said: Line): Line => (by === author ? said : [{ user: author }, " ", ...said]);
  switch (event.kind) {
    case "ended":
      return [{ user: author }, ` ${title}`];
    case "listed":
      return [{ user: author }];
    case "reported": {
      const { by, as } = event;
      return saidBy(by, [{ user: by }, outcomes.says[as]]);
    }
    case "receipt": {
      if (receipt === null) return [{ user: author }];
      const { as, words } = event;
      const said = receiptLine({ ...receipt, as, words }, description.contents, card.words) ?? [];
      return saidBy(receipt.phoneOwner, said);
    }
    case "all_arrived": {
      const { by, count } = event;
      return saidBy(by, [{ user: by }, card.words.receipts.says.allArrived(count)]);
    }
    case "sent_again": {
      const several = editedInto(operation);
      if (several.length > 0) {
        const ends = sayStates(several, card.words.outcomes.message, card.words);
        return [{ user: event.by }, card.words.outcomes.sentAgainTo(ends)];
      }
      return [{ user: event.by }, outcomes.sentAgain[event.outcome], ...editsPiece(card)];
    }
    case "late":
      return [{ user: author }, ...lateWords(card)];
  }
}

/** By name: from what to what, the post above says. */
function editsPiece({ words, ...card }: Card): Line {
  const says = editedWords(card, words, "name");
  return says === null ? [] : [` ${says}`];
}

function lateWords({ operation, description, ...card }: Card): Line {
  const words = description.terms ?? card.words;
  const { outcome } = operation;
  const { late, says, sentTwice } = words.outcomes;
  const explained = explainEnd(operation, description.contents, words);
  const report = toReport(operation);
  // People acted on what somebody had said: a late answer that says otherwise names it.
  const isContradicted = report !== null && (report.as === "arrived") !== (outcome === "accepted");
  const isTwice = outcome === "accepted" && sentAgainBy(operation) !== null;
  return [
    late[outcome === "unknown" || outcome === null ? "not_sent" : outcome],
    ...(explained === null ? [] : [` ${explained.says}`]),
    ...(isContradicted ? [" ", { user: report.by }, says[report.as]] : []),
    ...(isTwice ? [` ${sentTwice}`] : []),
  ];
}
