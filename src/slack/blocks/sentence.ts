import type { Line } from "./rich-text.ts";

/** A sentence of the catalogue: what stands between backticks is set as code. */
export function sentenceLine(sentence: string): Line {
  return sentence.split("`").map((part, index) => (index % 2 === 0 ? part : { code: part }));
}
