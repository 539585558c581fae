import { givesAway } from "../foreign-words.ts";
import type { Catalogue } from "../locales/index.ts";
import { knownReason, type Reason } from "../locales/reasons.ts";
import { readWhy } from "../operations/index.ts";
import { maskDigits } from "../phone-number.ts";
import { clientCodes, PlatformError } from "../platform/index.ts";
import { shorten } from "../slack/blocks/limits.ts";
import type { Operation } from "../store/index.ts";

/** Why an operation ended as it did; `says` is empty where nothing is known. `code` is the platform's or this app's own. */
export type Explained = { says: string; remedy: string | null; inFull?: string | undefined; code: string };

type Ended = Pick<Operation, "result">;

/** As much of the platform's words as a post has room for. */
const longestWords = 300;
/** Codes that only say that something was wrong; the platform puts what it was into its words. */
const wrappers: ReadonlySet<string> = new Set(["FailedToAddMessage", "InvalidStatusCode", "ValidationError"]);

/**
 * The reason in the reader's words. What is in no table is the platform's own sentence, and nothing is guessed; null
 * for an operation that was accepted or is still open. `contents`: what the operation says, which nobody but its
 * author may learn from whoever repeats it; none for the author's own eyes.
 */
export function explainEnd(
  { id, outcome, result }: Pick<Operation, "id" | "outcome" | "result">,
  contents: readonly string[],
  words: Catalogue,
): Explained | null {
  if (outcome === null || outcome === "accepted" || result === null) return null;
  const kept = readWhy(result);
  if (kept.before !== null) {
    const { format, ...before } = kept.before;
    return explainBefore({ id, result: before, outcome: before.outcome, format }, contents, words);
  }
  const code = codeOf(kept, words);
  const shown = platformWords({ result }, contents);
  const reason =
    knownReason(code, words.reasons) ?? unlisted(kept, { id, shown, isKnown: outcome !== "unknown" }, words);
  const shownCode = givesAway(code, contents) ? "…" : shorten(maskDigits(code), 64);
  return { says: reason.says, remedy: reason.remedy ?? null, inFull: reason.inFull, code: shownCode };
}

/** What is mended in the platform's console: its balance, its keys, and what these may do. */
const consoleCodes: ReadonlySet<string> = new Set([
  ...["NotEnoughBalance", "BalanceInsufficient", "1030", "Unauthorized", "Forbidden"],
  ...["InvalidAPIKey", "InvalidApiKey", "InvalidToken", "SignatureDoesNotMatch", "InvalidAccountId"],
  ...["InvalidAppId", "BlockedApp", "InDevelopment", "InactiveApp"],
]);

/** Whether somebody has to open the platform's console before the same can be accepted. */
export function needsConsole(
  { outcome, result }: Pick<Operation, "outcome"> & Ended,
  words: Catalogue,
): boolean {
  if (outcome !== "refused" || result === null) return false;
  const why = readWhy(result);
  return why.status === 402 || consoleCodes.has(codeOf(why, words));
}

/** What ends by itself: nothing of it has to be edited before it is sent again. */
const passingCodes: ReadonlySet<string> = new Set([
  ...["TooManyRequests", "ConnectionFailed", "DuplicatedSignature", "StoreFailed", "TookTooLong"],
  ...["NotAcknowledged", "TooLate", "Aborted", "Closed", "ProcessEnded"],
]);

export function passes({ result }: Ended, words: Catalogue): boolean {
  const why = readWhy(result);
  const code = codeOf(why, words);
  return passingCodes.has(code) || (why.status === 429 && knownReason(code, words.reasons) === null);
}

/** The code that says what was wrong, where the platform put that into its words. */
function codeOf({ code, words: said }: ReturnType<typeof readWhy>, words: Catalogue): string {
  return (wrappers.has(code) ? codeWithin(said ?? "", words) : null) ?? code;
}

/** The code of its end is none of the platform's: the sentence is for everybody, and the code for operators. */
export function isOwnCode({ result }: Ended): boolean {
  const why = readWhy(result);
  const { code, words, status } = why.before ?? why;
  const isOfPlatform = words !== null || status !== null || /^\d{4}$/.test(code);
  return !isOfPlatform || isClientCode(code);
}

/** What the platform's client calls an answer without a code, and none. */
function isClientCode(code: string): boolean {
  return /^HTTP_\d+$/.test(code) || Object.values<string>(clientCodes).includes(code);
}

/** One post tells of both: that the first step failed, and its reason, remedy and code. */
function explainBefore(
  before: Pick<Operation, "id" | "outcome" | "result"> & { format?: string | undefined },
  contents: readonly string[],
  words: Catalogue,
): Explained | null {
  const { failed, unknown, format, reasons } = words.outcomes.imageFirst;
  const FileFormat = { ...reasons.FileFormat, ...(before.format && { says: format(before.format) }) };
  const byCode = { ...words.reasons.byCode, ...reasons, FileFormat };
  const why = explainEnd(before, contents, { ...words, reasons: { ...words.reasons, byCode } });
  const says = before.outcome === "unknown" ? unknown : failed;
  return why === null ? null : { ...why, says: `${says} ${why.says}`.trim() };
}

/** The platform's own words, on one line and without long numbers; null when there are none that may be shown. */
export function platformWords({ result }: Ended, contents: readonly string[]): string | null {
  const { words: said } = readWhy(result);
  if (said === null || said.trim() === "" || givesAway(said, contents)) return null;
  return shorten(maskDigits(said).replace(/\s+/g, " "), longestWords);
}

/** Where the outcome is unknown (not `isKnown`), it can't be said that it was not accepted, nor what to do about it. */
function unlisted(
  { words: said, status }: ReturnType<typeof readWhy>,
  { id, shown, isKnown }: { id: string; shown: string | null; isKnown: boolean },
  { outcomes, reasons }: Catalogue,
): Reason {
  const remedied = (says: string, remedy: string): Reason => (isKnown ? { says, remedy } : { says });
  // HTTP's own word for it: nothing has to be corrected.
  const busy = status === 429 ? knownReason("TooManyRequests", reasons) : null;
  if (shown !== null) return remedied(outcomes.platformSays(shown), busy?.remedy ?? reasons.correct);
  const other = isKnown ? reasons.other.says : "";
  if (said !== null && said.trim() !== "") return { says: other, remedy: outcomes.details(id) };
  if (busy !== null) return busy;
  return remedied(status === null ? other : reasons.byStatus(status).says, reasons.other.remedy);
}

/** The one status code that the platform names as such (`statusCode: 1061`, `[1061]`), if it is known; null for several. */
function codeWithin(said: string, { reasons }: Catalogue): string | null {
  const known = new Set(
    [...said.matchAll(/(?:code\W{0,3}|[([])(\d{4})(?!\d)/gi)]
      .map(([, code = ""]) => code)
      .filter((code) => knownReason(code, reasons) !== null),
  );
  const [only = null] = known;
  return known.size === 1 ? only : null;
}

/** Why the platform could not be read, in lines for one person; null when the error isn't the platform's. */
export function explainPlatformFailure(error: unknown, words: Catalogue): string[][] | null {
  if (!(error instanceof PlatformError)) return null;
  const { code, platformMessage: said = "" } = error;
  const { says, remedy = "" } = toReason(error, words);
  return [
    `⚠️ ${words.lists.notRead}`,
    // The log has this app's own codes.
    isClientCode(code) ? says : `${says} (${maskDigits(code)})`,
    remedy,
    said === "" ? "" : words.outcomes.platformSays(shorten(maskDigits(said), longestWords)),
  ].flatMap((line) => (line === "" ? [] : [[line]]));
}

function toReason({ code, status }: PlatformError, { lists, reasons }: Catalogue): Reason {
  // The only signal that a reading has is its own time limit.
  if (code === clientCodes.aborted) return { says: lists.tookTooLong };
  if (code === clientCodes.tooManyPages) return { says: lists.endless };
  const known = knownReason(code, reasons);
  if (known !== null) return known;
  return status === undefined ? reasons.other : reasons.byStatus(status);
}
