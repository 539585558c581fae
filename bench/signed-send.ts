import { createHmac, randomBytes } from "node:crypto";
import type { Pool } from "undici";

export const apiKey = "BENCHAPIKEY00000";
export const apiSecret = "BENCHSECRET000000000000000000000";
export const sendPath = "/messages/v4/send";
export const message = {
  to: "01000000001",
  from: "0212345678",
  text: "Hello from the bench",
  type: "SMS",
} as const;

export function signedHeaders(): Record<string, string> {
  const date = new Date().toISOString();
  const salt = randomBytes(16).toString("hex");
  const signature = createHmac("sha256", apiSecret)
    .update(date + salt)
    .digest("hex");
  const authorization = `HMAC-SHA256 apiKey=${apiKey}, date=${date}, salt=${salt}, signature=${signature}`;
  return { "content-type": "application/json", authorization };
}

/** The least that a send takes. */
export async function sendOver(pool: Pool): Promise<unknown> {
  const body = JSON.stringify({ message });
  const reply = await pool.request({ method: "POST", path: sendPath, headers: signedHeaders(), body });
  return reply.body.json();
}
