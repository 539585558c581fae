import { withoutInvisible } from "./blank-text.ts";
import { maskDigits } from "./phone-number.ts";

/** Longer than any id that the platform describes, and short enough for one line. */
const longestShown = 64;

const before = /^[\s`"'“‘«「<([{*~]+/;
const behind = /[\s`"'”’»」>)\]}*~.,;:!?，、。；：]+$/;

/** An id as people paste it, without the quotes, brackets, marks of formatting and stops around it. */
export function parseId(typed: string): string {
  const id = withoutInvisible(typed).replace(before, "").replace(behind, "");
  return /^_(.+)_$/.exec(id)?.[1] ?? id;
}

/** An id that can be shown, copied and looked up as it is. */
export function isPlainId(id: string): boolean {
  return toShownId(id) === id;
}

/**
 * What a person may see of an id that another system made: its beginning as far as it looks like one, with `…` for the
 * rest; null when none of it does. One without a letter may be a phone number in the wrong field, and is masked as such.
 */
export function toShownId(id: string): string | null {
  const [start = ""] = /^[A-Za-z0-9_-]*/.exec(id) ?? [];
  if (start === "") return null;
  const named = /[A-Za-z]/.test(start) ? start : maskDigits(start);
  const isWhole = start === id && named.length <= longestShown;
  return isWhole ? named : `${named.slice(0, longestShown)}…`;
}

/** As much of an id as tells two of them apart at a glance: `M4V…0001`. */
export function shortenId(id: string): string {
  return id.length <= 9 ? id : `${id.slice(0, 3)}…${id.slice(-4)}`;
}
