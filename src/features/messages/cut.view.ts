import type { Catalogue } from "../../locales/index.ts";
import { cutToField, slackLimits } from "../../slack/blocks/limits.ts";
import type { FormValues } from "./form-body.input.ts";
import { fields } from "./ids.ts";
import { longestRowValue } from "./kinds/buttons.ts";
import type { SendForm } from "./send-form.ts";
import { isVariable } from "./variable-fields.ts";

/** How much of what was typed a form shows, in characters. */
export const room = {
  usual: slackLimits.inputLength,
  /** With many variables and rows, all of them long: Slack takes every field that a form can have, filled this far. */
  ofMany: 300,
} as const;

export function cutValues(values: FormValues, longest: number): FormValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, typed]) => [name, cutTo(name, typed, longest)]),
  );
}

function cutTo(name: string, typed: string, longest: number): string {
  // Chosen, not typed.
  if (name === fields.recipients) return typed;
  return cutToField(typed, roomOf(name, longest));
}

function roomOf(name: string, longest: number): number {
  return isVariable(name) ? Math.min(longestRowValue, longest) : longest;
}

/** Nothing that was cut is sent unseen. */
export function cutNotices({ values, isJson }: SendForm, longest: number, { send }: Catalogue): string[] {
  if (isJson) return (values[fields.json] ?? "").length > longest ? [send.jsonTooLong(longest)] : [];
  const cut = Object.entries(values).filter(([name, typed]) => cutTo(name, typed, longest) !== typed);
  return [...new Set(cut.map(([name]) => send.cut(roomOf(name, longest))))];
}
