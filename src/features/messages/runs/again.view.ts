import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../../locales/index.ts";
import { reasonField, reasonSize } from "../../../outcomes/repeat.input.ts";
import { type State, stateOf } from "../../../outcomes/state.ts";
import { banner, checkboxes, field } from "../../../slack/blocks/modal.ts";
import { renderLines } from "../../../slack/blocks/rich-text.ts";
import type { Operation } from "../../../store/index.ts";
import { fields, ids } from "../ids.ts";
import { countWrong } from "../wrong.view.ts";
import { type AgainPlan, isDoubtful, type Which } from "./again.ts";
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

/** The last look before it costs money again, with a reason where the same may arrive twice; `notice`: why it is shown anew. */
export function renderAgain(
  { act, run, which, ...asked }: AskedAgain,
  options: RunWords,
  notice?: string,
): ModalView {
  const { runs, repeat } = options.words;
  const { stamp, needsReason, failed, ticked, operations } = asked.plan;
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
        ...(notice === undefined ? [] : [banner(notice)]),
        ...(needsReason && !isToldBeside(failed) ? [banner(runs.again.risk(doubtful))] : []),
        ...renderFailed(failed, ticked, options.words),
      ],
      below: needsReason ? [field(reasonField, label, input, { hint: repeat.reasonHint })] : [],
    },
    options,
  );
}

/** What may arrive twice is what is unknown, and has a tick of its own. */
function isToldBeside(failed: readonly Operation[]): boolean {
  const isUnknown = (one: Operation) => stateOf(one) === "unknown";
  return !failed.every(isUnknown) && failed.filter(isDoubtful).every(isUnknown);
}

/** What went wrong alike goes out again or not. */
function renderFailed(
  failed: readonly Operation[],
  ticked: readonly string[],
  words: Catalogue,
): KnownBlock[] {
  const { what, refused, unknown } = words.runs.again;
  const says: Partial<Record<State, string>> = {
    refused,
    ...(isToldBeside(failed) ? { unknown } : {}),
  };
  const alike = [...Map.groupBy(failed, stateOf)];
  const choices = alike.map(([state, those]) => ({
    value: state,
    label: countWrong(those, words).join(""),
    says: says[state],
  }));
  const [first] = choices;
  if (first === undefined) return [];
  if (choices.length === 1) {
    return [
      renderLines([[{ bold: first.label }], ...(first.says === undefined ? [] : [[first.says]])]).block,
    ];
  }
  return [field(fields.again, what, checkboxes(choices, ticked), { dispatch: true })];
}
