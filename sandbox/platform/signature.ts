import { createHmac, timingSafeEqual } from "node:crypto";
import { ApiError, validationError } from "./api-error.ts";

const maxSkewMs = 15 * 60_000;
const minSaltBytes = 12;
const maxSaltBytes = 64;
const partNames = ["apikey", "date", "salt", "signature"];
const isoDate = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

type AuthorizationParts = { apiKey: string; date: string; salt: string; signature: string };

export type SignatureCheck = { verify(header: string | undefined, now: Date): void };

/**
 * Creates the check of the Authorization header. It remembers the signatures that it has accepted, since each
 * may be used once within 15 minutes.
 *
 * `verify` throws an ApiError: 401 Unauthorized without a usable header, 400 ValidationError for a malformed
 * one, 403 InvalidAPIKey, RequestTimeTooSkewed (15 minutes either way), SignatureDoesNotMatch or
 * DuplicatedSignature.
 */
export function createSignatureCheck(credentials: { apiKey: string; apiSecret: string }): SignatureCheck {
  const seenAtMs = new Map<string, number>();

  function refuseReplay(signature: string, nowMs: number): void {
    for (const [seen, atMs] of seenAtMs) {
      // A date may lie 15 minutes ahead, so a signature can stay valid for twice that. Oldest first.
      if (nowMs - atMs <= 2 * maxSkewMs) break;
      seenAtMs.delete(seen);
    }
    if (seenAtMs.has(signature)) {
      throw new ApiError(403, "DuplicatedSignature", "이미 사용된 시그니처입니다.");
    }
    seenAtMs.set(signature, nowMs);
  }

  return {
    verify(header, now) {
      if (header === undefined || !/^HMAC-SHA256 /i.test(header)) {
        throw new ApiError(401, "Unauthorized", "인증 정보가 없습니다.");
      }
      const parts = parseAuthorization(header);
      if (parts.apiKey !== credentials.apiKey) {
        throw new ApiError(403, "InvalidAPIKey", "존재하지 않는 API Key입니다.");
      }
      const nowMs = now.getTime();
      if (Math.abs(nowMs - Date.parse(parts.date)) > maxSkewMs) {
        throw new ApiError(403, "RequestTimeTooSkewed", "요청 시각과 서버 시각의 차이가 15분을 넘습니다.");
      }
      if (!isSignatureOf(parts, credentials.apiSecret)) {
        throw new ApiError(403, "SignatureDoesNotMatch", "시그니처가 일치하지 않습니다.");
      }
      refuseReplay(parts.signature, nowMs);
    },
  };
}

/** The Authorization header with its signature hidden; a header of another form keeps only its first word. */
export function maskAuthorization(header: string): string {
  if (!/signature=/i.test(header)) return `${header.split(" ", 1)[0]} ***`;
  return header.replace(/(signature=)[^,\s]*/gi, "$1***");
}

function parseAuthorization(header: string): AuthorizationParts {
  const values = new Map<string, string>();
  for (const part of header.slice(header.indexOf(" ") + 1).split(",")) {
    const equals = part.indexOf("=");
    const name = part.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    if (!partNames.includes(name)) throw validationError(`Authorization: "${name}" is not a known part`);
    if (values.has(name)) throw validationError(`Authorization: ${name} occurs twice`);
    values.set(name, part.slice(equals + 1).trim());
  }
  const [apiKey = "", date = "", salt = "", signature = ""] = partNames.map((name) => values.get(name) ?? "");
  if (!apiKey || !date || !salt || !signature) {
    throw validationError("Authorization: apiKey, date, salt and signature are required");
  }
  const saltBytes = Buffer.byteLength(salt);
  if (saltBytes < minSaltBytes || saltBytes > maxSaltBytes) {
    throw validationError(`Authorization: salt has ${saltBytes} bytes, 12 to 64 are allowed`);
  }
  if (!isoDate.test(date) || Number.isNaN(Date.parse(date))) {
    throw validationError("Authorization: date is not an ISO 8601 date-time");
  }
  return { apiKey, date, salt, signature };
}

function isSignatureOf(parts: AuthorizationParts, apiSecret: string): boolean {
  const expected = Buffer.from(
    createHmac("sha256", apiSecret)
      .update(parts.date + parts.salt)
      .digest("hex"),
  );
  const given = Buffer.from(parts.signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
