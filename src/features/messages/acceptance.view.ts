import type { Catalogue } from "../../locales/index.ts";
import type { Acceptance } from "../../operations/index.ts";
import { obstacleToRepeat } from "./again.ts";
import { obstacleWords } from "./repeat.view.ts";

/** Stored now, or by the same act before: either way the one message is on its way. */
export function isDone(acceptance: Acceptance): boolean {
  return acceptance.kind === "stored" || (acceptance.kind === "duplicate" && !wasTakenBack(acceptance));
}

/** Nothing was stored and the act is not used up, so that the same form can be submitted once more. */
export function mayBeSubmittedAgain({ kind }: Acceptance): boolean {
  return kind === "over_limit" || kind === "busy";
}

/** An act that came too late for its acknowledgement was closed without a result, and nothing was sent. */
function wasTakenBack({ operation }: Extract<Acceptance, { kind: "duplicate" }>): boolean {
  return operation.outcome === "not_sent" && operation.result === null;
}

export function whyNothing(acceptance: Acceptance, words: Catalogue): string {
  const { common, issues, send, repeat } = words;
  switch (acceptance.kind) {
    case "over_limit":
      return issues.overLimit(acceptance.limit);
    case "busy":
      return common.busy;
    case "gone":
      return common.gone;
    case "duplicate":
      return wasTakenBack(acceptance) ? common.tooSlow : send.already;
    case "already_repeated":
      return `${repeat.already}.`;
    case "not_repeatable":
      return whyNotRepeatable(acceptance, words);
    default:
      return common.tooSlow;
  }
}

/** What stands in the way now; it was still unknown when the form was opened. */
function whyNotRepeatable(
  { operation }: Extract<Acceptance, { kind: "not_repeatable" }>,
  words: Catalogue,
): string {
  const obstacle = operation === null ? null : obstacleToRepeat(operation);
  return obstacle === null ? words.common.gone : obstacleWords(obstacle, words);
}
