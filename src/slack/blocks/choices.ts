import type { PlainTextOption } from "@slack/types";
import { isBlank, nameUndrawn } from "../../blank-text.ts";
import { shorten, slackLimits } from "./limits.ts";

/** One thing to choose: what comes back, and what a person reads. */
export type Choice = { value: string; label: string };

/** As many of them, and as much of each, as a select takes. A value that is blank or would have to be cut is left out. */
export function toOptions(choices: readonly Choice[]): PlainTextOption[] {
  const labels = new Map<string, string>();
  for (const { value, label } of choices) {
    const isFit = !isBlank(value) && value.length <= slackLimits.optionValue;
    if (isFit && !labels.has(value)) labels.set(value, isBlank(label) ? value : label);
  }
  return [...labels].slice(0, slackLimits.options).map(([value, label]) => ({
    value,
    text: { type: "plain_text", text: shorten(nameUndrawn(label), slackLimits.optionText), emoji: false },
  }));
}
