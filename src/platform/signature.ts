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
const writtenSignature = /\b(signature=)[0-9a-f]{16,}/gi;

/**
 * Makes what takes out of a reply what it was signed with, as a gateway's error may repeat it: others read the
 * platform's words.
 */
export function createConcealer({ apiKey, apiSecret }: Credentials): (reply: Buffer) => Buffer {
  const secrets = [apiKey, apiSecret].filter(({ length }) => length >= shortestConcealed).flatMap(formsOf);
  return (reply) => {
    const found = secrets.filter((secret) => reply.includes(secret));
    if (found.length === 0 && !reply.includes(signatureName)) return reply;
    // Byte by byte: what is no text stays as it is.
    const text = found.reduce((bare, secret) => bare.replaceAll(secret, concealed), reply.toString("latin1"));
    return Buffer.from(text.replace(writtenSignature, `$1${concealed}`), "latin1");
  };
}

/** As it may stand in JSON and in an address. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, inJson, inJson.replaceAll("/", "\\/"), encodeURIComponent(secret)])];
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
