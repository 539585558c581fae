import { givesAway } from "../foreign-words.ts";
import type { Catalogue } from "../locales/index.ts";
import { knownReason, type Reason } from "../locales/reasons.ts";
import { readWhy } from "../operations/index.ts";
import { maskDigits } from "../phone-number.ts";
import { clientCodes, PlatformError } from "../platform/index.ts";
import { shorten } from "../slack/blocks/limits.ts";
import type { Operation } from "../store/index.ts";

/** Why an operation ended so; `says` is empty where nothing is known. `code`: the platform's or this app's. */
export type Explained = { says: string; remedy: string | null; inFull?: string | undefined; code: string };

/** In characters: a post has room for so much of the platform's words. */
const longestWords = 300;
/** Codes that only say that something was wrong, while the platform's words have the real one. */
const wrappers: ReadonlySet<string> = new Set(["FailedToAddMessage", "InvalidStatusCode", "ValidationError"]);

/**
 * The reason in the reader's words, else the platform's own sentence; null for accepted or open operations. `contents`: what
 * the operation says, which words shown to others must not repeat; none for the author.
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

/** Mended in the platform's console: its balance, its keys and their rights. */
const consoleCodes: ReadonlySet<string> = new Set([
  ...["NotEnoughBalance", "BalanceInsufficient", "1030", "Unauthorized", "Forbidden"],
  ...["InvalidAPIKey", "InvalidApiKey", "InvalidToken", "SignatureDoesNotMatch", "InvalidAccountId"],
  ...["InvalidAppId", "BlockedApp", "InDevelopment", "InactiveApp"],
]);

/** Conditions that end by themselves. */
const passingCodes: ReadonlySet<string> = new Set([
  ...["TooManyRequests", "ConnectionFailed", "DuplicatedSignature", "StoreFailed", "TookTooLong"],
  ...["NotAcknowledged", "TooLate", "Aborted", "Closed", "ProcessEnded"],
]);

/** The ways on from an end, which its code decides. */
export function readEnd({ outcome, result }: Pick<Operation, "outcome" | "result">, words: Catalogue) {
  const why = readWhy(result);
  const code = codeOf(why, words);
  const first = why.before ?? why;
  const isOfPlatform = first.words !== null || first.status !== null || /^\d{4}$/.test(first.code);
  return {
    /** Somebody has to open the platform's console before the same can be accepted. */
    needsConsole: outcome === "refused" && (why.status === 402 || consoleCodes.has(code)),
    /** Nothing of it has to be edited before it is sent again. */
    passes: passingCodes.has(code) || (why.status === 429 && knownReason(code, words.reasons) === null),
    /** The code is none of the platform's: the sentence is for everybody, and the code for operators. */
    isOwnCode: !isOfPlatform || isClientCode(first.code),
  };
}

/** The code inside the platform's words, for wrappers. */
function codeOf({ code, words: said }: ReturnType<typeof readWhy>, words: Catalogue): string {
  return (wrappers.has(code) ? codeWithin(said ?? "", words) : null) ?? code;
}

/** The platform client's own names for an answer without a code, and for no answer. */
function isClientCode(code: string): boolean {
  return /^HTTP_\d+$/.test(code) || Object.values<string>(clientCodes).includes(code);
}

/** The second step was not sent because the first one failed: says both, with the first one's remedy and code. */
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
export function platformWords(
  { result }: Pick<Operation, "result">,
  contents: readonly string[],
): string | null {
  const { words: said } = readWhy(result);
  if (said === null || said.trim() === "" || givesAway(said, contents)) return null;
  return shorten(maskDigits(said).replace(/\s+/g, " "), longestWords);
}

/** An unknown outcome (not `isKnown`) has no remedy, and is never said not to have been accepted. */
function unlisted(
  { words: said, status }: ReturnType<typeof readWhy>,
  { id, shown, isKnown }: { id: string; shown: string | null; isKnown: boolean },
  { outcomes, reasons }: Catalogue,
): Reason {
  const remedied = (says: string, remedy: string): Reason => (isKnown ? { says, remedy } : { says });
  // A 429 needs no correction.
  const busy = status === 429 ? knownReason("TooManyRequests", reasons) : null;
  if (shown !== null) return remedied(outcomes.platformSays(shown), busy?.remedy ?? reasons.correct);
  const other = isKnown ? reasons.other.says : "";
  if (said !== null && said.trim() !== "") return { says: other, remedy: outcomes.details(id) };
  if (busy !== null) return busy;
  return remedied(status === null ? other : reasons.byStatus(status).says, reasons.other.remedy);
}

/** The one known status code in the platform's words (`statusCode: 1061`, `[1061]`); null for none or several. */
function codeWithin(said: string, { reasons }: Catalogue): string | null {
  const known = new Set(
    [...said.matchAll(/(?:code\W{0,3}|[([])(\d{4})(?!\d)/gi)]
      .map(([, code = ""]) => code)
      .filter((code) => knownReason(code, reasons) !== null),
  );
  const [only = null] = known;
  return known.size === 1 ? only : null;
}

/** Why reading from the platform failed; null for errors that aren't the platform's. */
export function explainPlatformFailure(error: unknown, words: Catalogue): string[][] | null {
  if (!(error instanceof PlatformError)) return null;
  const { code, platformMessage: said = "" } = error;
  const { says, remedy = "" } = toReason(error, words);
  return [
    `⚠️ ${words.lists.notRead}`,
    // The app's own codes go to the log alone.
    isClientCode(code) ? says : `${says} (${maskDigits(code)})`,
    remedy,
    said === "" ? "" : words.outcomes.platformSays(shorten(maskDigits(said), longestWords)),
  ].flatMap((line) => (line === "" ? [] : [[line]]));
}

function toReason({ code, status }: PlatformError, { lists, reasons }: Catalogue): Reason {
  // Readings are aborted only by their time limit.
  if (code === clientCodes.aborted) return { says: lists.tookTooLong };
  if (code === clientCodes.tooManyPages) return { says: lists.endless };
  const known = knownReason(code, reasons);
  if (known !== null) return known;
  return status === undefined ? reasons.other : reasons.byStatus(status);
}
