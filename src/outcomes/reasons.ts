import { z } from "zod";
import { repeatsSecret } from "../foreign-words.ts";
import type { Catalogue } from "../locales/index.ts";
import { knownReason, type Reason } from "../locales/reasons.ts";
import { readReason } from "../operations/index.ts";
import { maskDigits, normalizeDigits } from "../phone-number.ts";
import { clientCodes, PlatformError } from "../platform/index.ts";
import { shorten } from "../slack/blocks/limits.ts";
import type { Operation } from "../store/index.ts";

/** Reason for an outcome. `says` is empty if it isn't known; `code` is the platform's or this app's. */
export type Explanation = { says: string; remedy: string | null; inFull?: string | undefined; code: string };

const maxMessageLength = 300;
/** General codes of the platform, whose text has the specific code. */
const wrappers: ReadonlySet<string> = new Set(["FailedToAddMessage", "InvalidStatusCode", "ValidationError"]);

/** Returns the catalogue's reason, else the platform's text if it doesn't repeat `contents` (empty for the author). */
export function explainOutcome(
  { id, outcome, request, result }: Pick<Operation, "id" | "outcome" | "request" | "result">,
  contents: readonly string[],
  words: Catalogue,
): Explanation | null {
  if (outcome === null || outcome === "accepted" || result === null) return null;
  const kept = readReason(result);
  if (kept.before !== null) {
    const { format, ...before } = kept.before;
    return explainBefore({ id, request, result: before, outcome: before.outcome, format }, contents, words);
  }
  const code = codeOf(kept, words);
  const shown = findPlatformMessage({ request, result }, contents);
  const reason =
    knownReason(code, words.reasons) ?? unlisted(kept, { id, shown, isKnown: outcome !== "unknown" }, words);
  const shownCode = repeatsSecret(code, contents) ? "…" : shorten(maskDigits(code), 64);
  return { says: reason.says, remedy: reason.remedy ?? null, inFull: reason.inFull, code: shownCode };
}

/** Codes of problems with the balance, keys or rights, which are solved in the platform's console. */
const consoleCodes: ReadonlySet<string> = new Set([
  ...["NotEnoughBalance", "BalanceInsufficient", "1030", "2230", "Unauthorized", "Forbidden"],
  ...["InvalidAPIKey", "InvalidApiKey", "InvalidToken", "SignatureDoesNotMatch", "InvalidAccountId"],
  ...["InvalidAppId", "BlockedApp", "InDevelopment", "InactiveApp"],
]);

/** Codes of conditions that end by themselves. */
const passingCodes: ReadonlySet<string> = new Set([
  ...["TooManyRequests", "ConnectionFailed", "DuplicatedSignature", "StoreFailed", "TookTooLong"],
  ...["NotAcknowledged", "TooLate", "Aborted", "Closed", "ProcessEnded"],
]);

export function readRemedies({ outcome, result }: Pick<Operation, "outcome" | "result">, words: Catalogue) {
  const why = readReason(result);
  const code = codeOf(why, words);
  const first = why.before ?? why;
  const isOfPlatform = first.words !== null || first.status !== null || /^\d{4}$/.test(first.code);
  return {
    /** Whether the platform's console must be used before another try can be accepted. */
    needsConsole: outcome === "refused" && (why.status === 402 || consoleCodes.has(code)),
    /** Whether the code has a sentence of its own: otherwise nothing says that an edit would help. */
    isKnown: knownReason(code, words.reasons) !== null,
    /** Whether it can be sent again without an edit. */
    passes: passingCodes.has(code) || (why.status === 429 && knownReason(code, words.reasons) === null),
    /** Whether this app made the code, which only on-call sees. */
    isOwnCode: !isOfPlatform || isClientCode(first.code),
  };
}

/** Code of an outcome; a general code is replaced by the code within the platform's text. */
function codeOf({ code, words: said }: ReturnType<typeof readReason>, words: Catalogue): string {
  return (wrappers.has(code) ? codeWithin(said ?? "", words) : null) ?? code;
}

/** Whether the platform client made the code, for a reply without a code (`HTTP_500`) or for no reply. */
function isClientCode(code: string): boolean {
  return /^HTTP_\d+$/.test(code) || Object.values<string>(clientCodes).includes(code);
}

function explainBefore(
  before: Pick<Operation, "id" | "outcome" | "request" | "result"> & { format?: string | undefined },
  contents: readonly string[],
  words: Catalogue,
): Explanation | null {
  const { failed, unknown, format, reasons } = words.outcomes.imageFirst;
  const FileFormat = { ...reasons.FileFormat, ...(before.format && { says: format(before.format) }) };
  const byCode = { ...words.reasons.byCode, ...reasons, FileFormat };
  const why = explainOutcome(before, contents, { ...words, reasons: { ...words.reasons, byCode } });
  const says = before.outcome === "unknown" ? unknown : failed;
  return why === null ? null : { ...why, says: `${says} ${why.says}`.trim() };
}

const Request = z.looseObject({
  message: z.looseObject({ to: z.string(), country: z.string().optional().catch(undefined) }),
});

/** The platform's text on one line, without phone numbers; null if it is empty or repeats `contents`. */
export function findPlatformMessage(
  { request, result }: Pick<Operation, "request" | "result">,
  contents: readonly string[],
): string | null {
  const { words: said } = readReason(result);
  if (said === null || said.trim() === "" || repeatsSecret(said, contents)) return null;
  return shorten(maskNumbers(said, request).replace(/\s+/g, " "), maxMessageLength);
}

/** Masks numbers, including groups of digits of the recipient's number. The last four digits stay. */
function maskNumbers(said: string, request: unknown): string {
  const { to = "", country = "82" } = Request.safeParse(request).data?.message ?? {};
  const bare = normalizeDigits(to);
  const own = `0${bare} ${country}${bare} ${country}0${bare}`;
  return maskDigits(said).replace(/…?[\p{Nd}\p{No}]{3,}/gu, (found) => {
    const group = found.normalize("NFKC").replace(/\D/g, "");
    return own.includes(group) && found !== `…${bare.slice(-4)}` ? "…" : found;
  });
}

/** Reason for a code that the catalogue lacks. Unknown outcomes (not `isKnown`) get no remedy: they may be accepted. */
function unlisted(
  { words: said, status }: ReturnType<typeof readReason>,
  { id, shown, isKnown }: { id: string; shown: string | null; isKnown: boolean },
  { outcomes, reasons }: Catalogue,
): Reason {
  const remedied = (says: string, remedy: string): Reason => (isKnown ? { says, remedy } : { says });
  // A 429 needs no correction; the same request can be sent later.
  const busy = status === 429 ? knownReason("TooManyRequests", reasons) : null;
  if (shown !== null) return remedied(outcomes.platformSays(shown), busy?.remedy ?? reasons.correct);
  const other = isKnown ? reasons.other.says : "";
  if (said !== null && said.trim() !== "") return { says: other, remedy: outcomes.details(id) };
  if (busy !== null) return busy;
  return remedied(status === null ? other : reasons.byStatus(status).says, reasons.other.remedy);
}

/** The known status code in the platform's text (`statusCode: 1061`, `[1061]`); null for none or several. */
function codeWithin(said: string, { reasons }: Catalogue): string | null {
  const known = new Set(
    [...said.matchAll(/(?:code\W{0,3}|[([])(\d{4})(?!\d)/gi)]
      .map(([, code = ""]) => code)
      .filter((code) => knownReason(code, reasons) !== null),
  );
  const [only = null] = known;
  return known.size === 1 ? only : null;
}

/** Lines that explain why reading from the platform failed; null for other errors. */
export function explainPlatformFailure(error: unknown, words: Catalogue): string[][] | null {
  if (!(error instanceof PlatformError)) return null;
  const { code, platformMessage: said = "" } = error;
  const { says, remedy = "" } = toReason(error, words);
  return [
    `⚠️ ${words.lists.notRead}`,
    // The client's own codes appear only in the log.
    isClientCode(code) ? says : `${says} (${maskDigits(code)})`,
    remedy,
    said === "" ? "" : words.outcomes.platformSays(shorten(maskDigits(said), maxMessageLength)),
  ].flatMap((line) => (line === "" ? [] : [[line]]));
}

function toReason({ code, status }: PlatformError, { lists, reasons }: Catalogue): Reason {
  // Only a time limit aborts reading.
  if (code === clientCodes.aborted) return { says: lists.tookTooLong };
  if (code === clientCodes.tooManyPages) return { says: lists.endless };
  const known = knownReason(code, reasons);
  if (known !== null) return known;
  return status === undefined ? reasons.other : reasons.byStatus(status);
}
