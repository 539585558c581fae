import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../../locales/index.ts";
import { stateOf } from "../../../outcomes/again.ts";
import { reasonField, reasonSize } from "../../../outcomes/repeat.view.ts";
import { banner, field } from "../../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../../slack/blocks/rich-text.ts";
import type { Operation } from "../../../store/index.ts";
import { ids } from "../ids.ts";
import { countWrong } from "../wrong.view.ts";
import type { AgainPlan, Which } from "./again.ts";
import { type Known, type RunWords, renderLastLook } from "./run.view.ts";

/** What a confirmation brings back: ids and what was shown, never authority. */
export const AgainMetadata = z.object({
  act: z.string(),
  run: z.string(),
  which: z.enum(["all", "failed"]),
  stamp: z.string(),
  needsReason: z.boolean(),
});
export type AgainMetadata = z.infer<typeof AgainMetadata>;

export type AskedAgain = Known & {
  plan: AgainPlan;
  act: string;
  run: string;
  which: Which;
};

/** The last look before it costs money again, with a reason where the same may arrive twice. */
export function renderAgain({ act, run, which, ...asked }: AskedAgain, options: RunWords): ModalView {
  const { runs, repeat } = options.words;
  const { stamp, needsReason, failed, operations } = asked.plan;
  const label = operations.length === 1 ? repeat.reason : runs.again.reason;
  const doubtful = operations.filter((one) => one.needsReason === true).length;
  const input = {
    type: "plain_text_input" as const,
    min_length: reasonSize.shortest,
    max_length: reasonSize.longest,
  };
  const metadata = { act, run, which, stamp, needsReason } satisfies AgainMetadata;
  return renderLastLook(
    {
      ...asked,
      ...{ callbackId: ids.runAgain, metadata, whom: asked.plan.whom },
      conversation: asked.plan.conversation,
      title: runs.again.title(operations.length),
      submit: runs.again.submit(operations.length),
      above: [
        ...(needsReason ? [banner(runs.again.risk(doubtful))] : []),
        ...(failed.length === 0 ? [] : [renderLines(failedLines(failed, options.words)).block]),
      ],
      below: needsReason ? [field(reasonField, label, input, { hint: repeat.reasonHint })] : [],
    },
    options,
  );
}

/** How much of it stands how. */
function failedLines(failed: readonly Operation[], words: Catalogue): Line[] {
  return [...Map.groupBy(failed, stateOf)].map(([state, alike]) => [
    { bold: countWrong(alike, words).join("") },
    ...(state === "refused" ? [` · ${words.runs.again.refused}`] : []),
  ]);
}
