import { wordsOf } from "../../src/locales/index.ts";

/*
 * What a test asks for by its key in the catalogue, so that a better sentence reddens no story. The sentences that are
 * a promise themselves are held by test/unit/locales/promises.test.ts.
 */

export const en = wordsOf("en");
export const ko = wordsOf("ko");

/** The longest piece of a sentence that no argument changes: it tells this sentence from any other. */
export function core(sentence: (...words: string[]) => string): string {
  const gap = "\u0000";
  const pieces = sentence(...Array.from({ length: sentence.length }, () => gap)).split(gap);
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest)).trim();
}

/** How a post begins that tells of an outcome, whatever message it is about. */
export const heading = {
  accepted: core(en.result.heading.accepted),
  refused: core(en.result.heading.refused),
  notSent: core(en.result.heading.not_sent),
  unknown: core(en.result.heading.unknown),
  arrived: core(en.settle.heading.arrived),
  notArrived: core(en.settle.heading.did_not_arrive),
};

/** Whether it tells what a person found out. */
export function isReport({ text }: { text: string }): boolean {
  return text.includes(heading.arrived) || text.includes(heading.notArrived);
}

/** Why it ended as it did, by the platform's code or the app's own. */
export function reason(code: string): string {
  const words = en.reasons.byCode[code];
  if (words === undefined) throw new Error(`the catalogue has no reason ${code}`);
  return words;
}
