import type { Catalogue } from "../locales/index.ts";
import { knownReason, type Reason } from "../locales/reasons.ts";
import { maskDigits } from "../phone-number.ts";
import { clientCodes, PlatformError } from "../platform/index.ts";
import { shorten } from "../slack/blocks/limits.ts";
import { isClientCode } from "./reasons.ts";

const longestWords = 300;

/** Why the platform could not be read, in lines for one person; null when the error isn't the platform's. */
export function explainPlatformFailure(error: unknown, words: Catalogue): string[][] | null {
  if (!(error instanceof PlatformError)) return null;
  const { says, remedy } = toReason(error, words);
  const said = error.platformMessage;
  const quoted =
    said === undefined ? null : words.outcomes.platformSays(shorten(maskDigits(said), longestWords));
  return [
    [`⚠️ ${words.lists.notRead}`],
    // The log has this app's own codes.
    [isClientCode(error.code) ? says : `${says} (${maskDigits(error.code)})`],
    ...(remedy === undefined ? [] : [[remedy]]),
    ...(quoted === null ? [] : [[quoted]]),
  ];
}

function toReason({ code, status }: PlatformError, { lists, reasons }: Catalogue): Reason {
  // The only signal that a reading has is its own time limit.
  if (code === clientCodes.aborted) return { says: lists.tookTooLong };
  if (code === clientCodes.tooManyPages) return { says: lists.endless };
  const known = knownReason(code, reasons);
  if (known !== null) return known;
  return status === undefined ? reasons.other : reasons.byStatus(status);
}
