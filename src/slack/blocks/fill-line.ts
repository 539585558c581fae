import type { Line, Piece } from "./rich-text.ts";

/** A sentence of the catalogue with its moment and its person in their places. */
export function fillLine(sentence: string, { at, by = "" }: { at: Date; by?: string }): Line {
  const toPiece = (part: string): Piece => {
    if (part === "{at}") return { at };
    return part === "{by}" ? { user: by } : part;
  };
  return sentence
    .split(/(\{at\}|\{by\})/)
    .filter((part) => part !== "")
    .map(toPiece);
}
