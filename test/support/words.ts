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

/** A sentence's words around what is filled into its `{names}`. */
export function around(sentence: string) {
  const [before = "", ...others] = sentence.split(/\{\w+\}/);
  return { before, between: others[0] ?? "", after: others.at(-1) ?? "" };
}

/** Blocks as JSON, in which a sentence is whole that names a command, which is set apart as code. */
export function inWhole(blocks: unknown): string {
  return JSON.stringify(blocks)
    .replaceAll(/"\},\{"type":"text","text":"(?=\/msg-)/g, "")
    .replaceAll('","style":{"code":true}},{"type":"text","text":"', "");
}

type State = keyof typeof en.outcomes.title;

/** The mark that begins the title of an operation's post, whatever the operation is about. */
const markOf = (state: State) => en.outcomes.title[state]("").split(" ")[0] ?? "";

/** What the title says behind that, for states that share a mark. */
const wordsFor = (state: State) => core(en.outcomes.title[state]);

export const heading = {
  accepted: markOf("accepted"),
  refused: markOf("refused"),
  notSent: markOf("not_sent"),
  unknown: markOf("unknown"),
  arrived: markOf("arrived"),
  notArrived: wordsFor("did_not_arrive"),
  sentAgain: wordsFor("sent_again"),
  edited: en.outcomes.newer.accepted,
};

/** A post's title. */
export const titled = (state: State, kind: string, subject: string) =>
  `${en.outcomes.title[state](kind)} · ${subject}`;

/** Of a right that somebody hasn't got, what stands before whom to ask: persons where any are named. */
export const noRight = (why: string) => why.replace(en.common.access.anybody, "").trim();

/** Why it ended as it did, by the platform's code or the app's own. */
export function reason(code: string): string {
  const words = en.reasons.byCode[code];
  if (words === undefined) throw new Error(`the catalogue has no reason ${code}`);
  return words.says;
}
