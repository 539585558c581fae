import { withoutInvisible } from "./blank-text.ts";
import { maskDigits } from "./phone-number.ts";

/** Longer than the description's ids, short enough for one line. */
const longestShown = 64;

const before = /^[\s`"'“‘«「<([{*~]+/;
const behind = /[\s`"'”’»」>)\]}*~.,;:!?，、。；：]+$/;

/** A pasted id, without quotes, brackets, marks and stops around it. */
export function parseId(typed: string): string {
  const id = withoutInvisible(typed).replace(before, "").replace(behind, "");
  return /^_(.+)_$/.exec(id)?.[1] ?? id;
}

/** Can be shown, copied and looked up as it is. */
export function isPlainId(id: string): boolean {
  return toShownId(id) === id;
}

/**
 * The beginning of another system's id that looks like one, with `…` for the rest; null for none. An id without letters may
 * be a phone number, and is masked.
 */
export function toShownId(id: string): string | null {
  const [start = ""] = /^[A-Za-z0-9_-]*/.exec(id) ?? [];
  if (start === "") return null;
  const named = /[A-Za-z]/.test(start) ? start : maskDigits(start);
  const isWhole = start === id && named.length <= longestShown;
  return isWhole ? named : `${named.slice(0, longestShown)}…`;
}

/** Enough to tell two ids apart: `M4V…0001`. */
export function shortenId(id: string): string {
  return id.length <= 9 ? id : `${id.slice(0, 3)}…${id.slice(-4)}`;
}
