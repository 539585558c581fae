import type { Line, Piece } from "./rich-text.ts";

/** A sentence of the catalogue with its moment, or its age, and its person in their places. */
export function fillLine(
  sentence: string,
  { at, by = "", isAge = false }: { at?: Date; by?: string; isAge?: boolean },
): Line {
  const toPiece = (part: string): Piece => {
    if (part === "{at}" && at !== undefined) return isAge ? { at, to: "age" } : { at };
    return part === "{by}" ? { user: by } : part;
  };
  return sentence
    .split(/(\{at\}|\{by\})/)
    .filter((part) => part !== "")
    .map(toPiece);
}
