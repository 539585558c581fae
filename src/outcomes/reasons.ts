import { z } from "zod";
import { repeatsSecret } from "../foreign-words.ts";
import type { Catalogue } from "../locales/index.ts";
import { knownReason, type Reason } from "../locales/reasons.ts";
import { readReason } from "../operations/index.ts";
import { maskDigits, normalizeDigits } from "../phone-number.ts";
import { clientCodes, PlatformError } from "../platform/index.ts";
import { shorten } from "../slack/blocks/limits.ts";
import type { Operation } from "../store/index.ts";

/** Reason for an outcome. `says`: empty if nothing is known. `code`: the platform's or this app's. */
export type Explanation = { says: string; remedy: string | null; inFull?: string | undefined; code: string };

/** Limit in characters of the platform's text in a post; the rest is cut. */
const maxMessageLength = 300;
/** General codes: the real code is within the platform's text. */
const wrappers: ReadonlySet<string> = new Set(["FailedToAddMessage", "InvalidStatusCode", "ValidationError"]);

/**
 * Reason from the catalogue, else the platform's text; null for accepted or open operations. `contents`: texts of the
 * operation that readers must not see repeated; empty for the author.
 */
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

/** Codes of problems that are solved in the platform's console: its balance, its keys and their rights. */
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

/** Possible next steps after an outcome, by its code. */
export function readRemedies({ outcome, result }: Pick<Operation, "outcome" | "result">, words: Catalogue) {
  const why = readReason(result);
  const code = codeOf(why, words);
  const first = why.before ?? why;
  const isOfPlatform = first.words !== null || first.status !== null || /^\d{4}$/.test(first.code);
  return {
    /** Whether somebody has to use the platform's console before the same can be accepted. */
    needsConsole: outcome === "refused" && (why.status === 402 || consoleCodes.has(code)),
    /** Whether it can be sent again without an edit. */
    passes: passingCodes.has(code) || (why.status === 429 && knownReason(code, words.reasons) === null),
    /** Whether the code is this app's own, which only on-call sees. */
    isOwnCode: !isOfPlatform || isClientCode(first.code),
  };
}

/** Code of an outcome; for a general one, the code within the platform's text. */
function codeOf({ code, words: said }: ReturnType<typeof readReason>, words: Catalogue): string {
  return (wrappers.has(code) ? codeWithin(said ?? "", words) : null) ?? code;
}

/** Whether the code is the client's own, for an answer without a code (`HTTP_500`) or for no answer. */
function isClientCode(code: string): boolean {
  return /^HTTP_\d+$/.test(code) || Object.values<string>(clientCodes).includes(code);
}

/** Reason why a second step was not sent: the first one failed. It names both, with the first one's remedy and code. */
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

/** A stored message; other requests have no recipient. */
const Request = z.looseObject({
  message: z.looseObject({ to: z.string(), country: z.string().optional().catch(undefined) }),
});

/** The platform's own text, on one line and without phone numbers; null if there is none that may be shown. */
export function findPlatformMessage(
  { request, result }: Pick<Operation, "request" | "result">,
  contents: readonly string[],
): string | null {
  const { words: said } = readReason(result);
  if (said === null || said.trim() === "" || repeatsSecret(said, contents)) return null;
  return shorten(maskNumbers(said, request).replace(/\s+/g, " "), maxMessageLength);
}

/** Masks numbers, also a recipient's number in groups of digits. The last four digits of a masked number stay. */
function maskNumbers(said: string, request: unknown): string {
  const { to = "", country = "82" } = Request.safeParse(request).data?.message ?? {};
  const bare = normalizeDigits(to);
  const own = `0${bare} ${country}${bare} ${country}0${bare}`;
  return maskDigits(said).replace(/…?[\p{Nd}\p{No}]{3,}/gu, (found) => {
    const group = found.normalize("NFKC").replace(/\D/g, "");
    return own.includes(group) && found !== `…${bare.slice(-4)}` ? "…" : found;
  });
}

/** Reason for a code that the catalogue lacks. An unknown outcome (not `isKnown`) has no remedy: it may be an acceptance. */
function unlisted(
  { words: said, status }: ReturnType<typeof readReason>,
  { id, shown, isKnown }: { id: string; shown: string | null; isKnown: boolean },
  { outcomes, reasons }: Catalogue,
): Reason {
  const remedied = (says: string, remedy: string): Reason => (isKnown ? { says, remedy } : { says });
  // A 429 needs no correction: the same can be sent later.
  const busy = status === 429 ? knownReason("TooManyRequests", reasons) : null;
  if (shown !== null) return remedied(outcomes.platformSays(shown), busy?.remedy ?? reasons.correct);
  const other = isKnown ? reasons.other.says : "";
  if (said !== null && said.trim() !== "") return { says: other, remedy: outcomes.details(id) };
  if (busy !== null) return busy;
  return remedied(status === null ? other : reasons.byStatus(status).says, reasons.other.remedy);
}

/** The one known status code in the platform's text (`statusCode: 1061`, `[1061]`); null for none or several. */
function codeWithin(said: string, { reasons }: Catalogue): string | null {
  const known = new Set(
    [...said.matchAll(/(?:code\W{0,3}|[([])(\d{4})(?!\d)/gi)]
      .map(([, code = ""]) => code)
      .filter((code) => knownReason(code, reasons) !== null),
  );
  const [only = null] = known;
  return known.size === 1 ? only : null;
}

/** Lines for why reading from the platform failed; null for errors of another origin. */
export function explainPlatformFailure(error: unknown, words: Catalogue): string[][] | null {
  if (!(error instanceof PlatformError)) return null;
  const { code, platformMessage: said = "" } = error;
  const { says, remedy = "" } = toReason(error, words);
  return [
    `⚠️ ${words.lists.notRead}`,
    // The client's own codes are in the log alone.
    isClientCode(code) ? says : `${says} (${maskDigits(code)})`,
    remedy,
    said === "" ? "" : words.outcomes.platformSays(shorten(maskDigits(said), maxMessageLength)),
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
