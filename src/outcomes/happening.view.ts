import type { Catalogue } from "../locales/index.ts";
import { type Answer, renderAnswer } from "../slack/blocks/answer.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import type { Operation } from "../store/index.ts";
import { sentAgainBy } from "./again.ts";
import { cardTitle } from "./card.view.ts";
import { explainEnd } from "./reasons.ts";
import { receiptLine } from "./receipt.view.ts";
import { toReport } from "./report.ts";
import { type Seen, toCard } from "./seen.ts";
import type { Happening } from "./telling.ts";

/** Under a post, what came of an operation, named by the person whom it concerns; on-call's says of which. */
export function renderHappening(
  { operation, isListed }: { operation: Operation; isListed: boolean },
  happening: Happening,
  seen: Seen,
): Answer {
  const says = sentence(operation, happening, seen);
  const title = titleOf(operation, seen);
  return renderAnswer([isListed ? [{ bold: title }, " · ", ...says] : says]);
}

function titleOf(operation: Operation, seen: Seen): string {
  return cardTitle(operation, toCard(operation, seen, null).description, seen.words);
}

function sentence(operation: Operation, happening: Happening, seen: Seen): Line {
  const { terms, contents } = seen.teller.describe(operation, seen.words);
  const words = terms ?? seen.words;
  const { author } = operation;
  switch (happening.kind) {
    case "ended":
      return [{ user: author }, ` ${titleOf(operation, seen)}`];
    case "listed":
      return [{ user: author }];
    case "reported": {
      const { by, as } = happening;
      const said: Line = [{ user: by }, words.outcomes.says[as]];
      return by === author ? said : [{ user: author }, " ", ...said];
    }
    case "receipt": {
      const { receipt } = operation;
      if (receipt === null) return [{ user: author }];
      const { as, words: quoted } = happening;
      const said = receiptLine({ ...receipt, as, words: quoted }, contents, seen.words) ?? [];
      return receipt.holder === author ? said : [{ user: author }, " ", ...said];
    }
    case "sent_again":
      return [{ user: happening.by }, words.outcomes.sentAgain[happening.outcome]];
    case "late":
      return [{ user: author }, ...lateWords(operation, contents, words)];
  }
}

function lateWords(operation: Operation, contents: readonly string[], words: Catalogue): Line {
  const { outcome } = operation;
  const { late, sentTwice } = words.outcomes;
  const explained = explainEnd(operation, contents, words);
  const twice = outcome === "accepted" && sentAgainBy(operation) !== null;
  return [
    late[outcome === "unknown" || outcome === null ? "not_sent" : outcome],
    ...(explained === null ? [] : [` ${explained.says}`]),
    ...contradictedReport(operation, words),
    ...(twice ? [` ${sentTwice}`] : []),
  ];
}

/** People acted on what somebody had said: a late answer that says otherwise names it. */
function contradictedReport(operation: Operation, { outcomes }: Catalogue): Line {
  const report = toReport(operation);
  if (report === null || (report.as === "arrived") === (operation.outcome === "accepted")) return [];
  return [" ", { user: report.by }, outcomes.says[report.as]];
}
