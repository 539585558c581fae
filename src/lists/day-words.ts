import type { Format } from "../locales/format.ts";
import { noValue } from "../slack/blocks/table.ts";

/** A date that isn't one is shown as it came. */
export function dayWords(text: string | null | undefined, format: Format): string {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? (text ?? noValue) : format.date(date);
}
