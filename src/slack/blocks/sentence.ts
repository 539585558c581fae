import type { Line } from "./rich-text.ts";

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
