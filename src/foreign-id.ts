import { withoutInvisible } from "./blank-text.ts";
import { maskDigits } from "./phone-number.ts";

/** Most characters shown of an id; more than any id in the platform's description has. */
const maxShownLength = 64;

const before = /^[\s`"'“‘«「<([{*~]+/;
const behind = /[\s`"'”’»」>)\]}*~.,;:!?，、。；：]+$/;

/** Removes quotes, brackets, formatting marks and punctuation around a pasted id. */
export function parseId(typed: string): string {
  const id = withoutInvisible(typed).replace(before, "").replace(behind, "");
  return /^_(.+)_$/.exec(id)?.[1] ?? id;
}

export function isPlainId(id: string): boolean {
  return toShownId(id) === id;
}

/** Returns an id up to its first odd character, then `…`; null if empty. An id of digits may be a phone number: masked. */
export function toShownId(id: string): string | null {
  const [start = ""] = /^[A-Za-z0-9_-]*/.exec(id) ?? [];
  if (start === "") return null;
  const named = /[A-Za-z]/.test(start) ? start : maskDigits(start);
  const isWhole = start === id && named.length <= maxShownLength;
  return isWhole ? named : `${named.slice(0, maxShownLength)}…`;
}

/** Shortens an id so that different ids still look different: `KA01TP26…0101`. */
export function shortenId(id: string): string {
  return id.length <= 13 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}
