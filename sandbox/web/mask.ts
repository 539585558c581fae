import { isObject } from "../slack/json.ts";

const SECRET_KEY = /^(authorization|token|.*_token|.*secret|signature|x-slack-signature|apiKey|api_key)$/i;
const SLACK_TOKEN = /\bx(?:ox[a-z]|app)-[\w-]+/g;
const SIGNATURE = /(signature=)[0-9a-f]{8,}/gi;
const MASK = "•••";

/** A copy for people to look at: named secrets, Slack tokens and signatures masked, at any depth. */
export function maskSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return maskText(value, secrets);
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, secrets));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      SECRET_KEY.test(key) && typeof item === "string" ? MASK : maskSecrets(item, secrets),
    ]),
  );
}

function maskText(text: string, secrets: readonly string[]): string {
  let masked = text.replace(SLACK_TOKEN, MASK).replace(SIGNATURE, `$1${MASK}`);
  for (const secret of secrets) if (secret !== "") masked = masked.replaceAll(secret, MASK);
  return masked;
}
