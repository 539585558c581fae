import { isBlank, withoutJoiners, withoutUndrawn } from "../../blank-text.ts";
import type { SendBody } from "../../platform/index.ts";
import { optionsIn } from "./kinds/index.ts";
import { contentsOf } from "./stored.ts";

/** What the decoder has for bytes that are nothing, and a hyphen that isn't drawn. */
const inTableOnly: ReadonlySet<string> = new Set(["\ufffd", "\u00ad"]);
/** A key is one with what is on it. */
const oneSign = /[\d#*]\u20e3|./gsu;
/** Joiners that are how Arabic, Persian or Hindi is written. */
const spelling = /(?<=[\p{M}\p{Script=Arabic}])[\u200c\u200d]/gu;

let carried: ReadonlySet<string> | undefined;

/**
 * The characters of EUC-KR, which is what Korean carriers take. The decoder also knows an extension of it
 * that carriers don't: both bytes of a character of the standard are 0xA1 or above.
 */
function carriedCharacters(): ReadonlySet<string> {
  if (carried !== undefined) return carried;
  const bytes: number[] = [];
  for (let lead = 0xa1; lead <= 0xfe; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) bytes.push(lead, trail);
  }
  carried = new Set(new TextDecoder("euc-kr").decode(Uint8Array.from(bytes)));
  return carried;
}

/** The characters, each once, that a text message can't carry; of an emoji not what holds it together. */
export function notCarried(text: string): string[] {
  const known = carriedCharacters();
  const isCarried = (one: string) => /^[\t\n\r -~]$/.test(one) || (known.has(one) && !inTableOnly.has(one));
  return [...new Set(withoutJoiners(text).match(oneSign))].filter((one) => !isCarried(one));
}

/** Of those the ones that no handset anywhere draws. */
export function undrawnIn(text: string): string[] {
  return notCarried(text.replace(spelling, "")).filter((one) => /\p{Cc}/u.test(one) || isUndrawn(one));
}

function isUndrawn(character: string): boolean {
  return withoutUndrawn(character) === "";
}

/** Nobody would see anything of it: a paid blank message. What a messenger shows hangs on its own options. */
export function saysNothing({ message }: SendBody): boolean {
  const { text = "", subject = "", imageId = "" } = message;
  const isEmpty = (options: object) => Object.keys(options).length === 0;
  return [text, subject, imageId].every(isBlank) && optionsIn(message).every(isEmpty);
}

/** `#{name}` that nothing was filled into, wherever it stands in the message or in what `others` say beside it. */
export function unfilled({ message }: SendBody, others: readonly string[] = []): string[] {
  const filled = new Set(optionsIn(message).flatMap(({ variables = {} }) => Object.keys(variables)));
  const said = [...contentsOf(message), ...others].join("\n");
  const open = said.match(/#\{[^{}\n]{1,40}\}/g) ?? [];
  return [...new Set(open)].filter((one) => !filled.has(one));
}
