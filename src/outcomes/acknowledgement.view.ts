import type { Catalogue } from "../locales/index.ts";
import { type Acknowledgement, hadNoEffect, ownCodes } from "../operations/index.ts";
import type { Operation } from "../store/index.ts";
import { obstacleToRepeat } from "./again.ts";
import { wasChanged } from "./form-acts.ts";
import { obstacleWords } from "./repeat.view.ts";
import { endedBy } from "./state.ts";

/** Stored now, or by the same act before: either way the one message is on its way, or was sent, as the form says it. */
export function isDone(acknowledgement: Acknowledgement): boolean {
  return hasHappened(acknowledgement) && !wasChanged(acknowledgement);
}

function hasHappened(acknowledgement: Acknowledgement): boolean {
  if (acknowledgement.kind === "duplicate") {
    const { operation } = acknowledgement;
    // Without an effect the act is used up: only a new one can send. Several have a post that tells of each.
    return operation.batch === null ? !hadNoEffect(operation.outcome) : !wasTakenBack(operation);
  }
  return acknowledgement.kind === "stored" || acknowledgement.kind === "twin";
}

/**
 * Why a command comes to nothing; null: the same as isDone, but that it has the answer of its first delivery, whatever
 * became of it since. One that ended before it was answered has none.
 */
export function whyNotTaken(acknowledgement: Acknowledgement, words: Catalogue): string | null {
  if (acknowledgement.kind === "stored" || acknowledgement.kind === "twin") return null;
  if (acknowledgement.kind !== "duplicate") return whyNothing(acknowledgement, words);
  const { operation } = acknowledgement;
  return wasTakenBack(operation) || mayBeUnanswered(operation) ? words.common.tooSlow : null;
}

/** It was told at once that nothing was sent: the acknowledgement would have come too late. */
function wasTakenBack({ outcome, result }: Operation): boolean {
  return outcome === "not_sent" && result === null;
}

/** Its acknowledgement didn't arrive, or nobody knows whether it did. */
function mayBeUnanswered(operation: Operation): boolean {
  return operation.outcome === "not_sent" && endedBy(operation, unanswered);
}

const unanswered: ReadonlySet<unknown> = new Set([
  ownCodes.notAcknowledged,
  ownCodes.processEnded,
  ownCodes.tookTooLong,
]);

export function whyNothing(acknowledgement: Acknowledgement, words: Catalogue): string {
  const { common, issues, repeat } = words;
  if (hasHappened(acknowledgement)) return common.changedSince;
  switch (acknowledgement.kind) {
    case "barred":
      return acknowledgement.why;
    case "over_limit":
      return issues.overLimit(acknowledgement.limit);
    case "busy":
      return common.busy;
    case "gone":
    case "overtaken":
      return common.gone;
    case "duplicate":
      if (wasTakenBack(acknowledgement.operation)) return common.tooSlow;
      return common.gone;
    case "already_repeated":
      return `${repeat.already}.`;
    case "not_repeatable":
      return whyNotRepeatable(acknowledgement, words);
    default:
      return common.tooSlow;
  }
}

/** What stands in the way now; it was still unknown when the form was opened. */
function whyNotRepeatable(
  { operation }: Extract<Acknowledgement, { kind: "not_repeatable" }>,
  words: Catalogue,
): string {
  const obstacle = operation === null ? null : obstacleToRepeat(operation);
  return obstacle === null ? words.common.gone : obstacleWords(obstacle, words);
}
