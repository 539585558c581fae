import { wordsOf } from "../locales/index.ts";
import type { OperationsOptions } from "../operations/index.ts";
import { renderNotice, toNotice } from "../outcomes/acknowledgement.view.ts";
import { postTo } from "../slack/edge/post-to.ts";
import type { Ground } from "./ground.ts";

/** Tells in a direct message why nothing is sent, where the answer was that it is still being stored. */
export function createRefusals(
  { slack: client }: Pick<Ground, "slack">,
  stopping: AbortSignal,
): OperationsOptions["tellRefused"] {
  return async ({ by: { person } }, acknowledgement) => {
    const words = wordsOf(person.locale);
    const notice = toNotice(acknowledgement, { kind: words.outcomes.message }, words);
    if (notice !== null) await postTo({ client, stopping }, person.id, renderNotice(notice));
  };
}
