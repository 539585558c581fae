import type { Line, Piece } from "./rich-text.ts";

/** A sentence of the catalogue: what stands between backticks is set as code, and so are commands. */
export function sentenceLine(sentence: string): Line {
  return sentence
    .split("`")
    .flatMap((part, index): Line => (index % 2 === 0 ? withCommands(part) : [{ code: part }]));
}

/** A sentence of the app's own with its commands as code: they are typed as they stand. What it quotes is others' words. */
export function withCommands(sentence: string): Line {
  return sentence
    .split(/(?<![^\s(])(\/msg-[a-z]+(?: help\b)?)(?![\w/-]|[^“]*”)/)
    .map((part, index) => (index % 2 === 1 ? { code: part } : part));
}

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
