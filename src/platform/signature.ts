import { createHmac, createSecretKey, type KeyObject, randomUUID } from "node:crypto";

const minSaltBytes = 12;
const maxSaltBytes = 64;

export type Credentials = { apiKey: string; apiSecret: string };
export type SignerOptions = Credentials & {
  now?: (() => Date) | undefined;
  /** Returns 12-64 random bytes of text for each call. @default 32 hexadecimal digits */
  salt?: (() => string) | undefined;
};

/** Lowercase hexadecimal HMAC-SHA256 of `date` followed by `salt`; method, path and body aren't signed. */
export function toSignature(secret: KeyObject | string, date: string, salt: string): string {
  return createHmac("sha256", secret)
    .update(date + salt)
    .digest("hex");
}

/**
 * Creates a signer to be called for each attempt, since the platform refuses a repeated signature. @throws
 * {TypeError} for a key that doesn't fit a header or an empty secret, without quoting values
 */
export function createSigner(options: SignerOptions): () => string {
  // White space or a comma would split the header, and the platform would answer only "wrong signature".
  if (!/^[!-+\--~]+$/.test(options.apiKey)) {
    throw new TypeError("apiKey must be printable ASCII without spaces and commas");
  }
  if (options.apiSecret.trim() === "" || options.apiSecret !== options.apiSecret.trim()) {
    throw new TypeError("apiSecret must not be empty or have white space around it");
  }
  const { apiKey, now = () => new Date(), salt: createSalt = toSalt } = options;
  const secret = createSecretKey(options.apiSecret, "utf8");
  return () => {
    const date = now().toISOString();
    const salt = createSalt();
    assertSalt(salt);
    return `HMAC-SHA256 apiKey=${apiKey}, date=${date}, salt=${salt}, signature=${toSignature(secret, date, salt)}`;
  };
}

/** Shortest credential that is removed; a shorter one may be a part of ordinary words. */
const minConcealedLength = 8;
const concealed = "[secret]";
const signatureName = "ignature=";
const escapedAscii = "\\u00";
const writtenSignature = /\b(signature=)[0-9a-f]{16,}/gi;

/** `body` has the JSON's bytes; if they repeat no credential, `json` isn't searched. */
export type Concealer = (json: unknown, body: Buffer) => unknown;

/** Removes credentials from a reply's JSON, where a gateway's error may repeat them. The JSON stays valid. */
export function createConcealer({ apiKey, apiSecret }: Credentials): Concealer {
  const secrets = [apiKey, apiSecret].filter(({ length }) => length >= minConcealedLength);
  // Longest first, since one form may be the beginning of another.
  const forms = secrets.flatMap(formsOf).toSorted((a, b) => b.length - a.length);
  const numbers = secrets.flatMap(numberOf);
  const bare = (text: string) =>
    forms
      .reduce((rest, form) => rest.replaceAll(form, concealed), text)
      .replace(writtenSignature, `$1${concealed}`);
  const conceal = (value: unknown): unknown => {
    if (typeof value === "string") return bare(value);
    if (typeof value === "number") return numbers.some((one) => isRepeated(value, one)) ? concealed : value;
    if (Array.isArray(value)) return value.map(conceal);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [bare(key), conceal(one)]));
  };
  const hints = [...forms, signatureName, escapedAscii];
  const mayRepeat = (body: Buffer) => numbers.length > 0 || hints.some((hint) => body.includes(hint));
  return (json, body) => (mayRepeat(body) ? conceal(json) : json);
}

function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, inJson, inJson.replaceAll("/", "\\/"), encodeURIComponent(secret)])];
}

type SecretNumber = { value: number; digits: string };

function numberOf(secret: string): SecretNumber[] {
  const value = Number(secret);
  return Number.isFinite(value) ? [{ value, digits: digitsOf(secret).replace(/^0+/, "") }] : [];
}

/** Whether a number repeats a secret. Beyond safe integers the last digits are lost, so the first are compared. */
function isRepeated(number: number, { value, digits }: SecretNumber): boolean {
  const enough = Number.isSafeInteger(number) ? digits : digits.slice(0, minConcealedLength);
  const isWithin = enough.length >= minConcealedLength && digitsOf(String(number)).includes(enough);
  return isWithin || number === value;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function toSalt(): string {
  return randomUUID().replaceAll("-", "");
}

function assertSalt(salt: string): void {
  if (!/^[!-+\--~]+$/.test(salt) || salt.length < minSaltBytes || salt.length > maxSaltBytes) {
    throw new RangeError(
      `salt must be ${minSaltBytes}-${maxSaltBytes} bytes of printable ASCII without spaces and commas`,
    );
  }
}
