import type { Catalogue } from "../locales/index.ts";
import { reasonWords } from "../locales/reasons.ts";
import { maskDigits } from "../phone-number.ts";
import { clientCodes, PlatformError } from "../platform/index.ts";

const longestWords = 300;

/** Why the platform could not be read, in lines for one person; null when the error isn't the platform's. */
export function explainPlatformFailure(error: unknown, words: Catalogue): string[][] | null {
  if (!(error instanceof PlatformError)) return null;
  const said = error.platformMessage;
  return [
    [`⚠️ ${words.lists.notRead}`],
    [`${toReason(error, words)} (${words.result.code} ${maskDigits(error.code)})`],
    ...(said === undefined ? [] : [[`${words.result.platformSays}: “${cut(maskDigits(said))}”`]]),
  ];
}

function toReason({ code, status }: PlatformError, { lists, reasons }: Catalogue): string {
  // The only signal that a reading has is its own time limit.
  if (code === clientCodes.aborted) return lists.tookTooLong;
  if (code === clientCodes.tooManyPages) return lists.endless;
  return reasonWords({ code, status }, reasons);
}

function cut(text: string): string {
  const points = [...text];
  return points.length <= longestWords ? text : `${points.slice(0, longestWords).join("")}…`;
}
