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
  { operation, isListed, edits }: { operation: Operation; isListed: boolean; edits: readonly Edit[] },
  event: ThreadEvent,
  seen: Seen,
): Answer {
  const card = { ...toCard(operation, seen, null), edits };
  const title = { bold: present(card).title };
  const says = sentence(event, { ...card, words: card.description.terms ?? card.words });
  if (event.kind === "ended") return renderAnswer([[...says, ` ${title.bold}`]]);
  // A post of several doesn't say by itself of which.
  const isNamed = event.kind !== "all_arrived" && (isListed || isOfBatch(operation));
  return renderAnswer([isNamed ? [title, " · ", ...says] : says]);
}

function sentence(event: ThreadEvent, card: Card): Line {
  const { operation, description, words } = card;
  const { outcomes, receipts } = words;
  const { author, receipt } = operation;
  const saidBy = (by: string, said: Line): Line => (by === author ? said : [{ user: author }, " ", ...said]);
  switch (event.kind) {
    case "ended":
    case "listed":
      return [{ user: author }];
    case "reported":
      return saidBy(event.by, [{ user: event.by }, outcomes.says[event.as]]);
    case "receipt": {
      if (receipt === null) return [{ user: author }];
      const said = { ...receipt, as: event.as, words: event.words };
      return saidBy(receipt.phoneOwner, receiptLine(said, description.contents, words) ?? []);
    }
    case "all_arrived":
      return saidBy(event.by, [{ user: event.by }, receipts.says.allArrived(event.count)]);
    case "sent_again": {
      const several = editedInto(operation);
      if (several.length > 0)
        return [{ user: event.by }, outcomes.triedAgain(sayStates(several, outcomes.message, words))];
      // By name: from what to what, the post above says.
      const edited = editedWords(card, words, "name");
      return [
        { user: event.by },
        outcomes.triedAgain(outcomes.states[event.outcome]),
        edited === null ? "" : ` ${edited}`,
      ];
    }
    case "late":
      return [{ user: author }, ...lateWords(card)];
  }
}

function lateWords({ operation, description, words }: Card): Line {
  const { outcome } = operation;
  const { states, late, says, sentTwice } = words.outcomes;
  const explained = explainEnd(operation, description.contents, words);
  const report = toReport(operation);
  // People acted on what somebody had said: a late answer that says otherwise names it.
  const isContradicted = report !== null && (report.as === "arrived") !== (outcome === "accepted");
  return [
    late(states[outcome === "unknown" || outcome === null ? "not_sent" : outcome]),
    explained === null ? "" : ` ${explained.says}`,
    ...(isContradicted ? [" ", { user: report.by }, says[report.as]] : []),
    outcome === "accepted" && sentAgainBy(operation) !== null ? ` ${sentTwice}` : "",
  ];
}
