/** Spaces, controls, what Unicode says isn't drawn (zero widths, fillers such as U+3164), and the empty Braille cell. */
const undrawn = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** How many characters of a text there is something to be seen of. */
export function visibleCount(text: string): number {
  return Array.from(text.replace(undrawn, "")).length;
}

/** A text that shows nothing is no text, whatever it is made of. */
export function isBlank(text: string): boolean {
  return visibleCount(text) === 0;
}
