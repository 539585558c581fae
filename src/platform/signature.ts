import { createHmac, createSecretKey, type KeyObject, randomUUID } from "node:crypto";

const minSaltBytes = 12;
const maxSaltBytes = 64;

export type Credentials = { apiKey: string; apiSecret: string };
export type SignerOptions = Credentials & {
  now?: (() => Date) | undefined;
  /** A fresh random text of 12-64 bytes per call; 32 hexadecimal digits when left out. */
  salt?: (() => string) | undefined;
};

/** Lowercase hexadecimal HMAC-SHA256 of `date` directly followed by `salt`. Method, path and body aren't signed. */
export function toSignature(secret: KeyObject | string, date: string, salt: string): string {
  return createHmac("sha256", secret)
    .update(date + salt)
    .digest("hex");
}

/**
 * Makes the function that returns the value of the Authorization header. Call it once per attempt: the platform
 * refuses a signature that it has seen, so date and salt are new each time.
 * @throws {TypeError} for a key that can't stand in a header, or an empty secret; values are never quoted.
 */
export function createSigner(options: SignerOptions): () => string {
  // White space or a comma would split the header's parts, and the platform would only say "wrong signature".
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

/** Shorter ones stand in ordinary words too. */
const shortestConcealed = 8;
const concealed = "[secret]";
const signatureName = "ignature=";
/** What JSON could hide a secret behind. */
const escapedAscii = "\\u00";
const writtenSignature = /\b(signature=)[0-9a-f]{16,}/gi;

/** `body`: what the JSON was read from, which says sooner that nothing is repeated. */
export type Concealer = (json: unknown, body: Buffer) => unknown;

/**
 * What strikes the credentials out of a reply's JSON that repeats what it was signed with, as a gateway's error may:
 * others read the platform's words. It strikes values, not bytes, so that nothing struck makes a reply unreadable.
 */
export function createConcealer({ apiKey, apiSecret }: Credentials): Concealer {
  const secrets = [apiKey, apiSecret].filter(({ length }) => length >= shortestConcealed);
  // One may be the beginning of another.
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

/** As it may stand in a text, in JSON within that, and in an address. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, inJson, inJson.replaceAll("/", "\\/"), encodeURIComponent(secret)])];
}

type SecretNumber = { value: number; digits: string };

/** As it may stand in JSON without quotes. */
function numberOf(secret: string): SecretNumber[] {
  const value = Number(secret);
  return Number.isFinite(value) ? [{ value, digits: digitsOf(secret).replace(/^0+/, "") }] : [];
}

/** A number that JavaScript can't hold whole has lost its last digits, so the secret's first are enough. */
function isRepeated(number: number, { value, digits }: SecretNumber): boolean {
  const enough = Number.isSafeInteger(number) ? digits : digits.slice(0, shortestConcealed);
  const isWithin = enough.length >= shortestConcealed && digitsOf(String(number)).includes(enough);
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
