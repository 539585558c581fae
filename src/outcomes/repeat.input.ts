import { visibleCount } from "../blank-text.ts";
import type { Fields } from "../slack/edge/fields.ts";

/** Block id of the form's one field. */
export const reasonField = "reason";

/** In characters, as Slack's input counts them too. */
export const reasonSize = { shortest: 3, longest: 200 } as const;

/** Line breaks and marks that turn the direction would let a reason look like a line of the app's own. */
const layout = /[\s\u202a-\u202e\u2066-\u2069]+/g;

/** What a person typed, to be told among the app's own lines. */
export function toOneLine(typed: string): string {
  return typed.replace(layout, " ").trim();
}

/** What was typed as the reason, on one line; null when it is none. */
export function parseReason(form: Fields): string | null {
  const reason = toOneLine(form.text(reasonField) ?? "");
  const isTooShort = visibleCount(reason) < reasonSize.shortest;
  return isTooShort || [...reason].length > reasonSize.longest ? null : reason;
}
